public import Care
public import FoundationEssentials

/// Asks the service to remind whoever is asked for an amount: the body of `POST /charges/{id}/reminders`.
///
/// It is told as the charge's own reminders are, over that person's channels and after their quiet hours, and does not say who asked.
public struct ChargeReminder: Codable, Equatable, Sendable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var by: String?
    public var at: Date

    public init(id: UUID, by: String? = nil, at: Date) {
        self.id = id
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) { try FieldChecks.name(by, "by") }
}
