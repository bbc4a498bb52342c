import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// An amount that was asked for and is not settled, as *Costs* and *Chores* show it.
struct ChargeCard {
    let key: String
    let what: String
    let words: Text
    let due: Text
    let isLate: Bool
    /// Where it can be paid, if whoever asks has said; only for whoever is asked.
    let link: String?
    /// Whether it is asked of the reader.
    let isMine: Bool
    /// Leads to a form that says it is paid.
    let pay: String?
    let payWords: Text
    /// Whoever is asked, where the reader can have them reminded.
    let reminds: Text?
    let reminderPath: String
    let reminderID = UUID().uuidString
    /// Where whoever asked takes it back.
    let withdrawal: String?
    /// That the reader was reminded of it, on pages that say so by the card itself.
    let news: AmountNews?

    /// Its id in a page that lists it: a link with it leads to its card.
    static func key(_ charge: UUID) -> String { "charge-\(charge)" }

    /// - Parameters:
    ///   - links: Where people can be paid, by their ids.
    ///   - news: Of which amounts the reader was reminded; none where a line above the page says it.
    init(
        _ charge: Charge, _ me: Person, _ people: CostPeople, links: [String: String], today: CalendarDay,
        news: [AmountNews] = []
    ) {
        let content = charge.content
        let isAskedOfMe = content.from == me.id
        isMine = isAskedOfMe
        key = Self.key(charge.id)
        self.news = news.first { $0.id == charge.id }
        what = content.what
        words = Text(
            isAskedOfMe ? "costs.asked_of_you" : content.to == me.id ? "costs.asked_by_you" : "costs.asked",
            [
                "name": people.value(content.to), "other": people.value(content.from),
                "amount": .text(CostWords.money(charge.rest, content.currency)),
            ])
        due = Text("costs.due", ["day": .day(content.due, today: today)])
        isLate = content.due < today
        link = isAskedOfMe ? links[content.to] : nil
        pay = DebtCard.path(
            CostDebt(from: content.from, to: content.to, amount: charge.rest, currency: content.currency),
            for: charge.id, me)
        payWords = DebtCard.words(me)
        let isForMeToSay = content.to == me.id && me.role != .client || me.role == .coordinator
        withdrawal = isForMeToSay ? "/costs/charges/\(charge.id)/withdrawal" : nil
        reminds =
            isForMeToSay && !isAskedOfMe ? Text("chores.remind", ["name": people.value(content.from)]) : nil
        reminderPath = "/costs/charges/\(charge.id)/reminder"
    }

    /// All that the reader may see and that is not settled, by its day.
    static func open(_ api: PageAPI) async throws(CareProblem) -> OpenCharges {
        var open = OpenCharges()
        var next: Int64?
        repeat {
            let page: ChargePage = try await api.get(
                "charges", [("state", "open"), ("limit", "200"), ("after", next.map(String.init))])
            open.charges += page.charges
            open.people += page.people
            next = page.next
        } while next != nil
        return open
    }

    static func links(_ balances: Balances) -> [String: String] {
        Dictionary(balances.links.map { ($0.person, $0.link) }) { first, _ in first }
    }

    static let link =
        #"{{#.link}}<p class="quiet">[[costs.pay_here]] <a href="{{.}}" rel="noopener noreferrer external">{{.}}</a></p>{{/.link}}"#

    static let template = """
        <li class="card{{#isLate}} soon{{/isLate}}" id="{{key}}" tabindex="-1" data-key="{{key}}"{{#.news}}{{#.once}} data-say="{{say}}" data-once="{{.}}" data-news="{{key}}"{{/.once}}{{/.news}}><h3>{{what}}</h3><p>{{words}}</p>
        <p>{{#isLate}}<span class="word soon">[[costs.late]]</span> · {{/isLate}}{{due}}</p>\(link)
        <div class="row">{{#.pay}}<a class="button" href="{{.}}">{{payWords}}</a>{{/.pay}}
        {{#reminds}}\(Form.post("{{reminderPath}}", sends: ["id": "{{reminderID}}"]))<button>{{.}}<span class="unseen">: {{what}}</span></button></form>{{/reminds}}
        {{#.withdrawal}}<a class="button" href="{{.}}">[[costs.take_back]]</a>{{/.withdrawal}}</div></li>
        """
}

/// What was asked for and is not settled, and whom that names.
struct OpenCharges {
    var charges: [Charge] = []
    var people: [CostName] = []
}
