import Care
import CareStore
import Channels
import Foundation
import HomeAssistant
import MQTT

/// What the home has set of the house's broker, as it is used.
struct HouseSettings: Sendable, Equatable {
    /// What people fill in, in the order of the form.
    static let fields = [
        ChannelField("server", .url, isRequired: true), ChannelField("user"),
        ChannelField("password", isSecret: true), ChannelField("topic"), ChannelField("discovery"),
        ChannelField("say", .tick),
    ]

    let broker: MQTTBroker
    let user: String?
    let password: String?
    /// How all topics begin.
    let base: String
    /// The prefix under which Home Assistant looks for devices.
    let discovery: String
    /// Whether the house may have words said to clients.
    let canSay: Bool

    /// - Parameters:
    ///   - settings: As they are stored: an empty one is missing.
    ///   - secrets: By their fields.
    init(_ settings: [String: String], _ secrets: [String: String]) throws(FieldProblem) {
        guard let broker = try Self.broker(settings) else {
            throw FieldProblem("settings.server", "it is missing")
        }
        self.broker = broker
        (user, password) = (settings["user"], secrets["password"])
        // No broker takes one without the other.
        guard user != nil || password == nil else {
            throw FieldProblem("settings.user", "write the name to which the password belongs, too")
        }
        base = try Self.prefix("topic", settings) ?? HouseTopics.usualBase
        discovery = try Self.prefix("discovery", settings) ?? HouseTopics.usualDiscovery
        canSay = settings["say"] == "true"
    }

    /// Throws where something cannot be used. What is switched off may be incomplete.
    static func check(
        _ settings: [String: String], _ secrets: [String: String], isOn: Bool
    ) throws(FieldProblem) {
        guard !isOn else {
            _ = try HouseSettings(settings, secrets)
            return
        }
        _ = try broker(settings)
        for name in ["topic", "discovery"] { _ = try prefix(name, settings) }
    }

    func topics(home: UUID) -> HouseTopics { HouseTopics(base: base, discovery: discovery, home: home) }

    /// What the connection is made with.
    func connection(_ topics: HouseTopics) -> MQTTSettings {
        MQTTSettings(
            broker: broker, clientID: topics.node, user: user, password: password,
            will: MQTTMessage(HouseSession.farewell(topics)), subscriptions: topics.subscriptions)
    }

    private static func broker(_ settings: [String: String]) throws(FieldProblem) -> MQTTBroker? {
        guard let address = settings["server"] else { return nil }
        do throws(MQTTAddressError) { return try MQTTBroker(address) } catch {
            throw FieldProblem("settings.server", "\(error)")
        }
    }

    private static func prefix(
        _ name: String, _ settings: [String: String]
    ) throws(FieldProblem) -> String? {
        guard let text = settings[name] else { return nil }
        guard HouseTopics.isPrefix(text) else {
            throw FieldProblem(
                "settings.\(name)",
                "a topic has letters, digits, `_` and `-` alone, with a `/` between its parts, such as home/beckon"
            )
        }
        return text
    }
}

extension MQTTMessage {
    init(_ message: HouseMessage) {
        self.init(topic: message.topic, payload: message.payload, isRetained: message.isRetained)
    }
}
