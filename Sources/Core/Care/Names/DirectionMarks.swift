/// Invisible characters that set the direction of writing: they can make a name or a line look like another one.
///
/// In names they are refused where somebody writes them, and removed where a device reports something: a call is never lost
/// because of them. Joiners (U+200C, U+200D) are not among them: emoji and Persian or Indic names need those.
public enum DirectionMarks {
    /// Marks, embeddings, overrides and isolates.
    public static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    public static func first(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first(where: contains)
    }

    /// The text without them.
    public static func removed(from text: String) -> String {
        // What all of them begin with in UTF-8: most texts have neither.
        guard text.utf8.contains(where: { $0 == 0xE2 || $0 == 0xD8 }), first(in: text) != nil else {
            return text
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !contains($0) }))
    }

    /// The same for UTF-8: what a mark's bytes are is nothing else's.
    public static func removed(fromUTF8 bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let length = length(at: index, of: bytes) {
                index += length
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return kept
    }

    /// A JSON text whose strings have none, escaped or not; everything else stays as it is.
    public static func removed(fromJSON bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let length = length(at: index, of: bytes) ?? escapedLength(at: index, of: bytes) {
                index += length
            } else {
                // A character after a backslash does not begin another escape.
                let count = bytes[index] == UInt8(ascii: "\\") ? min(2, bytes.count - index) : 1
                kept.append(contentsOf: bytes[index..<(index + count)])
                index += count
            }
        }
        return kept
    }

    /// How many bytes the mark has that begins here, if one does.
    private static func length(at index: Int, of bytes: [UInt8]) -> Int? {
        switch bytes[index] {
        case 0xD8:
            return index + 1 < bytes.count && bytes[index + 1] == 0x9C ? 2 : nil
        case 0xE2:
            guard index + 2 < bytes.count else { return nil }
            switch (bytes[index + 1], bytes[index + 2]) {
            case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return 3
            default: return nil
            }
        default: return nil
        }
    }

    /// The same for `\u202e`.
    private static func escapedLength(at index: Int, of bytes: [UInt8]) -> Int? {
        guard index + 5 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u"),
            let value = UInt32(String(decoding: bytes[(index + 2)...(index + 5)], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value), contains(scalar)
        else { return nil }
        return 6
    }
}

extension Unicode.Scalar {
    /// `U+202E`, as people look it up.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
