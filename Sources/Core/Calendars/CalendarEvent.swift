public import Care
public import Recurrence

/// An event of a calendar outside, as it can be planned here: all that has its UID.
public struct CalendarEvent: Codable, Sendable, Equatable {
    public var uid: String
    public var title: String
    public var details: String?
    /// When; a series with what differs from it (RECURRENCE-ID, EXDATE, RDATE).
    public var schedule: RecurrenceSet
    /// How long it takes, in minutes, 1–1440; `nil` where nothing is said, or it lasts whole days.
    public var minutes: Int?
    public var isAllDay: Bool
    /// How many minutes before each time its alarms are, each 1–10080, at most 5, sorted.
    public var alarms: [Int]
    /// What differs for single times, besides when they are.
    public var edits: [OccurrenceEdit.Kept]

    public init(
        uid: String, title: String, details: String? = nil, schedule: RecurrenceSet, minutes: Int? = nil,
        isAllDay: Bool = false, alarms: [Int] = [], edits: [OccurrenceEdit.Kept] = []
    ) {
        self.uid = uid
        self.title = title
        self.details = details
        self.schedule = schedule
        self.minutes = minutes
        self.isAllDay = isAllDay
        self.alarms = alarms
        self.edits = edits
    }
}

/// What was found in a calendar.
public struct CalendarReading: Codable, Sendable, Equatable {
    /// What it calls itself, if it does.
    public var name: String?
    /// By UID, each once.
    public var events: [CalendarEvent]
    /// How many were over already.
    public var over: Int
    /// Of those the ones that ended last, at most `CalendarLink.mostEvents`: one of them may be a series that was taken over and ends
    /// earlier now.
    public var ended: [CalendarEvent]
    public var leftOut: [LeftOutEvent]
    /// The UIDs of those that were left out, where they have one: they have not vanished.
    public var leftOutUIDs: Set<String>
    /// Whether the whole calendar was read: only then does what is missing count as vanished.
    public var isWhole: Bool

    /// The UIDs of all that is in it, also of what was left out: nothing of it has vanished.
    public var uids: Set<String> { Set((events + ended).map(\.uid)).union(leftOutUIDs) }

    public init(
        name: String? = nil, events: [CalendarEvent] = [], over: Int = 0, ended: [CalendarEvent] = [],
        leftOut: [LeftOutEvent] = [], leftOutUIDs: Set<String> = [], isWhole: Bool = true
    ) {
        self.name = name
        self.events = events
        self.over = over
        self.ended = ended
        self.leftOut = leftOut
        self.leftOutUIDs = leftOutUIDs
        self.isWhole = isWhole
    }
}
