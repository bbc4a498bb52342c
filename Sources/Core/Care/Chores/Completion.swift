public import FoundationEssentials

/// One entry by which somebody has done a chore, or parts of it, and that counts.
public struct Completion: Sendable, Equatable {
    public var entry: UUID
    /// Who did it, by id; `nil` where nobody knows.
    public var person: String?
    /// How many parts; at least one.
    public var parts: Int
    public var at: Date

    public init(entry: UUID, person: String?, parts: Int, at: Date) {
        self.entry = entry
        self.person = person
        self.parts = parts
        self.at = at
    }
}
