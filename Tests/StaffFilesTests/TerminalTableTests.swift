import StaffFiles
import Testing

@Suite("Tables and sentences on a terminal")
struct TerminalTableTests {
    private let table = TerminalTable(
        [
            ["name", "what it does", "number"],
            ["a", "moves on by itself", "7"],
            ["日本", "chooses", "1234"],
        ], sides: [.left, .left, .right])

    @Test("Columns stand below each other, and nothing stands behind the last one")
    func wide() {
        for columns in [nil, 32, 200] {
            #expect(
                table.lines(columns: columns) == [
                    "name  what it does        number",
                    "a     moves on by itself       7",
                    "日本  chooses               1234",
                ])
        }
    }

    @Test("What does not fit beside it stands on a line of its own, in columns too")
    func narrow() {
        #expect(
            table.lines(columns: 31) == [
                "name  what it does", "    number", "a     moves on by itself", "         7", "日本  chooses",
                "      1234",
            ])
        #expect(
            table.lines(columns: 20) == [
                "name", "    what it does", "    number", "a", "    moves on by", "    itself", "         7",
                "日本", "    chooses", "      1234",
            ])
    }

    @Test("No line is wider than the terminal, and no word is lost", arguments: 20...100)
    func widths(columns: Int) {
        let lines = table.lines(columns: columns)
        #expect(lines.allSatisfy { TerminalText.width(of: $0) <= columns }, "\(lines)")
        let words = lines.joined(separator: " ").split(separator: " ")
        #expect(Set(words.map(String.init)).isSuperset(of: ["moves", "itself", "1234", "number", "chooses"]))
    }

    @Test(
        "A sentence goes on below its own beginning",
        arguments: [
            ("one two three", "one two\nthree"), ("  one two three", "  one two\n  three"),
            ("1. one two three", "1. one\n   two\n   three"), ("\na b\n", "\na b\n"), ("", ""),
            ("  a-long-word-that-is-copied x", "  a-long-word-that-is-copied\n  x"),
        ])
    func paragraphs(text: String, shown: String) {
        #expect(TerminalText.paragraphs(text, to: 9) == shown)
        #expect(TerminalText.paragraphs(text, to: nil) == text)
    }
}
