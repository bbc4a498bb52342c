/// Why there is no connection to a broker. What is said names neither broker, user nor password.
public enum MQTTTrouble: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost
    case noConnection
    case tooSlow
    case untrusted
    /// Without encryption, and not on this machine or its own network.
    case notNear
    case loginRefused
    /// The broker's reason: of MQTT 5 (2.4), 128 to 255, or of MQTT 3.1.1's CONNACK (3.2.2.3), 1 to 3.
    case refused(Int)
    case brokenOff
    /// This machine has no memory or no thread left.
    case exhausted

    public var description: String {
        switch self {
        case .unknownHost: "there is no broker of this name: check the name, and this machine's connection"
        case .noConnection: "no connection: check the port, and that the broker runs"
        case .tooSlow: "no answer in time"
        case .untrusted:
            "it does not encrypt there, or its certificate has expired, is for another name, or is by nobody that this machine trusts"
        case .notNear:
            "without encryption, it must be on this machine or its own network: write `mqtts://` in place of `mqtt://`"
        case .loginRefused: "it refuses the user name or the password"
        case .refused(1), .refused(0x84): "it speaks neither MQTT 5 nor MQTT 3.1.1"
        case .refused(2), .refused(0x85): "it refuses the client's name"
        case .refused(3), .refused(0x88), .refused(0x89), .refused(0x97):
            "it has no room for now: try again later"
        case .refused(0x87): "it does not let this user read or write its topics: give the user the right to"
        case .refused(0x8E): "another client has logged in under this client's name"
        case .refused(0x95): "a message is larger than it takes: raise its limit"
        case .refused(let code): "it refuses (reason \(code))"
        case .brokenOff: "it ended the connection"
        case .exhausted: "this machine has no memory left for a connection"
        }
    }
}
