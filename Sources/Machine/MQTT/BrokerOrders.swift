import RealTime
import Synchronization

/// What others want of the thread that owns a connection, in the order in which they said it.
final class BrokerOrders: Sendable {
    enum Order: Sendable {
        /// To be published over the connection of this number, and over no other.
        case publish(OutgoingMessages.Item, connection: Int)
        /// A name's addresses.
        case found([String])
    }

    private struct State {
        var orders: [Order] = []
        var farewell: [MQTTMessage]?
        var hasEnded = false
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    /// Readable while something waits.
    let wakeUp = WakeUp()
    private let state = Mutex(State())

    /// Whether the system had a descriptor for it.
    var isUsable: Bool { wakeUp.descriptor >= 0 }

    func post(_ order: Order) {
        state.withLock { $0.orders.append(order) }
        wakeUp.signal()
    }

    /// The thread is to publish these, say goodbye and end. What is said first counts.
    func leave(_ last: [MQTTMessage]) {
        state.withLock { if $0.farewell == nil { $0.farewell = last } }
        wakeUp.signal()
    }

    func take() -> [Order] {
        state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// What is to be published last; `nil` while the thread is to go on.
    var farewell: [MQTTMessage]? { state.withLock(\.farewell) }

    /// The thread ends now.
    func end() {
        let waiting = state.withLock { state in
            state.hasEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.finish() }
    }

    /// Waits until the thread ends, or the task is cancelled.
    func ended() async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.waiting.append(end) }
            return state.hasEnded
        }
        if hasEnded { return }
        for await _ in ends {}
    }
}
