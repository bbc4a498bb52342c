import Foundation
import Testing

@testable import StaffFiles

@Suite("Findings on a terminal")
struct TerminalLookTests {
    private func finding(_ message: String, line: String = "", column: Int = 1, length: Int = 1) -> Finding {
        Finding(
            file: "boards/main.yaml", range: SourceRange(line: 12, column: column, length: length),
            severity: .error, message: message, excerpt: line)
    }

    private static let long =
        "unknown key `lable`: did you mean `label`? It is what stands on the card, and what is said "
        + "where the item has no `say`"

    @Test("No line is wider than the terminal, and no word is lost", arguments: [20, 32, 40, 79, 80, 120])
    func wrapped(columns: Int) {
        let line = String(repeating: "日本語 🥤 words ", count: 20)
        let finding = finding(Self.long, line: line, column: 100, length: 5)
        let shown = finding.rendered(for: TerminalLook(columns: columns, isColoured: false))
        let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Only the place, which is one word, may be longer.
        for line in lines where line != "boards/main.yaml:12:100:" {
            #expect(TerminalText.width(of: line) <= columns, "\(line)")
        }
        let words = lines.dropLast(2).joined(separator: " ").split(separator: " ")
        #expect(words.joined(separator: " ") == finding.description)
    }

    @Test("Where no terminal is, a message stays on its line: programs read it") func piped() {
        let finding = finding(Self.long, line: "lable: Tea", column: 1, length: 5)
        let lines = finding.rendered(for: .plain).split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == finding.description)
    }

    @Test("The mark stands below what it means, however wide the terminal is", arguments: [20, 40, 80, 200])
    func mark(columns: Int) throws {
        for filler in ["some words ", "日本語 ", "a\tb ", "e\u{301}\u{302} ", "👩‍👩‍👧 ", "🇩🇪 ", "각 "] {
            let line =
                String(repeating: filler, count: 30) + "wrong" + String(repeating: " " + filler, count: 30)
            let column = filler.count * 30 + 1
            let lines = finding("x", line: line, column: column, length: 5)
                .rendered(for: TerminalLook(columns: columns, isColoured: false)).split(separator: "\n")
            let (shown, mark) = (lines[lines.count - 2], lines[lines.count - 1])
            let place = try #require(shown.range(of: "wrong"), "\(shown)").lowerBound
            #expect(
                mark == String(repeating: " ", count: TerminalText.width(of: String(shown[..<place])))
                    + "^^^^^",
                "\(shown)")
        }
    }

    @Test("Characters are as wide as terminals show them") func widths() {
        for (text, width) in [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("🥤", 2), ("☀️", 2),
            ("☀", 1), ("👩‍👩‍👧", 2),
            ("🇩🇪", 2), ("각", 2), ("각", 2), ("क्षि", 3), ("\u{200B}", 0), ("\u{301}", 0), ("—", 1), ("🫁", 2),
            ("🛏️", 2),
        ] { #expect(TerminalText.width(of: text) == width, "\(text)") }
    }

    @Test("Colours frame the place, the kind and the mark, and say nothing that words do not") func coloured()
    {
        let finding = finding(Self.long, line: "lable: Tea", column: 1, length: 5)
        for columns in [24, 40, 80] {
            let plain = finding.rendered(for: TerminalLook(columns: columns, isColoured: false))
            let coloured = finding.rendered(for: TerminalLook(columns: columns, isColoured: true))
            #expect(coloured.contains("\u{1B}[1mboards/main.yaml:12:1:\u{1B}[0m"))
            #expect(coloured.contains("\u{1B}[1;31merror:\u{1B}[0m"))
            #expect(coloured.hasSuffix("\u{1B}[1;31m^^^^^\u{1B}[0m"))
            #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        }
        #expect(!finding.rendered.contains("\u{1B}"))
    }

    @Test("What steers a terminal is shown, and does not steer it") func steering() {
        let finding = finding("`\u{1B}[2J` is no key", line: "\"\\e[2J\": 1", column: 1, length: 8)
        let shown = finding.rendered(for: .plain)
        #expect(!shown.contains("\u{1B}") && shown.contains(#"\u{1b}[2J"#))
    }

    @Test("Text is broken between words; a word that is too long stays whole") func breaking() {
        #expect(TerminalText.wrapped("one two three", to: 7, indent: 2) == "one two\n  three")
        #expect(
            TerminalText.wrapped("/a/very/long/path is wrong", to: 10, indent: 2)
                == "/a/very/long/path\n  is wrong")
        #expect(TerminalText.wrapped("one two three", to: nil) == "one two three")
        #expect(TerminalText.wrapped("", to: 5) == "")
        #expect(TerminalText.cut("日本語日本語", to: 6) == "日本…" && TerminalText.cut("abc", to: 3) == "abc")
    }
}
