/// A pattern of a words file: `[every] {weekdays} (at|from) {time}`. What stands in `[ ]` may be missing, `( | )` are alternatives,
/// `{ }` names what stands there in a sentence.
public struct PlanPattern: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        /// Folded; it has one of the spellings of a word.
        case word(String)
        case mark(Character)
        case slot(PlanSlot)
    }

    /// Why a text is no pattern.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case notClosed(Character)
        case notOpened(Character)
        case unknownSlot(String)
        /// It, or one of its alternatives, would be there where nothing is.
        case empty
        /// More than `PlanPattern.most` ways to say it.
        case tooMany

        public var description: String {
            switch self {
            case .notClosed(let sign): "a `\(sign)` is not closed"
            case .notOpened(let sign): "there is a `\(sign)` that closes nothing"
            case .unknownSlot(let name):
                "`{\(name.prefix(40))}` is not known: there are "
                    + PlanSlot.allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
            case .empty: "it can be said without any word"
            case .tooMany: "there are more than \(PlanPattern.most) ways to say it: write several patterns"
            }
        }
    }

    /// As many ways as one pattern may stand for.
    public static let most = 500

    /// All the ways to say it, none empty.
    public let ways: [[Element]]

    /// Throws: `Problem`.
    public init(_ text: String) throws(Problem) {
        var parser = Parser(characters: Array(text))
        let ways = try parser.alternatives()
        if let rest = parser.next { throw .notOpened(rest) }
        guard !ways.contains([]) else { throw .empty }
        self.ways = ways
    }

    private struct Parser {
        let characters: [Character]
        var index = 0

        var next: Character? { index < characters.count ? characters[index] : nil }

        mutating func alternatives() throws(Problem) -> [[Element]] {
            var all = try sequence()
            while next == "|" {
                index += 1
                all += try sequence()
            }
            guard all.count <= PlanPattern.most else { throw .tooMany }
            return all
        }

        private mutating func sequence() throws(Problem) -> [[Element]] {
            var ways: [[Element]] = [[]]
            while let sign = next {
                let more: [[Element]]
                switch sign {
                case "|", ")", "]", "}": return ways
                case "(": more = try group(closing: ")")
                case "[": more = try group(closing: "]") + [[]]
                case "{": more = [[.slot(try slot())]]
                default: more = text()
                }
                guard ways.count * more.count <= PlanPattern.most else { throw .tooMany }
                ways = ways.flatMap { way in more.map { way + $0 } }
            }
            return ways
        }

        private mutating func group(closing: Character) throws(Problem) -> [[Element]] {
            let opening = characters[index]
            index += 1
            let ways = try alternatives()
            guard next == closing else { throw .notClosed(opening) }
            index += 1
            return ways
        }

        private mutating func slot() throws(Problem) -> PlanSlot {
            guard let end = characters[index...].firstIndex(of: "}") else { throw .notClosed("{") }
            let name = String(characters[(index + 1)..<end])
            guard let slot = PlanSlot(rawValue: name) else { throw .unknownSlot(name) }
            index = end + 1
            return slot
        }

        private mutating func text() -> [[Element]] {
            let end = characters[index...].firstIndex { "()[]{}|".contains($0) } ?? characters.count
            let text = Array(characters[index..<end])
            index = end
            var ways: [[Element]] = [[]]
            for token in PlanToken.tokens(of: text) {
                let more: [Element]
                switch token.kind {
                case .word:
                    more = PlanFolding.spellings(of: String(text[token.range])).map { .word($0) }
                case .number: more = [.word(String(text[token.range]))]
                case .mark(let mark): more = [.mark(mark)]
                }
                ways = ways.flatMap { way in more.map { way + [$0] } }
            }
            return ways
        }
    }
}
