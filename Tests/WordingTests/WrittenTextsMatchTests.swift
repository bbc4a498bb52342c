import Testing

@testable import Wording

@Suite("Which text a message was made of")
struct WrittenTextsMatchTests {
    private func found(_ pattern: String, _ words: String) throws -> [String: String]? {
        WrittenTexts(["finding.x": try TextPattern(pattern)], groups: ["finding."]).find(words)?.values
    }

    @Test(
        "A placeholder stands for as little as possible, and words of the program for nothing too",
        arguments: [
            ("write {range}", "write 1 to 5", ["range": "1 to 5"]), ("write {range}", "write ", nil),
            ("{key}: {advice_words}", "a: b: c", ["key": "a", "advice_words": "b: c"]),
            ("no `{id}`{guess_words}", "no `x`", ["id": "x", "guess_words": ""]),
            ("no `{id}`{guess_words}", "no `x`: try `y`", ["id": "x", "guess_words": ": try `y`"]),
            ("`{a}` in `{b}`", "`1` in `2` in `3`", ["a": "1", "b": "2` in `3"]),
            ("{a}, not {b}.", "x, not y. z.", ["a": "x", "b": "y. z"]), ("{a} or {b}", " or x", nil),
            ("{a} and {a}", "x and x", ["a": "x"]),
            ("{a} and {a}", "x and y", nil), ("it is empty", "it is empty", [:]),
            ("it is empty", "it is empty.", nil), ("it has {count} characters", "it has  characters", nil),
        ] as [(String, String, [String: String]?)])
    func values(pattern: String, words: String, values: [String: String]?) throws {
        #expect(try found(pattern, words) == values)
    }

    @Test("Words that almost match everywhere are looked at once for each part of the text")
    func hostile() throws {
        let pattern = "`{a}`, `{b}`, `{c}`, `{d}`, `{e}`, `{f}`, `{g}`, `{h}` and `{i}`."
        let words = String(repeating: "`x`, ", count: 20_000)
        #expect(try found(pattern, words) == nil)
        #expect(try found(pattern, words + "`y` and `z`.")?["h"]?.count == 5 * (20_000 - 7) + 1)
    }
}
