/// A piece of a sentence or of a pattern: a word, a number, or a mark.
struct PlanToken: Equatable {
    enum Kind: Equatable {
        /// Folded, see `PlanFolding`.
        case word(String)
        /// Digits, at most six, and how many there are: `08` is 8 with two.
        case number(Int, digits: Int)
        case mark(Character)
    }

    var kind: Kind
    /// Where it stands, in characters of the text.
    var range: Range<Int>
    /// Whether it stands between quotation marks: it is the title then, whatever it says.
    var isQuoted = false
    /// Whether a word begins with a capital letter.
    var isCapital = false

    /// The pieces of a text. `8h30` has three; an apostrophe, and a hyphen in a word, only part it.
    ///
    /// Control characters, marks of direction and spaces of no width are passed over as if they were not there.
    static func tokens(of characters: [Character]) -> [PlanToken] {
        var tokens: [PlanToken] = []
        var index = 0
        func isWordLike(_ index: Int) -> Bool {
            characters.indices.contains(index) && (characters[index].isLetter || characters[index].isNumber)
        }
        func end(from start: Int, while isPart: (Character) -> Bool) -> Int {
            var end = start + 1
            while end < characters.count, isPart(characters[end]) || isInvisible(characters[end]) { end += 1 }
            while isInvisible(characters[end - 1]) { end -= 1 }
            return end
        }
        while index < characters.count {
            let character = characters[index]
            let start = index
            if isInvisible(character) || character.isWhitespace {
                index += 1
                continue
            }
            if isDigit(character) {
                index = end(from: start, while: isDigit)
                let text = String(characters[start..<index].filter(isDigit))
                tokens.append(
                    PlanToken(
                        kind: text.count <= 6
                            ? .number(Int(text) ?? 0, digits: text.count) : .word(text), range: start..<index)
                )
            } else if character.isLetter || isPictorial(character) {
                index = end(from: start) { ($0.isLetter || isPictorial($0)) && !isDigit($0) }
                let text = characters[start..<index].filter { !isInvisible($0) }
                tokens.append(
                    PlanToken(
                        kind: .word(PlanFolding.plain(String(text))), range: start..<index,
                        isCapital: character.isUppercase))
            } else {
                index += 1
                let isInside = isWordLike(start - 1) && isWordLike(index)
                let isNumeric =
                    isInside && isDigit(characters[start - 1]) && isDigit(characters[index])
                if apostrophes.contains(character) { continue }
                if hyphens.contains(character), isInside, !isNumeric { continue }
                tokens.append(
                    PlanToken(
                        kind: .mark(hyphens.contains(character) ? "-" : character), range: start..<index))
            }
        }
        return tokens
    }

    /// Marks what stands between the first pair of quotation marks.
    static func markQuoted(_ tokens: inout [PlanToken]) {
        let closing: [Character: Set<Character>] = [
            "\"": ["\""], "“": ["”", "“"], "„": ["“", "”", "\""], "«": ["»"], "»": ["«"], "‹": ["›"],
        ]
        guard
            let opening = tokens.firstIndex(where: { $0.mark.map { closing[$0] != nil } ?? false }),
            let ends = tokens[opening].mark.flatMap({ closing[$0] }),
            let end = tokens[(opening + 1)...].firstIndex(where: { $0.mark.map(ends.contains) ?? false }),
            end > opening + 1
        else { return }
        for index in opening...end { tokens[index].isQuoted = true }
    }

    var mark: Character? { if case .mark(let mark) = kind { mark } else { nil } }
    var word: String? { if case .word(let word) = kind { word } else { nil } }

    private static let apostrophes: Set<Character> = ["'", "’", "ʼ", "´", "`"]
    private static let hyphens: Set<Character> = ["-", "‐", "‑", "–", "—"]

    static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// What is on no keyboard and in no letter, such as a picture or a number of another writing.
    private static func isPictorial(_ character: Character) -> Bool {
        !character.isASCII && !character.isPunctuation && !character.isWhitespace && !isInvisible(character)
            && !apostrophes.contains(character) && !hyphens.contains(character)
    }

    /// Control characters, marks of direction, spaces of no width.
    static func isInvisible(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, !character.isASCII || !character.isWhitespace
        else { return false }
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF:
            return true
        default: return false
        }
    }
}
