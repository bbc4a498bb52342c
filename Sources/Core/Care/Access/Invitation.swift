public import FoundationEssentials

/// Somebody is to have a login: the body of `POST /invitations`.
public struct NewInvitation: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// What they are, or shall be. A client's code links a phone, or a kiosk, with what is that client's alone.
    public var role: Person.Role
    /// As they shall be called; they can change it when they accept.
    public var name: String
    /// The id of somebody who is there already: they get a login, or a new password. Their role and name stay.
    public var person: String?
    /// The ids of the clients whom somebody new who is a provider comes to see; nobody where it is absent.
    public var clients: [String]?

    public init(
        id: UUID, role: Person.Role, name: String, person: String? = nil, clients: [String]? = nil
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.person = person
        self.clients = clients
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkName(name, "name")
        if let person { try FieldChecks.id(person, "person", mayHaveCapitals: true) }
        try Person.checkNew(clients: clients, role, person: person)
    }
}

/// An unused invitation.
public struct Invitation: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var role: Person.Role
    public var name: String
    public var person: String?
    /// To be read aloud: `K7M-4QX`.
    public var code: String
    /// To be sent: `/join/K7M-4QX`, behind the address of the service.
    public var path: String
    public var expiresAt: Date

    public init(
        id: UUID, role: Person.Role, name: String, person: String? = nil, code: String, path: String,
        expiresAt: Date
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.person = person
        self.code = code
        self.path = path
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id, role, name, person, code, path
        case expiresAt = "expires_at"
    }
}

/// The invitations that can still be used, the newest first: the answer to `GET /invitations`.
public struct InvitationPage: Codable, Sendable, Equatable {
    public var invitations: [Invitation]

    public init(invitations: [Invitation]) { self.invitations = invitations }
}

/// What the holder of a code may know before they accept: the answer to `GET /invitations/{code}`.
public struct InvitationView: Codable, Sendable, Equatable {
    public var role: Person.Role
    public var name: String
    /// The home's name; absent if nobody has set one.
    public var home: String?
    /// Whether they have a password already, which the one that they choose with it replaces.
    public var hasPassword: Bool

    public init(role: Person.Role, name: String, home: String?, hasPassword: Bool = false) {
        self.role = role
        self.name = name
        self.home = home
        self.hasPassword = hasPassword
    }

    enum CodingKeys: String, CodingKey {
        case role, name, home
        case hasPassword = "has_password"
    }
}

/// Somebody takes an invitation: the body of `POST /invitations/{code}/acceptance`.
public struct Acceptance: Codable, Sendable, Equatable {
    public var name: String
    /// Only a client may leave it out: then this browser is linked, and another one needs a code of its own.
    public var password: String?

    public init(name: String, password: String?) {
        self.name = name
        self.password = password
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkName(name, "name")
        if let password { try AccessRules.checkPassword(password, "password", of: name) }
    }
}

/// Somebody of the home, and whether they can log in.
public struct Account: Codable, Sendable, Equatable {
    public var person: Person
    /// Whether they can log in, or have a phone that is linked.
    public var hasLogin: Bool
    /// Whether their password needs a second step.
    public var hasSecondStep: Bool
    /// At how many places they are logged in now: of a client, the phones that are linked.
    public var sessions: Int
    /// When they last asked for anything; absent where they are logged in nowhere.
    public var lastSeen: Date?

    public init(
        person: Person, hasLogin: Bool, hasSecondStep: Bool = false, sessions: Int = 0, lastSeen: Date? = nil
    ) {
        self.person = person
        self.hasLogin = hasLogin
        self.hasSecondStep = hasSecondStep
        self.sessions = sessions
        self.lastSeen = lastSeen
    }

    enum CodingKeys: String, CodingKey {
        case person, sessions
        case hasLogin = "has_login"
        case hasSecondStep = "has_second_step"
        case lastSeen = "last_seen"
    }
}

/// Everybody of the home, in the order of their ids: the answer to `GET /accounts`.
public struct AccountPage: Codable, Sendable, Equatable {
    public var accounts: [Account]

    public init(accounts: [Account]) { self.accounts = accounts }
}
