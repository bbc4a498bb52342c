public import Care
public import FoundationEssentials
public import Recurrence

/// Something planned, as a calendar outside is told of it: one UID.
public struct CalendarEntry: Sendable, Equatable {
    /// When it is.
    public enum Times: Sendable, Equatable {
        /// A routine, with those of its occurrences that are left out (skipped by somebody), and what was done last, which a routine
        /// that comes again so many days after needs.
        case routine(
            RoutineContent, skipped: [OccurrenceKey], lastDone: Date?, of: OccurrenceKey?)
        /// One appointment.
        case once(at: Date, zone: String)
    }

    /// The same for ever: `routine-SERIES` for the first part of a routine's series, `routine-SERIES-PART` for each later one,
    /// `appointment-ID`; without the `@` part.
    public var uid: String
    /// Rises with each change.
    public var sequence: Int64
    public var changedAt: Date
    /// As it is shown.
    public var title: String
    public var details: String?
    /// How long it takes, in minutes; `nil`: it has no length.
    public var minutes: Int?
    public var times: Times

    public init(
        uid: String, sequence: Int64, changedAt: Date, title: String, details: String? = nil,
        minutes: Int? = nil, times: Times
    ) {
        self.uid = uid
        self.sequence = sequence
        self.changedAt = changedAt
        self.title = title
        self.details = details
        self.minutes = minutes
        self.times = times
    }
}
