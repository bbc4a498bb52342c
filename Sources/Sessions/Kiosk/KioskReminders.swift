import Care
import FoundationEssentials
import Time

/// A reminder, and the journal's number up to which it is known to wait.
struct KnownReminder: Sendable {
    var reminder: Reminder
    var sequence: Int64
}

/// What has to be told to the client at its time, and what was.
struct KioskReminders: Sendable {
    /// Their time has not come yet, by the service's clock: put off, or it was set back.
    var held: [UUID: KnownReminder] = [:]
    /// Told by this run or the one before, until the service knows it. One that was put off since is told again.
    var told: [UUID: KnownReminder] = [:]
    /// Told by the run before: whatever their time was.
    var toldBefore: Set<UUID> = []

    /// When the first that is held is to be told, if the service's clock goes on as it does.
    private(set) var nextWake: Instant?

    /// Looked at again at least so often, seconds: clocks are set.
    private static let longestWait = 86_400.0
    /// Seconds; what a clock shows is rounded, and a moment too early would be one wake more.
    private static let shortestWait = 0.001

    func wasTold(_ reminder: Reminder) -> Bool {
        toldBefore.contains(reminder.id) || told[reminder.id].map { $0.reminder.at >= reminder.at } ?? false
    }

    /// Takes out what is to be told now.
    mutating func takeDue(at time: Date) -> [KnownReminder] {
        guard !held.isEmpty else { return [] }
        let due = held.values.filter { $0.reminder.at <= time }
            .sorted {
                ($0.reminder.at, $0.reminder.id.uuidString) < ($1.reminder.at, $1.reminder.id.uuidString)
            }
        for known in due { held[known.reminder.id] = nil }
        return due
    }

    mutating func plan(at now: Instant, time: Date) {
        nextWake = held.values.map(\.reminder.at).min().map { first in
            let wait = min(max(first.timeIntervalSince(time), Self.shortestWait), Self.longestWait)
            return now.advanced(by: .seconds(wait))
        }
    }

    /// Forgets what an agenda does not name any more, as far as it knows.
    mutating func keep(only waiting: Set<UUID>, upTo sequence: Int64) {
        held = held.filter { waiting.contains($0.key) || $0.value.sequence > sequence }
        told = told.filter { waiting.contains($0.key) || $0.value.sequence > sequence }
        toldBefore.formIntersection(waiting)
    }
}
