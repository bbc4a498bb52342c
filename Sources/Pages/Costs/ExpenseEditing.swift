import Care
import Costs
import FoundationEssentials
import Wording

/// Writing an expense down, correcting it, and taking it out of the reckoning.
enum ExpenseEditing {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/new", for: .staff) { call, viewer in
            let balances: Balances = try await call.api.get("balances")
            return try await draw(
                ExpenseForm(call, by: viewer.person, currency: balances.currency), call, nil)
        },
        PageRoute(.post, "/costs/new", for: .staff, add),
        PageRoute(.get, "/costs/expenses/{}/correction", for: .staff) { call, _ in
            let (id, last) = try await last(call)
            let form = ExpenseForm(
                call, last.expense, replaces: last.line.number, action: ExpensePage.path(id) + "/correction")
            return try await draw(form, call, id)
        },
        PageRoute(.post, "/costs/expenses/{}/correction", for: .staff, correct),
        PageRoute(.get, "/costs/expenses/{}/withdrawal", for: .staff) { call, _ in
            let (id, last) = try await last(call)
            let path = ExpensePage.path(id)
            return call.ask(
                Text("costs.withdraw"),
                Text("costs.withdraw_question", ["what": .verbatim(last.expense.what)]),
                Text("costs.withdraw_meaning"), action: path + "/withdrawal", yes: Text("costs.withdraw"),
                no: Text("forms.cancel"), back: path,
                fields: [
                    .init(name: "id", value: "\(UUID())"),
                    .init(name: "replaces", value: "\(last.line.number)"),
                    .init(name: "at", value: CareJSON.string(from: call.request.now)),
                ])
        },
        PageRoute(.post, "/costs/expenses/{}/withdrawal", for: .staff) { call, viewer in
            let id = try ExpensePage.id(call)
            try await call.api.send(
                "POST", "expenses/\(id)/corrections",
                ExpenseCorrection(
                    id: PlanSending.id(call), replaces: call.form["replaces"].flatMap { Int64($0) } ?? 0,
                    content: nil, by: viewer.person.name, at: PlanSending.at(call)))
            return .seeOther(CostNotice.withdrawn.path(ExpensePage.path(id)))
        },
    ]

    private static func last(
        _ call: PageCall
    ) async throws -> (UUID, (line: CostLine, expense: ExpenseContent)) {
        let id = try ExpensePage.id(call)
        let story: ExpenseStory = try await call.api.get("expenses/\(id)")
        guard let line = story.lines.last, let expense = line.expense else {
            throw CareProblem(.notFound, "there is no expense \(id)")
        }
        return (id, (line, expense))
    }

    private static func add(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var form = ExpenseForm(call, action: "/costs/new")
        guard let content = form.content() else { return try await draw(form, call, nil, status: 422) }
        let new = NewExpense(
            id: PlanSending.id(call), content: content, by: viewer.person.name, at: PlanSending.at(call))
        do throws(CareProblem) { try await call.api.send("POST", "expenses", new) } catch {
            guard CostSending.isForTheForm(error) else { throw error }
            form.mark(error.field, error.sentence)
            return try await draw(form, call, nil, status: error.status)
        }
        return .seeOther(CostNotice.added.path(ExpensePage.path(new.id)))
    }

    private static func correct(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = try ExpensePage.id(call)
        let path = ExpensePage.path(id)
        var form = ExpenseForm(call, action: path + "/correction")
        guard let content = form.content() else { return try await draw(form, call, id, status: 422) }
        let correction = ExpenseCorrection(
            id: PlanSending.id(call), replaces: Int64(form["replaces"]) ?? 0, content: content,
            reason: form["reason"].isEmpty ? nil : form["reason"], by: viewer.person.name,
            at: PlanSending.at(call))
        do throws(CareProblem) {
            try await call.api.send("POST", "expenses/\(id)/corrections", correction)
        } catch {
            guard CostSending.isForTheForm(error) else { throw error }
            if error.kind == .conflict, error.field == "replaces" {
                // What is there now was read by nobody who sends this form again unread: they are told first.
                let now = try await last(call).1.line
                form.values["replaces"] = "\(now.number)"
                form.problems["form"] = Text("costs.corrected_by", ["who": .verbatim(now.by)])
            } else {
                form.mark(error.field, error.sentence)
            }
            return try await draw(form, call, id, status: error.status)
        }
        return .seeOther(CostNotice.corrected.path(path))
    }

    /// - Parameter id: The expense that is corrected; `nil` for a new one.
    private static func draw(
        _ form: ExpenseForm, _ call: PageCall, _ id: UUID?, status: Int = 200
    ) async throws -> PageResponse {
        let back = id.map(ExpensePage.path) ?? CostPages.base
        return call.page(
            Page(
                title: Text(id == nil ? "costs.new" : "costs.correct"), template: "costs.form",
                content: form.drawn(try await CostPeople(call.api), back: back), back: back),
            status: status)
    }
}
