import Boards
import Care
import FoundationEssentials
import HomeFiles
import Playing
import Scanning
import Speech
import Testing
import Time

@testable import Kiosk

extension Stage {
    /// The newest screen.
    var screen: Screen? {
        effects.compactMap { if case .show(let screen) = $0 { screen } else { nil } }.last
    }

    /// The label under the highlight, in brackets where a whole row is.
    var highlighted: String? {
        guard let screen, let mark = screen.highlight else { return nil }
        let row = screen.level.rows[mark.row]
        guard let cell = mark.cell else { return "[\(row.cells.map(\.label).joined(separator: " "))]" }
        return row.cells[cell].label
    }

    var cards: [String] { screen?.level.rows.flatMap { $0.cells.map(\.label) } ?? [] }

    /// Touches a card by its label on the screen that is shown, or on an earlier one.
    mutating func touch(at seconds: Double, _ label: String, on seen: Screen? = nil) {
        run(to: seconds)
        guard let screen = seen ?? screen else { return }
        let cell = screen.level.rows.flatMap(\.cells).first { $0.label == label }?.id ?? label
        send(.tap(ScreenTap(screen: screen.number, cell: cell, at: Date(timeIntervalSince1970: 0))))
    }

    /// A stage whose kiosk has a screen.
    static func shown(
        _ items: BoardItem..., scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(items: items, startsQuietly: false, scanning: scanning)
        stage.session.showOnScreen()
        stage.send(.switchArrived(id: 1, name: "Button"))
        stage.send(.started(expectsSwitch: true))
        stage.run(to: 20)
        stage.lines = []
        return stage
    }

    /// At rest, with so many cards in rows: "I1", "I2" and on.
    fileprivate static func shownInRows(_ count: Int) -> Stage {
        let items = (1...count).map { number in
            BoardItem(
                id: "i\(number)", label: "I\(number)", cue: "I\(number)", say: "I\(number)", called: "i",
                action: .request(.normal))
        }
        var stage = Stage(items: items, startsQuietly: false) { $0.pattern = .rowColumn }
        stage.session.showOnScreen()
        stage.send(.started(expectsSwitch: false))
        stage.run(to: 20)
        return stage
    }
}

@Suite("What the screen shows") struct WhatTheScreenShowsTests {
    @Test("At rest the first cards, dim, without a highlight") func atRestTheFirstCardsDimWithoutAHighlight()
        throws
    {
        let stage = Stage.shown(Stage.drinks, Stage.pain, Stage.yes)
        let screen = try #require(stage.screen)
        #expect(screen.state == .rest)
        #expect(stage.cards == ["Drinks", "Pain", "Yes"])
        #expect(screen.highlight == nil)
        #expect(screen.hint == "screen_touch")
        #expect(screen.caption == nil)
    }

    @Test("Nothing is sent at rest") func nothingIsSentAtRest() {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        let before = stage.effects.count
        for second in 30..<600 {
            stage.run(to: Double(second))
            stage.send(.wake)
        }
        #expect(stage.effects.count == before)
    }

    @Test("The highlight moves when a cue is heard, not when it is asked for")
    func theHighlightMovesWhenACueIsHeardNot() throws {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        stage.press(at: 30)
        var moments: [(Instant, String?)] = []
        var starts: [Instant] = []
        while stage.now.nanoseconds < 38_000_000_000 {
            let seen = stage.effects.count
            let lines = stage.lines.count
            guard let due = [stage.voice.nextEvent, stage.session.nextWake].compactMap({ $0 }).min() else {
                break
            }
            stage.run(to: Double(due.nanoseconds) / 1e9)
            for case .show(let screen) in stage.effects[seen...] where screen.highlight != nil {
                if stage.highlighted != moments.last?.1 { moments.append((stage.now, stage.highlighted)) }
            }
            _ = lines
            starts.append(stage.now)
        }
        #expect(moments.prefix(4).map(\.1) == ["Drinks", "Pain", "Drinks", "Pain"])
    }

    @Test("Numbers rise with each change") func numbersRiseWithEachChange() {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        stage.press(at: 30)
        stage.run(to: 60)
        let numbers = stage.effects.compactMap {
            if case .show(let screen) = $0 { screen.number } else { nil }
        }
        #expect(numbers.count > 5)
        #expect(numbers == Array(Set(numbers)).sorted())
    }

    @Test("A group is shown in its own cards, with the way back") func aGroupIsShownInItsOwnCardsWith() throws
    {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        stage.press(at: 30)
        stage.press(at: 31.5)
        stage.run(to: 32.5)
        #expect(stage.cards == ["Water", "go_back"])
        #expect(stage.screen?.level.rows[0].cells[1].kind == .back)
    }

    @Test("A choice is marked as chosen while it is acted on, and what is asked stays in sight")
    func aChoiceIsMarkedAsChosenWhileItIs() throws {
        var stage = Stage.shown(Stage.water, Stage.pain)
        stage.press(at: 30)
        stage.press(at: 31.5)
        #expect(stage.screen?.highlight?.kind == .chosen && stage.highlighted == "Water")
        #expect(stage.screen?.state == .speaking)
        stage.run(to: 32)
        #expect(stage.screen?.caption?.text == "Some water, please.")
        #expect(stage.screen?.caption?.kind == .say)
        #expect(stage.screen?.requests.map(\.state) == [.asked])
        #expect(stage.screen?.level.rows[0].cells[0].state == .asked)
        stage.run(to: 60)
        stage.journal(at: 61, 1, .heard, .heard)
        stage.run(to: 62)
        #expect(stage.screen?.requests.map(\.words) == ["state_heard"])
        #expect(stage.screen?.caption?.text == "heard")
        stage.journal(at: 70, 2, .onTheWay, .onTheWay, by: "Anna")
        #expect(stage.screen?.requests.map(\.state) == [.onTheWay])
        stage.journal(at: 80, 3, .met, .met, by: "Anna")
        stage.run(to: 120)
        #expect(stage.screen?.requests.map(\.words) == ["state_met"])
        // What is done goes after a minute.
        stage.run(to: 145)
        #expect(stage.screen?.requests == [])
    }

    @Test("An answer takes the whole screen while it is spoken, and until the next cue begins")
    func anAnswerTakesTheWholeScreen() throws {
        var stage = Stage.afterAskingOnScreen()
        #expect(stage.screen?.answer == nil)
        stage.journal(at: 61, 1, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 61.5)
        let answer = try #require(stage.screen?.answer)
        #expect(answer.who == "Ben" && answer.state == .onTheWay && answer.label == "Water")
        #expect(answer.words == "on_the_way Ben" && !answer.isUrgent)
        // At rest no cue begins: it stays to be read.
        stage.run(to: 100)
        #expect(stage.screen?.answer == answer && stage.screen?.caption == nil)
        stage.press(at: 101)
        stage.run(to: 102)
        #expect(stage.screen?.answer == nil && stage.highlighted == "Water")
    }

    @Test("An answer that comes while the request is still told takes the whole screen, too")
    func anAnswerThatComesAtOnce() throws {
        var stage = Stage.shown(Stage.water, Stage.pain)
        stage.press(at: 30)
        stage.press(at: 31.5)
        stage.run(to: 31.8)
        stage.journal(at: 31.9, 1, .onTheWay, .onTheWay, by: "Ben")
        for tenth in 320...450 where stage.screen?.answer == nil { stage.run(to: Double(tenth) / 10) }
        let answer = try #require(stage.screen?.answer)
        #expect(answer.who == "Ben" && stage.screen?.caption?.text == answer.words)
        // "Press to undo." does not put it away.
        for tenth in 320...500 where stage.screen?.state != .asking { stage.run(to: Double(tenth) / 10) }
        #expect(stage.screen?.state == .asking && stage.screen?.answer == answer)
    }

    @Test("What is done or declined leaves the whole screen after a minute, and what is not true at once")
    func anAnswerGoes() {
        var stage = Stage.afterAskingOnScreen()
        stage.journal(at: 61, 1, .declined, .declined, by: "Ben", reason: "later")
        stage.run(to: 62)
        #expect(stage.screen?.answer?.state == .declined)
        stage.run(to: 140)
        #expect(stage.screen?.answer == nil)
        stage = Stage.afterAskingOnScreen()
        stage.journal(at: 61, 1, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 70)
        #expect(stage.screen?.answer != nil)
        stage.journal(at: 71, 2, .cancelled, .cancelled, by: "Maria")
        #expect(stage.screen?.answer == nil)
    }

    @Test("Cards have the colours of the board, and those of a group its own")
    func cardsHaveColours() {
        var drinks = Stage.drinks
        drinks.color = .green
        var pain = Stage.pain
        pain.color = .red
        var stage = Stage.shown(drinks, pain, Stage.yes)
        #expect(stage.screen?.level.rows.flatMap(\.cells).map(\.color) == [.green, .red, nil])
        stage.touch(at: 30, "Drinks")
        stage.touch(at: 31, "Drinks")
        stage.run(to: 31.5)
        #expect(stage.cards == ["Water", "go_back"])
        #expect(stage.screen?.level.rows.flatMap(\.cells).map(\.color) == [.green, nil])
    }

    @Test("As strips all groups stay in sight, and the open one is scanned where it is")
    func strips() throws {
        var settings = HomeSettings.standard
        settings.client = .init(id: "maria", name: "Maria")
        settings.display.look.layout = .strips
        let board = Board(
            id: "home", name: "Home", language: "en-GB", items: [Stage.drinks, Stage.pain, Stage.yes])
        var stage = Stage(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain, startsQuietly: false)
        stage.session.showOnScreen()
        stage.send(.started(expectsSwitch: false))
        stage.run(to: 20)
        let rest = try #require(stage.screen)
        #expect(rest.level.rows.map { $0.group?.label } == ["Drinks", nil, nil])
        #expect(rest.level.rows.map { $0.cells.map(\.label) } == [["Water"], ["Pain"], ["Yes"]])
        stage.press(at: 30)
        stage.run(to: 31)
        // The strip is marked as one.
        #expect(stage.screen?.highlight == Screen.Highlight(kind: .scanned, row: 0))
        let since = stage.screen?.level.since
        stage.press(at: 31.5)
        stage.run(to: 33)
        #expect(stage.screen?.level.rows.map { $0.cells.map(\.label) }.first == ["Water", "go_back"])
        #expect(stage.screen?.highlight == Screen.Highlight(kind: .scanned, row: 0, cell: 0))
        // It is still the same level: a touch on what was seen before is meant.
        #expect(stage.screen?.level.since == since)
        let wrong = stage.effects.contains {
            if case .show(let screen) = $0 { (try? screen.check()) == nil } else { false }
        }
        #expect(!wrong)
        // A card of a strip that is not open is chosen at once.
        stage.touch(at: 60, "Water")
        stage.touch(at: 61, "Water")
        #expect(stage.requests.map(\.need) == ["water"], "\(stage.text)")
    }

    @Test("What was told stays to be read, and then goes") func whatWasToldStaysToBeReadAndThen() {
        var stage = Stage.afterAskingOnScreen()
        stage.journal(at: 61, 1, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 65)
        #expect(stage.screen?.state == .rest)
        #expect(stage.screen?.caption?.kind == .announcement)
        stage.run(to: 90)
        #expect(stage.screen?.caption == nil)
    }

    @Test("An urgent announcement is marked as such") func anUrgentAnnouncementIsMarkedAsSuch() {
        var stage = Stage.shown(Stage.pain)
        stage.press(at: 30)
        stage.press(at: 31.5)
        stage.run(to: 60)
        stage.journal(at: 61, 1, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 61.5)
        #expect(stage.screen?.caption?.isUrgent == true)
        #expect(stage.screen?.requests.first?.isUrgent == true)
    }

    @Test("Rows are highlighted whole, and stay where they are when one is opened")
    func rowsAreHighlightedWholeAndStayWhereTheyAre() {
        var stage = Stage.shownInRows(6)
        stage.press(at: 30)
        stage.run(to: 31.2)
        #expect(
            stage.screen?.level.rows.map { $0.cells.map(\.label) } == [
                ["I1", "I2", "I3"], ["I4", "I5", "I6"],
            ])
        #expect(stage.highlighted == "[I1 I2 I3]")
        stage.press(at: 31.5)
        stage.run(to: 33)
        #expect(stage.cards == ["I1", "I2", "I3", "go_back", "I4", "I5", "I6"])
        #expect(stage.highlighted == "I1")
    }

    @Test("A grid with more cards than fit is shown in parts, with what is offered")
    func aGridWithMoreCardsThanFitIsShown() throws {
        var stage = Stage.shownInRows(900)
        stage.press(at: 30)
        var seen: Set<String> = []
        for second in 31..<1000 where seen.count < 30 {
            stage.run(to: Double(second))
            let screen = try #require(stage.screen)
            try screen.check()
            #expect(stage.cards.count <= 400)
            guard let mark = screen.highlight else { continue }
            seen.insert(screen.level.rows[mark.row].cells[0].label)
        }
        // Every row of the grid was offered in sight.
        #expect(seen.count == 30, "\(seen.sorted())")
        #expect(seen.contains("I1") && seen.contains("I871"))
    }

    @Test("The look is that of the settings") func theLookIsThatOfTheSettings() throws {
        var settings = HomeSettings.standard
        settings.display.look.size = .huge
        settings.display.columns = 1
        let board = Board(id: "home", name: "Home", language: "en-GB", items: [Stage.water, Stage.pain])
        var stage = Stage(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain, startsQuietly: false)
        stage.session.showOnScreen()
        stage.send(.started(expectsSwitch: false))
        let screen = try #require(stage.screen)
        #expect(screen.look.size == .huge)
        #expect(screen.level.rows.map(\.cells.count) == [1, 1])
    }

    @Test("Whom the client waits for is shown all the time that they wait, also at rest, and no longer")
    func whomTheClientWaitsForIsShownAllTheTime() throws {
        typealias Given = AssignmentTests
        var stage = Given.stage()
        stage.session.showOnScreen()
        Given.begin(&stage)
        #expect(stage.screen != nil && stage.screen?.waiting == nil)
        Given.doExercise(&stage)
        stage.run(to: Given.seconds(stage) + 3)
        let first = try #require(stage.screen?.waiting)
        #expect(first.who == "Dr Kim" && first.provider == .out && first.words == "wait_not_here Dr Kim")
        // By the kiosk's clock, until the service has told its own.
        let since = try #require(first.since)
        let now = Stage.start.addingTimeInterval(Given.seconds(stage))
        #expect((0...5).contains(now.timeIntervalSince(since)))
        Given.choose(&stage, "choice_wait")
        stage.run(to: Given.seconds(stage) + 20)
        #expect(stage.screen?.state == .rest && stage.screen?.caption == nil, "\(stage.text)")
        #expect(stage.screen?.waiting == first)
        Given.news(&stage, .clientCame, Given.kim(client: true, sequence: 2))
        #expect(stage.screen?.waiting?.since == Stage.start)
        Given.news(&stage, .providerBusy, Given.kim(.busy, client: true, sequence: 3))
        #expect(stage.screen?.waiting?.provider == .busy)
        #expect(stage.screen?.waiting?.words == "wait_busy Dr Kim")
        stage.send(.care(.serviceLost("no answer")))
        let unknown = stage.screen?.waiting
        #expect(unknown?.who == "Dr Kim" && unknown?.provider == nil, "\(stage.text)")
        #expect(unknown?.words == "wait_unknown Dr Kim")
        stage.send(.care(.serviceBack))
        // Whoever does the exercise again goes on waiting.
        stage.run(to: Given.seconds(stage) + 10)
        stage.press(at: Given.seconds(stage) + 1)
        stage.lines = []
        Given.choose(&stage, "choice_breathe_again")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("Breathe with me."), "\(stage.text)")
        #expect(stage.screen?.waiting?.provider == .busy)
        stage.press(at: Given.seconds(stage) + 3)
        stage.run(to: Given.seconds(stage) + 2)
        Given.news(&stage, .providerCame, Given.kim(.in, client: true, sequence: 4))
        #expect(stage.screen?.waiting?.provider == .in)
        stage.run(to: Given.seconds(stage) + 1.5)
        #expect(stage.text.contains("provider_join_or_finish Dr Kim"), "\(stage.text)")
        stage.press(at: Given.seconds(stage) + 1.5)
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("meeting_begins Dr Kim") && stage.screen?.waiting == nil, "\(stage.text)")
    }

    @Test("A clock that nobody could have set says nothing of how long the client has waited")
    func aClockThatNobodyCouldHaveSetSaysNothing() {
        typealias Given = AssignmentTests
        var stage = Given.stage()
        stage.session.showOnScreen()
        Given.begin(&stage)
        Given.doExercise(&stage)
        var kim = Given.kim(client: true, sequence: 2)
        kim.standing.clientSince = Date(timeIntervalSince1970: 0)
        Given.news(&stage, .clientCame, kim)
        #expect(stage.screen?.waiting?.who == "Dr Kim" && stage.screen?.waiting?.since == nil)
    }

    @Test("What a kiosk shows can be read again and is in order") func whatAKioskShowsCanBeReadAgainAnd()
        throws
    {
        var stage = Stage.shown(Stage.drinks, Stage.toilet, Stage.asked)
        stage.press(at: 30)
        stage.press(at: 31.5)
        stage.run(to: 90)
        for case .show(let screen) in stage.effects {
            try screen.check()
            let again = try CareJSON.decoder().decode(
                Screen.self, from: try CareJSON.encoder().encode(screen))
            #expect(again == screen)
        }
    }
}

extension Stage {
    /// A kiosk at rest that has asked for water.
    static func afterAskingOnScreen() -> Stage {
        var stage = Stage.shown(Stage.water, Stage.pain)
        stage.press(at: 30)
        stage.press(at: 31.5)
        stage.run(to: 60)
        return stage
    }
}

@Suite("Touches on the screen") struct TouchesOnTheScreenTests {
    @Test("At rest a touch wakes and chooses nothing", arguments: ScanParameters.Mode.allCases)
    func atRestATouchWakesAndChoosesNothing(mode: ScanParameters.Mode) {
        var stage = Stage.shown(Stage.water, Stage.pain) { $0.mode = mode }
        stage.touch(at: 30, "Water")
        stage.run(to: 31)
        #expect(!stage.session.isResting)
        #expect(stage.requests.isEmpty)
    }

    @Test("A card is chosen as by a key", arguments: ScanParameters.Mode.allCases)
    func aCardIsChosenAsByAKey(mode: ScanParameters.Mode) {
        var stage = Stage.shown(Stage.drinks, Stage.pain) { $0.mode = mode }
        stage.touch(at: 30, "Pain")
        stage.touch(at: 31, "Drinks")
        stage.run(to: 31.5)
        #expect(stage.cards == ["Water", "go_back"], "\(stage.text)")
        stage.touch(at: 32, "Water")
        #expect(stage.requests.map(\.need) == ["water"], "\(stage.text)")
        stage.run(to: 60)
        #expect(stage.lines.contains { $0.hasSuffix("main: asked") }, "\(stage.text)")
    }

    @Test("The undo window is answered on the screen", arguments: ScanParameters.Mode.allCases)
    func theUndoWindowIsAnsweredOnTheScreen(mode: ScanParameters.Mode) throws {
        var stage = Stage.shown(Stage.water, Stage.pain) { $0.mode = mode }
        stage.touch(at: 30, "Water")
        stage.touch(at: 31, "Water")
        let end = 60.0
        var seconds = 31.0
        while stage.screen?.state != .asking, seconds < end {
            seconds += 0.1
            stage.run(to: seconds)
        }
        #expect(stage.screen?.caption?.text == "take_back")
        stage.touch(at: seconds + 1, Screen.answerCell)
        #expect(stage.lines.contains { $0.contains("CANCELLED undo") }, "\(stage.text)")
    }

    @Test(
        "Another card during the undo window is chosen, and takes nothing back",
        arguments: ScanParameters.Mode.allCases)
    func anotherCardDuringTheUndoWindowIsChosenAnd(mode: ScanParameters.Mode) {
        var stage = Stage.shown(Stage.water, Stage.pain) { $0.mode = mode }
        stage.touch(at: 30, "Water")
        stage.touch(at: 31, "Water")
        var seconds = 31.0
        while stage.screen?.state != .asking, seconds < 60 {
            seconds += 0.1
            stage.run(to: seconds)
        }
        stage.touch(at: seconds + 1, "Pain")
        #expect(stage.requests.map(\.need) == ["water", "pain"], "\(stage.text)")
        #expect(!stage.text.contains("CANCELLED"))
    }

    @Test("What asks to be confirmed is asked only by its yes", arguments: ScanParameters.Mode.allCases)
    func whatAsksToBeConfirmedIsAskedOnlyBy(mode: ScanParameters.Mode) {
        var stage = Stage.shown(Stage.toilet, Stage.pain) { $0.mode = mode }
        stage.touch(at: 30, "Toilet")
        stage.touch(at: 31, "Toilet")
        stage.run(to: 31.5)
        #expect(stage.requests.isEmpty)
        #expect(stage.cards == ["Toilet: confirm_yes", "confirm_no"])
        stage.touch(at: 32, "confirm_no")
        stage.run(to: 33)
        #expect(stage.requests.isEmpty && stage.cards == ["Toilet", "Pain"])
        stage.touch(at: 34, "Toilet")
        stage.touch(at: 35, "Toilet: confirm_yes")
        #expect(stage.requests.map(\.need) == ["toilet"], "\(stage.text)")
    }

    @Test("A touch on a level that is not open any more does nothing, and the screen says so")
    func aTouchOnALevelThatIsNotOpen() throws {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        stage.touch(at: 30, "Drinks")
        stage.run(to: 30.5)
        let top = try #require(stage.screen)
        stage.touch(at: 31, "Drinks")
        stage.run(to: 31.5)
        stage.touch(at: 32, "Pain", on: top)
        #expect(stage.requests.isEmpty)
        #expect(stage.screen?.missed == top.number)
        #expect(stage.screen?.hint == "screen_missed")
        stage.touch(at: 33, "Water")
        #expect(stage.requests.map(\.need) == ["water"])
        #expect(stage.screen?.missed == nil)
    }

    @Test("A touch that was made at rest chooses nothing after the kiosk has woken")
    func aTouchThatWasMadeAtRestChoosesNothing() throws {
        var stage = Stage.shown(Stage.water, Stage.pain)
        let dim = try #require(stage.screen)
        stage.press(at: 30)
        stage.touch(at: 30.5, "Pain", on: dim)
        #expect(stage.requests.isEmpty && stage.screen?.missed == dim.number)
    }

    @Test("A finger that trembles touches once") func aFingerThatTremblesTouchesOnce() {
        var stage = Stage.shown(Stage.drinks, Stage.pain)
        stage.touch(at: 30, "Pain")
        stage.touch(at: 30.1, "Pain")
        stage.touch(at: 30.2, "Pain")
        #expect(stage.requests.isEmpty)
    }

    @Test("An announcement that is being told goes on, and the choice follows it")
    func anAnnouncementThatIsBeingToldGoesOnAnd() {
        var stage = Stage.afterAskingOnScreen()
        stage.touch(at: 61, "Pain")
        stage.run(to: 62)
        stage.journal(at: 62, 1, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 66)
        stage.touch(at: 66, "Pain")
        stage.run(to: 90)
        #expect(stage.requests.map(\.need) == ["water", "pain"], "\(stage.text)")
        #expect(stage.lines.contains { $0.contains("on_the_way Anna") }, "\(stage.text)")
    }

    @Test("While help is being called nothing else begins, but a touch stops it")
    func whileHelpIsBeingCalledNothingElseBeginsBut() {
        var stage = Stage.shown(Stage.water, Stage.pain) { $0.helpPresses = 3 }
        for second in [30.0, 30.4, 30.8] { stage.press(at: second) }
        stage.run(to: 31)
        #expect(stage.screen?.state == .asking, "\(stage.text)")
        stage.touch(at: 31.05, "Water")
        #expect(stage.requests.filter { $0.need == "water" }.isEmpty)
        stage.touch(at: 31.4, Screen.answerCell)
        stage.run(to: 40)
        #expect(stage.lines.contains { $0.hasSuffix("help_stopped") }, "\(stage.text)")
        #expect(stage.requests.isEmpty)
    }

    @Test("An item of a row that is not open is chosen at once") func anItemOfARowThatIsNotOpen() {
        var stage = Stage.shownInRows(6)
        stage.touch(at: 30, "I1")
        stage.touch(at: 31, "I5")
        #expect(stage.requests.map(\.need) == ["i5"], "\(stage.text)")
        stage.run(to: 60)
        #expect(stage.session.isResting || stage.cards.contains("I1"))
    }
}
