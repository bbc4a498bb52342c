import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Testing

@Suite("Faults at the kiosk") struct FaultsAtTheKioskTests {
    @Test("Without the service the client is told once, and that it was passed on")
    func withoutTheServiceTheClientIsToldOnceAnd() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.send(.care(.serviceLost("refused")))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 20)
        stage.send(.care(.serviceBack))
        stage.send(.care(.delivered(stage.requests[0].id)))
        stage.run(to: 30)
        #expect(
            stage.text == """
                0.50 cue: Water
                1.00 ASK water normal
                1.00 main: Some water, please.
                2.00 main: asked
                3.00 main: keep_trying
                4.00 main: take_back
                5.00 (window)
                8.30 cue: Water asked_just_now state_asked
                11.50 cue: Yes
                14.00 cue: Water asked_just_now state_asked
                17.20 cue: Yes
                19.70 cue: Water asked_just_now state_asked
                22.90 main: passed_on water
                23.90 cue: Water asked_just_now state_asked
                27.10 cue: Yes
                """)
    }

    @Test("A request that could be stored nowhere is told to the client and to the caregivers")
    func aRequestThatCouldBeStoredNowhereIsTold() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.storesAfter = nil
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 1.5)
        stage.send(.care(.notRecorded(stage.requests[0].id, detail: "disk full")))
        stage.run(to: 6)
        #expect(
            stage.text == """
                0.50 cue: Water
                1.00 ASK water normal
                1.00 main: Some water, please.
                2.00 FAULT request_not_stored begins
                2.00 main: not_stored
                3.30 cue: Water
                """)
    }

    @Test("A disk that never answers is no trap") func aDiskThatNeverAnswersIsNoTrap() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.storesAfter = nil
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 25)
        #expect(
            stage.text == """
                0.50 cue: Water
                1.00 ASK water normal
                1.00 main: Some water, please.
                12.00 FAULT request_not_stored begins
                12.00 main: not_stored
                13.30 cue: Water
                16.50 cue: Yes
                19.00 cue: Water
                22.20 cue: Yes
                24.70 cue: Water
                """)
    }

    @Test("A switch that was unplugged is told after a moment, and when it is back")
    func aSwitchThatWasUnpluggedIsToldAfterA() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.run(to: 1)
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.run(to: 5)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.run(to: 10)
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.run(to: 15)
        #expect(
            stage.text == """
                7.00 FAULT switch_unplugged begins
                7.00 main: switch_lost
                10.00 FAULT switch_unplugged is over
                10.00 main: switch_back
                """)
    }

    @Test("One of two switches working does not mean that the other is back")
    func thatOneOfTwoSwitchesWorksDoesNotMean() {
        var stage = Stage(Stage.water, Stage.yes, scanning: { $0.mode = .step })
        func press(_ device: Int, _ role: SwitchRole) {
            for direction in [SwitchEdge.Direction.press, .release] {
                let source = SwitchEdge.Source(device: device, key: role == .select ? 57 : 28)
                stage.send(.edge(SwitchEdge(role: role, source: source, direction: direction, at: stage.now)))
            }
        }
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.send(.switchArrived(id: 2, name: "Pedal"))
        press(2, .step)
        stage.run(to: 1)
        stage.send(.switchLost(id: 2, name: "Pedal"))
        stage.run(to: 4)
        press(1, .select)
        stage.run(to: 20)
        stage.send(.switchArrived(id: 3, name: "Another pedal"))
        press(3, .step)
        stage.run(to: 21)
        #expect(
            stage.lines.filter { $0.contains("switch_") } == [
                "3.00 FAULT switch_unplugged begins", "3.00 main: switch_lost",
                "20.00 FAULT switch_unplugged is over", "20.00 main: switch_back",
            ])
    }

    @Test("Of two lost switches the one that is still away stays told")
    func ofTwoLostSwitchesTheOneThatIsStill() {
        var stage = Stage(Stage.water, Stage.yes, scanning: { $0.mode = .step })
        func details() -> [String] {
            stage.effects.compactMap { effect in
                guard case .report(let fault) = effect, fault.kind == .switchUnplugged else { return nil }
                return fault.isActive ? fault.detail : "over"
            }
        }
        stage.send(.switchArrived(id: 2, name: "Pedal"))
        for (device, role) in [(1, SwitchRole.select), (2, .step)] {
            let source = SwitchEdge.Source(device: device, key: device)
            for direction in [SwitchEdge.Direction.press, .release] {
                stage.send(.edge(SwitchEdge(role: role, source: source, direction: direction, at: stage.now)))
            }
        }
        stage.run(to: 1)
        stage.send(.switchLost(id: 1, name: "Button"))
        stage.run(to: 2)
        stage.send(.switchLost(id: 2, name: "Pedal"))
        stage.run(to: 10)
        #expect(details() == ["Button", "Button, Pedal"])
        stage.send(.switchArrived(id: 3, name: "Pedal"))
        #expect(details() == ["Button", "Button, Pedal", "Button"])
        stage.send(.switchArrived(id: 4, name: "Button"))
        #expect(details().last == "over")
    }

    @Test("A kiosk without a switch says so") func aKioskWithoutASwitchSaysSo() {
        var stage = Stage(Stage.water, startsQuietly: false)
        stage.send(.started(expectsSwitch: true))
        stage.run(to: 10)
        #expect(
            stage.text == """
                0.00 main: ready
                5.00 FAULT switch_unplugged begins
                5.00 main: switch_lost
                """)
    }

    @Test("A lost earphone is told by the other voice") func aLostEarphoneIsToldByTheOtherVoice() {
        var stage = Stage(Stage.water, Stage.drinks)
        stage.send(.voice(.outputLost(.cue, detail: "gone")))
        stage.run(to: 3)
        stage.send(.voice(.outputRestored(.cue)))
        stage.run(to: 5)
        #expect(
            stage.text == """
                0.00 FAULT sound_lost begins
                0.00 main: sound_lost
                3.00 FAULT sound_lost is over
                3.00 main: sound_back
                """)
    }

    @Test("While the earphone is lost the room hears the scanning, and no longer than that")
    func whileTheEarphoneIsLostTheRoomHearsThe() {
        var stage = Stage(Stage.water, Stage.drinks)
        stage.send(.voice(.outputLost(.cue, detail: "gone")))
        stage.run(to: 3)
        stage.press(at: 3)
        stage.run(to: 5)
        stage.send(.voice(.outputRestored(.cue)))
        stage.run(to: 10)
        #expect(
            stage.text == """
                0.00 FAULT sound_lost begins
                0.00 main: sound_lost
                3.50 main: group 1 Drinks
                5.00 FAULT sound_lost is over
                6.70 main: sound_back
                7.70 cue: group 1 Drinks
                """)
    }
}

@Suite("Files that are refused") struct FilesThatAreRefusedTests {
    private func reports(_ stage: Stage) -> [String] {
        stage.effects.compactMap {
            if case .report(let fault) = $0 { "\(fault.isActive) \(fault.detail)" } else { nil }
        }
    }

    @Test("Another mistake in the place of the first is told as it is, and nothing is in order between")
    func anotherMistakeInThePlaceOfTheFirstIs() {
        var stage = Stage(Stage.water)
        for detail in ["line 7", "line 7", "line 9"] { stage.send(.filesRefused(detail)) }
        #expect(reports(stage) == ["true line 7", "true line 9"])
    }

    @Test(
        "What the service has and cannot be used is told until it can, beside mistakes of the kiosk's own files"
    )
    func whatTheServiceHas() {
        var stage = Stage(Stage.water)
        stage.send(.contentsFetched(refused: "line 3"))
        stage.send(.filesRefused("line 7"))
        stage.send(.contentsFetched(refused: nil))
        #expect(reports(stage) == ["true line 3", "true line 7 line 3", "true line 7"])
    }

    @Test("What the service knows of an earlier mistake is replaced likewise")
    func whatTheServiceKnowsOfAnEarlierMistakeIs() {
        var stage = Stage(Stage.water)
        stage.send(.filesRefused("line 9"))
        stage.effects = []
        let told = Fault(
            id: UUID(), source: "kiosk", kind: .boardRefused, isActive: true, clientName: "Maria",
            detail: "line 7", at: Date(timeIntervalSince1970: 0))
        stage.send(.care(.connected(openRequests: [], openFaults: [told], sequence: 1)))
        #expect(reports(stage) == ["true line 9"])
    }
}

@Suite("Switches that get stuck") struct SwitchesThatGetStuckTests {
    @Test("In inverse scanning only a hold that scans is no fault")
    func inInverseScanningOnlyAHoldThatScansIs() {
        var stage = Stage(Stage.water) { $0.mode = .inverse }
        stage.edge(at: 0, .back, .press)
        stage.run(to: 21)
        #expect(stage.text.contains("20.00 FAULT switch_stuck begins"))
    }
}
