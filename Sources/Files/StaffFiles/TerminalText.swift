/// How wide text is on a terminal, so that columns and marks line up below emoji.
public enum TerminalText {
    /// Columns that a text takes.
    public static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The text with spaces behind it, up to a width.
    public static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(of: text)))
    }

    /// Columns of a terminal: a tab is shown as four, an emoji or an East Asian wide character takes two.
    static func width(of character: Character) -> Int {
        if character == "\t" { return 4 }
        guard let scalar = character.unicodeScalars.first else { return 0 }
        let isEmoji =
            scalar.properties.isEmojiPresentation
            || character.unicodeScalars.contains { $0.value == 0xFE0F || $0.properties.isEmojiModifier }
        return isEmoji || isWide(scalar) ? 2 : 1
    }

    /// The main ranges of Unicode's East Asian Width property `W` and `F`.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
