/// The letters of one language in the rows in which they are scanned: first the row, then the letter in it.
public struct SpellingAlphabet: Equatable, Sendable {
    /// What one choice writes.
    public struct Key: Equatable, Sendable {
        /// One to three characters: `e`, ` `, `sch`.
        public var text: String
        /// What scanning says: `e`, "space", "question mark".
        public var name: String

        public init(text: String, name: String) {
            self.text = text
            self.name = name
        }
    }

    public struct Row: Equatable, Sendable {
        /// What scanning says of the row: its keys' names, unless the file says otherwise.
        public var cue: String
        public var keys: [Key]

        public init(cue: String, keys: [Key]) {
            self.cue = cue
            self.keys = keys
        }
    }

    /// BCP 47, e.g. `de`.
    public var language: String
    /// In the order in which they are scanned.
    public var rows: [Row]

    public init(language: String, rows: [Row]) {
        self.language = language
        self.rows = rows
    }

    /// The place of a text: the row and the column, both from 0.
    public func place(of text: String) -> (row: Int, key: Int)? {
        for (row, keys) in rows.enumerated() {
            if let key = keys.keys.firstIndex(where: { $0.text == text }) { return (row, key) }
        }
        return nil
    }
}

extension SpellingAlphabet {
    /// Steps to choose a text when scanning begins with the first row: 1 to stay on the first row, 1 to stay on its first key.
    ///
    /// - Returns: `nil` where no key writes it.
    public func steps(to text: String) -> Int? {
        place(of: text).map { $0.row + 1 + $0.key + 1 }
    }

    /// Steps to a key in the mean, weighted; what no key writes is left out.
    ///
    /// - Parameter weights: How often each text is written, in any unit.
    public func meanSteps(_ weights: [String: Double]) -> Double {
        var (sum, total) = (0.0, 0.0)
        for (text, weight) in weights {
            guard let steps = steps(to: text) else { continue }
            sum += Double(steps) * weight
            total += weight
        }
        return total > 0 ? sum / total : 0
    }

    /// The fewest steps in the mean that any arrangement in rows can have: the most frequent texts at the cells that cost
    /// least. One cell costs 2 steps, two cost 3, three cost 4, and so on.
    public static func leastMeanSteps(_ weights: [String: Double]) -> Double {
        let sorted = weights.values.sorted(by: >)
        var (sum, diagonal, left) = (0.0, 1, 1)
        for weight in sorted {
            sum += weight * Double(diagonal + 1)
            left -= 1
            if left == 0 {
                diagonal += 1
                left = diagonal
            }
        }
        let total = sorted.reduce(0, +)
        return total > 0 ? sum / total : 0
    }
}
