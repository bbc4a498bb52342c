import Care
import FoundationEssentials
import Recurrence
import Speech
import Time

/// What a station knows of routines and proposals, and what was noted of them here.
struct StationPlan: Sendable {
    /// Something done, left out or taken back, on its way to the service.
    struct Mark: Sendable {
        var entry: OccurrenceEntry
        var item: StationItem
        /// What sounded of it, to go on with if it is taken back.
        var alarm: Alarm?
        /// Whether the caregiver was told that it is not delivered yet.
        var waits = false
    }

    /// What the answer keys mean while no request is open, or because it was chosen.
    struct Aim: Sendable {
        var item: StationItem
        /// When it was told last.
        var at: Instant
        /// So long after that a key means the one before.
        var window: Duration
        var previous: StationItem?
        var isChosen = false
        /// So long after that the keys mean it.
        var limit: Duration
    }

    /// A question whose answer is a digit.
    struct Question: Sendable {
        enum Subject: Sendable, Equatable {
            /// Why is it left out?
            case skip
            /// When is it to be told again?
            case putOff
        }

        var subject: Subject
        var item: StationItem
        var question: UtteranceID
        /// So long after the question has been heard it waits for a digit.
        var patience: Duration
        var until: Instant
    }

    /// The newest.
    var agenda: Agenda? {
        didSet {
            let reminders = (agenda?.reminders ?? []) + (agenda?.told ?? [])
            let all =
                (agenda?.today ?? []) + (agenda?.outstanding ?? []) + reminders.compactMap(\.occurrence)
            known = Dictionary(all.map { ($0.itemID, $0) }) { first, _ in first }
        }
    }
    /// What the newest agenda tells, to be found quickly: a ward may have thousands.
    private var known: [ItemID: RoutineOccurrence] = [:]
    var aim: Aim?
    /// When the keys ceased to mean the item because a request began to sound, and for how long after that they still do.
    var leftItem: (at: Instant, window: Duration)?
    /// When a request ended that was not answered here: the key may have been meant for it.
    var requestEndedAt: Instant?
    var asks: Question?
    var marks: [UUID: Mark] = [:]
    /// Marks of an earlier run that the service does not have yet, in order.
    var restored: [OccurrenceEntry] = []
    /// What `undo` takes back.
    var lastMark: (mark: Mark, at: Instant)?
    /// Items that were closed here, with their last entry before that: what the service still tells with it is older.
    var closed: [ItemID: UUID?] = [:]
    /// Receipts that the service does not have yet, and the reminder of each.
    var receiptsUnderWay: [UUID: UUID] = [:]
    /// What was told here, with the time that it was told for: with another one it was put off, and is told again. An earlier
    /// one as well: where the clock was set back, what is put off is told sooner by it.
    var told: [UUID: Date] = [:]
    /// What an earlier run has told, and when; for which time it was, its receipt does not say.
    var toldEarlier: [UUID: Date] = [:]
    /// Items of which was told here that they are missed, while they are.
    var toldMissed: Set<ItemID> = []
    /// Proposals that were told here.
    var knownProposals: Set<UUID> = []

    /// Whether something is still to be done about it, as far as is known here.
    ///
    /// - Parameter learnt: the journal's number with which the service told of it, if it did.
    func isOpen(_ occurrence: RoutineOccurrence, learnt: Int64 = 0) -> Bool {
        let newest = newest(occurrence, learnt: learnt)
        switch restored.last(where: { $0.routine == newest.routine && $0.key == newest.key })?.kind {
        case .done, .skipped: return false
        case .note, .undone, nil: break
        }
        if let entry = closed[occurrence.itemID], entry == newest.lastEntry { return false }
        return newest.state.isOpen
    }

    /// It as the service told it last: the agenda, unless the journal has told of it since.
    func newest(_ occurrence: RoutineOccurrence, learnt: Int64 = 0) -> RoutineOccurrence {
        guard let agenda, agenda.sequence >= learnt else { return occurrence }
        return known(occurrence.itemID) ?? occurrence
    }

    /// Whether a receipt for it is on its way.
    func isReceiptUnderWay(_ reminder: UUID) -> Bool { receiptsUnderWay.values.contains(reminder) }

    /// Whether it was told here for that time.
    func isTold(_ reminder: Reminder) -> Bool {
        told[reminder.id] == reminder.at || toldEarlier[reminder.id].map { $0 >= reminder.at } ?? false
    }

    /// What the stations have told of it last, to put it off where nothing of it was told here.
    func told(of item: ItemID) -> [Reminder] {
        agenda?.told.filter { $0.occurrence?.itemID == item } ?? []
    }

    /// How many things that are due or missed the agenda has left out because there are so many.
    var leftOut: Int { agenda.map { max(0, $0.totals.outstanding - $0.outstanding.count) } ?? 0 }

    /// Whether it may be alive though the agenda does not name it, because of all that there is the agenda leaves out the less
    /// important.
    func isCutOff(_ occurrence: RoutineOccurrence) -> Bool {
        guard let agenda else { return true }
        let isOfDay = occurrence.local.day == agenda.day
        // The agenda's day is the home's; of what goes by another zone, which day it is here is not known.
        let mayBeOfDay = isOfDay || occurrence.key.zone != agenda.zone
        if mayBeOfDay, agenda.today.count < agenda.totals.today { return true }
        let mayBeOlder = !isOfDay || occurrence.key.zone != agenda.zone
        guard mayBeOlder, leftOut > 0 else { return false }
        // What would be left out after it is named.
        return !agenda.outstanding.contains { other in
            (other.priority, other.at) < (occurrence.priority, occurrence.at)
        }
    }

    func known(_ id: ItemID) -> RoutineOccurrence? { known[id] }

    /// What is due or missed: the more urgent first, then what is due, then the older.
    var openItems: [RoutineOccurrence] {
        guard let agenda else { return [] }
        var seen: Set<ItemID> = []
        return (agenda.today + agenda.outstanding).filter { occurrence in
            switch occurrence.state {
            case .due, .missed: isOpen(occurrence) && seen.insert(occurrence.itemID).inserted
            case .upcoming, .done, .skipped: false
            }
        }.sorted { left, right in
            let leftKey = (right.priority, left.state == .due ? 0 : 1, left.at)
            let rightKey = (left.priority, right.state == .due ? 0 : 1, right.at)
            return leftKey < rightKey
        }
    }
}
