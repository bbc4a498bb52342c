public import FoundationEssentials

/// Who has logged in: the answer to `POST /setup`, `POST /sessions`, `POST /invitations/{code}/acceptance` and `GET /session`.
public struct Session: Codable, Sendable, Equatable {
    public var person: Person
    /// Whether they can log in elsewhere with a password; `false` for a client whose phone was linked by a code alone.
    public var hasPassword: Bool
    /// Goes with whatever this session changes: in `X-CSRF-Token`, or in the field `csrf` of a page's form.
    public var csrfToken: String

    public init(person: Person, hasPassword: Bool = true, csrfToken: String) {
        self.person = person
        self.hasPassword = hasPassword
        self.csrfToken = csrfToken
    }

    enum CodingKeys: String, CodingKey {
        case person
        case hasPassword = "has_password"
        case csrfToken = "csrf_token"
    }
}

/// One place where somebody is logged in, as they see it themselves.
public struct SessionEntry: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var since: Date
    /// Accurate to about a minute: not every page view is recorded.
    public var lastSeen: Date
    /// What the browser says of itself, shortened; empty where it says nothing.
    public var browser: String
    /// From where they logged in; empty where that is not known.
    public var address: String
    /// Whether it is the one that asks.
    public var isThis: Bool
    /// Of the phone, tablet or laptop there; `nil` where the browser has never said how full it is.
    public var battery: MachineBattery?

    public init(
        id: UUID, since: Date, lastSeen: Date, browser: String, address: String = "", isThis: Bool,
        battery: MachineBattery? = nil
    ) {
        self.id = id
        self.since = since
        self.lastSeen = lastSeen
        self.browser = browser
        self.address = address
        self.isThis = isThis
        self.battery = battery
    }

    enum CodingKeys: String, CodingKey {
        case id, since, browser, address, battery
        case lastSeen = "last_seen"
        case isThis = "is_this"
    }
}

/// Where somebody is logged in, the last one seen first: the answer to `GET /sessions`.
public struct SessionPage: Codable, Sendable, Equatable {
    public var sessions: [SessionEntry]

    public init(sessions: [SessionEntry]) { self.sessions = sessions }
}
