import Boards
import Care
import Foundation
import Kiosk
import Recurrence
import Scanning
import Testing

@Suite("A client asks somebody else to do a chore, and is asked, with one switch")
struct OfferedChoreTests {
    private static let entry = UUID()

    private static func stage() -> Stage { Stage(items: [Stage.chores]) { $0.mode = .direct } }

    private static func play(_ stage: inout Stage, _ digits: [Int], from start: Double = 1) {
        for (index, digit) in digits.enumerated() {
            stage.press(at: start + Double(index) * 6, .digit(digit))
        }
        stage.run(to: start + Double(digits.count) * 6)
    }

    private static func household(_ chore: RoutineOccurrence) -> ClientHousehold {
        var household = Stage.household([chore])
        household.chores.people = [
            ChorePerson(id: "anna", name: "Anna"), ChorePerson(id: "ben", name: "Ben"),
        ]
        return household
    }

    /// Maria's, of which she has asked Ben; or Ben's, of which he asks her.
    private static func offered(
        by person: String = "maria", _ answer: ChoreOffer.Answer? = nil, isNews: Bool = false
    ) -> RoutineOccurrence {
        var chore = Stage.chore("Dishes", 0, of: answer == .accepted ? "ben" : person)
        chore.chore?.offer =
            person == "maria"
            ? ChoreOffer(
                by: "maria", byName: "Maria", to: "ben", toName: "Ben", entry: entry, answer: answer,
                isNews: isNews)
            : ChoreOffer(by: "ben", byName: "Ben", to: "maria", toName: "Maria", entry: entry)
        return chore
    }

    @Test("Chores, the chore, ask somebody else, who: it is asked, and a press in the window takes that back")
    func asks() {
        var stage = Self.stage()
        stage.household(at: 0, Self.household(Stage.chore("Dishes", 0)))
        // Done, ask somebody else; Anna, Ben.
        Self.play(&stage, [1, 1, 2, 2])
        #expect(stage.text.contains("cue: choice_ask_other"))
        #expect(stage.text.contains("main: chore_asked Ben Dishes"), "\(stage.text)")
        #expect(stage.marks.map(\.kind) == [.offered] && stage.marks.first?.person == "ben")
    }

    @Test("Who is asked is heard with the chore, and asking is taken back there")
    func takesBack() {
        var stage = Self.stage()
        stage.household(at: 0, Self.household(Self.offered()))
        Self.play(&stage, [1, 1, 2])
        #expect(stage.text.contains("chore_is_asked Ben"), "\(stage.text)")
        #expect(!stage.text.contains("choice_ask_other"))
        #expect(stage.marks.map(\.kind) == [.undone] && stage.marks.first?.undoes == Self.entry)
    }

    @Test("Whoever is asked says yes or no in their chores", arguments: [true, false])
    func answers(isYes: Bool) {
        var stage = Self.stage()
        stage.household(at: 0, Self.household(Self.offered(by: "ben")))
        Self.play(&stage, [1, 1, isYes ? 1 : 2])
        #expect(stage.text.contains("chore_asks_you Ben"), "\(stage.text)")
        #expect(stage.marks.map(\.kind) == [isYes ? .accepted : .refused])
        #expect(stage.marks.first?.person == "maria")
        #expect(stage.text.contains(isYes ? "main: chore_claimed" : "main: chore_refused"))
    }

    @Test("Whoever is asked hears it once, unless that is over by then", arguments: [true, false])
    func hears(isOpen: Bool) {
        var stage = Self.stage()
        let chore = isOpen ? Self.offered(by: "ben") : Stage.chore("Dishes", 0, of: "ben")
        stage.remind(at: 1, 5, Stage.reminder(1, of: chore, at: 1, .offered, to: "maria"))
        stage.run(to: 60)
        #expect(stage.text.contains("main: chore_offered Ben Dishes") == isOpen, "\(stage.text)")
        // It is no reminder of something that is theirs to mark.
        #expect(!stage.text.contains("reminder_question"))
    }

    @Test("The answer is told to whoever asked", arguments: [ChoreOffer.Answer.accepted, .refused])
    func told(answer: ChoreOffer.Answer) {
        var stage = Self.stage()
        stage.household(at: 0, Self.household(Self.offered()))
        stage.chore(at: 1, 5, Self.offered(answer, isNews: true))
        stage.run(to: 60)
        let words = answer == .accepted ? "main: chore_agreed Ben Dishes" : "main: chore_declined Ben Dishes"
        #expect(stage.text.contains(words) && stage.text.contains("ack 5"), "\(stage.text)")
    }
}
