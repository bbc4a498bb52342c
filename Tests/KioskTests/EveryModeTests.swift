import Boards
import Care
import Kiosk
import Scanning
import Testing

@Suite("With every way of scanning") struct WithEveryWayOfScanningTests {
    private static let new = BoardItem(
        id: "new", label: "New", cue: "Something new", say: "", called: "", action: .propose(.by(.anything)))

    private static func hand(
        _ mode: ScanParameters.Mode, resuming: ScanParameters.ResumeAfterSelect = .first
    ) -> Hand {
        func scanning(_ parameters: inout ScanParameters) {
            parameters.mode = mode
            parameters.resumeAfterSelect = resuming
        }
        var stage = Stage(
            items: [Stage.yes, new, Stage.today, Stage.more], scanning: scanning, means: .small)
        stage.agenda(
            at: 0,
            Stage.agenda(
                needs: [Stage.need("chess", "Chess")], today: [Stage.planned("Walk", 1440, own: true)]))
        return Hand(mode, stage)
    }

    @Test("A suggestion is proposed", arguments: ScanParameters.Mode.allCases)
    func aSuggestionIsProposed(mode: ScanParameters.Mode) {
        var hand = Self.hand(mode)
        hand.choose("Something new", "propose_from_list", "group 2 Out", "Walk")
        hand.answer()
        hand.wait(3)
        #expect(hand.stage.lines.contains { $0.hasSuffix("main: proposed Walk") }, "\(hand.stage.text)")
    }

    @Test(
        "Something is spelled, spoken, proposed, and used up", arguments: ScanParameters.Mode.allCases,
        ScanParameters.ResumeAfterSelect.allCases)
    func somethingIsSpelledSpokenProposedAndUsedUp(
        mode: ScanParameters.Mode, resuming: ScanParameters.ResumeAfterSelect
    ) {
        var hand = Self.hand(mode, resuming: resuming)
        hand.choose("Something new", "propose_spell", "first row", "t", "spelling_words tea, taste", "tea")
        hand.choose("spelling_finish", "spelling_speak")
        hand.wait(2)
        #expect(hand.stage.lines.contains { $0.hasSuffix("main: tea") }, "\(hand.stage.text)")
        hand.choose("spelling_finish", "spelling_propose")
        hand.answer()
        hand.wait(5)
        #expect(hand.stage.lines.contains { $0.hasSuffix("main: proposed Tea") }, "\(hand.stage.text)")
        // What is used up can be neither spoken nor proposed any more.
        hand.stage.lines = []
        if resuming == .same { hand.choose("first row", "t") } else { hand.choose("Something new") }
        #expect(!hand.stage.text.contains("spelling_propose"), "\(hand.stage.text)")
    }

    @Test(
        "Something of one's own is marked as done, and an added need is asked for",
        arguments: ScanParameters.Mode.allCases)
    func somethingOfOnesOwnIsMarkedAsDoneAnd(
        mode: ScanParameters.Mode
    ) {
        var hand = Self.hand(mode)
        hand.choose("My day", "Walk plan_tomorrow clock_hour 8", "choice_done")
        hand.wait(8)
        #expect(hand.stage.marks.map(\.kind) == [.done])
        hand.wait(300)
        hand.choose("More wishes", "Chess")
        hand.wait(3)
        #expect(hand.stage.requests.map(\.need) == ["chess"])
        #expect(hand.stage.lines.contains { $0.hasSuffix("main: asked") })
    }
}

@Suite("On a keypad") struct OnAKeypadTests {
    private static func keypad(_ items: BoardItem..., agenda: Agenda) -> Stage {
        var stage = Stage(items: items) { $0.mode = .direct }
        stage.agenda(at: 0, agenda)
        return stage
    }

    private static let plan = (0..<20).map { Stage.planned("Thing \($0)", $0 + 60, own: true) }

    @Test("The whole plan of the day is in reach") func theWholePlanOfTheDayIsInReach() {
        var stage = Self.keypad(Stage.yes, Stage.today, agenda: Stage.agenda(today: Self.plan))
        // My day, more, more, the fourth of the last page (8 + 8 + 4), done.
        for (index, digit) in [2, 9, 9, 4, 1].enumerated() {
            stage.press(at: Double(index) * 4, .digit(digit))
        }
        stage.run(to: 24)
        #expect(stage.marks.map(\.key) == [Self.plan[19].key], "\(stage.text)")
    }

    @Test("From each page 0 goes back to the one before") func fromEachPage0GoesBackToTheOne() {
        var stage = Self.keypad(Stage.yes, Stage.today, agenda: Stage.agenda(today: Self.plan))
        for (index, digit) in [2, 9, 9].enumerated() { stage.press(at: Double(index), .digit(digit)) }
        var levels: [String?] = []
        for number in 0..<4 {
            stage.run(to: 4 + Double(number))
            levels.append(stage.session.present?.level)
            stage.press(at: 4.5 + Double(number), .digit(0))
        }
        #expect(levels == ["more of more of today", "more of today", "today", "board home.yaml"])
    }

    @Test("A digit means what was read for it, though the plan has changed since")
    func aDigitMeansWhatWasReadForItThough() {
        var stage = Self.keypad(Stage.today, agenda: Stage.agenda(today: Self.plan))
        stage.press(at: 0, .digit(1))
        stage.run(to: 5)
        stage.agenda(at: 5, Stage.agenda(2, today: Array(Self.plan.dropFirst())))
        stage.press(at: 6, .digit(2))
        stage.run(to: 6.5)
        #expect(stage.lines.last == "6.00 cue: Thing 1, clock_time 9 01.")
        // And what was taken away is said to be.
        stage.run(to: 300)
        stage.press(at: 300, .digit(1))
        stage.run(to: 305)
        stage.agenda(at: 305, Stage.agenda(3, today: Array(Self.plan.dropFirst(2))))
        stage.press(at: 306, .digit(1))
        stage.run(to: 306.5)
        #expect(stage.lines.last == "306.00 main: no_longer_planned")
    }

    @Test("Many added needs are in reach, in the list and in a group of a board")
    func manyAddedNeedsAreInReachInTheList() {
        let needs = (0..<12).flatMap {
            [Stage.need("a\($0)", "A\($0)"), Stage.need("b\($0)", "B\($0)", group: "Drinks")]
        }
        var stage = Self.keypad(Stage.drinks, Stage.more, agenda: Stage.agenda(needs: needs))
        // More wishes, more, the last of the second page; drinks (water is the first), more, the last.
        for (index, digit) in [2, 9, 4, 1, 9, 5].enumerated() {
            stage.press(at: Double(index) * 10, .digit(digit))
        }
        stage.run(to: 70)
        #expect(stage.requests.map(\.need) == ["a11", "b11"], "\(stage.text)")
    }

    @Test("Many open requests are in reach") func manyOpenRequestsAreInReach() {
        let items = (1...9).map { number in
            BoardItem(
                id: "n\(number)", label: "N\(number)", cue: "N", say: "N.", called: "n",
                action: .request(.normal))
        }
        let asked = BoardItem(id: "g", label: "G", cue: "G", say: "", called: "", action: .group(items))
        let others = BoardItem(
            id: "h", label: "H", cue: "H", say: "", called: "",
            action: .group([Stage.water]))
        var stage = Self.keypad(asked, others, Stage.asked, agenda: Stage.agenda())
        for number in 1...9 {
            stage.press(at: Double(number) * 30, .digit(1))
            stage.press(at: Double(number) * 30 + 1, .digit(number))
        }
        stage.press(at: 300, .digit(2))
        stage.press(at: 301, .digit(1))
        // What I asked, more, the second of the second page: the tenth.
        for (index, digit) in [3, 9, 2].enumerated() { stage.press(at: 330 + Double(index), .digit(digit)) }
        stage.run(to: 340)
        #expect(stage.session.present?.level.hasPrefix("request ") ?? false, "\(stage.text)")
        stage.press(at: 340, .digit(3))
        stage.run(to: 343)
        #expect(stage.lines.contains { $0.hasSuffix("taken_back water") }, "\(stage.text)")
    }

    @Test("The digit of a suggestion proposes it, another is the board's")
    func theDigitOfASuggestionProposesItAnotherIs() {
        let new = BoardItem(
            id: "new", label: "New", cue: "New", say: "", called: "", action: .propose(.by(.suggestions)))
        for (digit, isProposed) in [(2, true), (1, false), (0, false)] {
            var stage = Stage(items: [new], scanning: { $0.mode = .direct }, means: .small)
            stage.press(at: 0, .digit(1))
            stage.press(at: 1, .digit(1))
            stage.press(at: 2, .digit(2))
            stage.press(at: 5, .digit(digit))
            stage.run(to: 7)
            #expect(stage.lines.contains { $0.contains("PROPOSE Walk") } == isProposed, "\(stage.text)")
        }
    }
}
