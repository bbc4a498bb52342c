import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// How things stand: what the reader owes and is owed, what is asked of them by its day, and the newest lines of the book.
struct CostOverview {
    struct Line {
        let key: String
        let title: Text
        let words: Text
        let written: Text
        let reason: String?
        let isWithdrawn: Bool
        let path: String?
        let withdrawal: String?
    }

    let totals: [Text]
    let debts: [DebtCard]
    let others: [DebtCard]
    let isSettled: Bool
    let charges: [ChargeCard]
    let lines: [Line]
    let isEmpty: Bool
    let older: String?

    /// - Parameter notice: Why something was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let people = try await CostPeople(call.api)
        let balances: Balances = try await call.api.get("balances")
        let lines: CostLinePage = try await call.api.get("costs", [("before", call.query["before"])])
        return call.page(
            Page(
                title: Text("costs.title"), template: "costs",
                content: CostOverview(
                    call, viewer.person, people, balances, lines, try await ChargeCard.open(call.api).charges),
                notice: notice ?? CostNotice.notice(call)), status: status)
    }

    private init(
        _ call: PageCall, _ me: Person, _ people: CostPeople, _ balances: Balances, _ page: CostLinePage,
        _ asked: [Charge]
    ) {
        totals = CostWords.totals(of: me, in: balances)
        let links = ChargeCard.links(balances)
        let isMine = { (debt: CostDebt) in debt.from == me.id || debt.to == me.id }
        debts = balances.debts.filter(isMine).map { DebtCard($0, me, people, links: links) }
        others = balances.debts.filter { !isMine($0) }.map { DebtCard($0, me, people, links: links) }
        isSettled = balances.debts.isEmpty && !page.lines.isEmpty
        let today = call.request.zone.local(of: call.request.now).day
        charges = asked.map { ChargeCard($0, me, people, links: links, today: today) }
        let gone = Set(page.withdrawn)
        lines = page.lines.map { line in
            let isPayment = line.kind == .payment && !gone.contains(line.subject)
            return Line(
                key: "line-\(line.number)", title: CostWords.title(line),
                words: CostWords.words(line, people), written: CostWords.written(line, call),
                reason: line.reason, isWithdrawn: gone.contains(line.subject),
                path: line.expense.map { _ in ExpensePage.path(line.subject) },
                withdrawal: isPayment ? "/costs/payments/\(line.subject)/withdrawal" : nil)
        }
        isEmpty = page.lines.isEmpty && call.query["before"] == nil
        older = page.next.map { "/costs?before=\($0)" }
    }

    static let template = """
        {{^isEmpty}}<div class="row"><a class="button main" href="/costs/new">\(Icon.add.html)[[costs.new]]</a>
        <a class="button" href="/costs/settle">[[costs.settle]]</a> <a class="button" href="/costs/ask">[[costs.ask]]</a></div>{{/isEmpty}}
        \(Empty.place(
            .costs, "[[costs.nothing]]", .init(words: "[[costs.new]]", path: "/costs/new"), where: "isEmpty"))
        {{#totals}}<p class="sum">{{.}}</p>{{/totals}}
        {{#isSettled}}<p class="sum word good">[[costs.settled]]</p>{{/isSettled}}
        {{^empty(debts)}}<h2>[[costs.with_you]]</h2>
        <ul class="cards close">{{#debts}}{{>debt-card}}{{/debts}}</ul>{{/empty(debts)}}
        {{^empty(charges)}}<h2>[[costs.charges]]</h2>
        <ul class="cards close">{{#charges}}{{>charge-card}}{{/charges}}</ul>{{/empty(charges)}}
        {{^empty(others)}}<details><summary><h2>[[costs.between_others]]</h2></summary>
        <ul class="cards close">{{#others}}{{>debt-card}}{{/others}}</ul></details>{{/empty(others)}}
        {{^empty(lines)}}<h2>[[costs.book]]</h2>
        <ul class="cards close">{{#lines}}<li class="card{{#isWithdrawn}} done{{/isWithdrawn}}" data-key="{{key}}">\
        <h3>{{#.path}}<a href="{{.}}">{{/.path}}{{title}}{{#.path}}</a>{{/.path}}</h3><p>{{words}}</p>
        {{#.reason}}<p>[[costs.because]]</p>{{/.reason}}<p class="quiet">{{written}}</p>
        {{#.withdrawal}}<div class="row"><a class="button" href="{{.}}">[[costs.take_back_payment]]</a></div>{{/.withdrawal}}</li>{{/lines}}</ul>
        <div class="row">{{#older}}<a class="button main" href="{{.}}">[[costs.older]]</a>{{/older}}
        <a class="button" href="/costs.csv" download>[[costs.export]]</a></div>{{/empty(lines)}}
        <p class="row"><a class="button" href="/costs/link">[[costs.link]]</a></p>
        <p class="quiet">[[costs.no_money]]</p>
        """
}
