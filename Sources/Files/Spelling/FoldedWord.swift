/// Words as they are looked up: who has one switch writes neither capitals nor marks on letters if they can be spared.
enum FoldedWord {
    /// The letters with marks of the languages that ship, and of names that are common in them.
    private static let bases: [Character: String] = [
        "ä": "a", "à": "a", "á": "a", "â": "a", "å": "a", "ç": "c", "è": "e", "é": "e", "ê": "e", "ë": "e",
        "î": "i", "ï": "i", "í": "i", "ñ": "n", "ö": "o", "ô": "o", "ó": "o", "ø": "o", "ü": "u", "û": "u",
        "ú": "u", "ù": "u", "ğ": "g", "ş": "s", "ı": "i", "ß": "ss", "œ": "oe", "æ": "ae",
    ]

    /// In lower case, marks kept: `Möchte` is `möchte`.
    static func lower(_ word: String) -> String { word.lowercased() }

    /// In lower case and without marks: `Möchte` is `mochte`.
    static func plain(_ word: String) -> String {
        var plain = ""
        for letter in word.lowercased() { plain += bases[letter] ?? String(letter) }
        return plain
    }
}
