import Care
import Foundation
import Testing

@Suite("Words to a client")
struct ClientWordsTests {
    private static let start = Date(timeIntervalSince1970: 1_774_665_000)
    private static let words = ClientWords(
        id: UUID(), client: "maria", text: "The doctor comes at four.", by: "Anna", at: start)

    @Test("They wait for half an hour at most, and what was said stays said")
    func standing() {
        var words = Self.words
        #expect(words.standing(at: Self.start) == .waiting)
        #expect(words.standing(at: Self.start.addingTimeInterval(ClientWords.longestWait)) == .waiting)
        #expect(words.standing(at: Self.start.addingTimeInterval(ClientWords.longestWait + 1)) == .notSaid)
        words.takenBackAt = Self.start.addingTimeInterval(30)
        #expect(words.standing(at: Self.start.addingTimeInterval(86_400)) == .takenBack)
        words.saidAt = Self.start.addingTimeInterval(60)
        #expect(words.standing(at: Self.start.addingTimeInterval(86_400)) == .said)
    }

    @Test(
        "What cannot be said is refused, with its field",
        arguments: [
            ("", "Anna", "text"), (" \u{200B}", "Anna", "text"),
            (String(repeating: "a", count: ClientWords.longestText + 1), "Anna", "text"),
            ("Beep \u{7}", "Anna", "text"), ("Tea.", " ", "by"), ("Tea.", "An\u{202E}na", "by"),
        ])
    func refused(text: String, by: String, field: String) {
        let problem = #expect(throws: FieldProblem.self) {
            try NewClientWords(id: UUID(), text: text, by: by).check()
        }
        #expect(problem?.field == field)
    }

    @Test("As long as they may be, and without a name, they are taken")
    func taken() throws {
        let text = String(repeating: "a", count: ClientWords.longestText)
        try NewClientWords(id: UUID(), text: text).check()
    }

    @Test("They go to the client's kiosk and to caregivers who have logged in")
    func audience() {
        let event = JournalEvent(sequence: 1, at: Self.start, content: .words(Self.words))
        #expect(event.isTold(toKioskOf: "maria", device: nil))
        #expect(!event.isTold(toKioskOf: "otto", device: nil))
        #expect(event.isTold(toCaregiver: "anna") && event.isToldToCoordinators)
        // A station stands where everybody passes.
        #expect(!event.isTold(toCaregiver: nil))
        #expect(!event.kind.isCall)
    }
}
