import Care
import Recurrence
import Wording

/// What encourages a client who has logged in: the same as at their switch.
enum MineEncouragement: PageTopic {
    static let base = "/mine/encouragement"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, _ in try await show(call) },
        PageRoute(.post, base, for: .clients) { call, _ in try await another(call) },
        PageRoute(.post, base + "/favourites", for: .clients) { call, _ in try await keep(call) },
    ]

    static let templates = ["mine.encouragement": MineEncouragementPage.template]

    private static func show(
        _ call: PageCall, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let page: EncouragementPage = try await call.api.get("encouragement")
        return call.page(
            Page(
                title: Text("encouragement.title"), template: "mine.encouragement",
                content: MineEncouragementPage(page, call), live: ["encouragement"], notice: notice),
            status: status)
    }

    /// One more of a kind, of a category, or of the favourites.
    private static func another(_ call: PageCall) async throws -> PageResponse {
        let category = call.form["category"].flatMap { $0.isEmpty ? nil : $0 }
        let wish = EncouragementWish(
            kind: category == nil ? call.form["kind"].flatMap(EncouragementKind.init) : nil,
            category: category, isFavourite: call.form["favourite"] == "yes")
        let found: EncouragementPage.Item
        do throws(CareProblem) {
            found = try await call.api.send("POST", "encouragement", wish)
        } catch {
            guard error.kind == .notFound else { throw error }
            return try await show(
                call, notice: Notice(text: Text("encouragement.none_left"), isProblem: true), status: 404)
        }
        return .seeOther(path(call, showing: found, category: category))
    }

    private static func keep(_ call: PageCall) async throws -> PageResponse {
        let change = EncouragementFavourite(
            id: call.form["id"] ?? "", isFavourite: call.form["favourite"] == "yes")
        do throws(CareProblem) {
            try await call.api.send("PUT", "encouragement/favourites", change)
        } catch {
            guard error.kind == .notFound else { throw error }
            return try await show(
                call, notice: Notice(text: error.sentence, isProblem: true), status: 404)
        }
        return .seeOther(path(call, showing: nil, category: call.form["category"]))
    }

    private static func path(
        _ call: PageCall, showing found: EncouragementPage.Item?, category: String?
    ) -> String {
        var parts: [(String, String)] = []
        for name in EncouragementKind.allCases.map(\.rawValue) {
            let key = found?.kind.rawValue == name ? found?.id : call.form[name]
            if let key, !key.isEmpty { parts.append((name, key)) }
        }
        if let category, !category.isEmpty { parts.append(("category", category)) }
        guard !parts.isEmpty else { return base }
        return base + "?" + parts.map { "\($0)=\(PageText.escaped($1))" }.joined(separator: "&")
    }
}

/// One of each kind, with another one; by category; and the favourites.
struct MineEncouragementPage {
    struct Card {
        let id: String
        let kind: String
        let heading: Text
        let text: String
        let author: String?
        let source: String?
        /// Where they are; `nil` for none.
        let sound: String?
        let video: String?
        let isFavourite: Bool
        let keepValue: String
    }

    let cards: [Card]
    let categories: [FormOption]
    let favourites: [Card]
    /// BCP 47, of what is said.
    let language: String
    let isEmpty: Bool
    let hasFavourites: Bool
    /// When one comes of itself; absent where none does.
    let daily: Text?
    /// What is shown, for the next page.
    let quotes: String
    let tips: String
    let category: String

    init(_ page: EncouragementPage, _ call: PageCall) {
        func shown(_ kind: EncouragementKind) -> EncouragementPage.Item? {
            let asked = call.query[kind.rawValue]
            let known = page.items.first { $0.id == asked && $0.kind == kind }
            return known ?? page.items.first { $0.kind == kind && page.today.contains($0.id) }
        }
        let category = call.query["category"] ?? ""
        let both = EncouragementKind.allCases.map(shown)
        cards = both.compactMap { $0.map(Self.card) }
        quotes = both.first.flatMap { $0?.id } ?? ""
        tips = both.last.flatMap { $0?.id } ?? ""
        self.category = category
        var seen: Set<String> = []
        let all = page.items.flatMap(\.categories).filter { seen.insert($0).inserted }
        categories =
            [FormOption(value: "", name: Text("encouragement.any"), isChosen: category.isEmpty)]
            + all.map {
                FormOption(value: $0, name: EncouragementWords.category($0), isChosen: $0 == category)
            }
        favourites = page.items.filter(\.isFavourite).map(Self.card)
        hasFavourites = !favourites.isEmpty
        language = page.language
        daily = page.daily.map { minutes in
            let time = WallTime(startOf: .first).adding(seconds: Int64(minutes) * 60)
            return Text("encouragement.comes_daily", ["time": .text(TimeText.time(time))])
        }
        isEmpty = page.items.isEmpty
    }

    private static func card(_ item: EncouragementPage.Item) -> Card {
        Card(
            id: item.id, kind: item.kind.rawValue, heading: EncouragementWords.one(item.kind),
            text: item.text, author: item.author, source: item.source,
            sound: item.hasSound ? medium(item, "sound") : nil,
            video: item.hasVideo ? medium(item, "video") : nil, isFavourite: item.isFavourite,
            keepValue: item.isFavourite ? "no" : "yes")
    }

    private static func medium(_ item: EncouragementPage.Item, _ kind: String) -> String {
        "/api/v1/encouragement/media?key=\(PageText.escaped(item.id))&kind=\(kind)"
    }

    private static let shown =
        Form.hidden("quotes", "{{quotes}}") + Form.hidden("tips", "{{tips}}")
        + Form.hidden("category", "{{category}}")

    private static let said = """
        <blockquote class="saying" lang="{{language}}"><p>{{text}}</p>{{#author}}<footer>{{.}}</footer>{{/author}}</blockquote>
        {{#video}}<video class="medium" controls playsinline preload="none" src="{{.}}" aria-label="[[encouragement.watch]]"></video>{{/video}}
        {{#sound}}<audio class="medium" controls preload="none" src="{{.}}" aria-label="[[encouragement.listen]]"></audio>{{/sound}}
        {{#source}}<p class="hint quiet">[[encouragement.source]]</p>{{/source}}
        """

    private static func keeping(_ words: String) -> String {
        Form.post(
            MineEncouragement.base + "/favourites", class: "row",
            sends: ["id": "{{id}}", "favourite": "{{keepValue}}"])
            + shown + words + "</form>"
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[encouragement.none]]</p>{{/isEmpty}}
        {{#cards}}<section class="card" data-key="{{kind}}" aria-labelledby="{{kind}}-title"><h2 id="{{kind}}-title">{{heading}}</h2>
        \(said)
        \(Form.post(MineEncouragement.base, class: "row", sends: ["kind": "{{kind}}"]))\(Form.hidden("quotes", "{{quotes}}"))\(
            Form.hidden("tips", "{{tips}}"))<button class="main">[[encouragement.another]]</button></form>
        \(keeping("{{#isFavourite}}<button>[[encouragement.no_favourite]]</button>{{/isFavourite}}{{^isFavourite}}<button>[[encouragement.keep]]</button>{{/isFavourite}}"))</section>
        {{/cards}}
        {{^isEmpty}}<section class="card" data-key="topic" aria-labelledby="topic-title"><h2 id="topic-title">[[encouragement.by_topic]]</h2>
        \(Form.post(MineEncouragement.base, class: "narrow"))\(Form.hidden("quotes", "{{quotes}}"))\(Form.hidden("tips", "{{tips}}"))
        \(Form.field("category", "[[encouragement.topic]]", .choice("categories"), value: ""))
        <p class="row"><button>[[encouragement.another]]</button></p></form></section>{{/isEmpty}}
        {{#hasFavourites}}<section class="card" data-key="favourites" aria-labelledby="favourites-title"><h2 id="favourites-title">[[encouragement.favourites]]</h2>
        \(Form.post(MineEncouragement.base, class: "row", sends: ["favourite": "yes"]))\(Form.hidden("quotes", "{{quotes}}"))\(
            Form.hidden("tips", "{{tips}}"))<button>[[encouragement.another_favourite]]</button></form>
        <ul class="cards">{{#favourites}}<li>\(said)\(keeping("<button>[[encouragement.no_favourite]]</button>"))</li>{{/favourites}}</ul></section>{{/hasFavourites}}
        {{#daily}}<section class="card line" data-key="daily"><p>{{.}}</p>
        <p class="row" id="daily-notify" data-own hidden><button type="button">[[encouragement.notify]]</button></p></section>{{/daily}}
        """
}

/// How kinds and categories of encouragement are called.
enum EncouragementWords {
    static func one(_ kind: EncouragementKind) -> Text {
        switch kind {
        case .quotes: Text("encouragement.quote")
        case .tips: Text("encouragement.tip")
        }
    }

    /// Those that ship have a name, and a home's own are their own names.
    static func category(_ category: String) -> Text {
        EncouragementTopic(rawValue: category).map { Text("encouragement.category_\($0.rawValue)") }
            ?? .verbatim(category)
    }
}
