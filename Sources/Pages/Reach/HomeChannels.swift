/// The channels over which a home can reach people on their own devices, as the service describes them.
struct HomeChannels: Codable {
    let channels: [HomeChannel]

    /// Those that the home has switched on.
    var inUse: [HomeChannel] { channels.filter { $0.isOn && $0.name != HomeChannel.links } }

    func named(_ name: String) -> HomeChannel? { channels.first { $0.name == name } }
}

/// One channel: what the home sets for all of its messages, what one way to somebody needs, and what it can do.
struct HomeChannel: Codable {
    /// What is filled in.
    struct Field: Codable {
        let name: String
        /// It is never shown again.
        let isSecret: Bool
        let isRequired: Bool
        /// `text`, `url`, `port`, `list`, `tick` or `number`.
        let kind: String

        enum CodingKeys: String, CodingKey {
            case name, kind
            case isSecret = "secret"
            case isRequired = "required"
        }
    }

    /// The subscription of a browser, which the browser makes itself.
    static let push = "web_push"
    /// No channel: where links in messages lead.
    static let links = "links"

    let name: String
    let isOn: Bool
    /// Without secrets.
    let settings: [String: String]
    /// The names of the secrets that are set.
    let secrets: [String]
    let fields: [Field]
    /// What each way needs.
    let address: [Field]
    let carriesAnswers: Bool
    let carriesUpdates: Bool
    let provesSilently: Bool
    let sequence: Int64

    enum CodingKeys: String, CodingKey {
        case name, settings, secrets, fields, address, sequence
        case isOn = "on"
        case carriesAnswers = "carries_answers"
        case carriesUpdates = "carries_updates"
        case provesSilently = "proves_silently"
    }
}

/// What is sent to change a channel: secrets that are left out stay.
struct ChannelChange: Codable, Equatable {
    let isOn: Bool
    let settings: [String: String]
    let secrets: [String: String]
    let sequence: Int64

    enum CodingKeys: String, CodingKey {
        case settings, secrets, sequence
        case isOn = "on"
    }
}

/// With what browsers subscribe here, or why they cannot.
struct PushKey: Codable {
    /// Base64url.
    let key: String?
    let problem: String?
}
