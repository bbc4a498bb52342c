import Care
import Testing

@testable import Station

@Suite("Clients who call at once")
struct TurnsOfClientsTests {
    @Test("One who calls again and again keeps no other client's call waiting")
    func turns() {
        var stage = StationStage()
        for number in 1...20 {
            stage.journal(at: 0, "otto\(number)", .asked, .asked, .urgent, client: "otto")
        }
        stage.journal(at: 0.1, "water", .asked, .asked, .urgent)
        stage.run(to: 30)
        let calls = stage.lines.filter { $0.contains("alert") }
        #expect(calls.dropFirst().first?.contains("water") == true, "\(calls)")
    }

    @Test("Of a call with words almost without end the first are spoken, so that it keeps no other waiting")
    func longWords() {
        var stage = StationStage()
        let words = (1...80).map { "word\($0)" }.joined(separator: " ")
        stage.journal(at: 0, words, .asked, .asked, .urgent, client: "otto")
        stage.run(to: 30)
        let calls = stage.lines.filter { $0.contains("word1 ") }
        #expect(!calls.isEmpty && calls.allSatisfy { $0.contains(" word18") && !$0.contains("word19") })
    }

    @Test(
        "Words are cut between words, where there are some",
        arguments: [
            (8, "a bb ccc"), (7, "a bb"), (5, "a bb"), (4, "a bb"), (3, "a"), (1, "a"),
        ])
    func wholeWords(most: Int, words: String) {
        #expect("a bb ccc".firstWords(ofCharacters: most) == words)
        #expect("abcdefgh".firstWords(ofCharacters: most).count == most)
        let marks = "a" + String(repeating: "\u{301}", count: 500)
        #expect(marks.firstWords(ofCharacters: most).unicodeScalars.count == most)
    }
}
