public import Logging
public import MQTT

/// How connections to the house's broker are made.
public struct HouseLink: Sendable {
    /// One connection, which is tried again by itself until it is stopped.
    public struct Connection: Sendable {
        /// At least once, in this order, over the connection that was reported as `connected` with this number; what was not acknowledged
        /// when that is lost is forgotten.
        public var publish: @Sendable (_ message: MQTTMessage, _ number: Int, _ over: Int) -> Void
        /// Publishes these where it is connected, and ends.
        public var stop: @Sendable (_ last: [MQTTMessage]) async -> Void

        public init(
            publish: @escaping @Sendable (_ message: MQTTMessage, _ number: Int, _ over: Int) -> Void,
            stop: @escaping @Sendable (_ last: [MQTTMessage]) async -> Void
        ) {
            self.publish = publish
            self.stop = stop
        }
    }

    /// Begins a connection; `nil` where the machine has no memory or thread for it. What is reported comes in order, and its receiver must
    /// not block.
    public var start:
        @Sendable (_ settings: MQTTSettings, _ report: @escaping @Sendable (MQTTEvent) -> Void) -> Connection?

    public init(
        start:
            @escaping @Sendable (
                _ settings: MQTTSettings, _ report: @escaping @Sendable (MQTTEvent) -> Void
            ) -> Connection?
    ) {
        self.start = start
    }

    /// Over the network.
    ///
    /// - Parameter roots: A PEM file of certificates that brokers may have besides the machine's.
    public static func mqtt(roots: String? = nil, logger: Logger) -> HouseLink {
        HouseLink { settings, report in
            var settings = settings
            settings.roots = roots
            guard let connection = MQTTConnection.start(settings, logger: logger, report: report) else {
                return nil
            }
            return Connection(
                publish: { connection.publish($0, as: $1, in: $2) }, stop: { await connection.stop($0) })
        }
    }
}
