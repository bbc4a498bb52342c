/// A person's part of an amount.
public struct CostShare: Codable, Hashable, Sendable {
    /// The person's id.
    public var person: String
    /// In the currency's smallest unit.
    public var amount: Int64

    public init(person: String, amount: Int64) {
        self.person = person
        self.amount = amount
    }
}
