/// Name and password: the body of `POST /sessions`.
public struct LogIn: Codable, Sendable, Equatable {
    /// As the person is called in the home; capitals and spaces around it do not matter.
    public var name: String
    public var password: String

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Refuses only what can never be a password: strangers must not learn which passwords were once accepted.
    public func check() throws(FieldProblem) {
        try FieldChecks.text(name, "name", limit: AccessRules.longestName)
        guard password.utf8.count <= AccessRules.longestPassword else {
            throw FieldProblem("password", "it is longer than \(AccessRules.longestPassword) bytes")
        }
    }
}

/// Makes the first coordinator: the body of `POST /setup`.
public struct Setup: Codable, Sendable, Equatable {
    /// From the link that the service has printed at its start.
    public var token: String
    public var name: String
    public var password: String

    public init(token: String, name: String, password: String) {
        self.token = token
        self.name = name
        self.password = password
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkToken(token, "token")
        try AccessRules.checkName(name, "name")
        try AccessRules.checkPassword(password, "password", of: name)
    }
}

/// The password once more, before something that an open page alone shall not do: the body of `POST /session/confirmation`.
public struct PasswordConfirmation: Codable, Sendable, Equatable {
    public var currentPassword: String

    public init(currentPassword: String) { self.currentPassword = currentPassword }

    enum CodingKeys: String, CodingKey { case currentPassword = "current_password" }

    public func check() throws(FieldProblem) {
        guard currentPassword.utf8.count <= AccessRules.longestPassword else {
            throw FieldProblem(
                "current_password", "it is longer than \(AccessRules.longestPassword) bytes")
        }
    }
}

/// Somebody leaves the home by themselves: the body of `POST /account/leaving`.
public struct Leaving: Codable, Sendable, Equatable {
    /// Their password, always asked for: a page that somebody has left open must not be enough.
    public var password: String

    public init(password: String) { self.password = password }

    public func check() throws(FieldProblem) {
        guard password.utf8.count <= AccessRules.longestPassword else {
            throw FieldProblem("password", "it is longer than \(AccessRules.longestPassword) bytes")
        }
    }
}

/// A change of how somebody logs in: the body of `PUT /account`.
public struct AccountChange: Codable, Sendable, Equatable {
    public var name: String?
    /// In which they want to read, BCP 47; empty: in that of their browser.
    public var language: String?
    /// A new password; every other place where this person is logged in is logged out.
    public var password: String?
    /// The current password; required with a new one.
    public var oldPassword: String?
    /// Which reminders they want.
    public var reminders: ReminderPreferences?
    /// The person's `sequence` that the sender has read: where others have changed them since, nothing is changed. Absent: whatever
    /// others have changed.
    public var sequence: Int64?

    public init(
        name: String? = nil, language: String? = nil, password: String? = nil, oldPassword: String? = nil,
        reminders: ReminderPreferences? = nil, sequence: Int64? = nil
    ) {
        self.name = name
        self.language = language
        self.sequence = sequence
        self.password = password
        self.oldPassword = oldPassword
        self.reminders = reminders
    }

    enum CodingKeys: String, CodingKey {
        case name, language, password, reminders, sequence
        case oldPassword = "old_password"
    }

    public func check() throws(FieldProblem) {
        if let name { try AccessRules.checkName(name, "name") }
        if let language, !language.isEmpty { try Person.check(language: language) }
        guard let password else { return }
        try AccessRules.checkPassword(password, "password", of: name)
        guard let oldPassword else {
            throw FieldProblem("old_password", "a new password needs the old one too")
        }
        guard oldPassword.utf8.count <= AccessRules.longestPassword else {
            throw FieldProblem("old_password", "it is longer than \(AccessRules.longestPassword) bytes")
        }
    }
}
