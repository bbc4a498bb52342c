import Boards
import Scanning
import ShippedWords
import StaffFiles
import Testing

/// Reads a board without findings.
private func read(_ items: String, others: [String: String] = [:]) throws -> BoardSet {
    let files = TestFiles(others.merging(["home.yaml": board(items)]) { first, _ in first })
    let (set, findings) = BoardReader(loader: files.loader).read("home.yaml")
    #expect(findings == [])
    return try #require(set)
}

/// Round numbers: a cue takes a second, the gap a second, a press comes after half of it, nothing is added.
private var parameters: ScanParameters {
    var parameters = ScanParameters()
    parameters.scanTime = .seconds(1)
    parameters.firstItemExtra = .zero
    parameters.levelEntryPause = .zero
    parameters.initialDelay = .zero
    return parameters
}

private var assumptions: CostAssumptions {
    var assumptions = CostAssumptions(cueDuration: { _, _ in .seconds(1) })
    assumptions.reaction = 0.5
    return assumptions
}

/// `label steps presses seconds` of every row.
private func costs(_ set: BoardSet, _ parameters: ScanParameters) -> [String] {
    BoardCost(of: set, parameters: parameters, assumptions: assumptions).rows.map { row in
        let label =
            switch row.subject {
            case .item(let item): item.label
            case .row(let items): "row " + items.map(\.label).joined()
            case .goBack: "back"
            }
        return label + (row.cost.map { " \($0.steps) \($0.presses) \($0.seconds)" } ?? " -")
    }
}

private let items = """
      - { label: A }
      - { label: B, request: normal, confirm: true }
      - { label: C, group: [ { label: D }, { label: E } ] }
    """

@Suite struct BoardCostTests {
    @Test("Automatic scanning by groups costs what a person waits and presses")
    func automaticScanningByGroupsCostsWhatAPersonWaitsAndPresses() throws {
        #expect(
            costs(try read(items), parameters) == [
                "C 1 2 1.5", "D 2 3 3.0", "E 3 3 5.0", "back 4 3 7.0", "A 2 2 3.5", "B 4 3 7.0",
            ])
    }

    @Test("Linear scanning keeps the order of the file") func linearScanningKeepsTheOrderOfTheFile() throws {
        var parameters = parameters
        parameters.pattern = .linear
        parameters.backItem = .start
        #expect(
            costs(try read(items), parameters) == [
                "A 1 2 1.5", "B 3 3 5.0", "C 3 2 5.5", "back 4 3 7.0", "D 5 3 9.0", "E 6 3 11.0",
            ])
    }

    @Test("What is added to gaps and levels is in the seconds")
    func whatIsAddedToGapsAndLevelsIsInTheSeconds() throws {
        var parameters = parameters
        parameters.initialDelay = .milliseconds(500)
        parameters.firstItemExtra = .milliseconds(250)
        parameters.levelEntryPause = .milliseconds(100)
        #expect(
            costs(try read(items), parameters) == [
                "C 1 2 2.0", "D 2 3 3.6", "E 3 3 5.85", "back 4 3 7.85", "A 2 2 4.25", "B 4 3 7.85",
            ])
    }

    @Test("Step scanning takes a press for every step") func stepScanningTakesAPressForEveryStep() throws {
        var parameters = parameters
        parameters.mode = .step
        #expect(
            costs(try read(items), parameters) == [
                "C 1 2 1.5", "D 2 3 3.0", "E 3 4 4.5", "back 4 5 6.0", "A 2 3 3.0", "B 4 5 6.0",
            ])
    }

    @Test("Inverse scanning takes one hold per level, and releasing is not a press")
    func inverseScanningTakesAHoldALevelAndLettingGoIsNoPress() throws {
        var parameters = parameters
        parameters.mode = .inverse
        parameters.initialDelay = .milliseconds(500)
        parameters.levelEntryPause = .milliseconds(100)
        // Half a second passes between letting go and the next hold.
        #expect(
            costs(try read(items), parameters) == [
                "C 1 1 2.0", "D 2 2 4.1", "E 3 2 6.1", "back 4 2 8.1", "A 2 1 4.0", "B 4 2 8.1",
            ])
    }

    @Test("Where staying chooses, every item heard takes a press and the one that is meant a wait")
    func whereStayingChoosesEveryItemHeardTakesAPressAndTheOneThatIsMeantAWait() throws {
        var parameters = parameters
        parameters.mode = .stepDwell
        parameters.dwellTime = .seconds(2)
        #expect(
            costs(try read(items), parameters) == [
                "C 1 2 3.5", "D 2 3 7.0", "E 3 4 8.5", "back 4 5 10.0", "A 2 3 5.0", "B 4 5 10.0",
            ])
    }

    @Test("A preview costs the press that ends it, on every level but a question")
    func aPreviewCostsThePressThatEndsItOnEveryLevelButAQuestion() throws {
        var parameters = parameters
        parameters.preview = 2
        parameters.levelEntryPause = .milliseconds(100)
        #expect(
            costs(try read(items), parameters) == [
                "C 1 3 2.1", "D 2 5 4.3", "E 3 5 6.3", "back 4 5 8.3", "A 2 3 4.1", "B 4 4 7.7",
            ])
    }

    @Test("Rows are levels of their own, with a way back")
    func rowsAreLevelsOfTheirOwnWithAWayBack() throws {
        var parameters = parameters
        parameters.pattern = .rowColumn
        // Three items make a grid of two columns, and a row of one is its item.
        #expect(
            costs(try read(items), parameters) == [
                "row AB 1 2 1.5", "A 2 3 3.0", "B 4 4 6.5", "back 4 3 7.0", "C 2 2 3.5", "D 3 3 5.0",
                "E 4 3 7.0", "back 5 3 9.0",
            ])
        parameters.mode = .direct
        #expect(
            costs(try read(items), parameters) == [
                "row AB 1 1 0.5", "A 2 2 1.0", "B 3 3 1.5", "C 1 1 0.5", "D 2 2 1.0", "E 2 2 1.0",
            ])
    }

    @Test("What scanning says besides the label makes cues longer")
    func whatScanningSaysBesidesTheLabelMakesCuesLonger() throws {
        var assumptions = CostAssumptions(cueDuration: { text, _ in .seconds(text.count) })
        assumptions.reaction = 0
        func first(_ change: (inout ScanParameters) -> Void) throws -> Double? {
            var parameters = parameters
            parameters.speakCount = false
            parameters.maxCueTime = .seconds(60)
            change(&parameters)
            return BoardCost(of: try read(items), parameters: parameters, assumptions: assumptions).rows[0]
                .cost?
                .seconds
        }
        #expect(try first { _ in } == 1)
        #expect(try first { $0.speakCount = true } == 4)  // "C, 2"
        #expect(try first { $0.speakPosition = true } == 9)  // "C, 1 of 3"
        #expect(try first { $0.speakGroupContent = true } == 7)  // "C: D, E"
        #expect(try first { $0.pattern = .rowColumn } == 8)  // "Row 1: A"
        #expect(
            try first {
                $0.maxCueTime = .seconds(2); $0.speakPosition = true
            } == 2)
    }

    @Test("A keypad takes one press a level and reaches nine") func aKeypadTakesOnePressALevelAndReachesNine()
        throws
    {
        var parameters = parameters
        parameters.mode = .direct
        parameters.pattern = .linear
        #expect(
            costs(try read(items), parameters) == [
                "A 1 1 0.5", "B 2 2 1.0", "C 1 1 0.5", "D 2 2 1.0", "E 2 2 1.0",
            ])
        let ten = try read((1...10).map { "  - label: n\($0)" }.joined(separator: "\n"))
        let cost = BoardCost(of: ten, parameters: parameters, assumptions: assumptions)
        #expect(cost.rows.last?.cost == nil)
        #expect(cost.totals?.unreachable == 1)
    }

    @Test("Means over a flat board are those of the books, and weights shift them")
    func meansOverAFlatBoardAreThoseOfTheBooksAndWeightsShiftThem() throws {
        let six = try read((1...6).map { "  - label: n\($0)" }.joined(separator: "\n"))
        #expect(BoardCost(of: six, parameters: parameters, assumptions: assumptions).totals?.meanSteps == 3.5)
        // Zipf's weights over six items: 2.45 steps (decision 0060).
        let weights = Dictionary(uniqueKeysWithValues: (1...6).map { ("n\($0)", 1 / Double($0)) })
        let zipf = BoardCost(of: six, parameters: parameters, assumptions: assumptions, weights: weights)
        #expect(abs((zipf.totals?.meanSteps ?? 0) - 2.45) < 0.005)
    }

    @Test("Boards that open each other are listed once") func boardsThatOpenEachOtherAreListedOnce() throws {
        let second = board("  - { label: Home, open: home.yaml }\n  - { label: No }", id: "second")
        let set = try read(
            "  - { label: Go, open: second.yaml }\n  - { label: Yes }", others: ["second.yaml": second])
        let listing = BoardListing(of: set, parameters: parameters, assumptions: assumptions)
        #expect(
            try listing.text(ShippedWords.translation()) == """
                Home (home, en), scanned automatic, group_item, scan_time 1 s

                     item       does                                     steps  presses  seconds
                1    Go         opens the board Home                         1        2      1.5
                1.1    Home     opens the board Home (listed elsewhere)      2        3      3.0
                1.2    No       says "No"                                    3        3      5.0
                1.3    Go back  goes back                                    4        3      7.0
                2    Yes        says "Yes"                                   2        2      3.5

                2 things to choose. On average 2.5 steps, 2.5 presses, 4.3 seconds; at worst 3 steps, 3 presses, 5.0 seconds.
                To compare, if all are asked alike:
                  these groups, the most frequent first: 2.5 steps, 2.5 presses, 4.3 seconds
                  no groups, the most frequent first: 1.5 steps, 2.0 presses, 2.5 seconds
                  the best groups that there could be, whatever belongs together: 1.5 steps, or 2.5 seconds

                """)
    }

    @Test("In German the listing has German words and numbers") func theListingInGerman() throws {
        let set = try read("  - { label: Tee, request: soon }\n  - { label: Ja }")
        let use = BoardUse(source: "use.yaml", counts: ["tee": 1])
        let text = BoardListing(of: set, parameters: parameters, assumptions: assumptions, use: use)
            .text(try ShippedWords.translation("de"))
        #expect(
            text.hasPrefix(
                """
                Home (home, en), gescannt mit automatic, group_item, scan_time 1 s

                   Eintrag  tut         Schritte  Drücke  Sekunden    verlangt
                1  Tee      ruft, bald         1       2       1,5           1
                2  Ja       sagt „Ja“          2       2       3,5           0

                2 Sachen stehen zur Wahl. Im Mittel 1,5 Schritte, 2,0 Drücke, 2,5 Sekunden; höchstens 2 Schritte, 2 Drücke, 3,5 Sekunden.
                So oft, wie jedes verlangt wurde (1 Mal: use.yaml): im Mittel 1,0 Schritte, 2,0 Drücke, 1,5 Sekunden.
                Zum Vergleich:
                  diese Gruppen, das Häufigste zuerst: 1,0 Schritte, 2,0 Drücke, 1,5 Sekunden
                  ohne Gruppen, das Häufigste zuerst: 1,0 Schritte, 2,0 Drücke, 1,5 Sekunden
                  die bestmöglichen Gruppen, gleich was zusammengehört:
                """), "\(text)")
    }

    @Test("The listing for programs holds the same") func theListingForProgramsHoldsTheSame() throws {
        let set = try read("  - { label: Tea, symbol: ☕, request: soon }\n  - { label: Yes }")
        let json = String(
            decoding: try BoardListing(of: set, parameters: parameters, assumptions: assumptions).json(),
            as: UTF8.self)
        #expect(json.contains("\"priority\" : \"soon\""))
        #expect(json.contains("\"mean_seconds\" : 2.5"))
        #expect(json.contains("\"number\" : \"2\""))
    }

    @Test("A name in Hebrew stands in the listing without marks of direction") func hebrewName() throws {
        let set = try read("  - { label: שלום }\n  - { label: Yes }")
        let listing = BoardListing(
            of: set, parameters: parameters, assumptions: assumptions,
            use: BoardUse(source: "שלום.yaml", counts: [:]))
        let text = listing.text(try ShippedWords.translation())
        #expect(text.contains("שלום.yaml") && !text.contains("\u{2068}"), "\(text)")
    }
}
