import Care
import CareStore
import HTTPTypes
import Hummingbird

/// What a kiosk or station has to know and to tell, and its receipts.
enum APIReminders {
    static let places = [
        APIPlace("agenda", APIMethod(.get, for: .listeners, of: .clientsOrPlans, agenda)),
        APIPlace("reminders/{id}/receipts", APIMethod(.post, for: .home, of: .clients, receive)),
    ]

    /// The largest agenda, in bytes: half of a client's limit. A page of this process has none.
    private static let largest = 2 << 20

    /// What does not fit is left out: half of the day is better than none.
    private static func agenda(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (actor, now) = (caller.actor, call.core.clock.wall())
        let client = caller.client(of: call.core.configuration)
        let limit = try call.query.number("limit", in: 1...1000).map(Int.init)
        var whole = try await call.core.read { store throws(CareStoreError) in
            try await store.agenda(
                for: actor, client: client, device: caller.device,
                of: caller.sight.plans, now: now, atMost: limit)
        }
        if caller.role == .provider {
            whole.proposals = []
            whole.totals.proposals = 0
        }
        whole = try await call.shown(whole, to: caller)
        var response = try APICall.response(.ok, whole)
        var most = whole.longestList
        while let length = response.body.contentLength, length > largest, most > 0 {
            // First without details, then with ever shorter lists.
            response = try APICall.response(.ok, whole.limited(to: most, withDetails: false, at: now))
            most /= 2
        }
        return response
    }

    private static func receive(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let receipt = try await call.report(ReminderReceipt.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try receipt.check() }
        try APIRules.check(receipt.at, from: caller.role, call.core)
        let actor = caller.actor
        let client = caller.client
        let received = try await call.core.change { store, now throws(CareStoreError) in
            try await store.receive(reminder: id, receipt, actor: actor, of: client, receivedAt: now)
        }
        // It is not a journal event: the state of its subject has not changed.
        if received.isNew { call.core.agendaChanged() }
        return try APICall.response((try await call.shown(received.0, to: caller), isNew: received.isNew))
    }
}
