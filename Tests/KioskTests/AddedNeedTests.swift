import Boards
import Care
import Kiosk
import Scanning
import Testing

@Suite("Needs that caregivers add") struct NeedsThatCaregiversAddTests {
    private static let walk = Stage.need("walk", "Walk")
    private static let cocoa = Stage.need("cocoa", "Cocoa", group: " drinks ")

    @Test("One stands in the list, one at the end of its group, and both are asked for")
    func oneStandsInTheListOneAtTheEnd() {
        var stage = Stage(Stage.drinks, Stage.yes, Stage.more)
        stage.agenda(at: 0, Stage.agenda(needs: [Self.cocoa, Self.walk]))
        stage.press(at: 1)
        stage.press(at: 2)
        stage.press(at: 7)
        stage.run(to: 40)
        stage.press(at: 41)
        stage.press(at: 48)
        stage.press(at: 50)
        stage.run(to: 54)
        #expect(
            stage.text == """
                1.50 cue: group 2 Drinks
                2.30 cue: Water
                5.50 cue: Cocoa
                7.00 ASK cocoa normal
                7.00 main: Cocoa, please.
                8.00 main: asked
                9.00 main: take_back
                10.00 (window)
                13.30 cue: group 2 Drinks
                16.50 cue: Yes
                19.00 cue: More wishes
                21.50 cue: group 2 Drinks
                24.70 cue: Yes
                27.20 cue: More wishes
                29.70 cue: group 2 Drinks
                32.90 cue: Yes
                35.40 cue: More wishes
                41.50 cue: group 2 Drinks
                44.70 cue: Yes
                47.20 cue: More wishes
                48.30 cue: Walk
                50.00 ASK walk normal
                50.00 main: Walk, please.
                51.00 main: asked
                52.00 main: take_back
                53.00 (window)
                """)
        #expect(stage.requests.map(\.need) == ["cocoa", "walk"])
        #expect(stage.requests.map(\.called) == ["cocoa", "walk"])
        #expect(stage.requests.first?.say == "Cocoa, please.")
    }

    @Test("It goes through everything that a request goes through")
    func itGoesThroughEverythingThatARequestGoesThrough() {
        var stage = Stage(Stage.more)
        stage.agenda(at: 0, Stage.agenda(needs: [Self.walk]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.2)
        stage.run(to: 40)
        stage.journal(at: 50, 5, .met, .met, by: "Anna")
        stage.press(at: 52)
        stage.run(to: 54)
        #expect(
            stage.text == """
                0.50 cue: More wishes
                1.30 cue: Walk
                2.20 ASK walk normal
                2.20 main: Walk, please.
                3.20 main: asked
                4.20 main: take_back
                5.20 (window)
                8.50 cue: More wishes
                11.70 cue: More wishes
                14.90 cue: More wishes
                50.00 main: met Anna walk
                50.00 ack 4
                51.00 (window)
                52.00 ASK walk normal again
                52.00 main: Walk, please.
                52.00 ack 5
                53.00 main: asked_again
                54.00 main: take_back
                """)
    }

    @Test("An urgent one has no window, as an item of a board") func anUrgentOneHasNoWindowAsAnItem() {
        var stage = Stage(Stage.more)
        stage.agenda(at: 0, Stage.agenda(needs: [Stage.need("fit", "Fit", priority: .urgent)]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.2)
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.50 cue: More wishes
                1.30 cue: Fit
                2.20 ASK fit urgent
                2.20 main: Fit, please.
                3.20 main: asked
                4.50 cue: More wishes
                7.70 cue: More wishes
                10.90 cue: More wishes
                """)
    }

    @Test("Those of an unknown group stand together in the list")
    func thoseOfAnUnknownGroupStandTogetherInThe() {
        var stage = Stage(Stage.more)
        stage.agenda(
            at: 0,
            Stage.agenda(needs: [
                Self.walk, Stage.need("chess", "Chess", group: "Games"),
                Stage.need("cards", "Cards", group: "games"),
            ]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.2)
        stage.run(to: 8)
        #expect(
            stage.text == """
                0.50 cue: More wishes
                1.30 cue: group 2 Games
                2.50 cue: Chess
                5.70 cue: Cards
                """)
    }

    @Test("A scan goes on where it stands when one is added") func aScanGoesOnWhereItStandsWhenOne() {
        var stage = Stage(Stage.drinks, Stage.yes, Stage.more)
        stage.press(at: 0)
        stage.run(to: 5)
        stage.agenda(at: 5.1, Stage.agenda(needs: [Self.walk, Self.cocoa]))
        stage.run(to: 12)
        #expect(
            stage.text == """
                0.50 cue: group 1 Drinks
                3.70 cue: Yes
                6.20 cue: More wishes
                8.70 cue: group 2 Drinks
                11.90 cue: Yes
                """)
    }

    @Test("One that is taken away is offered no more, and what was asked stays asked")
    func oneThatIsTakenAwayIsOfferedNoMore() {
        var stage = Stage(Stage.more, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(needs: [Self.walk]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.2)
        stage.run(to: 40)
        stage.lines = []
        stage.agenda(at: 40, Stage.agenda(2, needs: []))
        stage.journal(at: 41, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: 43)
        stage.run(to: 46)
        #expect(
            stage.text == """
                41.00 main: on_the_way Anna
                41.00 ack 4
                42.00 ack 5
                43.50 cue: Yes
                """)
    }

    @Test("An empty list is left out, and says so where a keypad chooses it")
    func anEmptyListIsLeftOutAndSaysSo() {
        var stage = Stage(Stage.more, Stage.today, Stage.yes)
        stage.press(at: 0)
        stage.run(to: 2)
        #expect(stage.text == "0.50 cue: Yes")
        var keypad = Stage(items: [Stage.more, Stage.today, Stage.yes]) { $0.mode = .direct }
        keypad.press(at: 0, .digit(1))
        keypad.run(to: 4)
        keypad.press(at: 4, .digit(2))
        keypad.run(to: 8)
        keypad.agenda(at: 8, Stage.agenda())
        keypad.press(at: 9, .digit(2))
        keypad.run(to: 12)
        #expect(
            keypad.text == """
                0.00 main: nothing_added
                1.30 cue: More wishes
                2.60 cue: My day
                3.90 cue: Yes
                4.00 main: plan_unknown
                5.30 cue: More wishes
                6.60 cue: My day
                7.90 cue: Yes
                9.00 main: nothing_planned
                10.30 cue: More wishes
                11.60 cue: My day
                """)
    }

    @Test(
        "A need that cannot be asked for here is not shown",
        arguments: [
            Stage.need("walk", "Walk", client: "ben"), Stage.need("walk", "Walk", uses: [.scheduled]),
            Stage.need("walk", "Walk", isActive: false), Stage.need("yes", "Walk"),
        ])
    func notShown(need: Need) {
        var stage = Stage(Stage.more, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(needs: [need]))
        stage.press(at: 0)
        stage.run(to: 2)
        #expect(stage.text == "0.50 cue: Yes")
        #expect(stage.logs.contains { $0.contains(": yes") } == (need.id == "yes"))
    }

    @Test("Boards without the list say in the log what cannot be chosen")
    func boardsWithoutTheListSayInTheLogWhat() {
        var stage = Stage(Stage.yes)
        stage.agenda(at: 0, Stage.agenda(needs: [Self.walk]))
        #expect(stage.logs.contains { $0.contains("list: needs") && $0.hasSuffix(": Walk") })
    }

    @Test("A changed board keeps them, and takes those whose group it has now")
    func aChangedBoardKeepsThemAndTakesThoseWhose() {
        var stage = Stage(Stage.more, Stage.yes)
        stage.agenda(at: 0, Stage.agenda(needs: [Self.cocoa]))
        let board = Board(
            id: "home", name: "Home", language: "en-GB", items: [Stage.drinks, Stage.more, Stage.yes])
        stage.send(.boardsChanged(BoardSet(start: "home.yaml", boards: ["home.yaml": board])))
        stage.press(at: 1)
        stage.press(at: 2)
        stage.run(to: 7)
        #expect(
            stage.text == """
                1.50 cue: group 2 Drinks
                2.30 cue: Water
                5.50 cue: Cocoa
                """)
    }

    private static let juice = Stage.need("juice", "Apple juice", group: "Drinks")

    /// A keypad whose client has opened the first item by its digit.
    private static func opened(_ first: BoardItem, needs: [Need]) -> Stage {
        var stage = Stage(items: [first, Stage.more]) { $0.mode = .direct }
        stage.agenda(at: 0, Stage.agenda(needs: needs))
        stage.press(at: 1, .digit(1))
        stage.run(to: 3)
        return stage
    }

    @Test("A digit of an open group means what was read for it, though one was added before")
    func aDigitOfAnOpenGroupMeansWhatWas() {
        var stage = Self.opened(Stage.drinks, needs: [Self.juice, Self.cocoa])
        let banana = Stage.need("banana", "Banana milk", group: "Drinks")
        stage.agenda(at: 3, Stage.agenda(2, needs: [Self.juice, banana, Self.cocoa]))
        stage.run(to: 12)
        stage.press(at: 12, .digit(3))
        stage.run(to: 13)
        #expect(stage.requests.map(\.need) == ["cocoa"])
        #expect(!stage.text.contains("Banana"))
        // Opened again, it has what was added.
        stage.run(to: 60)
        stage.press(at: 60, .digit(1))
        stage.run(to: 64)
        stage.press(at: 64, .digit(3))
        stage.run(to: 65)
        #expect(stage.requests.map(\.need) == ["cocoa", "banana"])
    }

    @Test("On the second page too, and where the first need makes one")
    func onTheSecondPageTooAndWhereTheFirst() {
        let many = (0..<12).map { Stage.need("b\($0)", "B\($0)", group: "Drinks") }
        var stage = Self.opened(Stage.drinks, needs: many)
        stage.press(at: 3, .digit(9))
        stage.run(to: 6)
        stage.agenda(at: 6, Stage.agenda(2, needs: [Self.juice] + many))
        stage.press(at: 7, .digit(1))
        stage.run(to: 8)
        // Water and seven of them are on the first page.
        #expect(stage.requests.map(\.need) == ["b7"])
        let nine = (1...9).map {
            BoardItem(
                id: "d\($0)", label: "D\($0)", cue: "D\($0)", say: "D", called: "d", action: .request(.normal)
            )
        }
        let full = BoardItem(
            id: "drinks", label: "Drinks", cue: "Drinks", say: "Drinks", called: "drinks",
            action: .group(nine))
        stage = Self.opened(full, needs: [])
        stage.agenda(at: 3, Stage.agenda(2, needs: [Self.cocoa]))
        stage.press(at: 4, .digit(9))
        stage.run(to: 5)
        #expect(stage.requests.map(\.need) == ["d9"])
    }

    @Test("What was taken away after it was read is not asked for, and the client hears why")
    func whatWasTakenAwayAfterItWasReadIs() {
        var stage = Self.opened(Stage.drinks, needs: [Self.juice, Self.cocoa])
        stage.agenda(at: 3, Stage.agenda(2, needs: [Self.cocoa]))
        stage.press(at: 4, .digit(2))
        stage.run(to: 4.5)
        #expect(stage.lines.last == "4.00 main: no_longer_on_board")
        #expect(stage.requests.isEmpty)
        stage = Stage(items: [Stage.more, Stage.yes]) { $0.mode = .direct }
        stage.agenda(at: 0, Stage.agenda(needs: [Self.walk]))
        stage.press(at: 1, .digit(1))
        stage.run(to: 3)
        stage.agenda(at: 3, Stage.agenda(2))
        stage.press(at: 4, .digit(1))
        stage.run(to: 4.5)
        #expect(stage.lines.last == "4.00 main: no_longer_on_board")
        #expect(stage.requests.isEmpty)
    }

    @Test("Those of the run before are there without the service")
    func thoseOfTheRunBeforeAreThereWithoutThe() {
        var stage = Stage(items: [Stage.more, Stage.yes], startsQuietly: false)
        stage.session.recall(Stage.agenda(900, needs: [Self.walk]))
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.send(.started(expectsSwitch: true))
        stage.press(at: 3)
        stage.press(at: 4)
        stage.press(at: 5.2)
        stage.run(to: 8)
        #expect(stage.requests.map(\.need) == ["walk"])
        // A service that was set up anew counts from the beginning.
        stage.agenda(at: 30, Stage.agenda(1))
        stage.lines = []
        stage.press(at: 40)
        stage.run(to: 42)
        #expect(stage.text == "40.50 cue: Yes")
    }
}
