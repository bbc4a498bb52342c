public import FoundationEssentials

/// Somebody registers by themselves: the body of `POST /registrations`.
public struct NewRegistration: Codable, Sendable, Equatable, Identifiable {
    /// Longest address of an e-mail, in characters (RFC 5321, 4.5.3.1.3).
    public static let longestEmail = 254

    /// Made once by the sender; the same id again makes nobody new: what password and picture were sent last counts.
    public var id: UUID
    /// As they are called, and will log in.
    public var name: String
    /// By which a coordinator may ask who they are; kept only as long as they wait.
    public var email: String?
    public var password: String
    /// PNG, JPEG or WebP, at most 512 KiB; theirs once they are let in.
    public var picture: Data?

    public init(id: UUID, name: String, email: String? = nil, password: String, picture: Data? = nil) {
        self.id = id
        self.name = name
        self.email = email
        self.password = password
        self.picture = picture
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkName(name, "name")
        if let email { try Self.check(email: email) }
        try AccessRules.checkPassword(password, "password", of: name)
        guard let picture else { return }
        guard picture.count <= PersonPicture.mostBytes else {
            throw FieldProblem(
                "picture", "it is larger than \(PersonPicture.mostBytes / 1024) KiB: choose a smaller picture"
            )
        }
    }

    /// Only what is certainly none is refused: whether somebody reads it, only a message shows.
    static func check(email: String) throws(FieldProblem) {
        try FieldChecks.text(email, "email", limit: longestEmail)
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isOne =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !email.contains(where: \.isWhitespace)
        guard isOne else {
            throw FieldProblem("email", "it is not an e-mail address, such as ben@example.org")
        }
    }
}

/// Somebody who waits to be let in: the answer to `POST /registrations`.
public struct Registration: Codable, Sendable, Equatable, Identifiable {
    /// How long somebody waits at most: whoever nobody knows after that may register again. Days.
    public static let longestDays = 30
    /// How many wait at most.
    public static let most = 20
    /// How many wait at most who came from one address (of IPv6: from one network of 64 bits).
    public static let mostOfOneAddress = 5

    public var id: UUID
    public var name: String
    public var email: String?
    public var hasPicture: Bool
    /// When they registered.
    public var at: Date
    /// From where; empty where that is not known.
    public var address: String

    public init(
        id: UUID, name: String, email: String? = nil, hasPicture: Bool, at: Date, address: String
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.hasPicture = hasPicture
        self.at = at
        self.address = address
    }

    enum CodingKeys: String, CodingKey {
        case id, name, email, at, address
        case hasPicture = "has_picture"
    }
}

/// Who waits to be let in, the first one first: the answer to `GET /registrations`.
public struct RegistrationPage: Codable, Sendable, Equatable {
    public var registrations: [Registration]

    public init(registrations: [Registration]) { self.registrations = registrations }
}

/// Whether people may register by themselves: the answer to `GET /registration`, and the body of `PUT /registration`.
public struct RegistrationSwitch: Codable, Sendable, Equatable {
    public var isOpen: Bool

    public init(isOpen: Bool) { self.isOpen = isOpen }

    enum CodingKeys: String, CodingKey { case isOpen = "open" }
}

/// Somebody is let in: the body of `POST /registrations/{id}/acceptance`.
public struct RegistrationAcceptance: Codable, Sendable, Equatable {
    public var role: Person.Role
    /// The id of somebody who is there already, and cannot log in yet: they get the login, and keep name and role.
    public var person: String?
    /// The ids of the clients whom somebody new who is a provider comes to see; nobody where it is absent.
    public var clients: [String]?
    /// As somebody new is called here, and logs in, where that is not the name that they have written.
    public var name: String?

    public init(
        role: Person.Role, person: String? = nil, clients: [String]? = nil, name: String? = nil
    ) {
        self.role = role
        self.person = person
        self.clients = clients
        self.name = name
    }

    public func check() throws(FieldProblem) {
        if let person { try FieldChecks.id(person, "person", mayHaveCapitals: true) }
        try Person.checkNew(clients: clients, role, person: person)
        guard let name else { return }
        guard person == nil else {
            throw FieldProblem("name", "somebody who is here already keeps their name: leave it out")
        }
        try AccessRules.checkName(name, "name")
    }
}
