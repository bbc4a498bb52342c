/// Somebody of a home whom a sentence may name.
public struct PlanPerson: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// For whom a routine can be.
        case client
        /// Who can do it.
        case caregiver
    }

    public var id: String
    /// "Anna Berg"; a sentence may use a part of it that nobody else's name has.
    public var name: String
    public var kind: Kind

    public init(id: String, name: String, kind: Kind) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}
