/// How wide text is on a terminal, so that columns and marks line up below emoji.
public enum TerminalText {
    /// Columns that a text takes.
    public static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The text with spaces behind it, up to a width.
    public static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - width(of: text)))
    }

    /// Without the marks that isolate a name from what stands beside it (U+2068 and U+2069): a terminal turns nothing around.
    public static func unmarked(_ text: String) -> String { text.filter { !"\u{2068}\u{2069}".contains($0) } }

    /// The text in lines that fit, broken where there is a space; a word that is longer than a line stays whole, so that a path can
    /// still be copied.
    ///
    /// - Parameters:
    ///   - columns: Of the whole line, indentation included; `nil` breaks nothing.
    ///   - indent: Spaces before each line but the first.
    public static func wrapped(_ text: String, to columns: Int?, indent: Int = 0) -> String {
        wrapped(text.split(separator: " ", omittingEmptySubsequences: false), to: columns, indent: indent)
    }

    /// The same, of words that are not broken themselves; there is at least one.
    static func wrapped(_ words: [some StringProtocol], to columns: Int?, indent: Int) -> String {
        var text = String(words[0])
        var used = width(of: text)
        for word in words.dropFirst() {
            let length = width(of: String(word))
            if let columns, used + 1 + length > columns {
                text += "\n" + String(repeating: " ", count: indent) + word
                used = indent + length
            } else {
                text += " " + word
                used += 1 + length
            }
        }
        return text
    }

    /// Sentences in lines that fit. What goes on below stands as far in as its own line does, and behind the number or mark that
    /// begins it.
    ///
    /// - Parameter columns: `nil` breaks nothing.
    public static func paragraphs(_ text: String, to columns: Int?) -> String {
        guard let columns else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let spaces = line.prefix { $0 == " " }
            var words = line.dropFirst(spaces.count).split(separator: " ", omittingEmptySubsequences: false)
            guard let first = words.first else { return "" }
            let isNumber = first.hasSuffix(".") && first.count > 1 && first.dropLast().allSatisfy(\.isNumber)
            let isMark = words.count > 1 && (isNumber || ["-", "–", "!", "→"].contains(first))
            // The first word is not broken off its spaces, however long it is.
            words[0] = Substring(spaces + first)
            return wrapped(words, to: columns, indent: spaces.count + (isMark ? first.count + 1 : 0))
        }.joined(separator: "\n")
    }

    /// The beginning of a text that fits, with "…" where something is left out.
    public static func cut(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        var (shown, used) = ("", 0)
        for character in text {
            used += width(of: character)
            if used > columns - 1 { break }
            shown.append(character)
        }
        return shown + "…"
    }

    /// Columns of a terminal: a tab is shown as four, an emoji or an East Asian wide character takes two, a mark that stands on
    /// another character none.
    static func width(of character: Character) -> Int {
        if character == "\t" { return 4 }
        guard let first = character.unicodeScalars.first else { return 0 }
        let isEmoji =
            first.properties.isEmojiPresentation
            || character.unicodeScalars.contains { $0.value == 0xFE0F || $0.properties.isEmojiModifier }
        return isEmoji ? 2 : character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    /// As `wcwidth` of the C library says; what cannot be shown is replaced by something that takes one.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        if isWide(scalar) { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        // A soft hyphen is shown as a hyphen.
        case .format: return scalar.value == 0xAD ? 1 : 0
        default: break
        }
        // A Hangul syllable takes the columns of its first letter.
        return (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) ? 0 : 1
    }

    /// What is `W` or `F` in Unicode's EastAsianWidth.txt and no emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
            0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F2FF,
            0x20000...0x3FFFD:
            // The marks over Kana and ideographs.
            scalar.properties.generalCategory != .nonspacingMark
        default: false
        }
    }
}
