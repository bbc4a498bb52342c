/// A way by which a message reaches somebody's own device, or a program of the home.
public enum ContactChannel: String, Codable, Sendable, CaseIterable {
    case webPush = "web_push"
    case ntfy
    case gotify
    case webhook
    case mail
    case sms
    case sip

    public static let names = allCases.map(\.rawValue)

    /// Whether somebody who was alerted over it is also told what has become of the call. It costs money by SMS, and a telephone would
    /// ring once more for it.
    public var carriesUpdates: Bool {
        switch self {
        case .webPush, .ntfy, .gotify, .webhook, .mail: true
        case .sms, .sip: false
        }
    }

    /// Whether a message can be answered where it is shown or heard. The others lead to a page.
    public var carriesAnswers: Bool {
        switch self {
        case .webPush, .ntfy, .webhook, .sip: true
        case .gotify, .mail, .sms: false
        }
    }

    /// Whether a proof that nobody notices shows that the next message is taken. A push always shows something.
    public var provesSilently: Bool {
        switch self {
        case .ntfy, .gotify, .webhook, .mail, .sms, .sip: true
        case .webPush: false
        }
    }

    /// Whether it needs a program or device of this machine, which can be proved without a way to anybody.
    public var provesAlone: Bool {
        switch self {
        case .sms, .sip: true
        case .webPush, .ntfy, .gotify, .webhook, .mail: false
        }
    }

    /// What it is called at the beginning of a sentence of the program.
    public var words: String {
        switch self {
        case .webPush: "Notifications of the browser"
        case .ntfy: "ntfy"
        case .gotify: "Gotify"
        case .webhook: "Another program"
        case .mail: "Email"
        case .sms: "Text message"
        case .sip: "Phone call"
        }
    }

    /// Whether a message waits for the one before it: there is one telephone line. What waits for it here is dropped if somebody answers, and
    /// the most urgent is next; what had been handed over would ring all the same.
    public var takesOneAtATime: Bool {
        switch self {
        case .sip: true
        case .webPush, .ntfy, .gotify, .webhook, .mail, .sms: false
        }
    }

    /// The same by a name that may be another program's.
    public static func carriesUpdates(_ name: String) -> Bool {
        ContactChannel(rawValue: name)?.carriesUpdates ?? false
    }

    /// The same by a name that may be another program's.
    public static func carriesAnswers(_ name: String) -> Bool {
        ContactChannel(rawValue: name)?.carriesAnswers ?? false
    }

    /// The same by a name that may be another program's.
    public static func provesSilently(_ name: String) -> Bool {
        ContactChannel(rawValue: name)?.provesSilently ?? false
    }

    /// The same by a name that may be another program's.
    public static func provesAlone(_ name: String) -> Bool {
        ContactChannel(rawValue: name)?.provesAlone ?? false
    }

    /// The same by a name that may be another program's: that name, where this version does not know it.
    public static func words(_ name: String) -> String { ContactChannel(rawValue: name)?.words ?? name }

    /// The same by a name that may be another program's.
    public static func takesOneAtATime(_ name: String) -> Bool {
        ContactChannel(rawValue: name)?.takesOneAtATime ?? false
    }
}
