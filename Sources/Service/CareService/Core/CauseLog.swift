import Logging
import Synchronization

/// Logs repeated lines of one cause: the first at once, the others from time to time as one line with their
/// count.
final class CauseLog: Sendable {
    /// How long lines of one cause are gathered.
    private static let interval: Duration = .seconds(600)
    /// How many causes are remembered; beyond them, each line is logged.
    private static let most = 200

    private struct Cause: Hashable {
        var message: String
        var reason: String
    }

    private struct Gathered {
        var since: Duration
        var count = 0
    }

    private let state = Mutex<[Cause: Gathered]>([:])
    private let uptime: @Sendable () -> Duration
    private let logger: Logger

    init(logger: Logger, uptime: @escaping @Sendable () -> Duration) {
        self.logger = logger
        self.uptime = uptime
    }

    /// - Parameters:
    ///   - reason: Two lines with the same message and reason have one cause.
    ///   - about: What stands with the line and makes no other cause of it, such as what others have chosen.
    func log(_ level: Logger.Level, _ message: String, reason: String, about: Logger.Metadata = [:]) {
        let now = uptime()
        let cause = Cause(message: message, reason: reason)
        let gathered: Int? = state.withLock { causes in
            if let known = causes[cause], now - known.since < Self.interval {
                causes[cause]?.count += 1
                return nil
            }
            let count = causes[cause]?.count ?? 0
            if causes.count >= Self.most { causes = causes.filter { now - $0.value.since < Self.interval } }
            if causes.count < Self.most { causes[cause] = Gathered(since: now) }
            return count
        }
        guard let gathered else { return }
        var metadata = about.merging(["reason": "\(reason)"]) { $1 }
        if gathered > 0 { metadata["again"] = "\(gathered) times since it was logged last" }
        logger.log(level: level, "\(message)", metadata: metadata)
    }
}
