import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("Several kiosks of one client") struct SeveralKiosksTests {
    private func uses(_ stage: Stage) -> Int {
        stage.effects.count { if case .use = $0 { true } else { false } }
    }

    @Test("While the client is at another kiosk, an answer is not said here, and counts as handled")
    func elsewhere() {
        var stage = Stage.afterAsking(Stage.water)
        stage.send(.care(.speaks(false)))
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 60)
        #expect(stage.text == "50.00 ack 5")
    }

    @Test("A press here brings answers here at once, and the service is told")
    func back() {
        var stage = Stage.afterAsking(Stage.water)
        stage.send(.care(.speaks(false)))
        let before = uses(stage)
        stage.press(at: 50)
        stage.run(to: 52)
        #expect(uses(stage) == before + 1)
        stage.journal(at: 100, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 105)
        #expect(stage.text.contains("main: on_the_way Anna"))
    }

    @Test("Presses within a minute are one use") func oneUse() {
        var stage = Stage(Stage.water)
        for second in [0.0, 1, 2, 3] { stage.press(at: second) }
        stage.run(to: 50)
        #expect(uses(stage) == 1)
        stage.press(at: 70)
        stage.run(to: 71)
        #expect(uses(stage) == 2)
    }

    @Test("Without the service, this kiosk goes on by itself") func alone() {
        var stage = Stage.afterAsking(Stage.water)
        stage.send(.care(.speaks(false)))
        stage.send(.care(.serviceLost("gone")))
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 60)
        #expect(stage.text.contains("main: on_the_way Anna"))
    }
}
