import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// Amounts and people of shared costs, in the reader's language.
enum CostWords {
    /// "12.50 EUR", with the reader's decimal mark; never negative.
    static func money(_ amount: Int64, _ currency: String) -> Text {
        let places = Currency(currency)?.digits ?? 2
        let unit = (0..<places).reduce(1.0) { unit, _ in unit * 10 }
        return Text(
            "costs.money",
            [
                "amount": .decimal(Double(amount.magnitude) / unit, places: places),
                "currency": .verbatim(currency),
            ])
    }

    static func money(_ debt: CostDebt) -> Text { money(debt.amount, debt.currency) }

    /// What somebody owes or is owed in all, in each currency.
    static func totals(of me: Person, in balances: Balances) -> [Text] {
        balances.totals.filter { $0.person == me.id }.map { total in
            Text(
                total.amount > 0 ? "costs.total_owed" : "costs.total_owing",
                ["amount": .text(money(total.amount, total.currency))])
        }
    }

    /// "Tuesday 3 March", with the year where it is another one.
    static func day(_ day: CalendarDay, _ call: PageCall) -> Text {
        TimeText.day(day, today: call.request.zone.local(of: call.request.now).day)
    }

    /// What a line says, without what it is about.
    static func words(_ line: CostLine, _ people: CostPeople) -> Text {
        var values: [String: Text.Value] = [:]
        switch line.content {
        case .expense(let expense):
            values["name"] = people.value(expense.paidBy)
            values["people"] = .text(.list(expense.split.people.map { .verbatim(people.name($0)) }))
            values["amount"] = .text(money(expense.amount, expense.currency))
        case .payment(let payment):
            values["name"] = people.value(payment.from)
            values["other"] = people.value(payment.to)
            values["amount"] = .text(money(payment.amount, payment.currency))
        case .charge(let charge):
            values["name"] = people.value(charge.to)
            values["other"] = people.value(charge.from)
            values["amount"] = .text(money(charge.amount, charge.currency))
        case nil: break
        }
        return Text("costs.line_\(line.kind.rawValue)", values)
    }

    /// What a line is about.
    static func title(_ line: CostLine) -> Text {
        switch line.content {
        case .expense(let expense): .verbatim(expense.what)
        case .payment(let payment): payment.note.map(Text.verbatim) ?? Text("costs.payment")
        case .charge(let charge): .verbatim(charge.what)
        case nil: .empty
        }
    }

    /// Who wrote it down, and when.
    static func written(_ line: CostLine, _ call: PageCall) -> Text {
        Text("costs.written", ["who": .verbatim(line.by), "when": .text(call.when(line.at))])
    }
}

/// Who can share costs.
struct CostPeople {
    /// Everybody of the home; nobody where the reader sees only whom their own costs name.
    let all: [Person]
    private let names: [String: String]

    init(_ all: [Person]) {
        self.all = all
        names = Dictionary(all.map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// - Parameter named: Whom answers about costs name, for a client, who does not see everybody.
    init(named: [CostName]) {
        all = []
        names = Dictionary(named.map { ($0.person, $0.name) }) { first, _ in first }
    }

    init(_ api: PageAPI) async throws(CareProblem) {
        self.init(try await api.get("people", as: PeoplePage.self).people)
    }

    /// As it is spoken; the id of somebody who is not there.
    func name(_ id: String) -> String { names[id] ?? id }

    func value(_ id: String) -> Text.Value { .verbatim(name(id)) }

    /// Those who can be named in something new, and those who were named already.
    func offered(besides named: some Sequence<String> = [String]()) -> [Person] {
        let named = Set(named)
        return all.filter { $0.isActive && $0.role != .provider || named.contains($0.id) }.byName()
    }

    /// To choose one of them.
    func options(
        chosen: String?, besides named: [String] = [], without left: String? = nil
    ) -> [FormOption] {
        offered(besides: named + [chosen].compactMap(\.self)).filter { $0.id != left }.map {
            FormOption(value: $0.id, name: .nameOf($0), isChosen: $0.id == chosen)
        }
    }
}
