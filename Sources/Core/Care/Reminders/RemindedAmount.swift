public import FoundationEssentials
public import Recurrence

/// An amount that somebody is asked for and was reminded of within a day, as their own pages say it.
public struct RemindedAmount: Codable, Sendable, Equatable, Identifiable {
    /// The charge's id.
    public var id: UUID
    /// What it is for.
    public var what: String
    /// The last day on which it is on time, by the home's calendar.
    public var due: CalendarDay
    /// When they were reminded last.
    public var at: Date

    public init(id: UUID, what: String, due: CalendarDay, at: Date) {
        self.id = id
        self.what = what
        self.due = due
        self.at = at
    }
}
