import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// The fewest payments that settle everything, and writing down one that was made. No money moves here.
struct SettlePage {
    struct Suggestion {
        let key: String
        let id: String
        let words: Text
        let link: String?
        let from: String
        let to: String
        let amount: String
        let currency: String
    }

    let suggestions: [Suggestion]
    let isSettled: Bool
    let isFewest: Bool
    let at: String
    let on: String
    /// Whether the form is unfolded: something has to be filled in.
    let isTyping: Bool
    let values: [String: String]
    let problems: [String: Text]
    let payers: [FormOption]
    let payees: [FormOption]

    /// What a suggestion's form sends besides.
    private static let suggested = "suggested"

    static let names = ["id", "at", "from", "to", "amount", "currency", "on", "note", "charge"]

    /// The form, filled in for a debt.
    ///
    /// - Parameter form: Where it is.
    static func path(
        _ debt: CostDebt, for charge: UUID? = nil, at form: String = "/costs/settle"
    ) -> String {
        let fields = [
            ("from", debt.from), ("to", debt.to), ("amount", ExpenseForm.number(debt.amount, debt.currency)),
            ("currency", debt.currency),
        ]
        return form + PageFields(fields + (charge.map { [("charge", "\($0)")] } ?? [])).encoded
    }

    static let routes: [PageRoute] = [
        PageRoute(.get, "/costs/settle", for: .staff) { call, viewer in
            let balances: Balances = try await call.api.get("balances")
            var values = CostSending.stamp(call).merging([
                "from": viewer.person.id, "currency": balances.currency, "on": CostSending.today(call),
            ]) { $1 }
            for name in ["from", "to", "amount", "currency", "charge"] {
                if let value = call.query[name] { values[name] = value }
            }
            return try await draw(call, viewer, balances, values)
        },
        PageRoute(.post, "/costs/settle", for: .staff, record),
        PageRoute(.get, "/costs/payments/{}/withdrawal", for: .staff) { call, _ in
            call.askToWithdraw("payments", Text("costs.take_back_payment"), Text("costs.payment_meaning"))
        },
        PageRoute(.post, "/costs/payments/{}/withdrawal", for: .staff) { call, viewer in
            try await call.withdraw("payments", viewer, .unpaid)
        },
    ]

    private static func record(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var values: [String: String] = [:]
        for name in names { values[name] = call.form[name] ?? "" }
        var problems: [String: Text] = [:]
        func again(_ status: Int) async throws -> PageResponse {
            try await draw(
                call, viewer, try await call.api.get("balances"), values, problems, status: status)
        }
        guard let content = payment(values, &problems) else { return try await again(422) }
        if call.form[suggested] != nil {
            // Somebody may have followed the same suggestion, or written something down, since this page was read.
            let balances: Balances = try await call.api.get("balances")
            let debt = CostDebt(
                from: content.from, to: content.to, amount: content.amount, currency: content.currency)
            guard balances.payments.contains(debt) else {
                return .seeOther(CostNotice.changed.path("/costs/settle"))
            }
        }
        let new = NewPayment(
            id: PlanSending.id(call), content: content, by: viewer.person.name, at: PlanSending.at(call))
        do throws(CareProblem) { try await call.api.send("POST", "payments", new) } catch {
            if PlanSending.isTwice(error), call.form[suggested] != nil {
                return .seeOther(CostNotice.known.path(CostPages.base))
            }
            guard CostSending.isForTheForm(error) else { throw error }
            let field = PlanSending.field(error.field)
            let isShown = ["from", "to", "amount", "currency", "on", "note"].contains(field)
            problems[isShown ? field : "form"] = error.sentence
            return try await again(error.status)
        }
        return .seeOther(CostNotice.paid.path(CostPages.base))
    }

    private static func payment(
        _ values: [String: String], _ problems: inout [String: Text]
    ) -> PaymentContent? {
        let day = MoneyFields.day("on", values, &problems)
        if values["to"]?.isEmpty ?? true { problems["to"] = Text("costs.choose_person") }
        guard let currency = MoneyFields.currency(values, &problems) else { return nil }
        let amount = MoneyFields.amount(values, in: currency, &problems)
        guard let day, let amount, problems.isEmpty else { return nil }
        let note = values["note"] ?? ""
        return PaymentContent(
            from: values["from"] ?? "", to: values["to"] ?? "", amount: amount, currency: currency.code,
            on: day, note: note.isEmpty ? nil : note,
            charge: values["charge"].flatMap { UUID(uuidString: $0) })
    }

    private static func draw(
        _ call: PageCall, _ viewer: Viewer, _ balances: Balances, _ values: [String: String],
        _ problems: [String: Text] = [:], status: Int = 200
    ) async throws -> PageResponse {
        let people = try await CostPeople(call.api)
        let me = viewer.person
        let links = ChargeCard.links(balances)
        let suggestions = balances.payments.map { payment in
            let isMine = payment.from == me.id
            return Suggestion(
                key: "pay-\(payment.from)-\(payment.to)-\(payment.currency)",
                id: "\(id(of: payment, after: balances.last))",
                words: Text(
                    isMine ? "costs.you_pay" : payment.to == me.id ? "costs.pays_you" : "costs.pays",
                    [
                        "name": people.value(isMine ? payment.to : payment.from),
                        "other": people.value(payment.to), "amount": .text(CostWords.money(payment)),
                    ]),
                link: isMine ? links[payment.to] : nil, from: payment.from, to: payment.to,
                amount: ExpenseForm.number(payment.amount, payment.currency), currency: payment.currency)
        }
        let isTyping = !problems.isEmpty || call.query["to"] != nil || suggestions.isEmpty
        return call.page(
            Page(
                title: Text("costs.settle"), template: "costs.settle",
                content: SettlePage(
                    suggestions: suggestions, isSettled: suggestions.isEmpty, isFewest: balances.isFewest,
                    at: CareJSON.string(from: call.request.now), on: CostSending.today(call),
                    isTyping: isTyping, values: values, problems: problems,
                    payers: people.options(chosen: values["from"]),
                    payees: people.options(chosen: values["to"])), notice: CostNotice.notice(call),
                back: CostPages.base), status: status)
    }

    /// The same for all who read the suggestion, until something new is in the book: whoever presses second writes nothing down.
    static func id(of payment: CostDebt, after last: Int64) -> UUID {
        let words = "\(last) \(payment.currency) \(payment.from) \(payment.to)"
        // FNV-1a of 64 bits, from two beginnings.
        let beginnings: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4]
        let halves = beginnings.map { beginning in
            words.utf8.reduce(beginning) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let bytes: [UInt8] = halves.flatMap { half in
            (0..<8).map { place in UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64(place))) }
        }
        var made = (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
            bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
        )
        // Version 8 of RFC 9562: an id of one's own making.
        made.6 = made.6 & 0x0f | 0x80
        made.8 = made.8 & 0x3f | 0x80
        return UUID(uuid: made)
    }

    private static let fields = """
        \(Form.typed("from", "[[costs.payer]]", .choice("payers")))
        \(Form.typed("to", "[[costs.payee]]", .choice("payees", none: "[[costs.choose]]")))
        \(MoneyFields.template)
        \(Form.typed("on", "[[costs.when]]", .date.short))
        \(Form.typed("note", "[[costs.note]]", .line.most(500)))
        """

    static let template = """
        <p class="quiet">[[costs.no_money]]</p>
        {{#isSettled}}<p class="word good">[[costs.settled]]</p>{{/isSettled}}
        {{^isSettled}}<p>{{#isFewest}}[[costs.fewest]]{{/isFewest}}{{^isFewest}}[[costs.few]]{{/isFewest}}</p>
        <ul class="cards close">{{#suggestions}}<li class="card" data-key="{{key}}"><p><b>{{words}}</b></p>
        {{#.link}}<p class="quiet">[[costs.pay_here]] <a href="{{.}}" rel="noopener noreferrer external">{{.}}</a></p>{{/.link}}
        \(Form.post(
            "/costs/settle",
            sends: [
                "id": "{{id}}", "at": "{{at}}", "from": "{{from}}", "to": "{{to}}", "amount": "{{amount}}", "currency": "{{currency}}",
                "on": "{{on}}", suggested: "1",
            ]))
        <div class="row"><button>[[costs.was_paid]]</button></div></form></li>{{/suggestions}}</ul>{{/isSettled}}
        <details{{#isTyping}} open{{/isTyping}}><summary><h2>[[costs.another_payment]]</h2></summary>
        \(Form.post(
            "/costs/settle", class: "narrow", attributes: "novalidate",
            sends: ["id": "{{values.id}}", "at": "{{values.at}}", "charge": "{{values.charge}}"]))
        \(Form.mended(fields))
        <div class="row"><button class="main">[[costs.record_payment]]</button></div></form></details>
        """
}

extension PageCall {
    /// Asks whether a payment or a charge is to be taken back.
    func askToWithdraw(_ things: String, _ title: Text, _ meaning: Text) -> PageResponse {
        let path = "/costs/\(things)/\(PageText.escaped(parts[0]))/withdrawal"
        return ask(
            title, title, meaning, action: path, yes: title, no: Text("forms.cancel"), back: CostPages.base,
            fields: [
                .init(name: "id", value: "\(UUID())"),
                .init(name: "at", value: CareJSON.string(from: request.now)),
            ])
    }

    func withdraw(_ things: String, _ viewer: Viewer, _ notice: CostNotice) async throws -> PageResponse {
        try await api.send(
            "POST", "\(things)/\(PageText.escaped(parts[0]))/withdrawals",
            CostWithdrawal(id: PlanSending.id(self), by: viewer.person.name, at: PlanSending.at(self)))
        return .seeOther(notice.path(CostPages.base))
    }
}
