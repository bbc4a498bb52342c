public import FoundationEssentials
public import Recurrence

/// Asks the service to remind whoever has a chore: the body of `POST /chores/reminders`.
///
/// It is told as the chore's own reminders are, in the home's words and over that person's channels, after their quiet hours. Their pages
/// say who asked.
public struct ChoreReminder: Codable, Sendable, Equatable, Identifiable {
    /// Between two of the same chore, seconds.
    public static let interval: TimeInterval = 3600

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var routine: UUID
    public var key: OccurrenceKey
    /// Who asks, by name.
    public var by: String?
    public var at: Date

    public init(id: UUID, routine: UUID, key: OccurrenceKey, by: String? = nil, at: Date) {
        self.id = id
        self.routine = routine
        self.key = key
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) { try FieldChecks.text(by, "by") }
}
