public import Foundation

/// How Beckon writes JSON: snake_case keys (given by each type), RFC 3339 times with milliseconds and offset.
public enum CareJSON {
    /// An encoder with sorted keys, so that the same value always gives the same bytes.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(string(from: date))
        }
        return encoder
    }

    /// A decoder that takes RFC 3339 times with or without fractions, `Z` or an offset.
    public static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = date(from: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not an RFC 3339 time: \(text.prefix(60))")
            }
            return date
        }
        return decoder
    }

    /// A time as `2026-03-28T02:30:00.000Z`, rounded to the millisecond.
    ///
    /// The formatter cuts off what is below a millisecond. A time that was read back as …0.9999 ms would lose one
    /// millisecond with each writing, so half a millisecond is put on top before it cuts.
    public static func string(from date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        return Date(timeIntervalSince1970: (milliseconds + 0.5) / 1000).formatted(withFraction)
    }

    /// Reads an RFC 3339 time; `nil` if it is none.
    public static func date(from text: String) -> Date? {
        (try? withFraction.parse(text)) ?? (try? withoutFraction.parse(text))
    }

    private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let withoutFraction = Date.ISO8601FormatStyle()
}
