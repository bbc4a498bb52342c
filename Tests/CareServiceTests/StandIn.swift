import Care
import Channels
import Foundation
import Synchronization

/// A channel whose other side is the test.
final class StandIn: Sendable {
    struct Sent: Sendable {
        let message: ChannelMessage
        let destination: Destination
    }

    typealias Reply = @Sendable (ChannelMessage) async -> ChannelOutcome

    let name: String
    private let reply = Mutex<Reply>({ _ in .accepted })
    private let proof = Mutex(ChannelOutcome.accepted)
    private let sent = AsyncStream<Sent>.makeStream()
    private let proved = AsyncStream<Destination>.makeStream()

    /// What a contact needs.
    private let address: [ChannelField]

    init(
        _ name: String = "ntfy",
        address: [ChannelField] = [
            ChannelField("topic", isRequired: true), ChannelField("password", isSecret: true),
        ]
    ) {
        self.name = name
        self.address = address
    }

    /// One of browsers.
    static func push() -> StandIn {
        StandIn(
            "web_push",
            address: [
                ChannelField("endpoint", isRequired: true), ChannelField("p256dh", isRequired: true),
                ChannelField("auth", isSecret: true, isRequired: true),
            ])
    }

    var channel: Channel {
        Channel(
            name: name,
            settings: [ChannelField("server", .url), ChannelField("token", isSecret: true)],
            address: address,
            check: { (destination: Destination) throws(FieldProblem) in
                if destination.address["topic"] == "refused" {
                    throw FieldProblem("address.topic", "it is missing")
                }
            },
            send: { [self] message, destination in
                sent.continuation.yield(Sent(message: message, destination: destination))
                return await reply.withLock { $0 }(message)
            },
            prove: { [self] destination in
                proved.continuation.yield(destination)
                return proof.withLock { $0 }
            })
    }

    /// How it answers from now on.
    func replies(_ new: @escaping Reply) { reply.withLock { $0 = new } }

    /// Answers with these, one after the other, and then takes everything.
    func replies(_ outcomes: [ChannelOutcome]) {
        let left = LeftOutcomes(outcomes)
        replies { _ in left.next() }
    }

    func proves(_ outcome: ChannelOutcome) { proof.withLock { $0 = outcome } }

    /// The next message.
    func next() async throws -> Sent {
        for await one in sent.stream { return one }
        throw CancellationError()
    }

    /// The next message that somebody calls.
    func nextAlert() async throws -> Sent {
        while true {
            let one = try await next()
            if one.message.kind == .alert { return one }
        }
    }

    /// The next proof.
    func nextProof() async throws -> Destination {
        for await one in proved.stream { return one }
        throw CancellationError()
    }
}

private final class LeftOutcomes: Sendable {
    private let left: Mutex<[ChannelOutcome]>

    init(_ outcomes: [ChannelOutcome]) { left = Mutex(outcomes) }

    func next() -> ChannelOutcome { left.withLock { $0.isEmpty ? .accepted : $0.removeFirst() } }
}
