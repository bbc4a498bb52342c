import StaffFiles
import Wording

/// What stands behind a title each, below each other.
struct StatusRows {
    /// How much of a row is shown where it does not fit.
    enum Room {
        /// Its beginning.
        case line
        /// All, on as many lines as it needs, because somebody has to do what it says.
        case lines
        /// All, on one line that the terminal may break, because somebody copies it.
        case copied
    }

    private(set) var all: [(title: String, value: String, meaning: TerminalLook.Meaning?, room: Room)] = []

    /// - Parameter title: The name of a text; empty where the row goes on with the one above.
    mutating func add(
        _ title: String, _ value: String, _ meaning: TerminalLook.Meaning? = nil, room: Room = .line
    ) {
        all.append((title, value, meaning, room))
    }

    /// - Parameter columns: Of the terminal; `nil` where nothing is cut, because a program reads it.
    func lines(_ words: Translation, columns: Int?, _ look: TerminalLook) -> [String] {
        let titles = all.map { $0.title.isEmpty ? "" : words(Text($0.title)) }
        let width = min(titles.map(TerminalText.width).max() ?? 0, columns.map { $0 / 3 } ?? .max) + 2
        let room = columns.map { $0 - width }
        return zip(titles, all).flatMap { title, row in
            let text = Self.plain(row.value)
            let values: [String] =
                switch row.room {
                case .line: [room.map { TerminalText.cut(text, to: $0) } ?? text]
                case .lines: TerminalText.wrapped(text, to: room).split(separator: "\n").map(String.init)
                case .copied: [text]
                }
            return values.enumerated().map { number, value in
                look.painted(TerminalText.padded(number == 0 ? title : "", to: width), .aside)
                    + (row.meaning.map { look.painted(value, $0) } ?? value)
            }
        }
    }

    /// What people have written, without what would steer a terminal.
    static func plain(_ text: String) -> String {
        let text = TerminalText.unmarked(text)
        return ProgramText.visible(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}
