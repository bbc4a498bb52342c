import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("Help from anywhere") struct HelpFromAnywhereTests {
    private func stage() -> Stage {
        Stage(Stage.water, Stage.pain) { $0.helpPresses = 3 }
    }

    @Test("What was being announced is said again after the call")
    func whatWasBeingAnnouncedIsSaidAgainAfterThe() {
        var stage = Stage.afterAsking(Stage.water, Stage.pain) { $0.helpPresses = 3 }
        stage.journal(at: 50, 4, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: 50.1)
        stage.press(at: 50.4)
        stage.press(at: 50.7)
        stage.run(to: 56)
        #expect(
            stage.text == """
                50.00 main: on_the_way Anna
                50.00 ack 3
                50.70 main: help_countdown
                51.70 ASK help urgent
                51.70 main: help_say
                52.70 main: asked
                53.70 main: on_the_way Anna
                54.70 ack 4
                """)
        #expect(stage.requests.last?.need == "help")
    }

    @Test("A second call while the first is open says its state")
    func aSecondCallWhileTheFirstIsOpenSays() {
        var stage = stage()
        for start in [0.0, 20.0] {
            for press in 0..<3 { stage.press(at: start + Double(press) * 0.4) }
            stage.run(to: start + 15)
        }
        #expect(stage.requests.map(\.need) == ["help"])
        #expect(
            stage.text == """
                0.50 cue: Water
                0.80 main: help_countdown
                1.80 ASK help urgent
                1.80 main: help_say
                2.80 main: asked
                20.50 cue: Water
                20.80 main: open_request help_label state_asked
                21.80 cue: Water
                25.00 cue: Pain
                27.50 cue: Water
                30.70 cue: Pain
                33.20 cue: Water
                """)
    }

    @Test("An urgent request by the first presses stays, a call comes on top")
    func anUrgentRequestByTheFirstPressesStaysA() {
        var stage = Stage(Stage.pain, Stage.water) { $0.helpPresses = 3 }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 1.5)
        stage.run(to: 8)
        #expect(stage.requests.map(\.need) == ["pain", "help"])
        #expect(!stage.text.contains("CANCELLED"))
    }

    @Test("Calm presses do not call for help") func calmPressesAreNoCallForHelp() {
        var stage = Stage(Stage.drinks, Stage.yes) { $0.helpPresses = 3 }
        for press in [0, 1.2, 2.4] { stage.press(at: press) }
        stage.run(to: 10)
        #expect(stage.requests.map(\.need) == ["water"])
    }

    @Test("The help key calls at once") func theHelpKeyCallsAtOnce() {
        var stage = stage()
        stage.press(at: 0, .help)
        #expect(stage.requests.map(\.need) == ["help"])
    }

    @Test("A press that must be held stops the call if it began in time")
    func aPressThatMustBeHeldStopsTheCall() {
        var stage = Stage(Stage.water) {
            $0.longPressTime = .seconds(1)
            $0.longPressAction = .help
            $0.acceptanceTime = .milliseconds(500)
            $0.scanTime = .seconds(3)
        }
        stage.press(at: 0, for: 1.2)
        // The countdown lasts from 1.0 to 2.0.
        stage.press(at: 1.8, for: 0.7)
        stage.run(to: 6)
        #expect(stage.requests.isEmpty)
        #expect(stage.text.contains("help_stopped"))
    }

    @Test("Nothing else begins while it counts down") func nothingElseBeginsWhileItCountsDown() {
        var stage = stage()
        for press in [0, 0.4, 0.8] { stage.press(at: press) }
        stage.press(at: 0.9, .digit(1))
        stage.run(to: 5)
        #expect(stage.requests.map(\.need) == ["help"])
    }

    // MARK: - What a call interrupts

    @Test("A request that is not on disk yet is not confirmed by the way") func aRequestThatIsNotOnDiskYetIs()
    {
        var stage = Stage(Stage.water) {
            $0.longPressTime = .seconds(1)
            $0.longPressAction = .help
        }
        stage.storesAfter = nil
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5, for: 1.2)
        stage.run(to: 4)
        let water = stage.requests[0].id
        stage.send(.care(.notRecorded(water, detail: "disk full")))
        stage.run(to: 5)
        if let help = stage.requests.last?.id { stage.send(.care(.recorded(help))) }
        stage.run(to: 12)
        #expect(stage.text.contains("main: not_stored"))
        #expect(stage.text.components(separatedBy: "main: asked").count == 2, "only for help\n\(stage.text)")
    }

    @Test("A question that a call interrupts is put again") func aQuestionThatACallInterruptsIsPutAgain() {
        var stage = Stage.afterAsking(Stage.water) {
            $0.helpPresses = 3
            $0.resumeAfterSelect = .rest
        }
        stage.journal(at: 60, 5, .askAgain, .asked, minutes: 30)
        stage.run(to: 61.5)
        stage.press(at: 61.6, .help)
        stage.run(to: 75)
        #expect(stage.text.components(separatedBy: "ask_again 30 water").count >= 2)
        #expect(stage.requests.map(\.need) == ["water", "help"])
    }

    @Test("A key that is leaned on does not hold a call up") func aKeyThatIsLeanedOnDoesNotHold() {
        var stage = Stage(Stage.water) {
            $0.helpPresses = 3
            $0.activateOn = .release
        }
        stage.edge(at: 0, .back, .press)
        for press in [0.1, 0.4, 0.7] { stage.press(at: press) }
        stage.run(to: 5)
        #expect(stage.requests.map(\.need) == ["help"])
    }

    @Test("The help key in a countdown makes one call") func theHelpKeyInACountdownMakesOneCall() {
        var stage = stage()
        for press in [0, 0.4, 0.8] { stage.press(at: press) }
        stage.press(at: 1.2, .help)
        stage.run(to: 8)
        #expect(stage.requests.map(\.need) == ["help"])
        #expect(!stage.text.contains("help_stopped"))
    }

    @Test("Hammering on with the other switch does not stop it")
    func hammeringOnWithTheOtherSwitchDoesNotStop() {
        var stage = Stage(Stage.water, Stage.pain) {
            $0.helpPresses = 3
            $0.mode = .step
        }
        for press in [0, 0.4, 0.8] { stage.press(at: press) }
        stage.press(at: 1.1, .step)
        stage.run(to: 8)
        #expect(stage.requests.map(\.need) == ["help"])
    }

    @Test("Asking again is not taken back by a call: what it took the place of was meant")
    func askingAgainIsNotTakenBackByACall() {
        var stage = Stage.afterAsking(Stage.water) { $0.helpPresses = 3 }
        stage.press(at: 50)
        stage.press(at: 51)
        // "Ask again" is said from 52.3 on.
        for press in [53.6, 54.0, 54.4] { stage.press(at: press) }
        stage.run(to: 62)
        #expect(stage.requests.map(\.need) == ["water", "water", "help"])
        #expect(!stage.text.contains("CANCELLED"))
    }

    @Test("However long presses are ignored, one of them stops a call")
    func howeverLongPressesAreIgnoredOneOfThemStops() {
        var stage = Stage(Stage.water) {
            $0.ignoreRepeat = .seconds(5)
            $0.scanTime = .seconds(10)
            $0.longPressTime = .seconds(1)
            $0.longPressAction = .help
        }
        stage.press(at: 0, for: 1.1)
        stage.press(at: 1.6)
        stage.run(to: 8)
        #expect(stage.requests.isEmpty)
    }
}
