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
        guard let date = (try? withFraction.parse(text)) ?? (try? withoutFraction.parse(text)) else {
            return nil
        }
        return dayExists(text) ? date : nil
    }

    /// The parser takes 31 February for 3 March; a person or program that writes it means neither.
    private static func dayExists(_ text: String) -> Bool {
        let numbers = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return false }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return (1...(isLeap ? 29 : 28)).contains(day)
        case 4, 6, 9, 11: return (1...30).contains(day)
        default: return (1...12).contains(month) && (1...31).contains(day)
        }
    }

    private static let withFraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let withoutFraction = Date.ISO8601FormatStyle()
}
