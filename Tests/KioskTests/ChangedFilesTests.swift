import Boards
import HomeFiles
import Kiosk
import Scanning
import Testing

@Suite("Boards that come and go") struct BoardsThatComeAndGoTests {
    @Test("A press before the board is there says so, and scanning starts when it is")
    func aPressBeforeTheBoardIsThereSaysSo() {
        var stage = Stage()
        stage.press(at: 0)
        stage.run(to: 5)
        let board = Board(id: "home", name: "Home", language: "en-GB", items: [Stage.water])
        stage.send(.boardsChanged(BoardSet(start: "home.yaml", boards: ["home.yaml": board])))
        stage.press(at: 6)
        stage.run(to: 8)
        #expect(
            stage.text == """
                0.00 main: empty_board
                6.50 cue: Water
                """)
    }

    @Test("A row stays open when its board is read again, and closes when it is gone")
    func aRowStaysOpenWhenItsBoardIsRead() {
        let items = (1...4).map {
            BoardItem(
                id: "i\($0)", label: "I\($0)", cue: "I\($0)", say: "I\($0)", called: "i\($0)", action: .speak)
        }
        var stage = Stage(items: items) { $0.pattern = .rowColumn }
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 3)
        func set(_ items: [BoardItem]) -> BoardSet {
            BoardSet(
                start: "home.yaml",
                boards: ["home.yaml": Board(id: "home", name: "Home", language: "en-GB", items: items)])
        }
        stage.send(.boardsChanged(set(items)))
        stage.run(to: 8)
        stage.send(.boardsChanged(set(Array(items.prefix(1)))))
        stage.run(to: 14)
        #expect(
            stage.text == """
                0.50 cue: row I1 1
                1.30 cue: I1
                4.50 cue: I2
                7.00 cue: go_back
                8.30 cue: I1
                11.50 cue: I1
                """)
    }
}

@Suite("Settings that change while the kiosk runs") struct SettingsThatChangeWhileTheKioskRunsTests {
    @Test("Another mode is in use from the next rest on, and the client's own pace is reset")
    func anotherModeIsInUseFromTheNextRest() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.run(to: 2)
        var changed = ScanParameters()
        changed.mode = .inverse
        changed.scanTime = .seconds(3)
        stage.send(.scanningChanged(changed, .init()))
        stage.run(to: 25)
        stage.press(at: 30, for: 6)
        stage.run(to: 34)
        stage.run(to: 40)
        #expect(
            stage.text == """
                0.50 cue: Water
                3.70 cue: Yes
                6.20 cue: Water
                9.40 cue: Yes
                11.90 cue: Water
                15.10 cue: Yes
                17.60 PACE 0
                30.50 cue: Water
                35.20 cue: Yes
                36.03 main: Yes.
                """)
    }

    @Test("What is the same changes nothing") func whatIsTheSameChangesNothing() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.send(.scanningChanged(ScanParameters(), .init()))
        #expect(!stage.effects.contains { if case .log = $0 { true } else { false } })
    }

    @Test("A change that is taken back before rest never comes") func aChangeThatIsTakenBackBeforeRestNever()
    {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.run(to: 1)
        var changed = ScanParameters()
        changed.scanTime = .seconds(9)
        stage.send(.scanningChanged(changed, .init()))
        stage.send(.scanningChanged(ScanParameters(), .init()))
        stage.run(to: 40)
        stage.press(at: 50)
        stage.run(to: 54)
        #expect(stage.text.hasSuffix("50.50 cue: Water\n53.70 cue: Yes"), "\(stage.text)")
    }

    @Test("A fitted scan time waits for rest") func aFittedScanTimeWaitsForRest() {
        var stage = Stage(Stage.water, Stage.yes)
        stage.press(at: 0)
        stage.run(to: 1)
        stage.send(.paceFitted(.milliseconds(500), on: 20_000))
        stage.run(to: 4)
        #expect(stage.text == "0.50 cue: Water\n3.70 cue: Yes")
    }
}
