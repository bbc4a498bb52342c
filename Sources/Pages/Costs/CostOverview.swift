import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// How things stand: what the reader owes and is owed, what is asked of them by its day, and the newest lines of the book.
struct CostOverview {
    struct Debt {
        let key: String
        let words: Text
        /// Where it can be paid, if whoever is owed has said.
        let link: String?
        /// Leads to a form that says it is paid; `nil` for what is others'.
        let pay: String?
    }

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
    let debts: [Debt]
    let others: [Debt]
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
                    call, viewer.person, people, balances, lines, try await ChargeCard.open(call.api)),
                notice: notice ?? CostNotice.notice(call)), status: status)
    }

    private init(
        _ call: PageCall, _ me: Person, _ people: CostPeople, _ balances: Balances, _ page: CostLinePage,
        _ asked: [Charge]
    ) {
        totals = balances.totals.filter { $0.person == me.id }.map { total in
            Text(
                total.amount > 0 ? "costs.total_owed" : "costs.total_owing",
                ["amount": .text(CostWords.money(total.amount, total.currency))])
        }
        let links = ChargeCard.links(balances)
        let isMine = { (debt: CostDebt) in debt.from == me.id || debt.to == me.id }
        debts = balances.debts.filter(isMine).map { Self.debt($0, me, people, links) }
        others = balances.debts.filter { !isMine($0) }.map { Self.debt($0, me, people, links) }
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

    private static func debt(
        _ debt: CostDebt, _ me: Person, _ people: CostPeople, _ links: [String: String]
    ) -> Debt {
        let isOwing = debt.from == me.id
        return Debt(
            key: "debt-\(debt.from)-\(debt.to)-\(debt.currency)",
            words: Text(
                isOwing ? "costs.you_owe" : debt.to == me.id ? "costs.owes_you" : "costs.owes",
                [
                    "name": people.value(isOwing ? debt.to : debt.from), "other": people.value(debt.to),
                    "amount": .text(CostWords.money(debt)),
                ]),
            link: isOwing ? links[debt.to] : nil,
            pay: isOwing || debt.to == me.id ? SettlePage.path(debt) : nil)
    }

    private static let debt = """
        <li class="card" data-key="{{key}}"><p><b>{{words}}</b></p>\(ChargeCard.link)
        {{#.pay}}<div class="row"><a class="button" href="{{.}}">[[costs.record_payment]]</a></div>{{/.pay}}</li>
        """

    static let template = """
        {{^isEmpty}}<div class="row"><a class="button main" href="/costs/new">\(Icon.add.html)[[costs.new]]</a>
        <a class="button" href="/costs/settle">[[costs.settle]]</a> <a class="button" href="/costs/ask">[[costs.ask]]</a></div>{{/isEmpty}}
        \(Empty.place(
            .costs, "[[costs.nothing]]", .init(words: "[[costs.new]]", path: "/costs/new"), where: "isEmpty"))
        {{#totals}}<p class="sum">{{.}}</p>{{/totals}}
        {{#isSettled}}<p class="sum word good">[[costs.settled]]</p>{{/isSettled}}
        {{^empty(debts)}}<h2>[[costs.with_you]]</h2>
        <ul class="cards close">{{#debts}}\(debt){{/debts}}</ul>{{/empty(debts)}}
        {{^empty(charges)}}<h2>[[costs.charges]]</h2>
        <ul class="cards close">{{#charges}}{{>charge-card}}{{/charges}}</ul>{{/empty(charges)}}
        {{^empty(others)}}<details><summary><h2>[[costs.between_others]]</h2></summary>
        <ul class="cards close">{{#others}}\(debt){{/others}}</ul></details>{{/empty(others)}}
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
