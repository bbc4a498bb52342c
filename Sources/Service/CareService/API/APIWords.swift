import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// What is said to clients by their kiosks.
enum APIWords {
    static let places = [
        APIPlace(
            "clients/{id}/words", APIMethod(.get, for: .staff, of: .clients, list),
            APIMethod(.post, for: .speakers, of: .clients, say)),
        APIPlace("words/{id}", APIMethod(.delete, for: .staff, of: .clients, takeBack)),
        APIPlace("words/{id}/receipts", APIMethod(.post, for: [.kiosk], of: .clients, receive)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (client, limit, now) = (call.id, try call.limit(), call.core.clock.wall())
        return try await call.answer { store throws(CareStoreError) in
            WordsPage(words: try await store.words(to: client, limit: limit), now: now)
        }
    }

    private static func say(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.report(NewClientWords.self, from: caller)
        guard let by = try caller.signed(new.by) else {
            throw CareProblem(.notAcceptable, "it is missing: write who says it", field: "by")
        }
        return try APICall.response(
            try await call.core.say(
                ClientWords(
                    id: new.id, client: call.id, text: new.text, by: by, at: call.core.clock.wall()),
                most: caller.role == .house ? ClientWords.mostOfHouse : ClientWords.mostAnHour))
    }

    private static func takeBack(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        _ = try await call.core.change { store, now throws(CareStoreError) in
            try await store.takeBack(words: id, at: now)
        }
        return APICall.nothing()
    }

    private static func receive(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let receipt = try await call.report(WordsReceipt.self)
        let client = caller.client(of: call.core.configuration)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.receive(words: id, receipt, from: client, receivedAt: now)
            })
    }
}

extension NewClientWords: CompletableMessage { static let timeMember: String? = nil }

extension ServiceCore {
    /// Says something to a client: their kiosk says it at a calm moment, and nobody else is told but staff.
    ///
    /// Throws where the text or the name cannot be said, the client is not there, or the id stands for other words.
    ///
    /// - Parameter most: With how many within an hour nothing more can be said.
    func say(
        _ words: ClientWords, most: Int = ClientWords.mostAnHour
    ) async throws(CareProblem) -> (ClientWords, isNew: Bool) {
        try APIRules.check { () throws(FieldProblem) in
            try NewClientWords(id: words.id, text: words.text, by: words.by).check()
        }
        return try await change { store, _ throws(CareStoreError) in try await store.say(words, most: most) }
    }
}
