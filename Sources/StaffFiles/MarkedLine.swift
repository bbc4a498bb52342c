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
        let before = prefix.count + characters[..<index].reduce(0) { $0 + TerminalText.width(of: $1) }
        let marked = characters[index..<min(index + max(length, 1), characters.count)]
        let span = max(marked.reduce(0) { $0 + TerminalText.width(of: $1) }, 1)
        return (
            prefix + shown.joined(),
            String(repeating: " ", count: before) + String(repeating: "^", count: span)
        )
    }

    private static func isHidden(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
