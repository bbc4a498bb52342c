import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// One message, as its handler sees it.
struct APICall: Sendable {
    private static let json = "application/json; charset=utf-8"
    private static let defaultPage: Int64 = 50
    private static let maximumPage: Int64 = 200

    let core: ServiceCore
    let request: Hummingbird.Request
    /// The part of the path that matches `{id}`, undecoded.
    let id: String
    var query: APIQuery
    let source: CallSource
    /// Who takes turns with others at the home's files.
    let sender: WorkBudget.Sender
    /// The logged-in person on a route that is open to everybody; on other routes the handler gets the
    /// caller.
    var visitor: Caller?
    /// Throws where the sender is no longer allowed: a message may take a minute to arrive, and their rights may have ended
    /// meanwhile.
    var lookAgain: @Sendable () async throws -> Void = {}

    /// The id in the path, if it is a UUID.
    func uuid() throws(CareProblem) -> UUID {
        guard let id = UUID(uuidString: id) else {
            throw CareProblem(.badRequest, "it is not a UUID", field: "id")
        }
        return id
    }

    /// What devices and programs send: an unknown field comes from a newer version.
    func body<Value: Decodable>(_ type: Value.Type = Value.self) async throws -> Value {
        try await read { try await APIBody.decode(type, from: request, .other) }
    }

    /// What a device or person reports as having happened: never refused for marks of direction, but stored
    /// without them.
    ///
    /// - Parameter limit: In bytes.
    func report<Value: Decodable>(_ type: Value.Type, limit: Int = APIBody.limit) async throws -> Value {
        try await read { try await APIBody.decode(type, from: request, .report, limit: limit) }
    }

    /// What people plan: an unknown field is a typing error.
    ///
    /// - Parameter limit: In bytes.
    func plan<Value: Decodable>(_ type: Value.Type, limit: Int = APIBody.limit) async throws -> Value {
        try await read { try await APIBody.decode(type, from: request, .plan, limit: limit) }
    }

    /// A file that was sent. Each is kept whole until it is complete, so few of one sender are under way at once.
    ///
    /// - Parameters:
    ///   - limit: In bytes.
    ///   - problem: Where it has more.
    func file(upTo limit: Int, else problem: CareProblem) async throws -> ByteBuffer {
        try await uploaded {
            try await read { () async throws -> ByteBuffer in
                do { return try await request.body.collect(upTo: limit) } catch is NIOTooManyBytesError {
                    throw problem
                }
            }
        }
    }

    /// What may be as long as a file: few of one sender are under way at once.
    func uploaded<Value>(_ read: () async throws -> Value) async throws -> Value {
        let sender = String(describing: sender)
        guard core.uploads.begin(sender) else {
            throw CareProblem(.tooMany, "too many files at once: try again in a few seconds")
        }
        defer { core.uploads.end(sender) }
        return try await read()
    }

    /// What devices and people report; people and scripts may leave out id and time, which the service adds.
    func report<Value: CompletableMessage>(_ type: Value.Type, from caller: Caller) async throws -> Value {
        try await read {
            try await APIBody.decode(type, from: request, .report, completion: completion(type, caller))
        }
    }

    /// What people plan, completed likewise.
    ///
    /// - Parameter limit: In bytes.
    func plan<Value: CompletableMessage>(
        _ type: Value.Type, from caller: Caller, limit: Int = APIBody.limit
    ) async throws -> Value {
        try await read {
            try await APIBody.decode(
                type, from: request, .plan, limit: limit, completion: completion(type, caller))
        }
    }

    /// `nil` for a client's device, which makes the id itself: otherwise a call that is sent twice would
    /// become two.
    private func completion<Value: CompletableMessage>(
        _ type: Value.Type, _ caller: Caller
    ) -> MessageCompletion? {
        guard caller.role != .kiosk else { return nil }
        return MessageCompletion(timeMember: type.timeMember, caller: caller, core: core, request: request)
    }

    /// The one way to a message's body: once it has arrived, its sender's permission is checked again.
    func read<Value>(_ body: () async throws -> Value) async throws -> Value {
        let value = try await body()
        try await lookAgain()
        return value
    }

    /// Which part of a list is asked for.
    func page() throws(CareProblem) -> (after: Int64, limit: Int) {
        let after = try query.number("after", in: 0...Int64.max) ?? 0
        return (after, try limit())
    }

    /// How long a page of a list may be.
    func limit() throws(CareProblem) -> Int {
        Int(try query.number("limit", in: 1...Self.maximumPage) ?? Self.defaultPage)
    }

    /// Reads from the store and answers with what is there.
    func answer<Value: Encodable & Sendable>(
        reading body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws -> Response {
        try Self.response(.ok, try await core.read(body))
    }

    /// The same for what may name appointments.
    func answer<Value: Encodable & Sendable & NamesAppointments>(
        to caller: Caller, reading body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws -> Response {
        try Self.response(.ok, try await shown(try await core.read(body), to: caller))
    }

    /// What the caller gets of it: a provider without the appointments that they may not open, a colleague's with the same client; a station,
    /// where nobody has logged in, without any.
    func shown<Value: NamesAppointments & Sendable>(
        _ value: Value, to caller: Caller
    ) async throws(CareProblem) -> Value {
        guard caller.role == .provider || caller.role == .station else { return value }
        let named = value.namedAppointments
        guard !named.isEmpty else { return value }
        if caller.role == .station { return value.withoutAppointments(named) }
        let reader = caller.sight.appointments
        let hidden = try await core.read { store throws(CareStoreError) in
            try await store.appointments(of: named, hiddenFrom: reader)
        }
        return value.withoutAppointments(hidden)
    }

    /// Answers with what a message has made: 201 if it is new, 200 if the same message had come before.
    static func response<Value: Encodable & Sendable>(_ made: (Value, isNew: Bool)) throws -> Response {
        try response(made.isNew ? .created : .ok, made.0)
    }

    /// As JSON; for a page of this process as it is.
    static func response(
        _ status: HTTPResponse.Status, _ value: some Encodable & Sendable
    ) throws -> Response {
        if let kept = InProcessAPI.Kept.current {
            kept.keep(value)
            return Response(status: status, headers: [.contentType: json])
        }
        let data = try CareJSON.encoder().encode(value)
        return Response(
            status: status, headers: [.contentType: json],
            body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
    }
}
