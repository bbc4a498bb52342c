import Care

/// Writes single values so that YAML, in version 1.1 and 1.2, reads these very words as a text.
public enum ScalarText {
    /// Plain where that is safe, else in quotes.
    ///
    /// - Parameters:
    ///   - isInFlow: Whether it stands in `{ }` or `[ ]`, where commas and brackets mean something.
    ///   - prefersQuotes: Whether it is put into quotes without need.
    ///   - old: How the value that it replaces was written. Quotes that were not needed were somebody's choice and stay;
    ///     those that were needed go with the need.
    public static func text(
        _ value: String, isInFlow: Bool, prefersQuotes: Bool = false,
        replacing old: (value: String, style: StaffNode.Style)? = nil
    ) -> String {
        let isChoice = old.map { isQuotedByChoice($0.value, $0.style, isInFlow: isInFlow) } ?? false
        // A plain one stays plain, whatever others are.
        let prefersQuotes = prefersQuotes && old?.style != .plain
        if !isChoice, !prefersQuotes, isPlainSafe(value, isInFlow: isInFlow) { return value }
        if old?.style == .singleQuoted, !value.unicodeScalars.contains(where: needsEscape) {
            return "'" + value.replacing("'", with: "''") + "'"
        }
        return doubleQuoted(value)
    }

    /// Whether a value is in quotes that it does not need.
    public static func isQuotedByChoice(_ value: String, _ style: StaffNode.Style, isInFlow: Bool) -> Bool {
        (style == .singleQuoted || style == .doubleQuoted) && isPlainSafe(value, isInFlow: isInFlow)
    }

    /// The first code point that these files may not hold, however it is written: a control character, or a mark of direction.
    public static func invisible(in value: String) -> Unicode.Scalar? {
        value.unicodeScalars.first {
            DirectionMarks.contains($0) || ($0 != "\n" && TextDecoder.isControl($0))
        }
    }

    private static func doubleQuoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where needsEscape(scalar): text += escape(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\t" || TextDecoder.isControl(scalar)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return digits.count <= 2
            ? "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            : "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether these words, written as they are, are read as themselves, and as nothing but a text.
    ///
    /// It looks at code points: a `#` with a mark behind it is one character, and begins a comment all the same.
    static func isPlainSafe(_ value: String, isInFlow: Bool) -> Bool {
        let scalars = Array(value.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last,
            !first.properties.isWhitespace, !last.properties.isWhitespace,
            !startsSomething.contains(first), last != ":", !isOtherThanText(value, first)
        else { return false }
        for (index, scalar) in scalars.enumerated() {
            if needsEscape(scalar) { return false }
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == ":", isInFlow || next?.properties.isWhitespace == true { return false }
            if scalar.properties.isWhitespace, next == "#" { return false }
            if isInFlow, ",[]{}".unicodeScalars.contains(scalar) { return false }
        }
        return true
    }

    /// What means something at the beginning of a value; `.` and `+` begin numbers, `=` and `<` values of YAML 1.1.
    private static let startsSomething = Set("-?:,[]{}#&*!|>'\"%@`~.+=<".unicodeScalars)

    /// Words that YAML 1.1 or 1.2 reads as nothing or as yes or no.
    private static let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    /// Numbers of all bases, times of day, dates: what begins with a digit and has nothing but what they have.
    private static func isOtherThanText(_ value: String, _ first: Unicode.Scalar) -> Bool {
        if words.contains(value.lowercased()) { return true }
        return ("0"..."9").contains(first)
            && value.unicodeScalars.allSatisfy {
                "0123456789abcdefxotz_.:+- ".unicodeScalars.contains($0.lowercased)
            }
    }
}

extension Unicode.Scalar {
    /// For letters of ASCII.
    fileprivate var lowercased: Unicode.Scalar {
        ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value + 32)) : self
    }
}
