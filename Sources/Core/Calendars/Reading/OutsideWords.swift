/// Words of a stranger's, made fit to be spoken and shown.
public enum OutsideWords {
    /// As one line: control characters and what changes the direction of writing become blanks.
    ///
    /// - Parameter limit: Characters; what is longer is cut.
    public static func line(_ text: String, limit: Int) -> String {
        let words = cleaned(text).split(whereSeparator: \.isWhitespace).map { String($0) }
            .joined(separator: " ")
        return String(String.UnicodeScalarView(words.unicodeScalars.prefix(limit)))
    }

    /// As lines, none of them empty; `nil` where nothing is left.
    ///
    /// - Parameter limit: Characters; what is longer is cut.
    public static func lines(_ text: String, limit: Int) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { line(String($0), limit: limit) }
            .filter { !$0.isEmpty }
            .joined(separator: "\n")
        let kept = String(String.UnicodeScalarView(lines.unicodeScalars.prefix(limit)))
        return kept.isEmpty ? nil : kept
    }

    private static func cleaned(_ text: String) -> [Character] {
        text.unicodeScalars.map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                " "
            default: Character(scalar)
            }
        }
    }
}
