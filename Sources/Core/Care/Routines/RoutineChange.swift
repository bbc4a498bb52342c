public import FoundationEssentials
public import Recurrence

/// A change of a routine: the body of `POST /routines/{id}/changes`.
public struct RoutineChange: Codable, Sendable, Equatable, Identifiable {
    /// How much of it is changed.
    public enum Scope: String, Codable, Sendable, CaseIterable {
        /// Only `occurrence`: moved to `to`, or different as `edit` says, or both; cancelled where both are absent.
        case one
        /// `occurrence` as it was planned first.
        case restore
        /// `occurrence` and all after it: they become the routine `continuation` with `content`, or end where it is absent.
        case following
        /// All of it: `content`, or its end where that is absent. What has happened stays as it was.
        case all
    }

    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var scope: Scope
    public var occurrence: OccurrenceKey?
    public var to: WallTime?
    /// What differs this time; replaces an earlier edit, and an empty one removes it.
    public var edit: OccurrenceEdit?
    public var content: RoutineContent?
    /// The id of the routine that goes on; made by the sender.
    public var continuation: UUID?
    /// The `sequence` of what the writer had seen. Another one now is a conflict.
    public var replaces: Int64
    public var by: String?
    public var at: Date

    public init(
        id: UUID, scope: Scope, occurrence: OccurrenceKey? = nil, to: WallTime? = nil,
        edit: OccurrenceEdit? = nil, content: RoutineContent? = nil,
        continuation: UUID? = nil, replaces: Int64, by: String? = nil, at: Date
    ) {
        self.id = id
        self.scope = scope
        self.occurrence = occurrence
        self.to = to
        self.edit = edit
        self.content = content
        self.continuation = continuation
        self.replaces = replaces
        self.by = by
        self.at = at
    }
}
