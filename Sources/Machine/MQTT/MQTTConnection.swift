public import Logging
import Networking
import RealTime
import Synchronization

/// A connection to an MQTT broker that comes back by itself, with libmosquitto.
///
/// One thread owns it, and everything that libmosquitto does happens there; others leave word for it. MQTT 5 is spoken with encryption
/// and on this machine; without encryption over a network, and where the broker refuses it, 3.1.1 is.
public final class MQTTConnection: Sendable {
    /// How long a goodbye may take: what is published last, and that it is acknowledged.
    static let farewell: Duration = .seconds(2)

    private let orders: BrokerOrders
    private let reports: Reports

    private init(_ orders: BrokerOrders, _ reports: Reports) {
        self.orders = orders
        self.reports = reports
    }

    /// Connects, and does so again whenever the connection ends, after 1 to 60 s.
    ///
    /// - Parameter report: Is called on the owner's thread, in the order in which things happen; it must not block.
    /// - Returns: `nil` where the system has no thread or no descriptor left.
    public static func start(
        _ settings: MQTTSettings, logger: Logger, report: @escaping @Sendable (MQTTEvent) -> Void
    ) -> MQTTConnection? {
        let orders = BrokerOrders()
        let reports = Reports(report)
        guard orders.isUsable else { return nil }
        let thread = OwnThread.start("mqtt") {
            BrokerOwner(settings, orders, logger: logger) { reports.tell($0) }.run()
            orders.end()
        }
        guard let thread else { return nil }
        thread.detach()
        return MQTTConnection(orders, reports)
    }

    /// Publishes with QoS 1; `MQTTEvent.acknowledged` tells that the broker has it. What was not acknowledged when the connection is
    /// lost is forgotten: whoever published it does so again after the next `connected`.
    ///
    /// - Parameters:
    ///   - number: As which it is acknowledged.
    ///   - connection: As `connected` told it. What is meant for an earlier connection is dropped, so that nothing overtakes what is published
    ///     once more.
    public func publish(_ message: MQTTMessage, as number: Int, in connection: Int) {
        orders.post(.publish(.init(number: number, message: message), connection: connection))
    }

    /// Publishes these where there is a connection, waits until they are acknowledged, for at most 2 s, says goodbye, so that no will is
    /// published, and ends. What waits to be published is dropped. Nothing is reported after this has returned.
    public func stop(_ last: [MQTTMessage]) async {
        orders.leave(last)
        // A name is looked up for longer than that where nobody answers: the thread then ends by itself.
        _ = await Patience.within(Self.farewell * 2) { [orders] in await orders.ended() }
        reports.end()
    }
}

/// Whom a connection tells, until it is to be silent.
private final class Reports: Sendable {
    private let isOver = Mutex(false)
    private let report: @Sendable (MQTTEvent) -> Void

    init(_ report: @escaping @Sendable (MQTTEvent) -> Void) { self.report = report }

    func tell(_ event: MQTTEvent) { isOver.withLock { if !$0 { report(event) } } }

    func end() { isOver.withLock { $0 = true } }
}
