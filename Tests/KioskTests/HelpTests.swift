import Boards
import Care
import Kiosk
import Scanning
import Testing

@Suite struct `Help from anywhere` {
    private func stage() -> Stage {
        Stage(Stage.water, Stage.pain) { $0.helpPresses = 3 }
    }

    @Test func `what was being announced is said again after the call`() {
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

    @Test func `a second call while the first is open says how it stands`() {
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

    @Test func `an urgent request by the first presses stays, a call comes on top`() {
        var stage = Stage(Stage.pain, Stage.water) { $0.helpPresses = 3 }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 1.5)
        stage.run(to: 8)
        #expect(stage.requests.map(\.need) == ["pain", "help"])
        #expect(!stage.text.contains("CANCELLED"))
    }

    @Test func `the help key calls at once`() {
        var stage = stage()
        stage.press(at: 0, .help)
        #expect(stage.requests.map(\.need) == ["help"])
    }

    @Test func `a press that must be held stops the call if it began in time`() {
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

    @Test func `nothing else begins while it counts down`() {
        var stage = stage()
        for press in [0, 0.4, 0.8] { stage.press(at: press) }
        stage.press(at: 0.9, .digit(1))
        stage.run(to: 5)
        #expect(stage.requests.map(\.need) == ["help"])
    }
}
