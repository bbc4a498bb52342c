public import FoundationEssentials
public import Recurrence

/// One time of a duty: from when until when, and who has it.
public struct DutyTime: Codable, Sendable, Equatable {
    public var duty: UUID
    /// Which of its dates; absent where it is always.
    public var key: OccurrenceKey?
    /// Whose duty it is.
    public var person: String
    /// Who has this date; absent where it is left out.
    public var holder: String?
    public var role: String?
    /// Absent: the whole home.
    public var zone: String?
    /// To whom the holder is assigned; absent: they are there for everybody in the zone.
    public var client: String?
    public var from: Date
    /// The first moment at which it is over.
    public var until: Date
    /// Whether the holder is away for at least a part of it, has left, or cannot be called any more.
    @PresentIfTrue public var isAway: Bool
    /// Whether it waits for somebody who takes it, and for whom.
    public var offer: DutyOffer?

    public init(
        duty: UUID, key: OccurrenceKey? = nil, person: String, holder: String?, role: String? = nil,
        zone: String? = nil, client: String? = nil, from: Date, until: Date, isAway: Bool = false,
        offer: DutyOffer? = nil
    ) {
        self.duty = duty
        self.key = key
        self.person = person
        self.holder = holder
        self.role = role
        self.zone = zone
        self.client = client
        self.from = from
        self.until = until
        self.isAway = isAway
        self.offer = offer
    }

    enum CodingKeys: String, CodingKey {
        case duty, key, person, holder, role, zone, client, from, until, offer
        case isAway = "is_away"
    }
}

/// A time in which nobody is on duty in a zone that needs somebody.
public struct DutyGap: Codable, Sendable, Hashable {
    public var zone: String
    /// Absent where it has begun before the time that was asked for.
    public var from: Date?
    /// Absent where it lasts longer than the time that was asked for.
    public var until: Date?

    public init(zone: String, from: Date?, until: Date?) {
        self.zone = zone
        self.from = from
        self.until = until
    }
}

/// The duties, in the order in which they were made: the answer to `GET /duties`.
public struct DutyPage: Codable, Sendable, Equatable {
    public var duties: [Duty]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?

    public init(duties: [Duty], next: String? = nil) {
        self.duties = duties
        self.next = next
    }
}

/// Who is on duty when: the answer to `GET /duties/times`.
public struct DutyTimePage: Codable, Sendable, Equatable {
    /// How many times one answer has at most.
    public static let limit = 2000
    /// For how many days it can be asked.
    public static let longestDays = 35

    /// By their beginnings. What is always goes from the beginning to the end of the time that was asked for.
    public var times: [DutyTime]
    /// In the order of their beginnings.
    public var gaps: [DutyGap]
    /// `false` where there are more times than one answer has.
    public var isComplete: Bool

    public init(times: [DutyTime], gaps: [DutyGap], isComplete: Bool) {
        self.times = times
        self.gaps = gaps
        self.isComplete = isComplete
    }

    enum CodingKeys: String, CodingKey {
        case times, gaps
        case isComplete = "is_complete"
    }
}

/// Who is on duty now, and where nobody is or will be: the answer to `GET /duties/now`.
public struct DutyStanding: Codable, Sendable, Equatable {
    /// How far ahead gaps are looked for, in days.
    public static let days = 7

    /// When it was read, by the service's clock.
    public var at: Date
    /// Who is there now, each with the time that runs; by zone and name.
    public var onDuty: [OnDuty]
    /// Gaps that have begun, or will within a week, the soonest first; at most one for each zone.
    public var gaps: [DutyGap]

    public init(at: Date, onDuty: [OnDuty] = [], gaps: [DutyGap] = []) {
        self.at = at
        self.onDuty = onDuty
        self.gaps = gaps
    }

    enum CodingKeys: String, CodingKey {
        case at, gaps
        case onDuty = "on_duty"
    }
}

/// Somebody who is on duty now, in words for people.
public struct OnDuty: Codable, Sendable, Equatable {
    public var person: String
    public var name: String
    public var role: String?
    /// The zone's name; absent: the whole home.
    public var zone: String?
    /// The name of the client to whom they are assigned.
    public var client: String?
    /// Until when, as far as is known; absent: always.
    public var until: Date?

    public init(
        person: String, name: String, role: String? = nil, zone: String? = nil, client: String? = nil,
        until: Date? = nil
    ) {
        self.person = person
        self.name = name
        self.role = role
        self.zone = zone
        self.client = client
        self.until = until
    }
}
