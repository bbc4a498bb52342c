import Care
import Foundation
import MQTT
import Networking
import Synchronization

/// What the house's worker and everybody else tell each other.
final class HouseDesk: Sendable {
    /// What has come since the last look.
    struct Mail {
        /// Whether the home has set the channel anew, or nobody has looked yet how it is set.
        var isSetAnew = true
        /// In order, each with the number of its connection.
        var events: [(connection: Int, event: MQTTEvent)] = []
        /// How many bytes of messages these hold.
        fileprivate var held = 0
    }

    private struct State {
        var mail = Mail()
        var standing: HouseStanding?
        /// Whether nothing is known yet of the connection as it is set now.
        var isOpen = false
        /// Who waits until something is.
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    /// Beyond these, what a broker sends is dropped until the worker has looked: one that has gone wild takes no memory. What it has
    /// acknowledged is never dropped.
    private static let mostReceived = 1000
    private static let mostHeld = 1 << 20

    private let state = Mutex(State())
    private let news: HubNews

    /// - Parameter news: Wakes the worker.
    init(news: HubNews) { self.news = news }

    /// How the connection is; `nil` while the channel is off.
    var standing: HouseStanding? { state.withLock { $0.standing } }

    /// The channel, or one of its secrets, was written.
    func settingsChanged() {
        state.withLock { state in
            state.mail.isSetAnew = true
            state.isOpen = true
        }
        news.wake()
    }

    /// From the connection's own thread.
    func receive(_ event: MQTTEvent, over connection: Int) {
        state.withLock { state in
            if case .received(let message) = event {
                guard state.mail.events.count < Self.mostReceived, state.mail.held < Self.mostHeld else {
                    return
                }
                state.mail.held += message.topic.utf8.count + message.payload.count
            }
            state.mail.events.append((connection, event))
        }
        news.wake()
    }

    func take() -> Mail {
        state.withLock { state in
            defer { state.mail = Mail(isSetAnew: false) }
            return state.mail
        }
    }

    /// The worker knows how the connection is as it is set now.
    func settle(_ standing: HouseStanding?) {
        let waiting: [AsyncStream<Void>.Continuation] = state.withLock { state in
            state.standing = standing
            // This is of what it was before.
            if state.mail.isSetAnew { return [] }
            defer { state.waiting = [] }
            state.isOpen = false
            return state.waiting
        }
        for one in waiting { one.finish() }
    }

    /// The worker has begun a connection, and knows nothing of it yet.
    func begin() { state.withLock { $0.standing = HouseStanding() } }

    /// Waits until it is known whether the broker is reached as it is set now, so that whoever has set it is told.
    ///
    /// - Parameter limit: How long at most.
    func untilSettled(atMost limit: Duration) async {
        let (settled, continuation) = AsyncStream<Void>.makeStream()
        let waits = state.withLock { state in
            if state.isOpen { state.waiting.append(continuation) }
            return state.isOpen
        }
        guard waits else { return }
        _ = await Patience.within(limit) { for await _ in settled {} }
    }
}
