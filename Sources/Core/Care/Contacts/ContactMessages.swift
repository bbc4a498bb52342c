/// The ways by which people are reached on their own devices, in the order in which they were made: the answer to `GET /contacts`.
public struct ContactPage: Codable, Sendable, Equatable {
    public var contacts: [Contact]

    public init(contacts: [Contact]) { self.contacts = contacts }
}

/// What somebody writes of one way to be reached: the body of `PUT /contacts/{id}`. What the service itself finds out, as whether it works,
/// is no part of it.
public struct ContactChange: Codable, Sendable, Equatable {
    /// By id; `nil`: the home's own.
    public var person: String?
    /// One of `ContactChannel.names`.
    public var channel: String
    /// 1–80 characters.
    public var label: String
    /// What its owner may see.
    public var address: [String: String]
    /// What opens it: written, and never told. Missing: what was written before stays; an empty text takes one away.
    public var secret: [String: String]?
    /// Seconds after the person is reached until this way is tried, 0–3600.
    public var after: Int
    public var isOn: Bool
    /// That of the contact as the writer has read it, 0 for a new one.
    public var sequence: Int64

    public init(
        person: String? = nil, channel: String, label: String, address: [String: String] = [:],
        secret: [String: String]? = nil, after: Int = 0, isOn: Bool = true, sequence: Int64 = 0
    ) {
        self.person = person
        self.channel = channel
        self.label = label
        self.address = address
        self.secret = secret
        self.after = after
        self.isOn = isOn
        self.sequence = sequence
    }

    enum CodingKeys: String, CodingKey {
        case person, channel, label, address, secret, after, sequence
        case isOn = "on"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            person: try container.decodeIfPresent(String.self, forKey: .person),
            channel: try container.decode(String.self, forKey: .channel),
            label: try container.decode(String.self, forKey: .label),
            address: try container.decodeIfPresent([String: String].self, forKey: .address) ?? [:],
            secret: try container.decodeIfPresent([String: String].self, forKey: .secret),
            after: try container.decodeIfPresent(Int.self, forKey: .after) ?? 0,
            isOn: try container.decodeIfPresent(Bool.self, forKey: .isOn) ?? true,
            sequence: try container.decodeIfPresent(Int64.self, forKey: .sequence) ?? 0)
    }
}

/// What came of a test message: the answer to `POST /contacts/{id}/proofs`.
public struct ContactProof: Codable, Sendable, Equatable {
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// The other side took it; whether anybody sees it is not known.
        case accepted
        /// The device or person has confirmed it.
        case confirmed
        case failed
        /// The other side asks to wait.
        case later
        /// There is nobody at this address any more.
        case gone
    }

    public var outcome: Outcome
    /// Why it was not taken.
    public var problem: String?

    public init(outcome: Outcome, problem: String? = nil) {
        self.outcome = outcome
        self.problem = problem
    }
}

/// With what a browser subscribes to messages: the answer to `GET /push`.
public struct PushKey: Codable, Sendable, Equatable {
    /// The public key of this home (VAPID, RFC 8292), base64url; `nil` where it has none.
    public var key: String?
    /// Why nothing can be pushed from here.
    public var problem: String?

    public init(key: String? = nil, problem: String? = nil) {
        self.key = key
        self.problem = problem
    }
}

/// What a browser knows of a subscription that is not its reader's any more: the body of `POST /push/left`.
public struct LeftSubscription: Codable, Sendable, Equatable {
    /// The address of its push service.
    public var endpoint: String
    /// Its secret (RFC 8291), base64url: who has it has the subscription.
    public var auth: String

    public init(endpoint: String, auth: String) {
        self.endpoint = endpoint
        self.auth = auth
    }
}

/// Over what people can be reached: the answer to `GET /channels`.
public struct ChannelPage: Codable, Sendable, Equatable {
    public var channels: [HomeChannel]

    public init(channels: [HomeChannel]) { self.channels = channels }
}

/// One channel of the home: how it is set, and what there is to set.
public struct HomeChannel: Codable, Sendable, Equatable {
    /// One thing that has to be written down.
    public struct Field: Codable, Sendable, Equatable {
        public enum Kind: String, Codable, Sendable, CaseIterable { case text, url, port, list, tick, number }

        public var name: String
        /// Whether it is written and never told.
        public var isSecret: Bool
        public var isRequired: Bool
        public var kind: Kind
        /// Of a number.
        public var minimum: Int?
        public var maximum: Int?

        public init(
            name: String, isSecret: Bool, isRequired: Bool, kind: Kind, minimum: Int? = nil,
            maximum: Int? = nil
        ) {
            self.name = name
            self.isSecret = isSecret
            self.isRequired = isRequired
            self.kind = kind
            self.minimum = minimum
            self.maximum = maximum
        }

        enum CodingKeys: String, CodingKey {
            case name, kind, minimum, maximum
            case isSecret = "secret"
            case isRequired = "required"
        }
    }

    /// `links` is none of its own: it says under which address messages lead back to this service. Nor is `mqtt`, which reaches the house
    /// and nobody's own device.
    public var name: String
    public var isOn: Bool
    /// For whoever is no coordinator only `server`: people write it into the apps on their phones.
    public var settings: [String: String]
    /// The names of the secrets that are set.
    public var secrets: [String]
    /// What the home sets for all.
    public var fields: [Field]
    /// What one way to somebody needs.
    public var address: [Field]
    public var carriesAnswers: Bool
    public var carriesUpdates: Bool
    /// Whether it can be proved without anybody noticing.
    public var provesSilently: Bool
    /// Why messages over it would not be sent from this home, as its last proof has found, such as that a program is missing; `nil` where
    /// nothing is known to be wrong.
    public var trouble: String?
    /// Rises with each change. A writer sends the one that they have read, 0 where nothing was set.
    public var sequence: Int64
    /// Of `mqtt` alone, while it is on.
    public var standing: HouseStanding?

    public init(
        name: String, isOn: Bool, settings: [String: String], secrets: [String], fields: [Field],
        address: [Field], carriesAnswers: Bool, carriesUpdates: Bool, provesSilently: Bool,
        trouble: String? = nil, sequence: Int64, standing: HouseStanding? = nil
    ) {
        self.name = name
        self.isOn = isOn
        self.settings = settings
        self.secrets = secrets
        self.fields = fields
        self.address = address
        self.carriesAnswers = carriesAnswers
        self.carriesUpdates = carriesUpdates
        self.provesSilently = provesSilently
        self.trouble = trouble
        self.sequence = sequence
        self.standing = standing
    }

    enum CodingKeys: String, CodingKey {
        case name, settings, secrets, fields, address, trouble, sequence, standing
        case isOn = "on"
        case carriesAnswers = "carries_answers"
        case carriesUpdates = "carries_updates"
        case provesSilently = "proves_silently"
    }
}

/// How a channel shall be set: the body of `PUT /channels/{name}`.
public struct ChannelChange: Codable, Sendable, Equatable {
    public var isOn: Bool
    /// All of them: what is left out is not set any more.
    public var settings: [String: String]
    /// Those that change, by name: one that is left out stays, and an empty text takes one away.
    public var secrets: [String: String]?
    public var sequence: Int64
    /// The names of secrets that stood in this session's last change of the channel, which was refused, and are meant again: nobody
    /// shows a secret to whoever has typed it.
    @MayBeAbsent public var asTyped: [String]

    public init(
        isOn: Bool, settings: [String: String] = [:], secrets: [String: String]? = nil, sequence: Int64 = 0,
        asTyped: [String] = []
    ) {
        self.isOn = isOn
        self.settings = settings
        self.secrets = secrets
        self.sequence = sequence
        self.asTyped = asTyped
    }

    enum CodingKeys: String, CodingKey {
        case settings, secrets, sequence
        case isOn = "on"
        case asTyped = "as_typed"
    }
}

/// For which clients somebody can be reached now: the answer to `GET /coverage`. Empty in a home in which nobody has a way to be reached.
public struct Coverage: Codable, Sendable, Equatable {
    public struct Client: Codable, Sendable, Equatable, Identifiable {
        public var id: String
        public var name: String
        public var isReachable: Bool
        /// Why nobody is.
        public var reason: String?

        public init(id: String, name: String, isReachable: Bool, reason: String? = nil) {
            self.id = id
            self.name = name
            self.isReachable = isReachable
            self.reason = reason
        }

        enum CodingKeys: String, CodingKey {
            case id, name, reason
            case isReachable = "reachable"
        }
    }

    public var clients: [Client]

    public init(clients: [Client]) { self.clients = clients }
}

/// How somebody answers a message on the device that showed it: the body of `POST /answers/{token}`.
public struct MessageAnswer: Codable, Sendable, Equatable {
    public enum Word: String, Codable, Sendable, CaseIterable {
        case onTheWay = "on_the_way"
        /// This person cannot come: the call goes on, to the next.
        case cannot
    }

    public var with: Word

    public init(with word: Word) { with = word }
}

/// What came of an answer: the answer to `POST /answers/{token}`.
public struct MessageAnswered: Codable, Sendable, Equatable {
    /// Of the call, now.
    public var state: RequestState
    /// In a sentence, in the language of whoever was asked.
    public var said: String
    /// Which language that is, BCP 47; `nil` where the service has no texts.
    public var language: String?

    public init(state: RequestState, said: String, language: String? = nil) {
        self.state = state
        self.said = said
        self.language = language
    }
}

/// What a message is about, for whoever opens its link: the answer to `GET /answers/{token}`. It says what the message and the news after it
/// say, and nothing else.
public struct MessageStanding: Codable, Sendable, Equatable {
    /// Who calls for what, as the message says it, in the language of whoever got it.
    public var title: String
    /// What was said, and when; may be empty.
    public var body: String
    /// Of the call, now.
    public var state: RequestState
    /// What has become of the call, in a sentence; `nil` while it waits.
    public var news: String?
    /// Whether this message was answered.
    public var isAnswered: Bool
    /// The language of whoever got it, BCP 47; `nil` where the service has no texts.
    public var language: String?

    /// Whether an answer would count.
    public var isOpen: Bool { !isAnswered && state.isOpen && !state.isAnswered }

    public init(
        title: String, body: String, state: RequestState, news: String? = nil, isAnswered: Bool = false,
        language: String? = nil
    ) {
        self.title = title
        self.body = body
        self.state = state
        self.news = news
        self.isAnswered = isAnswered
        self.language = language
    }

    enum CodingKeys: String, CodingKey {
        case title, body, state, news, language
        case isAnswered = "answered"
    }
}
