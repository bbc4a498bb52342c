import HomeFiles
import Scanning
import Testing

@Suite("What is noted of presses") struct WhatIsNotedOfPressesTests {
    private func line(_ record: PressRecord) -> String {
        func time(_ duration: Duration?) -> String {
            duration.map { "\(($0 / .milliseconds(1)).rounded() / 1000)" } ?? "–"
        }
        switch record {
        case .choice(let choice):
            let late = choice.lateBy.map { " late by \(time($0))" } ?? ""
            return
                "choice \(time(choice.sinceCueEnded)) of \(time(choice.scanTime + choice.extra)), \(time(choice.sinceCueBegan)) after it began, passes \(choice.passes), steps \(choice.steps)\(choice.isContinued ? ", continued" : "")\(choice.leadsOn ? ", leads on" : "")\(late)"
        case .undone(_, let how): return "undone \(how.rawValue)"
        case .press(let press):
            let use =
                switch press.use {
                case .choice: "choice"
                case .wake: "wake"
                case .move: "move"
                case .answer: "answer"
                case .other: "other"
                case .nothing: "nothing"
                }
            return "press \(use) held \(time(press.held)) since \(time(press.sincePrevious))"
        case .ignored(let press): return "ignored \(press.reason.rawValue) \(time(press.sincePress))"
        case .touch(let touch): return "touch \(time(touch.held)) of \(time(touch.needed))"
        case .gaveUp(let attempt): return "gave up after \(attempt.passes) passes, \(attempt.steps) steps"
        case .weighed(let press):
            let offers = press.offers.map { time($0.since) }.joined(separator: " and ")
            return "weighed \(press.verdict.rawValue) \(offers), watched for \(time(press.watched))"
        case .visit(let visit): return "visit \(visit.beginning.rawValue), silence \(time(visit.silence))"
        }
    }

    private func text(_ stage: Stage) -> String { stage.records.map(line).joined(separator: "\n") }

    @Test("A choice that is taken back in its window") func aChoiceThatIsTakenBackInItsWindow() {
        var stage = Stage(Stage.yes, Stage.water)
        stage.press(at: 0)
        // yes 0.5–1.5, gap to 3.7; water 3.7–4.7, gap to 6.2.
        stage.press(at: 5.5, for: 0.2)
        stage.press(at: 9.5)
        stage.run(to: 11)
        #expect(
            text(stage) == """
                press wake held 0.08 since –
                choice 0.8 of 1.5, 1.8 after it began, passes 0, steps 1
                press choice held 0.2 since 5.5
                undone window
                press answer held 0.08 since 4.0
                """)
    }

    @Test("Late, early and repeated presses") func lateEarlyAndRepeatedPresses() {
        var stage = Stage(Stage.yes, Stage.water)
        stage.press(at: 0)
        stage.press(at: 3.8)
        stage.press(at: 4.0)
        stage.run(to: 60)
        #expect(
            text(stage) == """
                press wake held 0.08 since –
                choice 2.3 of 2.2, 3.3 after it began, passes 0, steps 0 late by 0.1
                press choice held 0.08 since 3.8
                ignored ignore_repeat 0.2
                """)
    }

    @Test("A wrong group is left by going back") func aWrongGroupIsLeftByGoingBack() {
        var stage = Stage(Stage.drinks, Stage.water)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 5)
        stage.run(to: 6)
        #expect(
            text(stage) == """
                press wake held 0.08 since –
                choice – of 2.2, 0.5 after it began, passes 0, steps 0, leads on
                press choice held 0.08 since 1.0
                undone went_back
                choice – of 1.5, 0.5 after it began, passes 0, steps 1
                press choice held 0.08 since 4.0
                """)
    }

    @Test("Never mind, within a minute") func neverMindWithinAMinute() {
        var stage = Stage(Stage.pain) { $0.resumeAfterSelect = .rest }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 20)
        stage.press(at: 21)
        // The question: ask again 22.3–23.3, gap to 25.5; never mind 25.5–26.5.
        stage.press(at: 26)
        stage.run(to: 30)
        #expect(
            text(stage) == """
                press wake held 0.08 since –
                choice – of 2.2, 0.5 after it began, passes 0, steps 0
                press choice held 0.08 since 1.0
                press wake held 0.08 since –
                choice – of 2.2, 0.5 after it began, passes 0, steps 0, leads on
                press choice held 0.08 since 1.0
                choice – of 1.5, 0.5 after it began, passes 0, steps 1
                undone never_mind
                press choice held 0.08 since 5.0
                """)
    }

    @Test("Touches, and an attempt that led to nothing") func touchesAndAnAttemptThatLedToNothing() {
        var stage = Stage(Stage.yes, Stage.water) {
            $0.acceptanceTime = .milliseconds(300)
            $0.loops = 1
        }
        stage.press(at: 0, for: 0.4)
        stage.press(at: 2, for: 0.2)
        stage.run(to: 20)
        #expect(
            text(stage) == """
                press wake held 0.4 since –
                touch 0.2 of 0.3
                gave up after 1 passes, 2 steps
                """)
    }

    @Test("Holding in inverse scanning") func holdingInInverseScanning() {
        var stage = Stage(Stage.yes, Stage.water) { $0.mode = .inverse }
        stage.press(at: 0, for: 4.5)
        stage.run(to: 7)
        stage.press(at: 30, for: 0.2)
        stage.run(to: 40)
        #expect(
            text(stage) == """
                choice – of 1.5, 0.8 after it began, passes 0, steps 1
                press choice held 4.5 since –
                press move held 0.2 since –
                """)
    }

    @Test("Dwelling and digits are not timed to a cue") func dwellingAndDigitsAreNotTimedToACue() {
        var stage = Stage(Stage.yes, Stage.water) { $0.mode = .stepDwell }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 10)
        stage.press(at: 20, .digit(1))
        stage.run(to: 30)
        #expect(
            text(stage) == """
                press wake held 0.08 since –
                press move held 0.08 since 1.0
                press other held 0.08 since –
                """)
    }

    @Test("Nothing is noted where staff do not want it") func nothingIsNotedWhereStaffDoNotWantIt() {
        var stage = Stage(Stage.yes) { _ in
        } tuning: {
            $0.keep = false
        }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 10)
        #expect(stage.records.isEmpty)
    }
}
