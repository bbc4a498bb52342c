/// What the home has set of a channel for all, without its secrets.
public struct StoredChannel: Sendable, Equatable {
    /// The name of the settings that are no channel's: how addresses in messages begin.
    public static let links = "links"
    /// The name of the way to the house itself, an MQTT broker: it reaches nobody's own device.
    public static let house = "mqtt"

    /// One of `ContactChannel.names`, `house` or `links`.
    public var name: String
    public var isOn: Bool
    public var settings: [String: String]
    /// Rises with each change. A writer sends the one that they have read, 0 where there is none yet.
    public var sequence: Int64

    public init(name: String, isOn: Bool, settings: [String: String] = [:], sequence: Int64 = 0) {
        self.name = name
        self.isOn = isOn
        self.settings = settings
        self.sequence = sequence
    }
}
