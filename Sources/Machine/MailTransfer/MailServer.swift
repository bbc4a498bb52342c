/// Where mail is handed in, and as whom.
public struct MailServer: Sendable, Equatable {
    public enum Security: String, Sendable, CaseIterable {
        /// Encrypted from the first byte.
        case tls
        /// Encrypted before anything is said that matters, or not at all.
        case starttls
        /// Not encrypted: only for servers on this machine or its own network.
        case none

        /// The port that is meant where none is given: RFC 8314 and RFC 6409.
        public var port: Int {
            switch self {
            case .tls: 465
            case .starttls: 587
            case .none: 25
            }
        }
    }

    /// A name, or an address without brackets.
    public var host: String
    public var port: Int
    public var security: Security
    public var user: String?
    public var password: String?
    /// The path of a PEM file of roots that are trusted besides the machine's own.
    public var roots: String?

    public init(
        host: String, port: Int, security: Security, user: String? = nil, password: String? = nil,
        roots: String? = nil
    ) {
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.password = password
        self.roots = roots
    }

    var url: String {
        let host = host.contains(":") ? "[\(host)]" : host
        return "\(security == .tls ? "smtps" : "smtp")://\(host):\(port)"
    }
}
