import Foundation
import Synchronization

/// Learns which members a message's type asks for while it is read, also those that are not there.
final class KeyRecorder: Sendable {
    /// By the path of the object that has them, such as `content.edits[]`.
    private let found = Mutex<[String: Set<String>]>([:])
    static let userInfoKey = CodingUserInfoKey(rawValue: "key-recorder")

    var keys: [String: Set<String>] { found.withLock(\.self) }

    fileprivate func add(_ key: any CodingKey, at path: [any CodingKey]) {
        found.withLock { _ = $0[Self.text(path), default: []].insert(key.stringValue) }
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if key.intValue != nil { return text + "[]" }
            return text.isEmpty ? key.stringValue : text + "." + key.stringValue
        }
    }
}

/// What the JSON decoder reads itself: these ask for no members.
private let plain: Set<ObjectIdentifier> = Set(
    ([
        Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
        Int64.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Date.self, Data.self, URL.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

/// A value that is read as always, while the decoder's `KeyRecorder` looks on.
struct Recorded<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        guard let key = KeyRecorder.userInfoKey, let recorder = decoder.userInfo[key] as? KeyRecorder else {
            preconditionFailure("no recorder")
        }
        if plain.contains(ObjectIdentifier(Value.self)) {
            value = try decoder.singleValueContainer().decode(Value.self)
        } else {
            value = try Value(from: RecordingDecoder(inner: decoder, recorder: recorder))
        }
    }
}

private struct RecordingDecoder: Decoder {
    let inner: any Decoder
    let recorder: KeyRecorder

    var codingPath: [any CodingKey] { inner.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { inner.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(
            RecordingKeyed(inner: try inner.container(keyedBy: type), recorder: recorder))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        RecordingUnkeyed(inner: try inner.unkeyedContainer(), recorder: recorder)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        RecordingSingle(inner: try inner.singleValueContainer())
    }
}

private struct RecordingKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let inner: KeyedDecodingContainer<Key>
    let recorder: KeyRecorder

    var codingPath: [any CodingKey] { inner.codingPath }
    var allKeys: [Key] { inner.allKeys }

    private func note(_ key: Key) { recorder.add(key, at: codingPath) }

    func contains(_ key: Key) -> Bool {
        note(key)
        return inner.contains(key)
    }
    func decodeNil(forKey key: Key) throws -> Bool {
        note(key)
        return try inner.decodeNil(forKey: key)
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        note(key)
        return try inner.decode(Recorded<Value>.self, forKey: key).value
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        note(key)
        return KeyedDecodingContainer(
            RecordingKeyed<Nested>(
                inner: try inner.nestedContainer(keyedBy: type, forKey: key), recorder: recorder))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        note(key)
        return RecordingUnkeyed(
            inner: try inner.nestedUnkeyedContainer(forKey: key), recorder: recorder)
    }
    func superDecoder() throws -> any Decoder { try inner.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner.superDecoder(forKey: key) }
}

private struct RecordingUnkeyed: UnkeyedDecodingContainer {
    var inner: any UnkeyedDecodingContainer
    let recorder: KeyRecorder

    var codingPath: [any CodingKey] { inner.codingPath }
    var count: Int? { inner.count }
    var isAtEnd: Bool { inner.isAtEnd }
    var currentIndex: Int { inner.currentIndex }

    mutating func decodeNil() throws -> Bool { try inner.decodeNil() }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try inner.decode(Recorded<Value>.self).value
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(
            RecordingKeyed<Nested>(
                inner: try inner.nestedContainer(keyedBy: type), recorder: recorder))
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        RecordingUnkeyed(inner: try inner.nestedUnkeyedContainer(), recorder: recorder)
    }
    mutating func superDecoder() throws -> any Decoder { try inner.superDecoder() }
}

private struct RecordingSingle: SingleValueDecodingContainer {
    let inner: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { inner.codingPath }

    func decodeNil() -> Bool { inner.decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try inner.decode(Recorded<Value>.self).value
    }
}
