import Calendars
import Testing

@Suite("How iCalendar writes texts")
struct CalendarTextTests {
    @Test(
        "What has a meaning of its own is escaped, and control characters are left out",
        arguments: [
            ("Milk; bread, \\tea", "Milk\\; bread\\, \\\\tea"),
            ("One\nTwo\r\nThree\rFour\u{2028}Five", "One\\nTwo\\nThree\\nFour\\nFive"),
            ("Bell\u{07} and delete\u{7F}\tTab", "Bell and delete\tTab"),
            ("One;\u{0308} two,\u{0301}", "One\\;\u{0308} two\\,\u{0301}"),
            ("BEGIN:VALARM\r\nEND:VALARM", "BEGIN:VALARM\\nEND:VALARM"),
        ])
    func escapes(_ text: String, _ wanted: String) {
        #expect(CalendarText.escape(text) == wanted)
    }

    @Test("A line is folded at 75 octets, never inside a character")
    func folds() {
        let line = "SUMMARY:" + String(repeating: "ä👩‍👩‍👧é", count: 40)
        let folded = CalendarText.fold(line)
        #expect(folded.hasSuffix("\r\n"))
        let pieces = folded.dropLast().split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(pieces.count > 5)
        #expect(pieces.allSatisfy { $0.utf8.count <= CalendarText.longestLine })
        #expect(pieces.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(pieces.dropFirst().allSatisfy { $0.dropFirst().first.map { "ä👩‍👩‍👧é".contains($0) } ?? false })
        #expect(folded.replacing("\r\n ", with: "") == line + "\r\n")
    }

    @Test("A line of 75 octets stays whole, and one of 76 does not")
    func foldsAtTheEdge() {
        #expect(
            CalendarText.fold(String(repeating: "a", count: 75)) == String(repeating: "a", count: 75) + "\r\n"
        )
        #expect(
            CalendarText.fold(String(repeating: "a", count: 76))
                == String(repeating: "a", count: 75) + "\r\n a\r\n")
    }

    @Test("A character that is longer than a line is cut between its code points")
    func foldsALongCharacter() {
        let character = "a" + String(repeating: "\u{0301}", count: 100)
        let pieces = CalendarText.fold(character).utf8.split(separator: 0x0A)
        #expect(pieces.allSatisfy { $0.count <= CalendarText.longestLine + 1 })
        // In bytes: a space with a mark behind it is one character.
        let unfolded = pieces.enumerated().flatMap { index, piece in
            piece.dropFirst(index == 0 ? 0 : 1).dropLast()
        }
        #expect(unfolded == Array(character.utf8))
    }
}
