/// What may stand in a setting, as its range says it in words: `300 ms to 10 s`, `on or off`, `dark, light or contrast`.
public enum OptionForm: Equatable, Sendable {
    /// One of two words, the first of which says yes.
    case flag(yes: String, no: String)
    case words([String])
    /// Seconds, or the one word that may stand there instead.
    case time(ClosedRange<Double>, or: String?)
    case number(ClosedRange<Double>, or: String?)
    /// `21:00`.
    case timeOfDay
    /// A list, in brackets in the file.
    case list
    case text

    public init(range: String) {
        let alternatives = range.components(after: ", or ")
        let (word, bounds) = alternatives.map { ($0.before, $0.after) } ?? (nil, range)
        if let form = Self.bounded(bounds, or: word) {
            self = form
            return
        }
        let words = Self.words(range)
        switch words {
        case ["on", "off"], ["true", "false"]: self = .flag(yes: words[0], no: words[1])
        case let some where some.count > 1: self = .words(some)
        default:
            self =
                range == "a time of day"
                ? .timeOfDay
                : range == "names of keys" || range == "times of day" || range.hasPrefix("times from ")
                    ? .list : .text
        }
    }

    /// `80 to 450`, `0 to 24 h`.
    private static func bounded(_ text: String, or word: String?) -> OptionForm? {
        guard let sides = text.components(after: " to "), let least = amount(sides.before),
            let most = amount(sides.after), least.number <= most.number
        else { return nil }
        let range = least.number...most.number
        return least.isTime || most.isTime ? .time(range, or: word) : .number(range, or: word)
    }

    /// A number, or a time in seconds.
    private static func amount(_ text: String) -> (number: Double, isTime: Bool)? {
        let parts = text.split(separator: " ")
        guard let first = parts.first, let number = Double(first), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (number, false) }
        guard let scale = ["ms": 0.001, "s": 1, "min": 60, "h": 3600][parts[1]] else { return nil }
        return (number * scale, true)
    }

    private static func words(_ range: String) -> [String] {
        let words = range.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
        let areWords = words.allSatisfy { word in
            word.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }
        }
        return areWords && words.count > 1 ? words : []
    }
}

extension String {
    /// What stands before and after the first of these words.
    fileprivate func components(after words: String) -> (before: String, after: String)? {
        guard let found = firstRange(of: words) else { return nil }
        return (String(self[..<found.lowerBound]), String(self[found.upperBound...]))
    }
}
