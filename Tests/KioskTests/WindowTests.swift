import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Testing

@Suite("Windows and voices") struct WindowsAndVoicesTests {
    @Test("A held press answers in a window, and the kiosk can be woken after it")
    func aHeldPressAnswersInAWindowAndThe() {
        var stage = Stage(Stage.water) { $0.acceptanceTime = .milliseconds(200) }
        stage.press(at: 0, for: 0.4)
        stage.press(at: 1.3, for: 0.4)
        stage.run(to: 4.6)
        stage.press(at: 5, for: 0.4)
        stage.run(to: 40)
        stage.lines = []
        stage.press(at: 50, for: 0.4)
        stage.run(to: 51)
        #expect(
            stage.text == """
                50.70 cue: Water
                """)
    }

    @Test("A press that began in the window counts, however long it must be held")
    func aPressThatBeganInTheWindowCountsHowever() {
        var stage = Stage(Stage.water) { $0.acceptanceTime = .milliseconds(800) }
        stage.press(at: 0, for: 1)
        stage.press(at: 2, for: 1)
        stage.press(at: 8.5, for: 1)
        stage.run(to: 11)
        #expect(
            stage.text == """
                1.30 cue: Water
                2.80 ASK water normal
                2.80 main: Some water, please.
                3.80 main: asked
                4.80 main: take_back
                5.80 (window)
                9.30 CANCELLED undo
                9.31 main: taken_back water
                10.61 cue: Water
                """)
    }

    @Test("The key that goes back does not ask again") func theKeyThatGoesBackDoesNotAskAgain() {
        var stage = Stage.afterAsking(Stage.water)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.press(at: 52, .back)
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.00 main: met Anna water
                50.00 ack 4
                51.00 (window)
                52.00 ack 5
                """)
    }

    @Test("What must be heard waits for a voice") func whatMustBeHeardWaitsForAVoice() {
        var stage = Stage.afterAsking(Stage.water)
        stage.send(.voice(.outputLost(.main, detail: "gone")))
        stage.send(.voice(.outputLost(.cue, detail: "gone")))
        stage.run(to: 45)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.run(to: 60)
        stage.send(.voice(.outputRestored(.cue)))
        stage.run(to: 70)
        #expect(
            stage.text == """
                40.00 FAULT sound_lost begins
                40.00 cue: sound_lost
                50.00 ack 4
                60.00 cue: met Anna water
                61.00 (window)
                65.00 ack 5
                """)
    }

    @Test("Words with gaps are said all the same, and caregivers are told once")
    func wordsWithGapsAreSaidAllTheSameAnd() {
        var stage = Stage.afterAsking(Stage.water)
        for voice in VoiceRole.allCases { stage.send(.voice(.outputTearing(voice, detail: "busy"))) }
        stage.run(to: 45)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.run(to: 60)
        for voice in VoiceRole.allCases { stage.send(.voice(.outputWhole(voice))) }
        stage.run(to: 70)
        #expect(
            stage.text == """
                40.00 FAULT sound_tearing begins
                50.00 main: met Anna water
                50.00 ack 4
                51.00 (window)
                55.00 ack 5
                60.00 FAULT sound_tearing is over
                """)
    }

    @Test("Help while something is said of another request is said after it")
    func helpWhileSomethingIsSaidOfAnotherRequestIs() {
        var stage = Stage.afterAsking(Stage.water)
        stage.press(at: 50)
        stage.press(at: 51)
        stage.press(at: 51.5, .help)
        stage.run(to: 60)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                51.00 main: open_request Water state_asked
                51.50 ASK help urgent
                52.00 main: help_say
                53.00 main: asked
                """)
    }

    @Test("A question that has been answered meanwhile is not asked")
    func aQuestionThatHasBeenAnsweredMeanwhileIsNot() {
        var stage = Stage.afterAsking(Stage.water)
        stage.press(at: 50)
        stage.journal(at: 51, 5, .askAgain, .heard, minutes: 30)
        stage.journal(at: 51.2, 6, .met, .met, by: "Anna")
        stage.run(to: 62)
        #expect(
            stage.text == """
                50.50 cue: Water asked_just_now state_asked
                51.00 ack 4
                53.70 main: met Anna water
                53.70 ack 5
                54.70 (window)
                58.70 cue: Water
                58.70 ack 6
                61.90 cue: Water
                """)
    }

    @Test("A request that the service refuses is told") func aRequestThatTheServiceRefusesIsTold() {
        var stage = Stage.afterAsking(Stage.water)
        stage.send(.care(.rejected(stage.requests[0].id, detail: "too long", nil)))
        stage.run(to: 50)
        #expect(
            stage.text == """
                40.00 FAULT request_not_stored begins
                40.00 main: not_stored
                """)
    }

    @Test("On a keypad 0 takes back, and an item's key acts though a question is open")
    func onAKeypad0TakesBackAndAnItems() {
        var stage = Stage(Stage.water, Stage.yes) { $0.mode = .direct }
        stage.press(at: 0, .digit(1))
        stage.press(at: 4, .digit(0))
        stage.run(to: 6)
        #expect(stage.text.contains("CANCELLED undo"))
        stage.press(at: 20, .digit(1))
        stage.press(at: 24, .digit(2))
        stage.run(to: 26)
        #expect(
            stage.text.hasSuffix("24.00 main: Yes.\n25.30 cue: Water asked_just_now state_asked"),
            "\(stage.text)")
    }

    @Test("On a keypad what is urgent already keeps the digits of the question")
    func onAKeypadWhatIsUrgentAlreadyKeepsThe() {
        var stage = Stage(Stage.pain, Stage.yes) { $0.mode = .direct }
        stage.press(at: 0, .digit(1))
        stage.run(to: 10)
        stage.press(at: 20, .digit(1))
        stage.run(to: 22)
        stage.press(at: 22.5, .digit(2))
        stage.run(to: 30)
        #expect(stage.requests.map(\.priority) == [.urgent, .urgent])
        #expect(!stage.text.contains("CANCELLED"))
    }
}
