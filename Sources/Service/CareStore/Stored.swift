import Care
import Foundation

/// What is kept as the JSON of the API.
///
/// Marks of direction are removed on writing and on reading: an older version stored them, in names too.
enum Stored {
    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
    }

    /// - Parameter row: What the row is, in words, for the error: `the routine 0198…`.
    static func value<Value: Decodable>(
        _ text: String, of row: @autoclosure () -> String
    ) throws(CareStoreError) -> Value {
        let text = DirectionMarks.removed(from: text)
        do { return try CareJSON.decoder().decode(Value.self, from: Data(text.utf8)) } catch {
            throw CareStoreError.damaged(row: row(), words(error))
        }
    }

    /// `nil` where it cannot be read, for those who can go on without.
    static func readable<Value: Decodable>(_ text: String) -> Value? {
        do throws(CareStoreError) { return try value(text, of: "") } catch { return nil }
    }

    /// As it will read once stored: times to the millisecond, texts without marks of direction.
    static func normal<Value: Codable>(_ value: Value) throws -> Value {
        let text = DirectionMarks.removed(from: try self.text(value))
        return try CareJSON.decoder().decode(Value.self, from: Data(text.utf8))
    }

    private static func words(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath.map(\.stringValue) + [context.debugDescription]).joined(separator: ": ")
        case .some(let other): "\(other)"
        case nil: "\(error)"
        }
    }
}
