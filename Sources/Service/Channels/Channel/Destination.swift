public import Foundation

/// Where one message goes: a contact, with what the home has set for its channel.
public struct Destination: Sendable {
    /// The contact's id.
    public var contact: UUID
    /// What its owner may see, by the names of the channel's `address` fields.
    public var address: [String: String]
    /// The contact's secrets, by the same names.
    public var secrets: [String: String]
    /// What the home has set for the channel, by the names of its `settings` fields.
    public var settings: [String: String]
    /// The home's secrets for the channel.
    public var settingSecrets: [String: String]

    public init(
        contact: UUID, address: [String: String], secrets: [String: String] = [:],
        settings: [String: String] = [:], settingSecrets: [String: String] = [:]
    ) {
        self.contact = contact
        self.address = address
        self.secrets = secrets
        self.settings = settings
        self.settingSecrets = settingSecrets
    }
}
