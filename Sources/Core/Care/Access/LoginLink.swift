public import FoundationEssentials

/// A link that logs its maker in on one more device, without a password: the answer to `POST /login-links`.
public struct LoginLink: Codable, Sendable, Equatable {
    /// To be put behind the address of the service: `/enter/…`.
    public var path: String
    public var expiresAt: Date

    public init(path: String, expiresAt: Date) {
        self.path = path
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case path
        case expiresAt = "expires_at"
    }
}

/// Whom a login link logs in: the answer to `GET /login-links/{token}`.
public struct LoginLinkView: Codable, Sendable, Equatable {
    public var name: String

    public init(name: String) { self.name = name }
}
