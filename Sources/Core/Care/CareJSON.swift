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
}
