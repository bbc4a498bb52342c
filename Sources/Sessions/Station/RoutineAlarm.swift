import Care
import FoundationEssentials
import Recurrence

/// The alarm for one due time of a routine: it combines all its reminders, so that it sounds once for several
/// people.
struct RoutineAlarm: Sendable, Equatable {
    /// The reminders of one sounding, so that exactly these are acknowledged.
    struct Spoken: Sendable, Equatable {
        var occurrence: ItemID
        var kind: ReminderKind
        var reminders: [Reminder]
    }

    var occurrence: RoutineOccurrence
    /// The stage at which it is told: before it is due, when it is due, or as missed.
    var kind: ReminderKind
    /// Its reminders that wait.
    var waiting: [Reminder] = []
    /// Its reminders that were told here last; a snooze names these.
    var told: [Reminder] = []
    /// How often it was repeated.
    var repeats = 0
    /// Whether somebody wants to hear it later.
    var isPutOff = false
    /// The journal number of the service's last news about it: an older agenda does not count.
    var learnt: Int64 = 0

    /// What is not due yet can wait, however urgent it will be.
    var isUrgent: Bool { occurrence.priority == .urgent && kind != .before }

    /// Whether it came due while nobody could be told.
    var isLate: Bool { waiting.contains(where: \.isLate) }

    /// Whether it is told afterwards, so that many can be combined.
    var isPast: Bool { kind == .missed || (kind == .due && (isLate || waiting.isEmpty)) }

    /// Whether it is about the same occurrence, but for another time.
    func isMoved(to newest: RoutineOccurrence) -> Bool {
        newest.itemID == occurrence.itemID
            && (newest.at != occurrence.at || (kind != .before && newest.state == .upcoming))
    }

    var spoken: Spoken { Spoken(occurrence: occurrence.itemID, kind: kind, reminders: waiting) }

    /// Adds a reminder, or updates one.
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

/// An occurrence to which the answer keys can apply.
struct StationItem: Sendable, Equatable {
    var occurrence: RoutineOccurrence
    /// Its told reminders, for a snooze.
    var reminders: [Reminder] = []
    var kind: ReminderKind = .due
}

extension ReminderKind {
    /// In the order in which a due time goes through them.
    var stage: Int {
        switch self {
        case .request, .offered: 0
        case .before: 1
        case .due: 2
        case .missed: 3
        }
    }
}
