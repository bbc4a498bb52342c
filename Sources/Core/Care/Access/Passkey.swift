public import FoundationEssentials

/// A key in somebody's phone, computer or stick by which they log in without a password (W3C Web Authentication).
public struct Passkey: Codable, Sendable, Equatable, Identifiable {
    /// Of one person.
    public static let most = 20
    /// Longest name, characters.
    public static let longestName = 60

    public var id: UUID
    /// As its owner calls it.
    public var name: String
    /// The host name for which it was made: it works nowhere else.
    public var host: String
    public var since: Date
    /// Absent: never yet.
    public var usedAt: Date?

    public init(id: UUID, name: String, host: String, since: Date, usedAt: Date?) {
        self.id = id
        self.name = name
        self.host = host
        self.since = since
        self.usedAt = usedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, name, host, since
        case usedAt = "used_at"
    }
}

/// What a browser needs to make a passkey: the answer to `POST /account/passkeys/challenges`. Bytes are base64url without padding.
public struct PasskeyOffer: Codable, Sendable, Equatable {
    public var challenge: String
    /// The relying party's id: the host name.
    public var host: String
    /// The home's name.
    public var home: String
    /// By which an authenticator tells people apart; says nothing about them.
    public var user: String
    public var userName: String
    /// COSE algorithms, the best one first.
    public var algorithms: [Int]
    /// Credentials that this person has under this host already.
    public var excluded: [String]
    public var expiresAt: Date

    public init(
        challenge: String, host: String, home: String, user: String, userName: String, algorithms: [Int],
        excluded: [String], expiresAt: Date
    ) {
        self.challenge = challenge
        self.host = host
        self.home = home
        self.user = user
        self.userName = userName
        self.algorithms = algorithms
        self.excluded = excluded
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case challenge, host, home, user, algorithms, excluded
        case userName = "user_name"
        case expiresAt = "expires_at"
    }
}

/// A passkey that a browser has made: the body of `POST /account/passkeys`. Bytes are base64url without padding.
public struct NewPasskey: Codable, Sendable, Equatable {
    public var name: String
    public var challenge: String
    public var clientData: String
    public var attestation: String

    public init(name: String, challenge: String, clientData: String, attestation: String) {
        self.name = name
        self.challenge = challenge
        self.clientData = clientData
        self.attestation = attestation
    }

    enum CodingKeys: String, CodingKey {
        case name, challenge, attestation
        case clientData = "client_data"
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.name(name, "name", limit: Passkey.longestName)
    }
}

/// What a browser needs to ask for a passkey: the answer to `POST /passkeys/challenges`. It names nobody: the authenticator knows whose it is.
public struct PasskeyQuestion: Codable, Sendable, Equatable {
    public var challenge: String
    public var host: String
    public var expiresAt: Date

    public init(challenge: String, host: String, expiresAt: Date) {
        self.challenge = challenge
        self.host = host
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case challenge, host
        case expiresAt = "expires_at"
    }
}

/// What the authenticator has signed: the body of `POST /passkeys/sessions`. Bytes are base64url without padding.
public struct PasskeyAnswer: Codable, Sendable, Equatable {
    public var challenge: String
    public var credential: String
    public var clientData: String
    public var authenticatorData: String
    public var signature: String
    public var user: String?

    public init(
        challenge: String, credential: String, clientData: String, authenticatorData: String,
        signature: String, user: String?
    ) {
        self.challenge = challenge
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.user = user
    }

    enum CodingKeys: String, CodingKey {
        case challenge, credential, signature, user
        case clientData = "client_data"
        case authenticatorData = "authenticator_data"
    }
}
