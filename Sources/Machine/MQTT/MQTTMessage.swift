public import Foundation

/// What is published under a topic.
public struct MQTTMessage: Sendable, Equatable {
    /// Levels with `/` between them, without wildcards where it is published; at most 65,535 bytes of UTF-8.
    public var topic: String
    public var payload: Data
    /// Whether the broker keeps it for whoever subscribes later; of one that was received, whether it had been kept.
    public var isRetained: Bool
    /// After this, in whole seconds, the broker drops it where it has not been delivered: MQTT 5 alone.
    public var expiry: Duration?

    public init(topic: String, payload: Data, isRetained: Bool = false, expiry: Duration? = nil) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.expiry = expiry
    }
}
