public import Recurrence

/// The people of the home, in the order of their ids, also those who have left: the answer to `GET /people`.
public struct PeoplePage: Codable, Sendable, Equatable {
    public var people: [Person]

    public init(people: [Person]) { self.people = people }
}

/// What can be asked for or scheduled: the answer to `GET /needs`.
public struct NeedPage: Codable, Sendable, Equatable {
    public var needs: [Need]

    public init(needs: [Need]) { self.needs = needs }
}

/// A page of proposals: the answer to `GET /proposals`.
public struct ProposalPage: Codable, Sendable, Equatable {
    public var proposals: [NeedProposal]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?

    public init(proposals: [NeedProposal], next: String? = nil) {
        self.proposals = proposals
        self.next = next
    }
}

/// What is or was due in a time, in its order: the answer to `GET /occurrences`.
public struct OccurrencePage: Codable, Sendable, Equatable {
    public var occurrences: [RoutineOccurrence]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?
    /// How much there is on each day, where the first of each day were asked for.
    public var days: [OccurrenceDay]?
    /// `false` where there is so much that not all of it was counted, or looked at for one person; absent where nothing was counted.
    public var isComplete: Bool?

    public init(
        occurrences: [RoutineOccurrence], next: String? = nil, days: [OccurrenceDay]? = nil,
        isComplete: Bool? = nil
    ) {
        self.occurrences = occurrences
        self.next = next
        self.days = days
        self.isComplete = isComplete
    }

    enum CodingKeys: String, CodingKey {
        case occurrences, next, days
        case isComplete = "is_complete"
    }
}

/// How much is or was due on a local day of the home.
public struct OccurrenceDay: Codable, Sendable, Equatable {
    public var day: CalendarDay
    public var count: Int

    public init(day: CalendarDay, count: Int) {
        self.day = day
        self.count = count
    }
}

/// The history of one occurrence, the oldest first: the answer to `GET /entries`.
public struct EntryPage: Codable, Sendable, Equatable {
    public var entries: [OccurrenceEntry]

    public init(entries: [OccurrenceEntry]) { self.entries = entries }
}

/// What was written down about a request, the oldest first: the answer to `GET /requests/{id}/notes`.
public struct NotePage: Codable, Sendable, Equatable {
    public var notes: [RequestNote]

    public init(notes: [RequestNote]) { self.notes = notes }
}
