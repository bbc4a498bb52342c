/// What somebody looks for, as SQLite compares it.
///
/// Its LIKE is quick and takes capital ASCII letters for small ones, but not Ä for ä; where there are such letters GLOB does it,
/// with both of each in brackets.
struct HistoryText {
    /// The comparison that stands behind a column; the pattern is its argument `?6`.
    let comparison: String
    let pattern: String?

    init(_ text: String?) {
        if let text, !text.utf8.allSatisfy({ $0 < 0x80 }) {
            comparison = "GLOB ?6"
            pattern = "*" + text.map(Self.either).joined() + "*"
        } else {
            comparison = #"LIKE ?6 ESCAPE '\'"#
            pattern = text.map { text in
                "%" + text.map { #"\%_"#.contains($0) ? #"\"# + String($0) : String($0) }.joined() + "%"
            }
        }
    }

    /// A condition that at least one of these columns holds it.
    func isIn(_ columns: String...) -> String {
        columns.map { "\($0) \(comparison)" }.joined(separator: " OR ")
    }

    /// A letter, small or capital. What would mean something to GLOB stands in brackets as well.
    private static func either(_ character: Character) -> String {
        let (small, capital) = (character.lowercased(), character.uppercased())
        let isOne = small.unicodeScalars.count == 1 && capital.unicodeScalars.count == 1
        if isOne, small != capital { return "[\(small)\(capital)]" }
        return "*?[".contains(character) ? "[\(character)]" : String(character)
    }
}
