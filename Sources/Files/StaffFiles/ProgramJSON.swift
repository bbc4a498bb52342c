public import FoundationEssentials

/// JSON as `--format json` prints it for programs: keys in snake_case and in alphabetical order, one to a line, times
/// as RFC 3339.
public enum ProgramJSON {
    public static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The same as text, without a line's end behind it.
    public static func text(_ value: some Encodable) throws -> String {
        String(decoding: try data(value), as: UTF8.self)
    }

    /// To thousandths, which is more than any of our figures is worth.
    public static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
