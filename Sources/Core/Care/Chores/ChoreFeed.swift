public import FoundationEssentials

/// The chores that somebody still has to do, and the amounts that they were reminded of: the answer to `GET /chores`.
public struct ChoreFeed: Codable, Sendable, Equatable {
    /// What one answer has of each list at most.
    public static let most = 200
    /// How far ahead it looks: a week. Days.
    public static let daysAhead = 7

    /// Whose `mine` are: a person's id; absent where nobody was named.
    public var person: String?
    /// This person's, by deadline.
    public var mine: [RoutineOccurrence]
    /// What nobody has, and whoever likes may take, by deadline.
    public var free: [RoutineOccurrence]
    /// Those that others have and ask this person to do, by deadline: they are in no other list.
    @MayBeAbsent public var offered: [RoutineOccurrence] = []
    /// Those of the others, by deadline.
    public var others: [RoutineOccurrence]
    /// What is done and waits for approval, the oldest first.
    public var waiting: [RoutineOccurrence]
    /// What was done or skipped in the last 24 hours, the latest first.
    public var closed: [RoutineOccurrence]
    /// What this person is asked to pay and was reminded of within a day, the earliest day first; for themselves alone.
    @MayBeAbsent public var asked: [RemindedAmount] = []
    /// Whom this person may ask to do one of theirs, by name; only where it is a client who reads it.
    @MayBeAbsent public var people: [ChorePerson] = []
    /// Whether that is all; where it is not, what has the latest deadline was left out.
    public var isComplete: Bool
    /// When it was read, by the service's clock.
    public var now: Date
    /// The journal's last number when it was read; only where reminders alone were asked for.
    public var sequence: Int64?

    /// Those of all its lists.
    public var all: [RoutineOccurrence] { mine + free + offered + others + waiting + closed }

    public init(
        person: String?, mine: [RoutineOccurrence], free: [RoutineOccurrence], others: [RoutineOccurrence],
        waiting: [RoutineOccurrence], closed: [RoutineOccurrence], isComplete: Bool, now: Date
    ) {
        self.person = person
        self.mine = mine
        self.free = free
        self.others = others
        self.waiting = waiting
        self.closed = closed
        self.isComplete = isComplete
        self.now = now
    }

    /// Puts what is open, waits or was closed lately into its lists.
    public init(of found: [RoutineOccurrence], for person: String?, isComplete: Bool, now: Date) {
        let open = found.filter(\.state.isOpen).sorted { one, other in
            (one.missedAt, one.at, one.title, one.id) < (other.missedAt, other.at, other.title, other.id)
        }
        let waiting = found.filter { $0.chore?.approval == .waiting }
        let closed = found.filter { !$0.state.isOpen && $0.chore?.approval != .waiting }
        func isMine(_ one: RoutineOccurrence) -> Bool { person != nil && one.assignment.person == person }
        let mine = open.filter(isMine)
        let free = open.filter { $0.assignment.person == nil }
        func isOffered(_ one: RoutineOccurrence) -> Bool { person != nil && one.openOffer?.to == person }
        let offered = open.filter(isOffered)
        let others = open.filter { $0.assignment.person != nil && !isMine($0) && !isOffered($0) }
        let isWhole = [mine, free, offered, others, waiting, closed].allSatisfy { $0.count <= Self.most }
        self.init(
            person: person, mine: Array(mine.prefix(Self.most)), free: Array(free.prefix(Self.most)),
            others: Array(others.prefix(Self.most)),
            waiting: Array(
                waiting.sorted { ($0.changedAt ?? $0.at, $0.id) < ($1.changedAt ?? $1.at, $1.id) }
                    .prefix(Self.most)),
            closed: Array(
                closed.sorted { ($0.changedAt ?? $0.at, $0.id) > ($1.changedAt ?? $1.at, $1.id) }
                    .prefix(Self.most)),
            isComplete: isComplete && isWhole, now: now)
        self.offered = Array(offered.prefix(Self.most))
    }

    enum CodingKeys: String, CodingKey {
        case person, mine, free, offered, others, waiting, closed, asked, people, now, sequence
        case isComplete = "is_complete"
    }
}
