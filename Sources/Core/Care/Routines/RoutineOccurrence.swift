public import FoundationEssentials
public import Recurrence

/// The state of one due time of a routine.
public enum OccurrenceState: String, Codable, Sendable, CaseIterable {
    case upcoming, due, done, skipped, missed

    /// Whether somebody still has to do something, now or later.
    public var isOpen: Bool {
        switch self {
        case .upcoming, .due, .missed: true
        case .done, .skipped: false
        }
    }
}

/// One due time of a routine, with its state.
public struct RoutineOccurrence: Codable, Sendable, Equatable, Identifiable {
    public var routine: UUID
    public var key: OccurrenceKey
    public var title: String
    public var details: String?
    public var symbol: String?
    /// For whom: a client's id; `noClient` where it is no client's.
    public var client: String
    /// The client's name; else, for programs that know of clients alone, that of whoever does it, or "Everyone".
    public var clientName: String
    public var priority: Priority
    /// When it is due.
    public var at: Date
    /// The same on the wall of its zone.
    public var local: WallTime
    /// From then on it counts as missed.
    public var missedAt: Date
    public var state: OccurrenceState
    /// Who does it; of what is upcoming, who would by today's plan.
    public var assignment: Assignment
    public var isClientsOwn: Bool
    /// When and by whom the state was set; absent while only time has.
    public var changedAt: Date?
    public var changedBy: String?
    /// The latest note.
    public var note: String?
    /// Its last history entry's id: what an undo names.
    public var lastEntry: UUID?
    /// What makes it a chore; absent for what is a client's and nothing more.
    public var chore: Chore?
    /// The id of the exercise that the client does then.
    public var exercise: String?
    /// The appointment that it belongs to.
    public var appointment: UUID?
    /// Whether it is a goal of the client's.
    @PresentIfTrue public var isGoal: Bool
    /// How the client was then; absent until that is logged. Given by `GET /agenda` and `GET /occurrences` to those who may read moods,
    /// and stored nowhere.
    public var mood: LoggedMood?
    /// Which provider gave the exercise, by id and by name, as its routine says it now; absent where it names nobody. Given where `mood` is, and
    /// stored nowhere.
    public var provider: String?
    public var providerName: String?

    public var id: String { "\(routine) \(key)" }

    public init(
        routine: UUID, key: OccurrenceKey, title: String, details: String? = nil, symbol: String? = nil,
        client: String, clientName: String, priority: Priority, at: Date, local: WallTime, missedAt: Date,
        state: OccurrenceState, assignment: Assignment, isClientsOwn: Bool, changedAt: Date? = nil,
        changedBy: String? = nil, note: String? = nil, lastEntry: UUID? = nil,
        chore: Chore? = nil, exercise: String? = nil, appointment: UUID? = nil,
        isGoal: Bool = false, mood: LoggedMood? = nil, provider: String? = nil, providerName: String? = nil
    ) {
        self.routine = routine
        self.key = key
        self.title = title
        self.details = details
        self.symbol = symbol
        self.client = client
        self.clientName = clientName
        self.priority = priority
        self.at = at
        self.local = local
        self.missedAt = missedAt
        self.state = state
        self.assignment = assignment
        self.isClientsOwn = isClientsOwn
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.note = note
        self.lastEntry = lastEntry
        self.chore = chore
        self.exercise = exercise
        self.appointment = appointment
        self.isGoal = isGoal
        self.mood = mood
        self.provider = provider
        self.providerName = providerName
    }

    enum CodingKeys: String, CodingKey {
        case routine, key, title, details, symbol, client, priority, at, local, state, assignment, note, chore
        case exercise, appointment, mood, provider
        case providerName = "provider_name"
        case isGoal = "goal"
        case clientName = "client_name"
        case missedAt = "missed_at"
        case isClientsOwn = "clients_own"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
        case lastEntry = "last_entry"
    }
}

/// One line of an occurrence's history, which is only ever added to: the body of `POST /entries`.
public struct OccurrenceEntry: Codable, Sendable, Equatable, Identifiable {
    /// What happened.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case done
        case skipped
        case note
        /// Undoes the entry `undoes`, which stays in the history.
        case undone
        /// `person` has taken what nobody had.
        case claimed
        /// `person` has it now, from whoever had it.
        case given
        /// `person` has it now, and whoever had it does `with` instead.
        case swapped
        /// What was done counts.
        case approved
        /// What was done does not count, for the reason `text`: it is open again.
        case notYet = "not_yet"
        /// Whoever has it asks `person` to do it instead.
        case offered
        /// `person`, who was asked, has it now.
        case accepted
        /// `person`, who was asked, does not do it.
        case refused
    }

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var routine: UUID
    public var key: OccurrenceKey
    public var kind: Kind
    /// Who did it, as it is spoken.
    public var by: String?
    /// Required for `note` and `not_yet`; for `skipped` the reason, which a chore must have.
    public var text: String?
    public var undoes: UUID?
    /// By id: who did it (absent: whoever has it, or else whoever sends this), who claims it or answers whether they
    /// do it (absent: whoever sends it), who gets it, with whom it is swapped, or who is asked to do it.
    public var person: String?
    /// For `done`: how many parts of it, 1–100; absent: all that are left.
    public var parts: Int?
    /// For `swapped`: which occurrence of the same series is given for it.
    public var with: OccurrenceKey?
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool
    /// When the service learned of it, by its own clock. Only the service says it, of what it has stored.
    public var receivedAt: Date?

    public init(
        id: UUID, routine: UUID, key: OccurrenceKey, kind: Kind, by: String? = nil, text: String? = nil,
        undoes: UUID? = nil, person: String? = nil, parts: Int? = nil, with: OccurrenceKey? = nil, at: Date,
        isTimeOfArrival: Bool = false, receivedAt: Date? = nil
    ) {
        self.id = id
        self.routine = routine
        self.key = key
        self.kind = kind
        self.by = by
        self.text = text
        self.undoes = undoes
        self.person = person
        self.parts = parts
        self.with = with
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
        self.receivedAt = receivedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, routine, key, kind, by, text, undoes, person, parts, with, at
        case isTimeOfArrival = "time_is_arrival"
        case receivedAt = "received_at"
    }
}
