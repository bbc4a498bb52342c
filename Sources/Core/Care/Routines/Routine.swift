public import FoundationEssentials
public import Recurrence

/// What a caregiver writes of a routine.
public struct RoutineContent: Codable, Sendable, Equatable {
    /// As it is spoken: "Medicine".
    public var title: String
    public var details: String?
    public var symbol: String?
    /// The need that it is made of, if any.
    public var need: String?
    /// For whom: a client's id; `nil` where it is no client's plan.
    public var client: String?
    /// Whose plan it is part of.
    @MayBeAbsent public var audience: Audience
    /// Whether it is a chore also where nothing else makes it one: a client's own, without points or approval.
    @PresentIfTrue public var isPlannedAsChore: Bool
    /// By whom.
    public var assignment: AssignmentRule
    /// When.
    public var schedule: RecurrenceSet
    public var priority: Priority
    public var reminders: ReminderPlan
    /// So many minutes after it was due it counts as missed. 1–10080 (a week); for a goal up to a year, `Goal.openEnd`.
    public var graceMinutes: Int
    /// Whether the client hears of it, and may mark it done.
    public var isClientsOwn: Bool
    /// What it is worth once it counts, 0–1000; `nil` for nothing.
    public var points: Int?
    /// How long it usually takes, in minutes, 1–1440.
    public var minutes: Int?
    /// In how many parts it is done each time, 1–100; `nil` for one.
    public var count: Int?
    /// Whether somebody else has to approve it before it counts.
    @PresentIfTrue public var needsApproval: Bool
    /// What shows that it was done: then somebody else has to approve it, too.
    public var proof: ChoreProof?
    /// The id of the exercise, a file of the home's, that the client does then.
    public var exercise: String?
    /// The appointment that it belongs to.
    public var appointment: UUID?
    /// The id of the provider who gave the exercise.
    public var provider: String?
    /// Whether it is a goal of the client's: theirs to make, change, mark and delete.
    @PresentIfTrue public var isGoal: Bool
    /// What differs for single occurrences, besides when they are due.
    @MayBeAbsent public var edits: [OccurrenceEdit.Kept]
    /// What belongs to it, where it is a part of a series that "this and all following" has split: its occurrences from this
    /// one on. Set by `Routine.applying`; a change that a person writes does not move it.
    public var beginsWith: OccurrenceKey?
    /// And those before this one.
    public var endsBefore: OccurrenceKey?

    public init(
        title: String, details: String? = nil, symbol: String? = nil, need: String? = nil,
        client: String? = nil,
        audience: Audience = .client, isPlannedAsChore: Bool = false, assignment: AssignmentRule,
        schedule: RecurrenceSet,
        priority: Priority = .normal,
        reminders: ReminderPlan = ReminderPlan(), graceMinutes: Int = 60, isClientsOwn: Bool = false,
        points: Int? = nil, minutes: Int? = nil, count: Int? = nil, needsApproval: Bool = false,
        proof: ChoreProof? = nil, exercise: String? = nil, appointment: UUID? = nil,
        provider: String? = nil, isGoal: Bool = false, edits: [OccurrenceEdit.Kept] = [],
        beginsWith: OccurrenceKey? = nil,
        endsBefore: OccurrenceKey? = nil
    ) {
        self.title = title
        self.details = details
        self.symbol = symbol
        self.need = need
        self.client = client
        self.audience = audience
        self.isPlannedAsChore = isPlannedAsChore
        self.assignment = assignment
        self.schedule = schedule
        self.priority = priority
        self.reminders = reminders
        self.graceMinutes = graceMinutes
        self.isClientsOwn = isClientsOwn
        self.points = points
        self.minutes = minutes
        self.count = count
        self.needsApproval = needsApproval
        self.proof = proof
        self.exercise = exercise
        self.appointment = appointment
        self.provider = provider
        self.isGoal = isGoal
        self.edits = edits
        self.beginsWith = beginsWith
        self.endsBefore = endsBefore
    }

    enum CodingKeys: String, CodingKey {
        case title, details, symbol, need, client, audience, assignment, schedule, priority, reminders, edits
        case points, minutes, count, proof, exercise, appointment, provider
        case isPlannedAsChore = "as_chore"
        case needsApproval = "approval"
        case isGoal = "goal"
        case graceMinutes = "grace_minutes"
        case isClientsOwn = "clients_own"
        case beginsWith = "begins_with"
        case endsBefore = "ends_before"
    }
}

/// Of what people are reminded for one routine.
public struct ReminderPlan: Codable, Sendable, Equatable {
    /// Minutes before it is due, each 1–10080, at most 5 of them.
    public var minutesBefore: [Int]
    public var tellsDue: Bool
    public var tellsMissed: Bool
    /// At which times of the day people are reminded again, from when it is due until it is done: minutes after midnight in the
    /// home, 0–1439, at most 12 of them.
    @MayBeAbsent public var untilDone: [Int]

    public init(
        minutesBefore: [Int] = [], tellsDue: Bool = true, tellsMissed: Bool = true, untilDone: [Int] = []
    ) {
        self.untilDone = untilDone
        self.minutesBefore = minutesBefore
        self.tellsDue = tellsDue
        self.tellsMissed = tellsMissed
    }

    enum CodingKeys: String, CodingKey {
        case minutesBefore = "minutes_before"
        case tellsDue = "due"
        case tellsMissed = "missed"
        case untilDone = "until_done"
    }
}

/// The body of `POST /routines`.
public struct NewRoutine: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var content: RoutineContent
    public var by: String?
    public var at: Date
    /// The same for others who have it to do, each in a routine of their own: all are made, or none.
    public var also: [RoutineTwin]?

    public init(
        id: UUID, content: RoutineContent, by: String? = nil, at: Date, also: [RoutineTwin]? = nil
    ) {
        self.id = id
        self.content = content
        self.by = by
        self.at = at
        self.also = also
    }

    /// As many others are named in one message at most.
    public static let mostAlso = 50

    /// What is made: this one, and one for each of the others, as if each had been sent alone.
    public var each: [NewRoutine] {
        [NewRoutine(id: id, content: content, by: by, at: at)]
            + (also ?? []).map { twin in
                var own = content
                own.assignment = .fixed(person: twin.person)
                return NewRoutine(id: twin.id, content: own, by: by, at: at)
            }
    }

    /// The field of a message that is to blame for what is wrong with one of `each`.
    ///
    /// - Parameter field: That of the routine alone.
    public static func field(_ field: String, of index: Int) -> String {
        guard index > 0 else { return field }
        return field == "id"
            ? "also[\(index - 1)].id"
            : field.hasPrefix("content.assignment") ? "also[\(index - 1)].person" : field
    }
}

/// Somebody else who has the same to do.
public struct RoutineTwin: Codable, Sendable, Equatable {
    /// That of their routine, made once by the sender.
    public var id: UUID
    /// Who always does it, by id.
    public var person: String

    public init(id: UUID, person: String) {
        self.id = id
        self.person = person
    }
}

/// Something that is to be done at set times, as the service keeps it.
public struct Routine: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    /// The same for all parts into which "this and all following" has split it: the first part's id.
    public var series: UUID
    public var content: RoutineContent
    /// `false` once it was ended; what happened stays.
    public var isActive: Bool
    public var createdAt: Date
    public var changedAt: Date
    public var changedBy: String?
    /// The journal's number of the last change.
    public var sequence: Int64

    public init(
        id: UUID, series: UUID, content: RoutineContent, isActive: Bool = true, createdAt: Date,
        changedAt: Date,
        changedBy: String? = nil, sequence: Int64 = 0
    ) {
        self.id = id
        self.series = series
        self.content = content
        self.isActive = isActive
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, series, content, sequence
        case isActive = "active"
        case createdAt = "created_at"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }
}
