import Spelling
import StaffFiles
import Testing

/// How often each letter is written, in any unit.
private enum Frequencies {
    /// Per cent of letters in English books (Norvig 2012); a space for each word of 4.79 letters.
    static let english: [String: Double] = [
        " ": 20.88, "e": 12.49, "t": 9.28, "a": 8.04, "o": 7.64, "i": 7.57, "n": 7.23, "s": 6.51, "r": 6.28,
        "h": 5.05, "l": 4.07, "d": 3.82, "c": 3.34, "u": 2.73, "m": 2.51, "f": 2.40, "p": 2.14, "g": 1.87,
        "w": 1.68, "y": 1.66, "b": 1.48, "v": 1.05, "k": 0.54, "x": 0.23, "j": 0.16, "q": 0.12, "z": 0.09,
    ]
    /// Per cent of letters in German texts, umlauts counted by themselves; a space for each word of 5.97 letters.
    static let german: [String: Double] = [
        " ": 16.75, "e": 16.40, "n": 9.78, "s": 7.27, "r": 7.00, "i": 6.55, "a": 6.52, "t": 6.15, "d": 5.08,
        "h": 4.58, "u": 4.17, "l": 3.44, "g": 3.01, "c": 2.73, "o": 2.59, "m": 2.53, "w": 1.92, "b": 1.89,
        "f": 1.66, "k": 1.42, "z": 1.13, "ü": 1.00, "v": 0.85, "p": 0.67, "ä": 0.58, "ö": 0.44, "ß": 0.31,
        "j": 0.27, "y": 0.04, "x": 0.03, "q": 0.02,
    ]

    /// Rounded per cent of letters in French texts, accents by themselves; words of about 5 letters.
    static let french: [String: Double] = [
        " ": 16.5, "e": 14.5, "s": 7.9, "a": 7.6, "i": 7.4, "t": 7.2, "n": 7.1, "r": 6.6, "u": 6.3, "l": 5.5,
        "o": 5.4, "d": 3.7, "c": 3.2, "p": 3.0, "m": 3.0, "é": 1.9, "v": 1.6, "q": 1.36, "'": 1.2, "f": 1.07,
        "b": 0.9, "g": 0.87, "h": 0.74, "j": 0.55, "à": 0.49, "x": 0.39, "z": 0.33, "y": 0.31, "è": 0.27,
        "ê": 0.23, "w": 0.11, "ç": 0.09, "ù": 0.06, "û": 0.06, "k": 0.05, "â": 0.05, "î": 0.045, "ô": 0.02,
        "œ": 0.02, "ï": 0.005, "ë": 0.001,
    ]
    /// The same for Spanish; words of about 5 letters.
    static let spanish: [String: Double] = [
        " ": 17.2, "e": 13.7, "a": 12.5, "o": 8.7, "s": 8.0, "r": 6.9, "n": 6.7, "i": 6.25, "d": 5.9,
        "l": 5.0,
        "c": 4.7, "t": 4.6, "u": 3.9, "m": 3.2, "p": 2.5, "b": 1.4, "g": 1.0, "v": 0.9, "y": 0.9, "q": 0.9,
        "ó": 0.83, "í": 0.73, "h": 0.7, "f": 0.7, "z": 0.52, "á": 0.5, "j": 0.44, "é": 0.43, "ñ": 0.31,
        "x": 0.22, "ú": 0.17, "k": 0.02, "w": 0.02, "ü": 0.02,
    ]
    /// The same for Turkish; words of about 6 letters.
    static let turkish: [String: Double] = [
        " ": 15.5, "a": 11.9, "e": 8.9, "i": 8.6, "n": 7.5, "r": 6.7, "l": 5.9, "ı": 5.1, "k": 4.7, "d": 4.7,
        "m": 3.75, "t": 3.3, "y": 3.3, "u": 3.2, "s": 3.0, "b": 2.8, "o": 2.5, "ü": 1.85, "ş": 1.8, "z": 1.5,
        "g": 1.25, "h": 1.2, "ç": 1.15, "ğ": 1.1, "v": 0.96, "c": 0.96, "p": 0.89, "ö": 0.78, "f": 0.46,
        "j": 0.03, "w": 0.02, "x": 0.01, "q": 0.01,
    ]

    static func of(_ language: String) -> [String: Double] {
        switch language {
        case "de": german
        case "fr": french
        case "es": spanish
        case "tr": turkish
        default: english
        }
    }
}

/// The same letters in the order of the alphabet, in rows of the same lengths, the space first.
private func inAlphabeticalOrder(_ alphabet: SpellingAlphabet, _ letters: [String: Double])
    -> SpellingAlphabet
{
    let known = "abcdefghijklmnopqrstuvwxyzäöüß".map(String.init)
    let others = letters.keys.filter { $0 != " " && !known.contains($0) }.sorted()
    let order = known.filter { letters[$0] != nil } + others
    var rest = ([" "] + order)[...]
    let rows = alphabet.rows.map { row in
        let keys = rest.prefix(row.keys.count).map { SpellingAlphabet.Key(text: $0, name: $0) }
        rest = rest.dropFirst(row.keys.count)
        return SpellingAlphabet.Row(cue: row.cue, keys: keys)
    }
    return SpellingAlphabet(language: alphabet.language, rows: rows)
}

@Suite struct AlphabetTests {
    @Test("A file of letters reads into its rows, with names for what cannot be seen")
    func aFileOfLettersReads() {
        let text =
            "language: de\nrows:\n  - letters: space E\n  - { cue: Marks, letters: \"sch ?\" }\nnames: { space: leer }"
        let (alphabet, findings) = SpellingAlphabetReader.read(Array(text.utf8), file: "f")
        #expect(findings.filter { $0.severity == .error } == [])
        let rows = [
            SpellingAlphabet.Row(
                cue: "leer, e", keys: [.init(text: " ", name: "leer"), .init(text: "e", name: "e")]),
            SpellingAlphabet.Row(
                cue: "Marks", keys: [.init(text: "sch", name: "sch"), .init(text: "?", name: "?")]),
        ]
        #expect(alphabet == SpellingAlphabet(language: "de", rows: rows))
        #expect(alphabet?.steps(to: " ") == 2)
        #expect(alphabet?.steps(to: "?") == 4)
        #expect(alphabet?.steps(to: "x") == nil)
    }

    @Test(
        "A mistake is told with its place",
        arguments: [
            ("", "f:1:1: error: this file is empty: letters for spelling need `language` and `rows`"),
            ("language: en\nrwos: []", "f:2:1: error: unknown key `rwos`: did you mean `rows`?"),
            (
                "language: mb-de6\nrows:\n  - letters: space 0",
                "f:1:11: error: `mb-de6` is not a language tag, such as `en` or `de`: it is a voice's name"
            ),
            ("language: en\nrows: []", "f:2:1: error: there are no rows: write the letters"),
            (
                "language: en\nrows:\n  - letters: space etao",
                "f:3:14: error: `etao` has 4 letters, but one choice writes at most 3: put spaces between the letters"
            ),
            (
                "language: en\nrows:\n  - letters: space e\n  - letters: t E",
                "f:4:14: error: `E` is already in line 3: delete one"
            ),
            (
                "language: en\nrows:\n  - letters: e t",
                "f:2:1: error: no row has `space`: nobody could write two words"
            ),
            (
                "language: en\nrows:\n  - letters: space b c d e f g h i j\n  - letters: k l m n o p r s t u v w\n  - letters: x y z",
                "f:2:1: warning: no row has `a`, `q`: nobody can write it"
            ),
        ])
    func aMistakeIsToldWithItsPlace(text: String, finding: String) {
        let findings = SpellingAlphabetReader.read(Array(text.utf8), file: "f").findings
        #expect(findings.map(\.description).contains(finding))
    }

    @Test(
        "The shipped letters are near the best that rows can do, and far better than ABC",
        arguments: ["en", "de", "fr", "es", "tr"])
    func theShippedLettersAreNearTheBest(language: String) throws {
        let alphabet = try ShippedFiles.alphabet(language)
        let weights = Frequencies.of(language)
        #expect(weights.keys.allSatisfy { alphabet.place(of: $0) != nil })
        let mean = alphabet.meanSteps(weights)
        let best = SpellingAlphabet.leastMeanSteps(weights)
        let abc = inAlphabeticalOrder(alphabet, weights).meanSteps(weights)
        print(
            "letters \(language): \(mean) steps in the mean; best rows \(best); ABC in the same rows \(abc)")
        #expect(mean < best * 1.01)
        #expect(mean < abc * 0.86)
    }

    @Test(
        "Digits, and marks with names that can be said, are there",
        arguments: ["en", "de", "fr", "es", "tr"])
    func digitsAndMarksAreThere(language: String) throws {
        let alphabet = try ShippedFiles.alphabet(language)
        for text in "0123456789.,?!-".map(String.init) {
            let place = try #require(alphabet.place(of: text), "\(text)")
            let name = alphabet.rows[place.row].keys[place.key].name
            #expect(name.contains { $0.isLetter || $0.isNumber }, "\(text)")
        }
    }
}
