public import Foundation

/// Under which topics a home speaks and listens.
///
/// `BASE/HOME/…` is the home's, `BASE/HOME/CLIENT/…` a client's. Two homes may share a broker: `HOME` comes from the id of the home's
/// database.
public struct HouseTopics: Sendable, Equatable {
    /// What Home Assistant expects unless it is set otherwise there.
    public static let usualDiscovery = "homeassistant"
    public static let usualBase = "beckon"

    /// The id of the home's device in discovery.
    public let node: String
    private let base: String
    private let discovery: String

    /// - Parameters:
    ///   - base: One or more levels, without a `/` at either end and without wildcards.
    ///   - discovery: The prefix that Home Assistant listens to, in the same form.
    ///   - home: The id of the home's journal.
    public init(base: String = usualBase, discovery: String = usualDiscovery, home: UUID) {
        let key = home.uuidString.lowercased().prefix(8)
        node = "beckon_\(key)"
        self.base = "\(base)/\(key)"
        self.discovery = discovery
    }

    /// Whether something can be `base` or `discovery`: levels of ASCII letters, digits, `_` and `-`, 200 bytes at most.
    public static func isPrefix(_ text: String) -> Bool {
        text.utf8.count <= 200
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { level in
                !level.isEmpty && level.utf8.allSatisfy(isPlain)
            }
    }

    // MARK: - What Beckon says

    /// `online`, or `offline`: also the broker's own word once the service is gone.
    public var status: String { "\(base)/status" }
    /// Where Home Assistant says that it has started.
    public var houseStatus: String { "\(discovery)/status" }

    var openCalls: String { "\(base)/open_calls" }

    /// - Parameters:
    ///   - client: The client's id.
    ///   - name: What is told of them, such as `request`.
    func state(_ name: String, of client: String) -> String { state(name, ofKey: Self.key(client)) }

    private func state(_ name: String, ofKey key: String) -> String { "\(base)/\(key)/\(name)" }

    /// The same, by the client's device; `nil` for the home's own.
    func state(_ name: String, ofDevice device: String) -> String? {
        device.hasPrefix(node + "_")
            ? state(name, ofKey: String(device.dropFirst(node.utf8.count + 1))) : nil
    }

    func config(of device: String) -> String { "\(discovery)/device/\(device)/config" }

    /// The device of a client.
    func device(of client: String) -> String { "\(node)_\(Self.key(client))" }

    // MARK: - What Beckon hears

    /// All topics to which the home listens.
    public var subscriptions: [String] { [houseStatus, config(of: "+"), "\(base)/+/command/+"] }

    func command(_ name: String, of client: String) -> String {
        "\(base)/\(Self.key(client))/command/\(name)"
    }

    /// A command's name and the client's key, as `key(_:)` gives it; `nil` for other topics.
    func command(in topic: String) -> (client: String, name: String)? {
        guard topic.hasPrefix(base + "/") else { return nil }
        let levels = topic.dropFirst(base.utf8.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 3, levels[1] == "command" else { return nil }
        return (String(levels[0]), String(levels[2]))
    }

    /// Which of this home's devices a discovery topic is of; `nil` for others' and other topics.
    func ownDevice(in topic: String) -> String? {
        let (start, end) = ("\(discovery)/device/", "/config")
        guard topic.hasPrefix(start), topic.hasSuffix(end),
            topic.utf8.count > start.utf8.count + end.utf8.count
        else { return nil }
        let device = String(topic.dropFirst(start.count).dropLast(end.count))
        return device == node || device.hasPrefix(node + "_") ? device : nil
    }

    /// A client's id as one level of a topic and part of an object id, which take ASCII letters, digits, `_` and `-` alone. Another id
    /// never gives the same.
    static func key(_ client: String) -> String {
        var key = ""
        for byte in client.utf8 {
            if isPlain(byte), byte != UInt8(ascii: "-") {
                key.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                key += "-" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return key.isEmpty ? "-" : key
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
