/// JSON whose members keep their order, printed with one member or entry to a line.
indirect enum OrderedJSON: Sendable {
    typealias Member = (name: String, value: OrderedJSON)

    case text(String)
    case whole(Int)
    case number(Double)
    case flag(Bool)
    case list([OrderedJSON])
    case object([Member])

    static func texts(_ texts: [String]) -> OrderedJSON { .list(texts.map { .text($0) }) }

    /// The lines of a file.
    var lines: [String] {
        switch self {
        case .text(let text): [Self.quoted(text)]
        case .whole(let number): [String(number)]
        case .number(let number): [String(number)]
        case .flag(let flag): [String(flag)]
        case .list(let entries): Self.block("[", entries.map(\.lines), "]")
        case .object(let members):
            Self.block(
                "{", members.map { Self.behind(Self.quoted($0.name) + ": ", $0.value.lines) }, "}")
        }
    }

    private static func behind(_ start: String, _ lines: [String]) -> [String] {
        [start + (lines.first ?? "")] + lines.dropFirst()
    }

    private static func block(_ begin: String, _ parts: [[String]], _ end: String) -> [String] {
        guard !parts.isEmpty else { return [begin + end] }
        var lines = [begin]
        for (index, part) in parts.enumerated() {
            var part = part.map { "  " + $0 }
            if index < parts.count - 1, let last = part.popLast() { part.append(last + ",") }
            lines += part
        }
        return lines + [end]
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
    }
}
