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
