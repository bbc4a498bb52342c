/// What somebody is called whom an answer names: not every reader sees everybody of the home.
public struct CostName: Codable, Hashable, Sendable {
    /// The person's id.
    public var person: String
    public var name: String

    public init(person: String, name: String) {
        self.person = person
        self.name = name
    }
}
