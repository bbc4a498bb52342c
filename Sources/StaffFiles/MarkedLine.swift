/// A line of a file and the mark below it, aligned as a terminal shows them.
enum MarkedLine {
    /// Characters that are shown of a long line.
    private static let limit = 160
    /// Characters kept before the place where a long line is cut at its start.
    private static let lead = 60

    /// The line as shown (tabs as spaces, a long one cut) and spaces with `^` below.
    static func render(_ line: String, column: Int, length: Int) -> (line: String, mark: String) {
        var characters = Array(line)
        var index = min(max(column - 1, 0), characters.count)
        var prefix = ""
        if characters.count > limit {
            let start = index > limit - lead ? index - lead : 0
            prefix = start > 0 ? "…" : ""
            let end = min(start + limit, characters.count)
            let suffix: [Character] = end < characters.count ? ["…"] : []
            characters = Array(characters[start..<end]) + suffix
            index -= start
        }
        let shown = characters.map { $0 == "\t" ? "    " : isHidden($0) ? "\u{FFFD}" : String($0) }
        let before = prefix.count + characters[..<index].reduce(0) { $0 + width(of: $1) }
        let marked = characters[index..<min(index + max(length, 1), characters.count)]
        let span = max(marked.reduce(0) { $0 + width(of: $1) }, 1)
        return (
            prefix + shown.joined(),
            String(repeating: " ", count: before) + String(repeating: "^", count: span)
        )
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

    private static func isHidden(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The main ranges of Unicode's East Asian Width property `W` and `F`.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            true
        case _: false
        }
    }
}
