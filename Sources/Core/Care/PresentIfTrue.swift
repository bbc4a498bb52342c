/// A flag that is in JSON only where it is true: most things do not have it.
@propertyWrapper
public struct PresentIfTrue: Codable, Sendable, Equatable {
    public var wrappedValue: Bool

    public init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Bool.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Synthesised coding calls these instead of the general ones.
extension KeyedDecodingContainer {
    func decode(_ type: PresentIfTrue.Type, forKey key: Key) throws -> PresentIfTrue {
        try decodeIfPresent(type, forKey: key) ?? PresentIfTrue(wrappedValue: false)
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ mark: PresentIfTrue, forKey key: Key) throws {
        if mark.wrappedValue { try encode(true, forKey: key) }
    }
}
