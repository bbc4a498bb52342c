/// What somebody looks for, as SQLite compares it.
///
/// Its LIKE is fast and ignores case for ASCII letters, but not for Ä and ä. For such letters LIKE gets a
/// wildcard and finds candidates, and GLOB decides, with both cases in brackets.
struct HistoryText {
    /// For LIKE, the argument `?6`.
    let pattern: String?
    /// For GLOB, the argument `?8`; `nil` where LIKE can decide.
    let exactPattern: String?

    init(_ text: String?) {
        pattern = text.map { "%" + $0.map(Self.likely).joined() + "%" }
        exactPattern = text.flatMap { text in
            text.utf8.allSatisfy { $0 < 0x80 } ? nil : "*" + text.map(Self.either).joined() + "*"
        }
    }

    /// A condition that at least one of these columns holds it.
    static func isIn(_ columns: String...) -> String {
        columns.map { #"(\#($0) LIKE ?6 ESCAPE '\' AND (?8 IS NULL OR \#($0) GLOB ?8))"# }.joined(
            separator: " OR ")
    }

    private static func likely(_ character: Character) -> String {
        guard character.isASCII else { return "%" }
        return #"\%_"#.contains(character) ? #"\"# + String(character) : String(character)
    }

    /// A letter in both cases. Characters with a meaning in GLOB are put into brackets as well.
    private static func either(_ character: Character) -> String {
        let (small, capital) = (character.lowercased(), character.uppercased())
        let isOne = small.unicodeScalars.count == 1 && capital.unicodeScalars.count == 1
        if isOne, small != capital { return "[\(small)\(capital)]" }
        return "*?[".contains(character) ? "[\(character)]" : String(character)
    }
}
