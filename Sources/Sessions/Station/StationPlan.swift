import Care
import FoundationEssentials
import Recurrence
import Speech
import Time

/// What a station knows about routines and proposals, and the marks made here.
struct StationPlan: Sendable {
    /// A mark (done, skipped or undone) on its way to the service.
    struct Mark: Sendable {
        var entry: OccurrenceEntry
        var item: StationItem
        /// Its alarm, to continue with if it is undone.
        var alarm: Alarm?
        /// Whether the caregiver was told that it is not delivered yet.
        var waits = false
    }

    /// The occurrence that the answer keys mean, because no request is open or because it was chosen.
    struct Aim: Sendable {
        var item: StationItem
        /// When it was told last.
        var at: Instant
        /// How long after that a key means the previous one.
        var window: Duration
        var previous: StationItem?
        var isChosen = false
        /// How long after that the keys mean it.
        var limit: Duration
    }

    /// A question whose answer is a digit.
    struct Question: Sendable {
        enum Subject: Sendable, Equatable {
            /// Why is it skipped?
            case skip
            /// When should it be told again?
            case putOff
        }

        var subject: Subject
        var item: StationItem
        var question: UtteranceID
        /// How long after the question was heard it waits for a digit.
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
    /// The newest agenda, indexed: a ward may have thousands.
    private var known: [ItemID: RoutineOccurrence] = [:]
    var aim: Aim?
    /// When a request's sound took the keys from the item, and for how long after that they still mean the
    /// item.
    var leftItem: (at: Instant, window: Duration)?
    /// When a request ended that was not answered here: the key may have been meant for it.
    var requestEndedAt: Instant?
    var asks: Question?
    var marks: [UUID: Mark] = [:]
    /// Marks of an earlier run that the service does not have yet, in order.
    var restored: [OccurrenceEntry] = []
    /// Whose chores were ticked off here last, and when: their points are told once they come.
    var paid: [String: Instant] = [:]
    /// What `undo` undoes.
    var lastMark: (mark: Mark, at: Instant)?
    /// Items that were closed here, with their last entry before that: news from the service that still has
    /// that entry is older.
    var closed: [ItemID: UUID?] = [:]
    /// Undelivered receipts, and the reminder of each.
    var receiptsUnderWay: [UUID: UUID] = [:]
    /// The reminders that were told here, with their times: with another time it was snoozed, and is told
    /// again. An earlier time counts too: when the clock is set back, a snooze moves with it.
    var told: [UUID: Date] = [:]
    /// The reminders that an earlier run told, and when; the receipt does not contain the reminder's time.
    var toldEarlier: [UUID: Date] = [:]
    /// Items that were announced here as missed, while they are.
    var toldMissed: Set<ItemID> = []
    /// The journal number of the newest reminder of what somebody has to pay: an older agenda does not know it.
    var chargesLearnt: Int64 = 0
    /// Proposals that were announced here.
    var knownProposals: Set<UUID> = []

    /// Whether it is still open, as far as is known here.
    ///
    /// - Parameter learnt: the journal number of the service's news about it, if any.
    func isOpen(_ occurrence: RoutineOccurrence, learnt: Int64 = 0) -> Bool {
        let newest = newest(occurrence, learnt: learnt)
        switch restored.last(where: { $0.routine == newest.routine && $0.key == newest.key })?.kind {
        case .done, .skipped: return false
        case .note, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused,
            nil:
            break
        }
        if let entry = closed[occurrence.itemID], entry == newest.lastEntry { return false }
        return newest.state.isOpen
    }

    /// The occurrence as last sent by the service: from the agenda, unless the journal is newer.
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

    /// The reminders of it that the stations told last, for a snooze of one that was not told here.
    func told(of item: ItemID) -> [Reminder] {
        agenda?.told.filter { $0.occurrence?.itemID == item } ?? []
    }

    /// How many due or missed occurrences did not fit into the agenda.
    var leftOut: Int { agenda.map { max(0, $0.totals.outstanding - $0.outstanding.count) } ?? 0 }

    /// Whether it may still be open although the agenda does not name it, because the agenda leaves out the
    /// less important ones.
    func isCutOff(_ occurrence: RoutineOccurrence) -> Bool {
        guard let agenda else { return true }
        let isOfDay = occurrence.local.day == agenda.day
        // The agenda's day is the home's; for an occurrence of another zone, its day here is unknown.
        let mayBeOfDay = isOfDay || occurrence.key.zone != agenda.zone
        if mayBeOfDay, agenda.today.count < agenda.totals.today { return true }
        let mayBeOlder = !isOfDay || occurrence.key.zone != agenda.zone
        guard mayBeOlder, leftOut > 0 else { return false }
        // If the agenda names a less important one, this one was not left out.
        return !agenda.outstanding.contains { other in
            (other.priority, other.at) < (occurrence.priority, occurrence.at)
        }
    }

    func known(_ id: ItemID) -> RoutineOccurrence? { known[id] }

    /// The due and missed occurrences: the more urgent first, then due ones, then the older.
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
