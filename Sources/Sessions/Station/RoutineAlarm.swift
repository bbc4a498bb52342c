import Care
import FoundationEssentials
import Recurrence

/// One due time of a routine that a station tells: all reminders of it together, so that it is told once for several people.
struct RoutineAlarm: Sendable, Equatable {
    /// What a sounding has told, so that exactly this is acknowledged.
    struct Spoken: Sendable, Equatable {
        var occurrence: ItemID
        var kind: ReminderKind
        var reminders: [Reminder]
    }

    var occurrence: RoutineOccurrence
    /// What it is told as: before it is due, when it is, or as missed.
    var kind: ReminderKind
    /// What waits to be told of it.
    var waiting: [Reminder] = []
    /// What was told of it here last; putting it off names these.
    var told: [Reminder] = []
    /// How often it was told again.
    var repeats = 0
    /// Whether somebody wants to hear it later.
    var isPutOff = false
    /// The journal's number up to which the service was heard of it: an agenda from before does not count.
    var learnt: Int64 = 0

    /// What is to come can wait, however urgent it will be.
    var isUrgent: Bool { occurrence.priority == .urgent && kind != .before }

    /// Whether it was due while nobody could be told.
    var isLate: Bool { waiting.contains(where: \.isLate) }

    /// Whether it is told after the fact, so that many such can be told as one.
    var isPast: Bool { kind == .missed || (kind == .due && (isLate || waiting.isEmpty)) }

    /// Whether it is about the same, but for another time than this one is for.
    func isMoved(to newest: RoutineOccurrence) -> Bool {
        newest.itemID == occurrence.itemID
            && (newest.at != occurrence.at || (kind != .before && newest.state == .upcoming))
    }

    var spoken: Spoken { Spoken(occurrence: occurrence.itemID, kind: kind, reminders: waiting) }

    /// Adds a reminder, or takes the newer state of one.
    mutating func add(_ reminder: Reminder) {
        waiting.removeAll { $0.id == reminder.id }
        waiting.append(reminder)
        if reminder.kind.stage > kind.stage { kind = reminder.kind }
    }
}

/// Which due time of which routine.
struct ItemID: Hashable, Sendable {
    var routine: UUID
    var key: OccurrenceKey
}

extension RoutineOccurrence {
    var itemID: ItemID { ItemID(routine: routine, key: key) }
}

/// What the answer keys mean besides requests.
struct StationItem: Sendable, Equatable {
    var occurrence: RoutineOccurrence
    /// What was told of it, for putting it off.
    var reminders: [Reminder] = []
    var kind: ReminderKind = .due
}

extension ReminderKind {
    /// In the order in which a due time goes through them.
    var stage: Int {
        switch self {
        case .request: 0
        case .before: 1
        case .due: 2
        case .missed: 3
        }
    }
}
