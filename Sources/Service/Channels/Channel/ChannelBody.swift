import Foundation

/// Bodies of JSON as channels send and read them.
enum ChannelBody {
    /// The same bytes for the same value: keys in order, `/` as it is.
    static func json(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, whole numbers and lists of them: JSON has a form for each.
        do { return try encoder.encode(value) } catch {
            preconditionFailure("a message cannot be written as JSON: \(error)")
        }
    }

    /// `nil` for what is not such JSON, as when another server answers, or a page to log in at.
    static func read<Value: Decodable>(_ type: Value.Type, _ body: Data) -> Value? {
        try? JSONDecoder().decode(type, from: body)
    }
}
