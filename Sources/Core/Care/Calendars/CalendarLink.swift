public import FoundationEssentials

/// A calendar outside of the home: one that is read, so that its events become routines, or one into which what is planned here is written.
///
/// What opens it, its secret address or a password, is never told again.
public struct CalendarLink: Codable, Sendable, Equatable, Identifiable {
    /// How it is read or written.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Read by an address that gives a whole calendar (RFC 5545), as calendars are shared and subscribed to.
        case link
        /// Read once, from a file that somebody has chosen.
        case file
        /// A collection of a CalDAV server (RFC 4791) that is read.
        case dav
        /// A collection of a CalDAV server into which Beckon writes; nothing of it is read into the plan.
        case davOut = "dav_out"

        /// Whether what is in it comes into the plan.
        public var isRead: Bool { self != .davOut }
        /// Whether it is a collection of a CalDAV server, with a name and a password.
        public var isDAV: Bool { self == .dav || self == .davOut }
    }

    /// What is taken over of its events, and how; for a calendar that is read.
    public struct Taking: Codable, Sendable, Equatable {
        /// Whether the alarms of its events remind people here.
        @PresentIfTrue public var takesAlarms: Bool
        /// Whether people are reminded when an event begins.
        @PresentIfTrue public var tellsDue: Bool
        /// Whether the client hears of its events, and may mark them done.
        @PresentIfTrue public var isClientsOwn: Bool
        /// Who does what comes of it, by id; `nil`: whoever takes it.
        public var person: String?
        /// At which time of the day what lasts whole days is due: minutes after midnight, 0–1439.
        public var allDayAt: Int

        public init(
            takesAlarms: Bool = false, tellsDue: Bool = false, isClientsOwn: Bool = false,
            person: String? = nil,
            allDayAt: Int = CalendarLink.usualAllDayAt
        ) {
            self.takesAlarms = takesAlarms
            self.tellsDue = tellsDue
            self.isClientsOwn = isClientsOwn
            self.person = person
            self.allDayAt = allDayAt
        }

        enum CodingKeys: String, CodingKey {
            case person
            case takesAlarms = "alarms"
            case tellsDue = "due"
            case isClientsOwn = "clients_own"
            case allDayAt = "all_day_at"
        }
    }

    public var id: UUID
    /// Whose plan it is: a client's id; `nil` for what is planned for the household.
    public var client: String?
    public var kind: Kind
    /// As people call it: "Physiotherapy".
    public var name: String
    /// Where it is, without anything secret: `https://calendar.example`; `nil` for a file.
    public var server: String?
    /// `nil` for one that is written.
    public var taking: Taking?
    /// `false` while it is turned off.
    public var isActive: Bool
    /// When it was last read or written to its end; `nil` if it never was.
    public var doneAt: Date?
    /// Why that could not be done since then.
    public var problem: PlatformProblem?
    /// Since when.
    public var failingSince: Date?
    /// What became of what is in it; `nil` until it was read or written.
    public var tally: CalendarTally?
    /// What has vanished from it, and somebody has to decide about; at most `mostShown`, the oldest first.
    @MayBeAbsent public var vanished: [VanishedEvent]
    /// What of the last reading could not be taken; at most `mostShown`.
    @MayBeAbsent public var leftOut: [LeftOutEvent]
    public var addedAt: Date
    /// Who did, as it is spoken.
    public var addedBy: String?

    public init(
        id: UUID, client: String?, kind: Kind, name: String, server: String? = nil, taking: Taking? = nil,
        isActive: Bool = true, doneAt: Date? = nil, problem: PlatformProblem? = nil,
        failingSince: Date? = nil,
        tally: CalendarTally? = nil, vanished: [VanishedEvent] = [], leftOut: [LeftOutEvent] = [],
        addedAt: Date,
        addedBy: String? = nil
    ) {
        self.id = id
        self.client = client
        self.kind = kind
        self.name = name
        self.server = server
        self.taking = taking
        self.isActive = isActive
        self.doneAt = doneAt
        self.problem = problem
        self.failingSince = failingSince
        self.tally = tally
        self.vanished = vanished
        self.leftOut = leftOut
        self.addedAt = addedAt
        self.addedBy = addedBy
    }

    enum CodingKeys: String, CodingKey {
        case id, client, kind, name, server, taking, problem, tally, vanished
        case isActive = "active"
        case doneAt = "done_at"
        case failingSince = "failing_since"
        case leftOut = "left_out"
        case addedAt = "added_at"
        case addedBy = "added_by"
    }
}

/// An event that was taken over and is in its calendar no more: its routine goes on until somebody has decided.
public struct VanishedEvent: Codable, Sendable, Equatable {
    /// The event's UID there.
    public var uid: String
    public var title: String
    /// What it became here.
    public var routine: UUID
    /// Since when it is not found any more.
    public var since: Date

    public init(uid: String, title: String, routine: UUID, since: Date) {
        self.uid = uid
        self.title = title
        self.routine = routine
        self.since = since
    }
}

/// An event that could not be taken over.
public struct LeftOutEvent: Codable, Sendable, Equatable {
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// It has no UID, no start, or one that is no time.
        case unreadable
        /// Its time zone is none that this machine knows.
        case unknownZone = "unknown_zone"
        /// It comes again by a rule that cannot be read, or that never happens.
        case rule
        /// It comes more often than Beckon plans, or has more single changes than a routine keeps.
        case tooMany = "too_many"
        /// There are more events than are taken from one calendar.
        case full
    }

    public var reason: Reason
    public var title: String?
    /// The line of the calendar on which it begins, from 1 on; `nil` where there is none to name.
    public var line: Int?

    public init(reason: Reason, title: String? = nil, line: Int? = nil) {
        self.reason = reason
        self.title = title
        self.line = line
    }
}

/// What became of what is in a calendar.
///
/// The first numbers are of the last reading or writing; the others count from when the calendar was added.
public struct CalendarTally: Codable, Sendable, Equatable {
    /// Are routines here; or stand there, for a calendar that is written.
    public var present = 0
    /// Are over.
    public var over = 0
    /// Were taken away here, and do not come again.
    public var declined = 0
    /// Could not be taken.
    public var leftOut = 0

    /// Became routines; or were written first.
    public var made = 0
    /// Followed a change; each change counts.
    public var changed = 0
    /// Ended: vanished there and ended by somebody; or taken away there, for a calendar that is written.
    public var ended = 0

    public init() {}

    enum CodingKeys: String, CodingKey {
        case present, over, declined, made, changed, ended
        case leftOut = "left_out"
    }
}

extension CalendarLink {
    /// The most of one home.
    public static let most = 40
    /// How many vanished, and how many left out, are told.
    public static let mostShown = 50
    /// As many events of one calendar become routines at most.
    public static let mostEvents = 500
    /// Minutes after midnight: eight in the morning.
    public static let usualAllDayAt = 480
    /// Longer than any address of a calendar, characters.
    public static let longestAddress = 2000
    /// Characters.
    public static let longestPassword = 500
    /// Of a file or of an answer, bytes.
    public static let longestText = 4 * 1024 * 1024
}

/// The answer to `GET /calendars`.
public struct CalendarsPage: Codable, Sendable, Equatable {
    public var calendars: [CalendarLink]

    public init(calendars: [CalendarLink]) { self.calendars = calendars }
}
