public import FoundationEssentials

/// Where the school tasks of a client are read: an account or a calendar of a learning platform, as the service tells of it.
///
/// What opens it, a token or the calendar's address, is never told again.
public struct CourseworkLink: Codable, Sendable, Equatable, Identifiable {
    /// How a platform is asked.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Its planner, with a token of the client's.
        case planner
        /// Its calendar feed, by an address that nobody else knows.
        case feed
    }

    public var id: UUID
    public var client: String
    public var kind: Kind
    /// The platform, e.g. `https://school.example`: without anything secret.
    public var platform: String
    /// At which times of the day the client is reminded of each task until it is done: minutes after midnight, 0–1439.
    public var reminders: [Int]
    /// `false` while it is turned off.
    public var isActive: Bool
    /// How many tasks were found when it was read last.
    public var tasks: Int
    /// What became of them; `nil` until it was read.
    public var tally: CourseworkTally?
    /// When it was last read to its end; `nil` if it never was.
    public var readAt: Date?
    /// Why it could not be read since then.
    public var problem: PlatformProblem?
    /// Since when.
    public var failingSince: Date?
    public var addedAt: Date
    /// Who did, as it is spoken.
    public var addedBy: String?

    public init(
        id: UUID, client: String, kind: Kind, platform: String, reminders: [Int] = [],
        isActive: Bool = true, tasks: Int = 0, tally: CourseworkTally? = nil, readAt: Date? = nil,
        problem: PlatformProblem? = nil, failingSince: Date? = nil, addedAt: Date, addedBy: String? = nil
    ) {
        self.id = id
        self.client = client
        self.kind = kind
        self.platform = platform
        self.reminders = reminders
        self.isActive = isActive
        self.tasks = tasks
        self.tally = tally
        self.readAt = readAt
        self.problem = problem
        self.failingSince = failingSince
        self.addedAt = addedAt
        self.addedBy = addedBy
    }

    enum CodingKeys: String, CodingKey {
        case id, client, kind, platform, reminders, tasks, tally, problem
        case isActive = "active"
        case readAt = "read_at"
        case failingSince = "failing_since"
        case addedAt = "added_at"
        case addedBy = "added_by"
    }
}

/// The answer to `GET /coursework`.
public struct CourseworkPage: Codable, Sendable, Equatable {
    public var links: [CourseworkLink]

    public init(links: [CourseworkLink]) { self.links = links }
}

/// The body of `POST /coursework`: it is read at once, and kept only if that works.
public struct NewCourseworkLink: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same again changes nothing.
    public var id: UUID
    public var client: String
    public var kind: CourseworkLink.Kind
    /// That of the platform, or the calendar's own.
    public var address: String
    /// For `planner`.
    public var token: String?
    @MayBeAbsent public var reminders: [Int]
    public var by: String?
    public var at: Date

    public init(
        id: UUID, client: String, kind: CourseworkLink.Kind, address: String, token: String? = nil,
        reminders: [Int] = [], by: String? = nil, at: Date
    ) {
        self.id = id
        self.client = client
        self.kind = kind
        self.address = address
        self.token = token
        self.reminders = reminders
        self.by = by
        self.at = at
    }
}

/// The body of `POST /coursework/{id}/changes`.
public struct CourseworkChange: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Reads it now.
        case read
        /// Turns it off, or on again.
        case pause, resume
        /// Another token, or another address of the same platform's calendar; it is read at once, and kept only if that works.
        case renew
        /// Forgets it, and what opens it.
        case remove
    }

    public var kind: Kind
    /// For `renew` of a feed.
    public var address: String?
    /// For `renew` of a planner.
    public var token: String?
    /// For `remove`: whether the goals that were made of it stay.
    @PresentIfTrue public var keepsGoals: Bool

    public init(_ kind: Kind, address: String? = nil, token: String? = nil, keepsGoals: Bool = false) {
        self.kind = kind
        self.address = address
        self.token = token
        self.keepsGoals = keepsGoals
    }

    enum CodingKeys: String, CodingKey {
        case kind, address, token
        case keepsGoals = "keep_goals"
    }
}

// What opens a place is left out wherever one of these is printed: in a log, in the message of a crash, in a debugger.

extension NewCourseworkLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "school tasks \(id) of \(client) (\(kind.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "client": client, "kind": kind]) }
}

extension CourseworkChange: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "a change of school tasks (\(kind.rawValue))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["kind": kind]) }
}
