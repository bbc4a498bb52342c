/// Why a server has not taken a mail. What is said names neither server, user nor password.
public enum MailTransferError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost
    case noConnection
    case tooSlow
    case untrusted
    case noEncryption
    /// Without encryption, and not on this machine or its own network.
    case notNear
    case loginRefused
    /// The server's own code, 400 to 599.
    case refused(Int)
    case brokenOff
    /// This machine has no memory or no thread left.
    case exhausted

    /// Whether the server asks to try again later (RFC 5321, 4.2.1).
    public var isPassing: Bool {
        if case .refused(let code) = self { code < 500 } else { false }
    }

    public var description: String {
        switch self {
        case .unknownHost: "there is no server of this name: check the name, and this machine's connection"
        case .noConnection: "no connection: check the port, and that the server runs"
        case .tooSlow: "no answer in time"
        case .untrusted:
            "its certificate has expired, is for another name, or is by nobody that this machine trusts"
        case .noEncryption: "it cannot encrypt after the beginning (STARTTLS): choose tls, or another port"
        case .notNear:
            "without encryption, mail goes only to this machine and its own network: choose tls or starttls"
        case .loginRefused: "it refuses the user name or the password"
        case .refused(530): "it wants a user name and a password (530)"
        case .refused(let code) where (550...553).contains(code):
            "it does not take mail for this address (\(code))"
        case .refused(let code) where code < 500: "it takes no mail for now (\(code))"
        case .refused(let code): "it refuses the mail (\(code))"
        case .brokenOff: "it ended the connection before it had taken the mail"
        case .exhausted: "this machine has no memory left to send mail"
        }
    }
}
