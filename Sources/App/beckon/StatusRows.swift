import StaffFiles
import Wording

/// What stands behind a title each, below each other.
struct StatusRows {
    private(set) var all: [(title: String, value: String, meaning: TerminalLook.Meaning?, isWhole: Bool)] = []

    /// - Parameters:
    ///   - title: The name of a text; empty where the row goes on with the one above.
    ///   - isWhole: Whether it takes as many lines as it needs, because somebody has to do what it says.
    mutating func add(
        _ title: String, _ value: String, _ meaning: TerminalLook.Meaning? = nil, isWhole: Bool = false
    ) {
        all.append((title, value, meaning, isWhole))
    }

    func lines(_ words: Translation, columns: Int, _ look: TerminalLook) -> [String] {
        let titles = all.map { $0.title.isEmpty ? "" : words(Text($0.title)) }
        let width = min(titles.map(TerminalText.width).max() ?? 0, columns / 3) + 2
        return zip(titles, all).flatMap { title, row in
            let text = Self.plain(row.value)
            let values =
                row.isWhole
                ? TerminalText.wrapped(text, to: columns - width).split(separator: "\n").map {
                    TerminalText.cut(String($0), to: columns - width)
                } : [TerminalText.cut(text, to: columns - width)]
            return values.enumerated().map { number, value in
                look.painted(TerminalText.padded(number == 0 ? title : "", to: width), .aside)
                    + (row.meaning.map { look.painted(value, $0) } ?? value)
            }
        }
    }

    /// What people have written, without what would steer a terminal.
    static func plain(_ text: String) -> String {
        ProgramText.visible(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}
