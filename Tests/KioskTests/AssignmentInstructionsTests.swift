import Activities
import Boards
import Care
import Exercises
import Foundation
import HomeFiles
import Scanning
import Testing

@testable import Kiosk

/// What the provider has written for an assignment is heard and seen before its exercise.
@Suite("The provider's instructions of an assignment") struct AssignmentInstructionsTests {
    private typealias Given = AssignmentTests

    private static let words = "cue: Sit up first."

    private static func stage(
        _ details: String = "Sit up first.", hasAppointment: Bool = true
    ) -> Stage {
        var one = Given.given("Breathing", hasAppointment: hasAppointment)
        one.details = details
        return Given.stage([one], appointment: hasAppointment ? Given.kim() : nil)
    }

    private static func times(_ stage: Stage, _ words: String) -> Int {
        stage.lines.count { $0.hasSuffix(words) }
    }

    @Test("They are said and shown before the exercise's own, once, though it is done twice")
    func once() throws {
        var stage = Self.stage()
        stage.session.showOnScreen()
        Given.begin(&stage)
        let heard = try #require(stage.lines.firstIndex { $0.hasSuffix(Self.words) }, "\(stage.text)")
        let own = try #require(
            stage.lines.firstIndex { $0.hasSuffix("main: Breathe with me.") }, "\(stage.text)")
        #expect(heard < own)
        let shown = stage.effects.compactMap {
            if case .show(let screen) = $0 { screen.saying?.words } else { nil as String? }
        }
        #expect(shown.contains("Sit up first."))
        Given.doExercise(&stage)
        Given.choose(&stage, "choice_breathe_again")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(Self.times(stage, "main: Breathe with me.") == 2, "\(stage.text)")
        #expect(Self.times(stage, Self.words) == 1, "\(stage.text)")
    }

    @Test("Nor are they said again where a pause is over; to who has stopped and opens it anew they are")
    func paused() {
        var stage = Self.stage(hasAppointment: false)
        Given.begin(&stage)
        stage.press(at: Given.seconds(stage) + 1)
        stage.run(to: Given.seconds(stage) + 1)
        // Nobody presses where a press is waited for: it pauses, and is left.
        stage.run(to: Given.seconds(stage) + 1200)
        #expect(stage.session.isResting)
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing")
        Given.choose(&stage, "choice_exercise_stop")
        #expect(Self.times(stage, Self.words) == 1, "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 2)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(Self.times(stage, Self.words) == 2, "\(stage.text)")
    }

    @Test("Who knows them presses, and hears the exercise's own; that press does not begin it") func pressed()
    {
        var stage = Self.stage()
        Given.open(&stage)
        stage.press(at: Given.seconds(stage) + 0.5)
        stage.run(to: Given.seconds(stage) + 0.3)
        #expect(stage.text.hasSuffix("main: Breathe with me."), "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 5)
        #expect(!stage.text.contains("Look."), "\(stage.text)")
    }

    @Test("A call for help ends them at once, and nothing begins; chosen again, they are said again")
    func help() {
        var stage = Self.stage(hasAppointment: false)
        Given.open(&stage)
        stage.press(at: Given.seconds(stage) + 0.4, .help)
        stage.run(to: Given.seconds(stage) + 0.1)
        #expect(stage.text.contains("ASK help urgent"), "\(stage.text)")
        #expect(stage.text.contains("main: help_say"), "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 60)
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(Self.times(stage, Self.words) == 2, "\(stage.text)")
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
    }

    @Test("So it does where help was called before; nobody is called twice") func helpAgain() {
        var stage = Self.stage(hasAppointment: false)
        stage.press(at: 1, .help)
        stage.run(to: 60)
        stage.press(at: 61)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing")
        stage.press(at: Given.seconds(stage) + 0.4, .help)
        stage.run(to: Given.seconds(stage) + 60)
        #expect(Self.times(stage, Self.words) == 1, "\(stage.text)")
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
        #expect(stage.lines.count { $0.contains("ASK help") } == 1, "\(stage.text)")
    }

    @Test("Long ones are said to their end, in parts that fit the screen") func long() {
        let sentence = "Let your shoulders sink, and look out of the window."
        let text = Array(repeating: sentence, count: 30).joined(separator: " ")
        var stage = Self.stage(text)
        Given.open(&stage)
        stage.run(to: Given.seconds(stage) + 8)
        let said = stage.lines.filter { $0.contains("cue: Let your") }
            .map { line in String(line.drop { $0 != "L" }) }
        #expect(said.count > 1 && said.allSatisfy { $0.count <= 500 }, "\(stage.text)")
        #expect(said.joined(separator: " ") == text)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
    }

    @Test("Parts end after a sentence, else between words, else where they must") func parts() {
        #expect(
            "One two. Three four five six seven.".parts(upTo: 12) == [
                "One two.", "Three four", "five six", "seven.",
            ])
        #expect("abcdefgh".parts(upTo: 3) == ["abc", "def", "gh"])
        #expect("  short ".parts(upTo: 20) == ["short "])
        #expect("".parts(upTo: 3).isEmpty)
    }

    @Test("They are kept over a restart, and what was kept before there were any is read") func kept() throws
    {
        var one = Given.given("Breathing")
        let old = KeptExercise(
            client: "maria", activity: KeptActivity(assignment: Assigned(one), stage: .exercising))
        let data = try JSONEncoder().encode(old)
        #expect(!String(decoding: data, as: UTF8.self).contains("details"))
        #expect(try JSONDecoder().decode(KeptExercise.self, from: data) == old)
        one.details = "Sit up first."
        let new = KeptActivity(assignment: Assigned(one), stage: .waiting)
        let read = try JSONDecoder().decode(KeptActivity.self, from: try JSONEncoder().encode(new))
        #expect(read.assignment?.details == "Sit up first.")
    }
}
