public import Care
public import Foundation

/// A stored password: the parameters of its hash, and the hash.
public struct StoredPassword: Sendable, Equatable {
    public var salt: Data
    public var hash: Data
    /// The parameters of the hash, which checking a password needs.
    public var parameters: String

    public init(salt: Data, hash: Data, parameters: String) {
        self.salt = salt
        self.hash = hash
        self.parameters = parameters
    }
}

extension StoredPassword {
    /// That of somebody who has none: nothing that is typed is the same.
    static let none = StoredPassword(
        salt: Data(repeating: 0, count: 16), hash: Data(repeating: 0, count: 32), parameters: "none")

    /// Whether there is one.
    public var isThere: Bool { parameters != Self.none.parameters }
}

/// A password that replaces another.
public struct NewPassword: Sendable, Equatable {
    public var new: StoredPassword
    /// The one that was checked. If another one is stored by now, nothing is changed.
    public var replaces: StoredPassword

    public init(_ new: StoredPassword, replaces: StoredPassword) {
        self.new = new
        self.replaces = replaces
    }
}

/// What is stored about one login.
public struct NewSession: Sendable, Equatable {
    public var id: UUID
    /// SHA-256 of the token that the browser keeps.
    public var hash: Data
    public var csrfToken: String
    public var browser: String
    /// From where they logged in.
    public var address: String
    public var at: Date

    public init(
        id: UUID, hash: Data, csrfToken: String, browser: String, address: String = "", at: Date
    ) {
        self.id = id
        self.hash = hash
        self.csrfToken = csrfToken
        self.browser = browser
        self.address = address
        self.at = at
    }
}

/// A session whose token was shown, and whose it is.
public struct FoundSession: Sendable, Equatable {
    public var id: UUID
    public var person: Person
    public var hasPassword: Bool
    public var csrfToken: String
    public var lastSeen: Date
}

/// What somebody has shown of themselves, and it was right.
public enum LogInProof: Sendable, Equatable {
    /// The stored password against which theirs was checked: checking is slow, and it may have changed meanwhile. `renewed`: the same
    /// password hashed at today's cost, if the stored hash had a lower one.
    case password(StoredPassword, renewed: StoredPassword? = nil)
    /// The link of the person whom a provider has named.
    case identity(UUID)
    /// The passkey that has signed, and how often it says it has. It needs no second step: it asks for its owner's face, finger or PIN.
    case passkey(UUID, count: UInt32)
}

/// What was right at the second step.
public enum SecondStep: Sendable, Equatable {
    /// The number of the 30 seconds to which the code belongs: it, and those before it, are not taken again.
    case code(step: Int64)
    /// SHA-256 of the recovery code.
    case recoveryCode(Data)
}

/// What came of logging in.
public enum LogInEnd: Sendable, Equatable {
    /// `ended`: sessions that have ended by it.
    case begun(Person, hasPassword: Bool, ended: [UUID])
    /// Nothing has begun or changed: there is a second step, and none was shown.
    case needsSecondStep
    /// They may not log in (any more), or what they have shown first is not theirs any more, or was used already.
    case refused
    /// What they have shown at the second step was used already, or is not theirs (any more). Nothing has begun or changed.
    case secondStepRefused
}

/// Somebody's second step, as it is stored.
public struct StoredSecondStep: Sendable, Equatable {
    /// Of the app; 20 bytes.
    public var secret: Data
    /// The number of the 30 seconds of the last code that was taken.
    public var lastStep: Int64
    public var since: Date
    public var recoveryCodesLeft: Int

    public init(secret: Data, lastStep: Int64, since: Date, recoveryCodesLeft: Int) {
        self.secret = secret
        self.lastStep = lastStep
        self.since = since
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

/// A passkey, as it is stored.
public struct StoredPasskey: Sendable, Equatable {
    public var id: UUID
    public var person: String
    /// As its owner calls it.
    public var name: String
    /// By which the authenticator knows it; 1 to 1023 bytes.
    public var credential: Data
    /// COSE, as the authenticator has told it.
    public var key: Data
    /// By which authenticators tell people of this home apart; the same for all of one person.
    public var handle: Data
    public var host: String
    /// How often it says that it has signed; 0 where it does not count.
    public var count: UInt32
    public var since: Date
    public var usedAt: Date?

    public init(
        id: UUID, person: String, name: String, credential: Data, key: Data, handle: Data, host: String,
        count: UInt32, since: Date, usedAt: Date? = nil
    ) {
        self.id = id
        self.person = person
        self.name = name
        self.credential = credential
        self.key = key
        self.handle = handle
        self.host = host
        self.count = count
        self.since = since
        self.usedAt = usedAt
    }
}

/// A provider by which people log in, as it is stored: its secret is in a file.
public struct StoredLoginProvider: Codable, Sendable, Equatable {
    public var id: UUID
    public var name: String
    /// The origin to which it sends people back.
    public var home: String
    public var issuer: String
    public var clientID: String

    public init(id: UUID, name: String, home: String, issuer: String, clientID: String) {
        self.id = id
        self.name = name
        self.home = home
        self.issuer = issuer
        self.clientID = clientID
    }
}

/// Somebody at a provider, as it is stored.
public struct StoredIdentity: Sendable, Equatable {
    public var id: UUID
    public var person: String
    public var provider: UUID
    /// As the provider writes itself. With the subject it is what somebody is known by, and nothing else is.
    public var issuer: String
    public var subject: String
    /// As they are called there.
    public var name: String?
    /// Where their picture is.
    public var picture: String?
    public var linkedAt: Date
    public var usedAt: Date?

    public init(
        id: UUID, person: String, provider: UUID, issuer: String, subject: String, name: String?,
        picture: String?, linkedAt: Date, usedAt: Date? = nil
    ) {
        self.id = id
        self.person = person
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
        self.name = name
        self.picture = picture
        self.linkedAt = linkedAt
        self.usedAt = usedAt
    }
}

/// Who changes a person's record, as far as it matters for rights.
public enum PersonWriter: Sendable, Equatable {
    /// The home itself: its settings, or a program that stands in for it.
    case home
    /// Somebody who has logged in as a coordinator. The transaction checks that they still are one.
    case coordinator(String)
    /// A writer that changes no rights: a caregiver who sets their own absence, or a station that changes
    /// people who cannot log in.
    case other
}

/// Makes codes until one is not in use.
public typealias CodeMaker = @Sendable () -> String
