import Care
import CareStore
import Costs
import Foundation
import HTTPTypes
import Hummingbird
import Recurrence

/// The home's book of shared costs. No money moves here: it only says who owes whom what.
enum APICosts {
    /// Whoever reads how they stand, and says that they have paid.
    private static let parties = Set<CallerRole>.staff.union([.client, .kiosk])
    /// Whoever says where they can be paid.
    private static let payees = Set<CallerRole>.staff.union([.client])

    static let places = [
        APIPlace("costs", APIMethod(.get, for: .staff, of: .people, lines)),
        APIPlace("balances", APIMethod(.get, for: parties, of: .people, balances)),
        APIPlace("expenses", APIMethod(.post, for: .staff, of: .people, addExpense)),
        APIPlace("expenses/{id}", APIMethod(.get, for: .staff, of: .people, expense)),
        APIPlace("expenses/{id}/corrections", APIMethod(.post, for: .staff, of: .people, correct)),
        APIPlace(
            "expenses/{id}/receipt", APIMethod(.get, for: .staff, of: .people, receipt),
            APIMethod(.put, for: .staff, of: .people, setReceipt),
            APIMethod(.delete, for: .staff, of: .people, removeReceipt)),
        APIPlace("payments", APIMethod(.post, for: parties, of: .people, addPayment)),
        APIPlace(
            "payments/{id}/withdrawals",
            APIMethod(.post, for: .staff, of: .people) { call, caller in
                try await withdraw(.paymentWithdrawn, call, caller)
            }),
        APIPlace(
            "charges", APIMethod(.get, for: parties, of: .people, charges),
            APIMethod(.post, for: .staff, of: .people, addCharge)),
        APIPlace(
            "charges/{id}/withdrawals",
            APIMethod(.post, for: .staff, of: .people) { call, caller in
                try await withdraw(.chargeWithdrawn, call, caller)
            }),
        APIPlace("charges/{id}/reminders", APIMethod(.post, for: .staff, of: .people, remind)),
        APIPlace(
            "people/{id}/payment-link", APIMethod(.get, for: payees, of: .links, paymentLink),
            APIMethod(.put, for: payees, of: .links, setPaymentLink)),
    ]

    // MARK: - What is read

    private static func lines(_ call: APICall, _ caller: Caller) async throws -> Response {
        let before = try call.query.number("before", in: 1...Int64.max)
        let (reader, limit) = (try reader(caller, call), try call.limit())
        return try await call.answer { store throws(CareStoreError) in
            try await store.costLines(seenBy: reader, before: before, limit: limit)
        }
    }

    private static func balances(_ call: APICall, _ caller: Caller) async throws -> Response {
        let reader = try reader(caller, call)
        return try await call.answer { store throws(CareStoreError) in
            try await store.balances(seenBy: reader)
        }
    }

    private static func expense(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        return try await call.answer { store throws(CareStoreError) in
            try await store.expense(id, seenBy: reader)
        }
    }

    private static func charges(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyOpen = try call.query.isOnly("open", of: "state")
        let after = try call.query.number("after", in: 1...Int64.max)
        let (reader, limit) = (try reader(caller, call), try call.limit())
        return try await call.answer { store throws(CareStoreError) in
            try await store.charges(seenBy: reader, onlyOpen: isOnlyOpen, after: after, limit: limit)
        }
    }

    // MARK: - What is written down

    private static func addExpense(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewExpense.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try APIRules.check(new.at, from: caller.role, call.core)
        try checkTakesPart(.expense(new.content), caller, call)
        let name = try signed(new.by, caller)
        return try APICall.response(
            try await call.withinDay(.costs, of: party(caller, call), field: "content") {
                () async throws(CareProblem) in
                try await call.core.write { store throws(CareStoreError) in
                    try await store.addExpense(new, by: name)
                }
            })
    }

    private static func correct(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        let correction = try await call.plan(ExpenseCorrection.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try correction.check() }
        try APIRules.check(correction.at, from: caller.role, call.core)
        let name = try signed(correction.by, caller)
        return try APICall.response(
            try await call.withinDay(
                correction.content == nil ? nil : .costs, of: party(caller, call), field: "content"
            ) { () async throws(CareProblem) in
                try await call.core.write { store throws(CareStoreError) in
                    try await store.correctExpense(id, correction, by: name, seenBy: reader)
                }
            })
    }

    private static func addPayment(_ call: APICall, _ caller: Caller) async throws -> Response {
        var new = try await call.plan(NewPayment.self, from: caller)
        if caller.role == .kiosk {
            let id = new.id
            // Sent again on another day, it is of the day on which it was written down.
            let known = try await call.core.read { store throws(CareStoreError) in
                try await store.paymentDay(id)
            }
            new.content.on = known ?? dayOfDevice(new.content.on, call)
        }
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try APIRules.check(new.at, from: caller.role, call.core)
        try checkTakesPart(.payment(new.content), caller, call)
        if let asking = caller.askingClient(in: call.core.configuration) {
            guard asking == new.content.from else {
                throw CareProblem(
                    .forbidden,
                    "clients write down what they have paid themselves: a caregiver writes the rest",
                    field: "content.from")
            }
            // A client pays what is owed, and cannot make anybody owe them something by paying.
            new.ifOwed = true
        }
        let (name, payment) = (try signed(new.by, caller), new)
        return try APICall.response(
            try await call.withinDay(.costs, of: party(caller, call), field: "content") {
                () async throws(CareProblem) in
                try await writeOfCharges(call) { store, _ throws(CareStoreError) in
                    try await store.addPayment(payment, by: name)
                }
            })
    }

    /// A kiosk's clock may be wrong, or it has waited for the service: a day that is to come, or more than a year back, is today.
    private static func dayOfDevice(_ day: CalendarDay, _ call: APICall) -> CalendarDay {
        let today = call.core.home.rules.local(of: call.core.clock.wall()).day
        return day > today || day < today.adding(days: -366) ? today : day
    }

    private static func addCharge(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewCharge.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try APIRules.check(new.at, from: caller.role, call.core)
        guard caller.role == .coordinator || caller.person?.id == new.content.to else {
            throw CareProblem(
                .forbidden, "everybody asks for themselves: a coordinator may ask for others",
                field: "content.to")
        }
        let name = try signed(new.by, caller)
        return try APICall.response(
            try await call.withinDay(.costs, of: party(caller, call), field: "content") {
                () async throws(CareProblem) in
                try await writeOfCharges(call) { store, now throws(CareStoreError) in
                    try await store.addCharge(new, by: name, receivedAt: now)
                }
            })
    }

    private static func withdraw(
        _ kind: CostLine.Kind, _ call: APICall, _ caller: Caller
    ) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        let withdrawal = try await call.plan(CostWithdrawal.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try withdrawal.check() }
        try APIRules.check(withdrawal.at, from: caller.role, call.core)
        let name = try signed(withdrawal.by, caller)
        return try APICall.response(
            try await writeOfCharges(call) { store, _ throws(CareStoreError) in
                try await store.withdrawCost(id, kind, withdrawal, by: name, seenBy: reader)
            })
    }

    private static func remind(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        var written = try await call.plan(ChargeReminder.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let (new, sender) = (written, caller.person?.id)
        let reminded = try await call.core.change { store, now throws(CareStoreError) in
            try await store.remind(ofCharge: id, new, seenBy: reader, sender: sender, receivedAt: now)
        }
        // Whoever is asked may have it on their pages alone.
        if reminded.isNew { call.core.agendaChanged() }
        return try APICall.response(reminded)
    }

    /// Writes a line that may settle or open what somebody is asked for: who has to be reminded then is looked at anew, and stations hear
    /// at once of what they need not say any more.
    private static func writeOfCharges(
        _ call: APICall, _ body: (CareStore, Date) async throws(CareStoreError) -> (CostLine, isNew: Bool)
    ) async throws(CareProblem) -> (CostLine, isNew: Bool) {
        let written = try await call.core.change(body)
        if written.isNew { call.core.agendaChanged() }
        return written
    }

    // MARK: - Receipts

    private static func receipt(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        let found = try await call.core.read { store throws(CareStoreError) in
            try await store.receipt(of: id, seenBy: reader)
        }
        guard let (receipt, bytes) = found else {
            throw CareProblem(.notFound, "there is no picture of the receipt of \(id)", field: "id")
        }
        return try APIPictures.response(receipt.kind, version: receipt.version, bytes, to: call)
    }

    private static func setReceipt(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        let sent = try await APIPictures.sent(call)
        let now = call.core.clock.wall()
        return try APICall.response(
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.setReceipt(
                    of: id, sent.kind, sent.bytes, checksum: sent.checksum, seenBy: reader, at: now)
            })
    }

    private static func removeReceipt(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, reader) = (try call.uuid(), try reader(caller, call))
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.removeReceipt(of: id, seenBy: reader)
        }
        return APICall.nothing()
    }

    // MARK: - Payment links

    private static func paymentLink(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, isOwn) = try await payee(call, caller)
        return try await call.answer { store throws(CareStoreError) in
            try await store.paymentLink(of: id, onlyOfClient: !isOwn)
        }
    }

    private static func setPaymentLink(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, isOwn) = try await payee(call, caller)
        let change = try await call.plan(PaymentLinkChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        let now = call.core.clock.wall()
        return try APICall.response(
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.setPaymentLink(of: id, change, onlyOfClient: !isOwn, at: now)
            })
    }

    /// Nobody says for somebody else where money goes, but a coordinator for a client, which the store sees to (decision 0517). Other
    /// people are not there for a client.
    private static func payee(_ call: APICall, _ caller: Caller) async throws -> (id: String, isOwn: Bool) {
        let (id, isOwn) = (call.id, caller.person?.id == call.id)
        let name = try await call.core.read { store throws(CareStoreError) in
            try await store.personName(id)
        }
        guard name != nil, isOwn || caller.role != .client else {
            throw CareProblem(.notFound, "there is nobody with the id \(id)", field: "id")
        }
        guard isOwn || caller.role == .coordinator else {
            throw CareProblem(
                .forbidden, "everybody says themselves where they can be paid", field: "id")
        }
        return (id, isOwn)
    }

    // MARK: - Who asks

    /// Coordinators read the whole book, others what they take part in.
    private static func reader(_ caller: Caller, _ call: APICall) throws(CareProblem) -> CostReader {
        caller.role == .coordinator ? .all : .person(try party(caller, call))
    }

    /// Who asks, by id: at a kiosk its client.
    private static func party(_ caller: Caller, _ call: APICall) throws(CareProblem) -> String {
        if let client = caller.askingClient(in: call.core.configuration) { return client }
        return try caller.loggedIn().id
    }

    private static func checkTakesPart(
        _ content: CostLine.Content, _ caller: Caller, _ call: APICall
    ) throws(CareProblem) {
        guard caller.role != .coordinator else { return }
        guard content.people.contains(try party(caller, call)) else {
            throw CareProblem(
                .forbidden,
                "everybody writes down what they take part in: a coordinator may do it for others",
                field: "content")
        }
    }

    private static func signed(_ name: String?, _ caller: Caller) throws(CareProblem) -> String {
        try caller.signed(name) ?? caller.role.rawValue
    }
}

extension NewExpense: CompletableMessage { static let timeMember: String? = "at" }
extension ExpenseCorrection: CompletableMessage { static let timeMember: String? = "at" }
extension NewPayment: CompletableMessage { static let timeMember: String? = "at" }
extension NewCharge: CompletableMessage { static let timeMember: String? = "at" }
extension ChargeReminder: CompletableMessage { static let timeMember: String? = "at" }
extension CostWithdrawal: CompletableMessage { static let timeMember: String? = "at" }
