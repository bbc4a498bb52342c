public import FoundationEssentials

/// What a shift hands over to the next: the answer to `GET /handover`.
public struct Handover: Codable, Sendable, Equatable {
    /// How many requests, and how many occurrences of the shift, are listed at most; `isComplete` says
    /// whether these are all.
    public static let limit = 1000
    /// How many outstanding occurrences from before the shift are listed at most; the latest ones.
    public static let olderLimit = 200
    /// How many faults are listed at most; the latest ones.
    public static let faultLimit = 200

    public var since: Date
    public var until: Date
    /// The home's zone, in whose time it is to be read.
    public var zone: String
    /// What was open at any moment of that time, or was written about in it, by the time of asking.
    public var requests: [HandoverRequest]
    /// What was due in that time, what somebody did or wrote down in it whenever it was due, and what is outstanding from
    /// before, by the time when it was due.
    public var occurrences: [HandoverOccurrence]
    /// What waits for a decision now, the oldest first.
    public var proposals: [NeedProposal]
    /// What has begun to be wrong in that time, and what is wrong still, the oldest first.
    @MayBeAbsent public var faults: [HandoverFault]
    /// Who is on duty at the moment of asking, whatever the time of the handover.
    @MayBeAbsent public var onDuty: [OnDuty]
    /// What clients and providers ask coordinators for now, for coordinators alone.
    @MayBeAbsent public var wishes: [AppointmentNews]
    public var isComplete: Bool

    public init(
        since: Date, until: Date, zone: String, requests: [HandoverRequest],
        occurrences: [HandoverOccurrence], proposals: [NeedProposal] = [], faults: [HandoverFault] = [],
        onDuty: [OnDuty] = [], wishes: [AppointmentNews] = [], isComplete: Bool = true
    ) {
        self.since = since
        self.until = until
        self.zone = zone
        self.requests = requests
        self.occurrences = occurrences
        self.proposals = proposals
        self.faults = faults
        self.onDuty = onDuty
        self.wishes = wishes
        self.isComplete = isComplete
    }

    enum CodingKeys: String, CodingKey {
        case since, until, zone, requests, occurrences, proposals, faults, wishes
        case onDuty = "on_duty"
        case isComplete = "complete"
    }

    public func requests(in states: Set<RequestState>) -> [HandoverRequest] {
        requests.filter { states.contains($0.request.state) }
    }

    public func occurrences(in states: Set<OccurrenceState>) -> [HandoverOccurrence] {
        occurrences.filter { states.contains($0.occurrence.state) }
    }

    /// `nil` if nobody has answered anything.
    public var responseTimes: ResponseTimes? { ResponseTimes(of: requests) }
}

/// A request, with when a person first answered it, and what was written down about it.
public struct HandoverRequest: Codable, Sendable, Equatable {
    public var request: Request
    /// When somebody first said that they come, that it is done, or why not; `nil` while nobody has.
    public var answeredAt: Date?
    public var notes: [RequestNote]

    public init(request: Request, answeredAt: Date? = nil, notes: [RequestNote] = []) {
        self.request = request
        self.answeredAt = answeredAt
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey {
        case request, notes
        case answeredAt = "answered_at"
    }

    /// From the press to the first answer of a person. Not below zero, though a kiosk's clock may be wrong.
    public var responseTime: Duration? {
        answeredAt.map { .seconds(max(0, $0.timeIntervalSince(request.askedAt).rounded())) }
    }
}

/// A fault that began, and whether it is over.
public struct HandoverFault: Codable, Sendable, Equatable {
    /// Its beginning.
    public var fault: Fault
    public var isOpen: Bool

    public init(fault: Fault, isOpen: Bool) {
        self.fault = fault
        self.isOpen = isOpen
    }

    enum CodingKeys: String, CodingKey {
        case fault
        case isOpen = "open"
    }
}

/// An occurrence, with its history.
public struct HandoverOccurrence: Codable, Sendable, Equatable {
    public var occurrence: RoutineOccurrence
    public var entries: [OccurrenceEntry]

    public init(occurrence: RoutineOccurrence, entries: [OccurrenceEntry] = []) {
        self.occurrence = occurrence
        self.entries = entries
    }

    /// What was written down about it and was not taken back.
    public var notes: [OccurrenceEntry] {
        // From the end, because whatever takes an entry back comes after it.
        var takenBack: Set<UUID> = []
        return entries.reversed().filter { entry in
            guard !takenBack.contains(entry.id) else { return false }
            if let undone = entry.undoes { takenBack.insert(undone) }
            return entry.text != nil
        }.reversed()
    }
}

/// How long clients have waited for the first answer of a person.
public struct ResponseTimes: Sendable, Equatable {
    public var count: Int
    /// Half of them were answered within this: of an even number, the lower of the two in the middle.
    public var median: Duration
    public var longest: Duration

    init?(of requests: [HandoverRequest]) {
        let times = requests.compactMap(\.responseTime).sorted()
        guard let last = times.last else { return nil }
        count = times.count
        median = times[(times.count - 1) / 2]
        longest = last
    }
}
