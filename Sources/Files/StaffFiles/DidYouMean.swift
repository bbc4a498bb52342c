/// Guesses which of the known words a mistyped one was meant to be.
public enum DidYouMean {
    /// ` : did you mean …?` to put behind a message, or nothing.
    public static func suffix(for word: String, among known: [String]) -> String {
        guess(for: word, among: known).map { ": did you mean `\($0)`?" } ?? ""
    }

    /// The nearest known word, if it is near enough that a slip of the finger explains it.
    public static func guess(for word: String, among known: [String]) -> String? {
        let typed = folded(word)
        // A long text is not a typing error, and comparing it would be slow.
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let letters = folded(candidate)
            let limit = max(1, min(letters.count, typed.count) / 3)
            guard abs(letters.count - typed.count) <= limit else { continue }
            let distance = distance(typed, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func folded(_ word: String) -> [Character] {
        word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// Damerau and Levenshtein's distance where no part is edited twice: a letter added, left out or
    /// replaced, or two neighbours swapped, counts one.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast = [Int](repeating: 0, count: second.count + 1)
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1] + [Int](repeating: 0, count: second.count)
            for (column, other) in second.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                current[column + 1] = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1)
                }
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
