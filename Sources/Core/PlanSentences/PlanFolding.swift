/// Words as they are compared: neither capitals nor marks on letters decide, because they are often left out where people type in haste.
enum PlanFolding {
    /// What is written for a letter where its mark is left out.
    private static let bases: [Character: String] = [
        "ä": "a", "à": "a", "á": "a", "â": "a", "å": "a", "ã": "a", "ç": "c", "è": "e", "é": "e", "ê": "e",
        "ë": "e", "î": "i", "ï": "i", "í": "i", "ì": "i", "ñ": "n", "ö": "o", "ô": "o", "ó": "o", "ò": "o",
        "õ": "o", "ø": "o", "ü": "u", "û": "u", "ú": "u", "ù": "u", "ğ": "g", "ş": "s", "ı": "i", "ß": "ss",
        "œ": "oe", "æ": "ae", "ÿ": "y", "ý": "y",
    ]
    /// What is written for it where a keyboard does not have it: `Maerz`.
    private static let pairs: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe",
    ]

    /// In lower case and without marks: `MÄRZ` is `marz`.
    static func plain(_ word: some StringProtocol) -> String { mapped(word) { bases[$0] } }

    /// Every way in which a word of a words file is typed: `märz` as `marz` and `maerz`.
    static func spellings(of word: String) -> [String] {
        let plain = plain(word)
        let paired = mapped(word) { pairs[$0] ?? bases[$0] }
        return plain == paired ? [plain] : [plain, paired]
    }

    private static func mapped(_ word: some StringProtocol, _ replacement: (Character) -> String?) -> String {
        var folded = ""
        for character in word.lowercased() {
            if character.isASCII {
                folded.append(character)
            } else if let known = replacement(character) {
                folded += known
            } else {
                // Marks that no composed letter has, such as the dot that a Turkish İ keeps in lower case.
                for scalar in character.unicodeScalars
                where scalar.properties.generalCategory != .nonspacingMark {
                    folded.unicodeScalars.append(scalar)
                }
            }
        }
        return folded
    }

    /// Whether a word becomes another one by one letter that is added, left out or another, or by two neighbours that are swapped.
    static func isOneSlip(_ typed: [Character], from word: [Character]) -> Bool {
        guard typed != word, abs(typed.count - word.count) <= 1 else { return false }
        let shorter = min(typed.count, word.count)
        var start = 0
        while start < shorter, typed[start] == word[start] { start += 1 }
        var end = 0
        while end < shorter - start, typed[typed.count - 1 - end] == word[word.count - 1 - end] { end += 1 }
        let (left, right) = (typed.count - start - end, word.count - start - end)
        if max(left, right) <= 1 { return true }
        return left == 2 && right == 2 && typed[start] == word[start + 1] && typed[start + 1] == word[start]
    }
}
