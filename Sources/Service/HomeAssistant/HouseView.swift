public import Care
import FoundationEssentials

/// How a client is, as the house is told it.
public struct HouseClient: Sendable, Equatable {
    /// In the home, such as `maria`.
    public var id: String
    public var name: String
    /// Of the calls that are not over, the one that matters most; `nil` where there is none.
    public var request: Request?
    /// Whether somebody is called who has not said that they come.
    public var isCalling: Bool
    public var hasSwitchProblem: Bool
    public var hasSoundProblem: Bool
    /// Whether a kiosk of theirs is connected: else nothing is known of switch and sound.
    public var hasKiosk: Bool
    /// The titles of what is due now and not done.
    public var due: [String]

    public init(
        id: String, name: String, request: Request? = nil, isCalling: Bool = false,
        hasSwitchProblem: Bool = false, hasSoundProblem: Bool = false, hasKiosk: Bool = true,
        due: [String] = []
    ) {
        self.id = id
        self.name = name
        self.request = request
        self.isCalling = isCalling
        self.hasSwitchProblem = hasSwitchProblem
        self.hasSoundProblem = hasSoundProblem
        self.hasKiosk = hasKiosk
        self.due = due
    }
}

extension HouseClient {
    /// Of calls that are open, the one that matters most: whoever calls urgently before others, whoever nobody comes to before those to
    /// whom somebody does, and who has waited longest.
    public static func foremost(of requests: [Request]) -> Request? {
        requests.filter(\.state.isOpen).min { left, right in
            let (one, other) = (left.state == .onTheWay, right.state == .onTheWay)
            if left.priority != right.priority { return left.priority > right.priority }
            if one != other { return other }
            return (left.askedAt, left.id.uuidString) < (right.askedAt, right.id.uuidString)
        }
    }
}

/// A home, as the house is told of it.
public struct HouseView: Sendable, Equatable {
    /// What people call the home.
    public var name: String
    public var clients: [HouseClient]
    /// How many calls are not over.
    public var openCalls: Int
    /// Whether the house may have words said to clients.
    public var canSay: Bool
    /// Beckon's.
    public var version: String

    public init(name: String, clients: [HouseClient], openCalls: Int, canSay: Bool, version: String) {
        self.name = name
        self.clients = clients
        self.openCalls = openCalls
        self.canSay = canSay
        self.version = version
    }
}
