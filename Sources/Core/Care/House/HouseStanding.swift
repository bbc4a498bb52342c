public import FoundationEssentials

/// How the connection to the house's broker is: part of its channel for coordinators.
public struct HouseStanding: Codable, Sendable, Equatable {
    /// Since when it is connected, by the service's clock; `nil` while it is not.
    public var connectedSince: Date?
    /// Why it is not connected, in words for people; `nil` while it is, and before the first attempt has ended.
    public var trouble: String?
    /// How many events of calls it has not taken yet.
    public var waiting: Int

    public init(connectedSince: Date? = nil, trouble: String? = nil, waiting: Int = 0) {
        self.connectedSince = connectedSince
        self.trouble = trouble
        self.waiting = waiting
    }

    enum CodingKeys: String, CodingKey {
        case trouble, waiting
        case connectedSince = "connected_since"
    }
}
