public import Care
public import Foundation
import GRDB

/// A way of reaching people who are at no station. The service has a list of these; nothing else knows which there are.
public struct DeliveryChannel: Sendable {
    /// As rows name it, such as `command`. It never changes once shipped, because waiting rows are stored
    /// under it.
    public var name: String
    /// As the log names it, such as "the alert command".
    public var title: String
    /// Who gets escalations over it: for a command, the program. `nil` if the home does not use it: waiting
    /// deliveries stay.
    public var recipient: String?
    /// When a failed try is made again.
    public var retry: RetryPolicy
    /// What people are told while it fails.
    public var fault: FaultKind
    /// Makes one try. `farewell` is how long it may still take once its task is cancelled, or the service asked to stop.
    public var send: @Sendable (_ delivery: Delivery, _ farewell: Duration) async -> Delivery.Outcome

    public init(
        name: String, title: String, recipient: String?, retry: RetryPolicy = RetryPolicy(), fault: FaultKind,
        send: @escaping @Sendable (_ delivery: Delivery, _ farewell: Duration) async -> Delivery.Outcome
    ) {
        self.name = name
        self.title = title
        self.recipient = recipient
        self.retry = retry
        self.fault = fault
        self.send = send
    }

    /// How often, and how long, what fails is tried again.
    public struct RetryPolicy: Sendable, Equatable {
        /// After the first failed try; doubled with each. Seconds.
        public var firstWait: TimeInterval = 5
        /// Seconds; 5 minutes.
        public var longestWait: TimeInterval = 300
        /// How many failed tries of one delivery it takes until people are told that the channel fails: about
        /// 15 s.
        public var tellingAttempts = 3
        /// How many tries are made before a delivery is given up, which is about a day: after that it would
        /// mislead. A delivery that is answered, done, or replaced by a later reminder ends long before.
        public var maximumAttempts = 294

        public init() {}

        /// How long to wait after so many failed tries. Seconds.
        public func wait(afterAttempts attempts: Int) -> TimeInterval {
            min(longestWait, firstWait * pow(2, Double(max(0, min(attempts, 10) - 1))))
        }
    }
}

/// All channels that this program has, used by the home or not.
struct DeliveryChannels: Sendable {
    let all: [DeliveryChannel]

    /// Those over which somebody is reached.
    var inUse: [DeliveryChannel] { all.filter { $0.recipient != nil } }

    func isInUse(_ name: String) -> Bool { inUse.contains { $0.name == name } }

    /// What everybody hears of a call goes over each that the home uses, as soon as it can.
    func tell(_ request: Request, at now: Date, in db: Database) throws {
        for channel in inUse {
            try db.execute(
                sql: """
                    INSERT INTO delivery (sequence, request_id, channel, recipient, state, next_try_at)
                    VALUES (?, ?, ?, ?, 'pending', ?)
                    """,
                arguments: [
                    request.sequence, request.id.uuidString, channel.name, channel.recipient,
                    now.milliseconds,
                ])
        }
    }

    func retry(_ name: String) -> DeliveryChannel.RetryPolicy {
        all.first { $0.name == name }?.retry ?? DeliveryChannel.RetryPolicy()
    }

    /// No failed try waits longer than this for the next one. Seconds.
    var longestWait: TimeInterval {
        all.map(\.retry.longestWait).max() ?? DeliveryChannel.RetryPolicy().longestWait
    }

    /// Names as JSON, for `json_each`: one argument, so that the statement is always the same one.
    static func list(_ names: [String]) -> String {
        (try? String(decoding: CareJSON.encoder().encode(names), as: UTF8.self)) ?? "[]"
    }
}
