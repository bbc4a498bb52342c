import Care
import FoundationEssentials
import Wording

/// What a client calls for who has logged in, and what became of it: the same calls as those of their switch.
enum MinePages: PageTopic {
    static let base = "/mine"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, base + "/calls", for: .clients, work: .answer, MineCalling.ask),
        PageRoute(.post, base + "/calls/{}/again", for: .clients, work: .answer, MineCalling.askAgain),
        PageRoute(.post, base + "/calls/{}/end", for: .clients, work: .answer, MineCalling.takeBack),
    ]

    static let templates = ["mine": MinePage.template, "mine.call": MineCall.template]

    /// What makes the page be read anew.
    private static let live = [
        "asked", "heard", "on_the_way", "met", "declined", "cancelled", "escalated", "ask_again",
        "claim_lapsed", "need_changed", "reminder", "occurrence_changed",
    ]

    /// What a client's phone opens with, by what they have (decision 0371):
    ///
    /// | they have | it opens with |
    /// |---|---|
    /// | chosen to be encouraged first | what encourages them |
    /// | a board or a kiosk of their own | their calls |
    /// | neither, so that their cards are another client's, lent | their chores, also where there are none yet |
    static func start(_ call: PageCall) async -> String {
        if let page: EncouragementPage = try? await call.api.get("encouragement"), page.isFirstPage {
            return MineEncouragement.base
        }
        // What cannot be read now, the client's own page says.
        guard let cards: CallCardPage = try? await call.api.get("call-cards"), cards.isLent else {
            return base
        }
        return MineChores.base
    }

    /// - Parameter notice: What was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let open: RequestPage = try await call.api.get("requests", [("state", "open"), ("limit", "200")])
        let recent: RequestPage = try await call.api.get("requests", [("state", "recent")])
        let language = call.site.translation(for: call.request).language
        let cards: CallCardPage = try await call.api.get("call-cards", [("language", language)])
        return call.page(
            Page(
                title: Text("mine.title"), template: "mine",
                content: MinePage(open.requests, recent.requests, cards, call), live: live,
                notice: notice ?? MineNotice.notice(call), after: min(open.sequence, recent.sequence)),
            status: status)
    }
}

/// The calls that are open, those of the last day, and what can be called for.
struct MinePage {
    struct Card {
        let key: String
        let need: String
        let label: String
        let symbol: ShownSymbol?
        /// Sent with the call, so that a second tap makes no second one.
        let id = UUIDs.new()

        init(_ card: CallCard, _ call: PageCall) {
            key = "need-\(card.need)"
            need = card.need
            label = card.label
            symbol = call.symbol(card.symbol)
        }
    }

    struct Group {
        /// `nil` for what is in none.
        let name: String?
        var cards: [Card]
    }

    /// As many calls of the last day are shown.
    private static let mostRecent = 10

    let open: [MineCall]
    let recent: [MineCall]
    let groups: [Group]
    let hasCards: Bool

    init(_ open: [Request], _ recent: [Request], _ page: CallCardPage, _ call: PageCall) {
        let cards = page.cards
        // Lent cards are read in the reader's language, and called as the home has them. With one's own, a call keeps the words it was made
        // with: the card may have become another since.
        let lent = page.isLent ? cards : []
        let labels = Dictionary(lent.map { ($0.need, $0.label) }) { first, _ in first }
        self.open = open.reversed().map { MineCall($0, labels[$0.need], call) }
        self.recent = recent.suffix(Self.mostRecent).reversed().map { MineCall($0, labels[$0.need], call) }
        hasCards = !cards.isEmpty
        // A board may leave a group and come back to it.
        groups = cards.reduce(into: []) { groups, card in
            let drawn = Card(card, call)
            if let place = groups.firstIndex(where: { $0.name == card.group }) {
                groups[place].cards.append(drawn)
            } else {
                groups.append(Group(name: card.group, cards: [drawn]))
            }
        }
    }

    static let card = """
        \(Form.post(MinePages.base + "/calls", sends: ["id": "{{id}}", "need": "{{need}}"]))<button data-key="{{key}}">\
        \(ShownSymbol.html("symbol", class: "emoji")) <span>{{label}}</span></button></form>
        """

    static let template = """
        <section data-key="open" role="status" aria-atomic="false">{{^empty(open)}}<h2>[[mine.open_calls]]</h2><ul class="cards">{{#open}}{{> mine.call}}{{/open}}</ul>{{/empty(open)}}</section>
        {{#hasCards}}<section data-key="cards" aria-labelledby="cards-title"><h2 id="cards-title">[[mine.call_for]]</h2>
        {{#groups}}{{#name}}<h3>{{.}}</h3>{{/name}}<div class="choices">{{#cards}}\(card){{/cards}}</div>{{/groups}}</section>{{/hasCards}}
        {{^hasCards}}<p>[[mine.no_cards]]</p>{{/hasCards}}
        {{^empty(recent)}}<section data-key="recent" aria-labelledby="recent-title"><h2 id="recent-title">[[mine.last_day]]</h2>
        <ul class="cards">{{#recent}}{{> mine.call}}{{/recent}}</ul></section>{{/empty(recent)}}
        <div id="alerts" data-own></div>
        """
}

/// What was just done: a word in the address, so that reading the page again does nothing twice.
enum MineNotice: String {
    case called, ended, done, claimed, skipped, undone, reminded, asked, refused

    func path(_ base: String) -> String { base + "?did=" + rawValue }

    /// The same of a chore, so that what it has brought can be said.
    func path(_ base: String, by entry: UUID) -> String { path(base) + "&entry=\(entry.uuidString)" }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(MineNotice.init).map { Notice(text: Text("mine.did_\($0.rawValue)")) }
    }
}
