import Boards
import FoundationEssentials
import Scanning
import ShippedWords
import StaffFiles
import Testing

/// What is proposed for a board with these items, as printed.
private func proposal(
    _ items: String, counts: [String: Int], limits: BoardSuggestion.Limits = .init(),
    parameters: ScanParameters = ScanParameters(), language: String = "en"
) throws -> String {
    let files = TestFiles(["home.yaml": board(items)])
    let (set, places, findings) = BoardReader(loader: files.loader, parameters: parameters)
        .readWithPlaces("home.yaml")
    #expect(findings.filter { $0.severity == .error } == [])
    let boards = try #require(set)
    let use = BoardUse(source: "use.yaml", counts: counts)
    let suggestion = try #require(
        BoardSuggestion(for: boards, parameters: parameters, use: use, limits: limits))
    return SuggestionListing(of: suggestion, for: boards, places: places, limits: limits, use: use)
        .text(try ShippedWords.translation(language))
}

/// The moves alone.
private func moves(
    _ items: String, counts: [String: Int], limits: BoardSuggestion.Limits = .init(),
    parameters: ScanParameters = ScanParameters()
) throws -> [String] {
    try proposal(items, counts: counts, limits: limits, parameters: parameters).split(separator: "\n")
        .filter { $0.first?.isNumber == true }.map(String.init)
}

private let flat = """
      - { label: A, request: normal }
      - { label: B, request: normal }
      - { label: C, request: normal }
      - { label: D, request: normal }
    """

private let grouped = """
      - label: Drinks
        group:
          - { label: Tea, request: normal }
          - { label: Water, request: normal }
          - { label: Milk, request: normal }
      - { label: Toilet, request: soon }
    """

@Suite struct SuggestionTests {
    @Test("Each move is reported with its lines and what it saves")
    func eachMoveIsToldWithItsLinesAndWithWhatItSaves() throws {
        #expect(
            try proposal(flat, counts: ["a": 1, "b": 2, "c": 20, "d": 60]) == """
                Home (home), weighed by use.yaml, at most 5 moves

                1. Move `D` (line 8) to the beginning.
                   Saves 4.3 seconds and 1.9 steps for a need, in the mean.
                2. Move `A` (line 5) behind `C` (line 7).
                   Saves 0.5 seconds and 0.2 steps for a need, in the mean.
                3. Move `C` (line 7) behind `D` (line 8).
                   Saves 0.4 seconds and 0.2 steps for a need, in the mean.

                Now a need takes 8.0 seconds, 3.7 steps and 2.0 presses; with all of this 2.8 seconds, 1.3 steps and 2.0 presses.
                The person has to learn the new places: make the moves one by one, and not in a bad week.

                """)
    }

    @Test("In German each move is reported in German")
    func german() throws {
        var linear = ScanParameters()
        linear.pattern = .linear
        let counts = ["water": 90, "tea": 3, "milk": 2, "toilet": 4]
        let out = try proposal(grouped, counts: counts, parameters: linear, language: "de")
        #expect(
            out.hasPrefix(
                """
                Home (home), gewichtet nach: use.yaml; höchstens 5 Verschiebungen

                1. `Water` (Zeile 8) aus `Drinks` auf die erste Ebene verschieben, an den Anfang.

                """), "\(out)")
        let text = try proposal(flat, counts: ["a": 1, "b": 2, "c": 20, "d": 60], language: "de")
        #expect(text.contains("1. `D` (Zeile 8) an den Anfang verschieben.\n"), "\(text)")
        #expect(text.contains("   Das spart im Mittel 4,3 Sekunden und 1,9 Schritte für ein Anliegen.\n"))
        #expect(text.contains("Jetzt braucht ein Anliegen 8,0 Sekunden"))
        for word in ["Move", "Saves", "Now a need", "person"] { #expect(!text.contains(word), "\(text)") }
    }

    @Test("A board that is good already is left alone") func aBoardThatIsGoodAlreadyIsLeftAlone() throws {
        let text = try proposal(flat, counts: ["a": 9, "b": 5, "c": 2, "d": 1])
        #expect(text.contains("No move saves a hundredth of the time: leave the board as it is."))
    }

    @Test("What is asked most comes out of its group, unless the groups are to stay")
    func whatIsAskedMostComesOutOfItsGroupUnlessTheGroupsAreToStay() throws {
        let counts = ["water": 90, "tea": 3, "milk": 2, "toilet": 4]
        var linear = ScanParameters()
        linear.pattern = .linear
        #expect(
            try moves(grouped, counts: counts, parameters: linear) == [
                "1. Move `Water` (line 8) out of `Drinks` to the first level, to the beginning."
            ])
        #expect(
            try moves(
                grouped, counts: counts, limits: .init(groups: .keep), parameters: linear) == [
                    "1. Move `Water` (line 8) in `Drinks`, to the beginning."
                ])
    }

    @Test("What is pinned keeps its place, whatever it costs") func whatIsPinnedKeepsItsPlaceWhateverItCosts()
        throws
    {
        let items = flat.replacing("label: A,", with: "label: A, pinned: true,")
        #expect(
            try moves(items, counts: ["d": 60, "b": 1]) == [
                "1. Move `D` (line 8) behind `A` (line 5)."
            ])
        // The last one pinned: nothing may leave the places before it.
        let last = flat.replacing("label: D,", with: "label: D, pinned: true,")
        #expect(try moves(last, counts: ["d": 6, "b": 6]) == ["1. Move `B` (line 6) to the beginning."])
    }

    @Test("A group that stays together keeps its items and takes no others")
    func aGroupThatStaysTogetherKeepsItsItemsAndTakesNoOthers() throws {
        var linear = ScanParameters()
        linear.pattern = .linear
        let items = grouped.replacing("label: Drinks", with: "label: Drinks\n    together: true")
        #expect(
            try moves(items, counts: ["water": 90, "toilet": 1], parameters: linear) == [
                "1. Move `Water` (line 9) in `Drinks`, to the beginning."
            ])
    }

    @Test("An urgent request never moves further back") func anUrgentRequestNeverMovesFurtherBack() throws {
        let items = flat.replacing("label: A, request: normal", with: "label: A, request: urgent")
        #expect(try moves(items, counts: ["d": 60]) == ["1. Move `D` (line 8) behind `A` (line 5)."])
    }

    @Test("No more moves than are allowed, and those that save most", arguments: [1, 2, 3])
    func noMoreMovesThanAreAllowedAndThoseThatSaveMost(count: Int) throws {
        let counts = ["a": 1, "b": 4, "c": 16, "d": 64]
        let found = try moves(flat, counts: counts, limits: .init(moves: count))
        #expect(found.count == min(count, 3))
        #expect(found.first == "1. Move `D` (line 8) to the beginning.")
    }

    @Test("The same board and use give the same proposal, for programs too")
    func theSameBoardAndUseGiveTheSameProposalForProgramsToo() throws {
        let counts = ["water": 9, "tea": 30, "milk": 20, "toilet": 40]
        #expect(try proposal(grouped, counts: counts) == proposal(grouped, counts: counts))
        let files = TestFiles(["home.yaml": board(flat)])
        let (set, places, _) = BoardReader(loader: files.loader).readWithPlaces("home.yaml")
        let boards = try #require(set)
        let use = BoardUse(source: "use.yaml", counts: ["d": 4])
        let suggestion = try #require(BoardSuggestion(for: boards, parameters: ScanParameters(), use: use))
        let json = String(
            decoding: try SuggestionListing(
                of: suggestion, for: boards, places: places, limits: .init(), use: use
            ).json(try ShippedWords.translation()),
            as: UTF8.self)
        #expect(json.contains("\"item\" : \"d\""))
        #expect(json.contains("\"line\" : 8"))
        #expect(json.contains("\"saved_steps\" : 3"))
        #expect(suggestion.boards.boards["home.yaml"]?.items.map(\.id) == ["d", "a", "b", "c"])
    }

    @Test("Moves are made in the text, and comments go with their items")
    func movesAreMadeInTheTextAndCommentsGoWithTheirItems() throws {
        let text = board(
            """
              # Most of the day.
              - label: Drinks
                group:
                  - { id: tea, label: Tea }  # green
                  # Still, not cold.
                  - label: Water
                    say: >
                      Some water,
                      please.

              - { id: yes, label: "Yes" }

              # At night.
              - label: Toilet
            """)
        let reader = BoardReader(loader: TestFiles(["home.yaml": text]).loader)
        let (_, places, _) = reader.readWithPlaces("home.yaml")
        #expect(places.text(text, moving: []) == text)
        let moved = places.text(
            text,
            moving: [
                BoardMove(item: "toilet", group: nil, behind: nil),
                BoardMove(item: "water", group: nil, behind: "toilet"),
                BoardMove(item: "yes", group: "drinks", behind: "tea"),
            ])
        #expect(
            moved
                == board(
                    """
                      # At night.
                      - label: Toilet

                      # Still, not cold.
                      - label: Water
                        say: >
                          Some water,
                          please.

                      # Most of the day.
                      - label: Drinks
                        group:
                          - { id: tea, label: Tea }  # green
                          - { id: yes, label: "Yes" }
                    """))
        #expect(places.text(text, moving: [BoardMove(item: "gone", group: nil, behind: nil)]) == nil)
        let flow = "board: b\nname: B\nlanguage: en\nitems: [ { label: A }, { label: B } ]\n"
        let (_, inOneLine, _) = BoardReader(loader: TestFiles(["b": flow]).loader).readWithPlaces("b")
        #expect(
            inOneLine.text(flow, moving: [BoardMove(item: "b", group: nil, behind: nil)])
                == "board: b\nname: B\nlanguage: en\nitems: [ { label: B }, { label: A } ]\n")
        let repeated = "board: b\nname: B\nlanguage: en\nitems: [ &a { label: A }, { label: B, cue: *a } ]\n"
        #expect(inOneLine.text(repeated, moving: [BoardMove(item: "b", group: nil, behind: nil)]) == nil)
    }

    @Test(
        "The text with the moves reads as the board that was proposed",
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func theTextWithTheMovesReadsAsTheBoardThatWasProposed(name: String) throws {
        let path = shippedFolder + "/" + name
        let bytes = try #require(FileManager.default.contents(atPath: path))
        let disk = StaffFileLoader { path, limit in
            FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        let (set, places, _) = BoardReader(loader: disk).readWithPlaces(path)
        let boards = try #require(set)
        let use = BoardUse(source: "use", counts: ["music": 50, "hot": 40, "yes": 30, "pain-back": 30])
        let suggestion = try #require(
            BoardSuggestion(
                for: boards, parameters: ScanParameters(), use: use, limits: .init(moves: 3, groups: .leave)))
        #expect(suggestion.steps.count == 3)
        let text = try #require(
            places.text(String(decoding: bytes, as: UTF8.self), moving: suggestion.steps.map(\.move)))
        let changed = StaffFileLoader { asked, limit in
            asked == path ? .success(Array(text.utf8.prefix(limit))) : disk.load(asked, limit)
        }
        #expect(BoardReader(loader: changed).read(path).boards == suggestion.boards)
    }

    @Test("Nothing is proposed for what nobody asks") func nothingIsProposedForWhatNobodyAsks() throws {
        let files = TestFiles(["home.yaml": board(flat)])
        let boards = try #require(BoardReader(loader: files.loader).read("home.yaml").boards)
        let use = BoardUse(source: "use.yaml", counts: [:])
        #expect(BoardSuggestion(for: boards, parameters: ScanParameters(), use: use) == nil)
    }
}
