/// Codes as people type them, or paste them with what stood around them.
enum TypedCode {
    /// Longer is no code, bytes.
    private static let longest = 200

    /// Its letters and digits, capital; `nil` unless there are exactly this many, and nothing else but spaces, hyphens, dashes and signs
    /// that nobody sees.
    static func plain(_ typed: String, length: Int) -> String? {
        guard typed.utf8.count <= longest else { return nil }
        let scalars = typed.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && properties.generalCategory != .dashPunctuation
                && properties.generalCategory != .format
        }
        let isPlain = scalars.allSatisfy { scalar in
            ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
        }
        guard scalars.count == length, isPlain else { return nil }
        return String(scalars).uppercased()
    }

    /// Whether two are the same, in a time that does not depend on where they differ.
    static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
