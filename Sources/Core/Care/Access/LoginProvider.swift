public import FoundationEssentials

/// A provider of OpenID Connect, by which people log in with what they use elsewhere: one of the answer to `GET /login-providers`.
public struct LoginProvider: Codable, Sendable, Equatable, Identifiable {
    /// More are not kept: each has a button where people log in.
    public static let most = 10
    /// Longest name of one, characters.
    public static let longestName = 60
    /// Longest issuer, id or secret of this home there, bytes.
    public static let longestText = 500

    public var id: UUID
    /// What stands on its button.
    public var name: String
    /// Under which address of this home it sends people back: scheme, host and port. Somebody who has come by another one logs in there.
    public var home: String
    /// Whether that is the address under which this message has come.
    public var isHere: Bool
    /// Exactly as the provider writes it, with or without a slash at its end. This and what follows is told to coordinators alone.
    public var issuer: String?
    /// What this home is called there.
    public var clientID: String?
    /// Whether there is a secret by which the home shows there who it is.
    public var hasSecret: Bool?
    /// How many people are linked with somebody there.
    public var people: Int?
    /// What was wrong when it was asked last; `nil` where nothing was.
    public var problem: PlatformProblem?

    public init(
        id: UUID, name: String, home: String, isHere: Bool, issuer: String? = nil, clientID: String? = nil,
        hasSecret: Bool? = nil, people: Int? = nil, problem: PlatformProblem? = nil
    ) {
        self.id = id
        self.name = name
        self.home = home
        self.isHere = isHere
        self.issuer = issuer
        self.clientID = clientID
        self.hasSecret = hasSecret
        self.people = people
        self.problem = problem
    }

    enum CodingKeys: String, CodingKey {
        case id, name, home, issuer, people, problem
        case isHere = "is_here"
        case clientID = "client_id"
        case hasSecret = "has_secret"
    }

    /// Where it sends people back to, behind the home's address: to be entered there as the redirect URI.
    public static func returnPath(of id: UUID) -> String { "/login/with/\(id.uuidString.lowercased())" }
}

/// The answer to `GET /login-providers`, in the order in which they were added.
public struct LoginProviderPage: Codable, Sendable, Equatable {
    public var providers: [LoginProvider]

    public init(providers: [LoginProvider]) { self.providers = providers }
}

/// What a coordinator says of a provider: the body of `PUT /login-providers/{id}`.
public struct LoginProviderChange: Codable, Sendable, Equatable {
    public var name: String
    public var issuer: String
    public var clientID: String
    /// Absent: as it was. Empty: there is none.
    public var clientSecret: String?
    /// Absent: the address under which this message has come.
    public var home: String?

    public init(
        name: String, issuer: String, clientID: String, clientSecret: String? = nil, home: String? = nil
    ) {
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.home = home
    }

    enum CodingKeys: String, CodingKey {
        case name, issuer, home
        case clientID = "client_id"
        case clientSecret = "client_secret"
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.name(name, "name", limit: LoginProvider.longestName)
        try FieldChecks.text(issuer, "issuer", limit: LoginProvider.longestText)
        try FieldChecks.text(clientID, "client_id", limit: LoginProvider.longestText)
        guard (clientSecret ?? "").utf8.count <= LoginProvider.longestText else {
            throw FieldProblem("client_secret", "it is longer than \(LoginProvider.longestText) bytes")
        }
        if let home { try FieldChecks.text(home, "home", limit: LoginProvider.longestText) }
    }
}

/// Somebody begins to log in with a provider: the body of `POST /login-providers/{id}/starts`.
public struct LoginStartRequest: Codable, Sendable, Equatable {
    /// Where they were going, a path of this site.
    public var next: String?

    public init(next: String? = nil) { self.next = next }
}

/// Where to send the browser: the answer to `POST /login-providers/{id}/starts` and `POST /account/identities`. It comes with a cookie,
/// without which what the provider answers is worth nothing.
public struct LoginStart: Codable, Sendable, Equatable {
    /// At the provider.
    public var address: String
    public var expiresAt: Date

    public init(address: String, expiresAt: Date) {
        self.address = address
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case address
        case expiresAt = "expires_at"
    }
}

/// What the provider has sent the browser back with: the body of `POST /login-providers/{id}/answers`.
public struct LoginAnswer: Codable, Sendable, Equatable {
    public var state: String
    public var code: String?
    /// Who says so, RFC 9207.
    public var issuer: String?
    /// Why it lets nobody in, RFC 6749, 4.1.2.1.
    public var error: String?

    public init(state: String, code: String? = nil, issuer: String? = nil, error: String? = nil) {
        self.state = state
        self.code = code
        self.issuer = issuer
        self.error = error
    }

    enum CodingKeys: String, CodingKey {
        case state, code, error
        case issuer = "iss"
    }
}

/// What came of it: the answer to `POST /login-providers/{id}/answers`. Exactly one of the first three is there.
public struct LoginOutcome: Codable, Sendable, Equatable {
    public var session: Session?
    public var secondStep: SecondStepAsked?
    /// Somebody who was logged in is linked now.
    public var linked: IdentityLink?
    /// Where they were going.
    public var next: String?

    public init(
        session: Session? = nil, secondStep: SecondStepAsked? = nil, linked: IdentityLink? = nil,
        next: String? = nil
    ) {
        self.session = session
        self.secondStep = secondStep
        self.linked = linked
        self.next = next
    }

    enum CodingKeys: String, CodingKey {
        case session, linked, next
        case secondStep = "second_step"
    }
}

/// With which provider somebody logs in.
public struct IdentityLink: Codable, Sendable, Equatable, Identifiable {
    /// Of one person.
    public static let most = 10

    public var id: UUID
    public var provider: UUID
    /// The provider's name.
    public var providerName: String
    /// As they are called there; absent where it was not told.
    public var name: String?
    /// Whether there is a picture of them there.
    public var hasPicture: Bool
    public var linkedAt: Date
    /// When they logged in by it last; absent: never yet.
    public var usedAt: Date?

    public init(
        id: UUID, provider: UUID, providerName: String, name: String?, hasPicture: Bool, linkedAt: Date,
        usedAt: Date?
    ) {
        self.id = id
        self.provider = provider
        self.providerName = providerName
        self.name = name
        self.hasPicture = hasPicture
        self.linkedAt = linkedAt
        self.usedAt = usedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, provider, name
        case providerName = "provider_name"
        case hasPicture = "has_picture"
        case linkedAt = "linked_at"
        case usedAt = "used_at"
    }
}

/// Somebody who is logged in wants to be linked: the body of `POST /account/identities`.
public struct NewIdentity: Codable, Sendable, Equatable {
    public var provider: UUID

    public init(provider: UUID) { self.provider = provider }
}

/// What somebody takes over from their provider: the body of `POST /account/identities/{id}/adoptions`.
public struct IdentityAdoption: Codable, Sendable, Equatable {
    public var name: Bool
    public var picture: Bool

    public init(name: Bool = false, picture: Bool = false) {
        self.name = name
        self.picture = picture
    }
}
