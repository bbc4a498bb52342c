public import Care
public import Foundation

/// A password as it is kept: what it was hashed with, and what came out.
public struct StoredPassword: Sendable, Equatable {
    public var salt: Data
    public var hash: Data
    /// How it was hashed, for whoever checks it.
    public var parameters: String

    public init(salt: Data, hash: Data, parameters: String) {
        self.salt = salt
        self.hash = hash
        self.parameters = parameters
    }
}

/// A password in the place of another.
public struct NewPassword: Sendable, Equatable {
    public var new: StoredPassword
    /// The one that was found to be right; if it is another one by now, nothing is changed.
    public var replaces: StoredPassword

    public init(_ new: StoredPassword, replaces: StoredPassword) {
        self.new = new
        self.replaces = replaces
    }
}

/// Somebody logs in somewhere: what is kept of it.
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
    public var csrfToken: String
    public var lastSeen: Date
}

/// Who writes a person, as far as it matters to what somebody may do here.
public enum PersonWriter: Sendable, Equatable {
    /// The home itself: its settings, or a program that stands in for it.
    case home
    /// Somebody who has logged in as a coordinator. Whether they still are one is looked at in the transaction.
    case coordinator(String)
    /// Whoever changes no rights: caregivers their own absences, a station people who cannot log in.
    case other
}

/// Makes codes until one is free.
public typealias CodeMaker = @Sendable () -> String
