import Care
import FoundationEssentials
import Time

/// A reminder, and the journal number up to which it is known to wait.
struct KnownReminder: Sendable {
    var reminder: Reminder
    var sequence: Int64

    /// In place of the number: this kiosk reminds by itself, and the service knows nothing of it.
    static let own: Int64 = -1
    var isOwn: Bool { sequence == Self.own }
}

/// The client's reminders: those that wait for their time, and those that were told.
struct KioskReminders: Sendable {
    /// Their time has not come yet, by the service's clock: they were snoozed, or the clock was set back. Or the client is at
    /// another kiosk.
    var held: [UUID: KnownReminder] = [:]
    /// Told by this run or the previous one, until the service knows it. One that was snoozed since is told
    /// again.
    var told: [UUID: KnownReminder] = [:]
    /// Told by the previous run, for whatever time.
    private var toldBefore: Set<UUID> = []
    /// When those of them were put off that were since: they are told again once they are for a later time.
    private var putOffBefore: [UUID: Date] = [:]

    /// Of what was asked whether it is done, by the occurrences' ids.
    private var questions: [String: Question] = [:]

    private struct Question: Sendable {
        var reminder: UUID
        let missedAt: Date
        /// How often it was put off because nobody had answered.
        var unanswered = 0
    }

    /// How often a question that nobody has answered is asked again.
    private static let mostAgain = 2

    /// When the first held reminder is to be told, if the service's clock continues as it is.
    private(set) var nextWake: Instant?

    /// The longest wait before checking again, because clocks are set. Seconds.
    private static let longestWait = 86_400.0
    /// Seconds; clock times are rounded, and waking a moment too early would cost one more wake.
    private static let shortestWait = 0.001

    /// What was told, as the latest reminder of each has it first.
    var reminded: [RoutineOccurrence] {
        told.values
            .sorted {
                ($0.sequence, $0.reminder.at, $0.reminder.id.uuidString)
                    > ($1.sequence, $1.reminder.at, $1.reminder.id.uuidString)
            }
            .compactMap(\.reminder.occurrence)
    }

    func wasTold(_ reminder: Reminder) -> Bool {
        if toldBefore.contains(reminder.id), putOffBefore[reminder.id].map({ reminder.at <= $0 }) ?? true {
            return true
        }
        return told[reminder.id].map { $0.reminder.at >= reminder.at } ?? false
    }

    /// The previous run has told these, and the service does not know it yet.
    ///
    /// - Parameter putOff: When those of them were put off that nobody had answered.
    mutating func restore(told: Set<UUID>, putOff: [UUID: Date]) {
        toldBefore.formUnion(told)
        putOffBefore.merge(putOff) { max($0, $1) }
    }

    /// It is asked whether something is done, because of a reminder that it is due.
    mutating func asks(_ occurrence: RoutineOccurrence, by reminder: UUID, at time: Date) {
        questions = questions.filter { time < $0.value.missedAt }
        questions[occurrence.id, default: Question(reminder: reminder, missedAt: occurrence.missedAt)]
            .reminder =
            reminder
    }

    /// Nobody has answered: the reminder that is to be told again; `nil` where it was often enough.
    mutating func unanswered(_ occurrence: String) -> UUID? {
        guard var question = questions[occurrence], question.unanswered < Self.mostAgain else { return nil }
        question.unanswered += 1
        questions[occurrence] = question
        return question.reminder
    }

    /// Removes and returns what is to be told now.
    mutating func takeDue(at time: Date) -> [KnownReminder] {
        guard !held.isEmpty else { return [] }
        let due = held.values.filter { $0.reminder.at <= time }
            .sorted {
                ($0.reminder.at, $0.reminder.id.uuidString) < ($1.reminder.at, $1.reminder.id.uuidString)
            }
        for known in due { held[known.reminder.id] = nil }
        return due
    }

    /// - Parameter isHere: Whether the client is told things here; elsewhere nothing is due.
    mutating func plan(at now: Instant, time: Date, isHere: Bool) {
        nextWake =
            !isHere
            ? nil
            : held.values.map(\.reminder.at).min().map { first in
                let wait = min(max(first.timeIntervalSince(time), Self.shortestWait), Self.longestWait)
                return now.advanced(by: .seconds(wait))
            }
    }

    /// Drops what an agenda no longer names, as of its journal number.
    mutating func keep(only waiting: Set<UUID>, upTo sequence: Int64) {
        held = held.filter { waiting.contains($0.key) || $0.value.sequence > sequence }
        told = told.filter { waiting.contains($0.key) || $0.value.sequence > sequence }
        toldBefore.formIntersection(waiting)
        putOffBefore = putOffBefore.filter { waiting.contains($0.key) }
    }
}
