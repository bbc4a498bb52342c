public import Foundation

/// What is published at the house's broker.
public struct HouseMessage: Sendable, Equatable {
    public var topic: String
    public var payload: Data
    /// Whether the broker keeps it for whoever comes later. What only happened, and is not so, is never kept.
    public var isRetained: Bool

    public init(topic: String, payload: Data, isRetained: Bool) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }

    init(_ topic: String, _ text: String, isRetained: Bool = true) {
        self.init(topic: topic, payload: Data(text.utf8), isRetained: isRetained)
    }

    /// As JSON with sorted keys, so that the same is always the same bytes.
    init(_ topic: String, json value: some Encodable, isRetained: Bool = true) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(topic: topic, payload: try encoder.encode(value), isRetained: isRetained)
    }
}
