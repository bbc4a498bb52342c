public import FoundationEssentials

/// A page of routines: the answer to `GET /routines`.
public struct RoutinePage: Codable, Sendable, Equatable {
    public var routines: [Routine]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: String?
    /// The journal's last sequence number when the page was read.
    public var sequence: Int64
    /// The journal's own id: another one means that the service began a new database.
    public var journal: UUID

    public init(routines: [Routine], next: String?, sequence: Int64, journal: UUID) {
        self.routines = routines
        self.next = next
        self.sequence = sequence
        self.journal = journal
    }
}
