import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// Asking somebody for an amount until a day, reminding them of it, and taking it back.
struct ChargePages {
    let values: [String: String]
    let problems: [String: Text]
    let people: [FormOption]

    static let names = ["id", "at", "from", "what", "amount", "currency", "due"]
    /// How many days somebody has who is asked, unless another day is chosen.
    private static let usualDays = 7

    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/ask", for: .staff) { call, viewer in
            let balances: Balances = try await call.api.get("balances")
            let today = call.request.zone.local(of: call.request.now).day
            return try await draw(
                call, viewer,
                CostSending.stamp(call).merging([
                    "currency": balances.currency, "due": "\(today.adding(days: usualDays))",
                ]) { $1 })
        },
        PageRoute(.post, "/costs/ask", for: .staff, ask),
        PageRoute(.post, "/costs/charges/{}/reminder", for: .staff, remind),
        // Whoever reads a refused reminder anew.
        PageRoute(.get, "/costs/charges/{}/reminder", for: .staff) { _, _ in .seeOther(CostPages.base) },
        PageRoute(.get, "/costs/charges/{}/withdrawal", for: .staff) { call, _ in
            call.askToWithdraw("charges", Text("costs.take_back"), Text("costs.charge_meaning"))
        },
        PageRoute(.post, "/costs/charges/{}/withdrawal", for: .staff) { call, viewer in
            try await call.withdraw("charges", viewer, .unasked)
        },
    ]

    private static func ask(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var values: [String: String] = [:]
        for name in names { values[name] = call.form[name] ?? "" }
        var problems: [String: Text] = [:]
        guard let content = charge(values, of: viewer.person, &problems) else {
            return try await draw(call, viewer, values, problems, status: 422)
        }
        let new = NewCharge(
            id: PlanSending.id(call), content: content, by: viewer.person.name, at: PlanSending.at(call))
        do throws(CareProblem) { try await call.api.send("POST", "charges", new) } catch {
            guard CostSending.isForTheForm(error) else { throw error }
            let field = PlanSending.field(error.field)
            problems[names.dropFirst(2).contains(field) ? field : "form"] = error.sentence
            return try await draw(call, viewer, values, problems, status: error.status)
        }
        return .seeOther(CostNotice.asked.path(CostPages.base))
    }

    private static func remind(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let reminder = ChargeReminder(
            id: PlanSending.id(call), by: viewer.person.name, at: call.request.now)
        let path = "charges/\(PageText.escaped(call.parts[0]))/reminders"
        do throws(CareProblem) { try await call.api.send("POST", path, reminder) } catch {
            if !PlanSending.isTwice(error) {
                guard error.kind == .conflict else { throw error }
                // The costs as they are now, with why.
                return try await CostOverview.show(
                    call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
            }
        }
        return .seeOther(CostNotice.reminded.path(CostPages.base))
    }

    private static func charge(
        _ values: [String: String], of me: Person, _ problems: inout [String: Text]
    ) -> ChargeContent? {
        let (what, from) = (values["what"] ?? "", values["from"] ?? "")
        if what.isEmpty { problems["what"] = Text("costs.write_what") }
        if from.isEmpty { problems["from"] = Text("costs.choose_person") }
        let due = MoneyFields.day("due", values, &problems)
        guard let currency = MoneyFields.currency(values, &problems) else { return nil }
        let amount = MoneyFields.amount(values, in: currency, &problems)
        guard let due, let amount, problems.isEmpty else { return nil }
        return ChargeContent(
            what: what, amount: amount, currency: currency.code, from: from, to: me.id, due: due)
    }

    private static func draw(
        _ call: PageCall, _ viewer: Viewer, _ values: [String: String], _ problems: [String: Text] = [:],
        status: Int = 200
    ) async throws -> PageResponse {
        let people = try await CostPeople(call.api)
        return call.page(
            Page(
                title: Text("costs.ask"), template: "costs.ask",
                content: ChargePages(
                    values: values, problems: problems,
                    people: people.options(chosen: values["from"], without: viewer.person.id)),
                back: CostPages.base), status: status)
    }

    private static let fields = """
        \(Form.typed("from", "[[costs.whom]]", .choice("people", none: "[[costs.choose]]")))
        \(Form.typed("what", "[[costs.what_for]]", .line.most(200)))
        \(MoneyFields.template)
        \(Form.typed("due", "[[costs.until]]", .date.short))
        """

    static let template = """
        <p>[[costs.ask_meaning]]</p>
        \(Form.post(
            "/costs/ask", class: "narrow", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(Form.mended(fields))
        <div class="row"><button class="main">[[costs.ask_now]]</button> <a class="button" href="/costs">[[forms.cancel]]</a></div>
        </form>
        """
}
