/// What a member of a message is where the message does not have it.
public protocol DefaultWhenAbsent: Codable, Equatable {
    static var whenAbsent: Self { get }
    /// Whether the member is written although it is `whenAbsent`.
    static var isWrittenAsDefault: Bool { get }
}

extension Array: DefaultWhenAbsent where Element: Codable & Equatable {
    public static var whenAbsent: [Element] { [] }
    public static var isWrittenAsDefault: Bool { false }
}

extension Set: DefaultWhenAbsent where Element: Codable {
    public static var whenAbsent: Set<Element> { [] }
    public static var isWrittenAsDefault: Bool { false }
}

/// A member that a message may leave out, or have as null, so that the coding of its type need not be written by hand.
@propertyWrapper
public struct MayBeAbsent<Value: DefaultWhenAbsent>: Codable, Equatable {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension MayBeAbsent: Sendable where Value: Sendable {}

// The coding that the compiler makes finds these before those of the standard library.

extension KeyedDecodingContainer {
    public func decode<Value>(_ type: MayBeAbsent<Value>.Type, forKey key: Key) throws -> MayBeAbsent<Value> {
        MayBeAbsent(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? .whenAbsent)
    }
}

extension KeyedEncodingContainer {
    public mutating func encode<Value>(_ value: MayBeAbsent<Value>, forKey key: Key) throws {
        guard Value.isWrittenAsDefault || value.wrappedValue != .whenAbsent else { return }
        try encode(value.wrappedValue, forKey: key)
    }
}
