import Networking

/// Where an MQTT broker is.
public struct MQTTBroker: Sendable, Equatable {
    /// A name, or an address without brackets.
    public var host: String
    /// 1 to 65535.
    public var port: Int
    /// Whether it is encrypted from the first byte. Without, it must be on this machine or its own network.
    public var usesTLS: Bool

    public init(host: String, port: Int, usesTLS: Bool) {
        self.host = host
        self.port = port
        self.usesTLS = usesTLS
    }

    /// Reads `mqtt://host`, `mqtts://host`, each with `:port` where it is not 1883 and 8883 (as IANA has assigned them).
    public init(_ address: String) throws(MQTTAddressError) {
        let small = address.lowercased()
        let schemes: [(text: String, port: Int, usesTLS: Bool)] = [
            ("mqtt://", 1883, false), ("mqtts://", 8883, true),
        ]
        guard let scheme = schemes.first(where: { small.hasPrefix($0.text) }) else { throw .noScheme }
        var rest = address.dropFirst(scheme.text.count)
        if rest.contains("@") { throw .hasLogin }
        if rest.hasSuffix("/") { rest.removeLast() }
        guard let place = Authority(rest, usualPort: scheme.port) else { throw .noHost }
        if !scheme.usesTLS, !place.isNamed, !place.isInHome { throw .readable }
        self.init(host: place.host, port: place.port, usesTLS: scheme.usesTLS)
    }
}

/// What is wrong with a broker's address: says what to write.
public enum MQTTAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    case noScheme
    /// A user's name or a password stands in it.
    case hasLogin
    case noHost
    /// Without encryption to an address that is not this machine's nor of its own network.
    case readable

    public var description: String {
        switch self {
        case .noScheme:
            "it begins with `mqtt://` or `mqtts://`: write it as `mqtts://broker.example.org`"
        case .hasLogin: "the user's name and the password do not stand in the address: write them beside it"
        case .noHost:
            "behind `//` stand a name or an address and, where it is not the usual one, a port: `mqtt://192.168.1.5:1883`"
        case .readable:
            "without encryption, it is only for this machine and its own network: write `mqtts://` in place of `mqtt://`"
        }
    }
}
