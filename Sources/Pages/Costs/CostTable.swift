import Care
import Costs
import FoundationEssentials
import Wording

/// The book as a file for a spreadsheet, the newest line first, in the form of the history's.
enum CostTable {
    /// More lines than a home writes down in ten years; the last line says that more are missing.
    static let mostLines = 10_000

    private static let columns = [
        "number", "written", "by", "kind", "day", "what", "from", "to", "amount", "currency", "parts",
        "replaces", "reason",
    ]

    static func response(_ call: PageCall) async throws -> PageResponse {
        let people = try await CostPeople(call.api)
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(HistoryTable.cell).joined(separator: ",") + "\r\n" }
        add(columns.map { call.say(Text("costs.column_\($0)")) })
        var next: Int64?
        var count = 0
        repeat {
            let page: CostLinePage = try await call.api.get(
                "costs", [("before", next.map(String.init)), ("limit", "200")])
            for line in page.lines { add(cells(line, people)) }
            count += page.lines.count
            next = page.next
        } while next != nil && count < mostLines
        if next != nil { add([call.say(Text("history.more_lines", ["count": .number(count)]))]) }
        return .table(text, named: "costs.csv")
    }

    /// Kinds are codes, and amounts have a point, the same in every language: a sheet can count them, whoever has exported it.
    private static func cells(_ line: CostLine, _ people: CostPeople) -> [String] {
        var (day, what, from, to, parts) = ("", "", "", "", "")
        switch line.content {
        case .expense(let expense):
            (day, what, from) = ("\(expense.on)", expense.what, people.name(expense.paidBy))
            parts = (line.shares ?? []).map {
                "\(people.name($0.person)): \(ExpenseForm.number($0.amount, expense.currency))"
            }.joined(separator: "; ")
        case .payment(let payment):
            (day, what) = ("\(payment.on)", payment.note ?? "")
            (from, to) = (people.name(payment.from), people.name(payment.to))
        case .charge(let charge):
            (day, what) = ("\(charge.due)", charge.what)
            (from, to) = (people.name(charge.from), people.name(charge.to))
        case nil: break
        }
        let content = line.content
        return [
            "\(line.number)", CareJSON.string(from: line.at), line.by, line.kind.rawValue, day, what, from,
            to,
            content.map { ExpenseForm.number($0.amount, $0.currency) } ?? "", content?.currency ?? "", parts,
            line.replaces.map(String.init) ?? "", line.reason ?? "",
        ]
    }
}
