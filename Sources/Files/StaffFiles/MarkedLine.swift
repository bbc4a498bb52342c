/// A line of a file and the mark below it, aligned as a terminal shows them.
enum MarkedLine {
    /// Columns that are shown of a long line where nothing says how wide the terminal is.
    static let widest = widest(in: TerminalLook.usual)

    /// Behind a margin of two it fits, with two to spare: where a terminal wraps it, the mark would stand below something else.
    static func widest(in columns: Int) -> Int { max(columns, TerminalLook.narrowest) - 4 }

    /// The line as shown (tabs as spaces, a long one cut) and spaces with `^` below.
    ///
    /// - Parameters:
    ///   - column: Where the mark begins, in characters from 1.
    ///   - length: Characters that it covers; at least one.
    ///   - widest: Columns that both may take.
    static func render(
        _ line: String, column: Int, length: Int, widest: Int = widest
    ) -> (line: String, mark: String) {
        let characters = Array(line)
        let first = min(max(column - 1, 0), characters.count)
        let end = min(first + max(length, 1), characters.count)
        let shown = shownPart(of: characters, around: first, widest: widest)
        let isCut = (start: shown.lowerBound > 0, end: shown.upperBound < characters.count)
        let words = characters[shown].map { $0 == "\t" ? "    " : isHidden($0) ? "\u{FFFD}" : String($0) }
        let before = (isCut.start ? 1 : 0) + width(of: characters[shown.lowerBound..<first])
        let span = max(width(of: characters[first..<min(max(end, first), shown.upperBound)]), 1)
        return (
            (isCut.start ? "…" : "") + words.joined() + (isCut.end ? "…" : ""),
            String(repeating: " ", count: before) + String(repeating: "^", count: span)
        )
    }

    /// As much of a line as there is room for, with what stands before a place.
    private static func shownPart(
        of characters: [Character], around place: Int, widest: Int
    ) -> Range<Int> {
        // Columns kept before the place where a long line is cut at its start.
        let lead = min(30, widest * 2 / 5)
        guard width(of: characters[...]) > widest else { return 0..<characters.count }
        // One column on each side is for what says that the line goes on.
        var start = 0
        if width(of: characters[..<place]) > widest - 2 - lead {
            start = place
            while start > 0, width(of: characters[(start - 1)..<place]) <= lead { start -= 1 }
        }
        var end = start
        var used = 0
        while end < characters.count {
            used += TerminalText.width(of: characters[end])
            if used > widest - 2 { break }
            end += 1
        }
        return start..<end
    }

    private static func width(of characters: ArraySlice<Character>) -> Int {
        characters.reduce(0) { $0 + TerminalText.width(of: $1) }
    }

    private static func isHidden(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
