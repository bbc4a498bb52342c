public import FoundationEssentials

/// One way to reach one person on a device of their own, or a program of the home.
public struct Contact: Codable, Sendable, Equatable, Identifiable {
    /// Whether it works, as far as the service knows.
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Nothing has been sent over it yet.
        case new
        case working
        /// The last tries or the last proof failed.
        case failing
        /// The other side does not know it any more: nothing is sent until it is written anew.
        case ended
    }

    public var id: UUID
    /// Whose it is; `nil` for the home's own, such as a group of telephones: told with the last step of a call's way.
    public var person: String?
    /// One of `ContactChannel.names`.
    public var channel: String
    /// As its owner knows it, e.g. "Anna's phone"; 1–80 characters.
    public var label: String
    /// What the channel needs and its owner may see: a topic, a number, a mail address. No secrets.
    public var address: [String: String]
    /// How long after the person is reached it is tried, 0–3600. Seconds.
    public var after: Int
    public var isOn: Bool
    public var state: State
    /// Why it fails or has ended.
    public var problem: String?
    /// When the other side last took a proof or a message.
    public var provedAt: Date?
    /// When the device or the person last confirmed one.
    public var confirmedAt: Date?
    /// When its owner's page last saved it.
    public var renewedAt: Date
    /// Rises with each change that somebody makes. A writer sends the one that they have read, 0 for a new one.
    public var sequence: Int64

    public init(
        id: UUID, person: String?, channel: String, label: String, address: [String: String] = [:],
        after: Int = 0, isOn: Bool = true, state: State = .new, problem: String? = nil,
        provedAt: Date? = nil, confirmedAt: Date? = nil,
        renewedAt: Date = Date(timeIntervalSince1970: 0), sequence: Int64 = 0
    ) {
        self.id = id
        self.person = person
        self.channel = channel
        self.label = label
        self.address = address
        self.after = after
        self.isOn = isOn
        self.state = state
        self.problem = problem
        self.provedAt = provedAt
        self.confirmedAt = confirmedAt
        self.renewedAt = renewedAt
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case id, person, channel, label, address, after, state, problem, sequence
        case isOn = "on"
        case provedAt = "proved_at"
        case confirmedAt = "confirmed_at"
        case renewedAt = "renewed_at"
    }

    /// What only the service knows may be left out, and so may what has a default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(UUID.self, forKey: .id),
            person: try container.decodeIfPresent(String.self, forKey: .person),
            channel: try container.decode(String.self, forKey: .channel),
            label: try container.decode(String.self, forKey: .label),
            address: try container.decodeIfPresent([String: String].self, forKey: .address) ?? [:],
            after: try container.decodeIfPresent(Int.self, forKey: .after) ?? 0,
            isOn: try container.decodeIfPresent(Bool.self, forKey: .isOn) ?? true,
            state: try container.decodeIfPresent(State.self, forKey: .state) ?? .new,
            problem: try container.decodeIfPresent(String.self, forKey: .problem),
            provedAt: try container.decodeIfPresent(Date.self, forKey: .provedAt),
            confirmedAt: try container.decodeIfPresent(Date.self, forKey: .confirmedAt),
            renewedAt: try container.decodeIfPresent(Date.self, forKey: .renewedAt)
                ?? Date(timeIntervalSince1970: 0),
            sequence: try container.decodeIfPresent(Int64.self, forKey: .sequence) ?? 0)
    }
}
