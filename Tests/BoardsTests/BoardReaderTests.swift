import Boards
import Care
import Scanning
import StaffFiles
import Testing

@Suite struct BoardReaderTests {
    @Test("A board reads into its items with all that is left out filled in")
    func aBoardReadsIntoItsItemsWithAllThatIsLeftOutFilledIn() throws {
        let text = board(
            """
              - label: Drinks
                symbol: 🥤
                group:
                  - { id: water, label: Water, say: "I would like some water, please.", request: normal }
                  - { label: TV, request: soon, called: the television }
              - { label: Café crème, cue: Something hot, confirm: true, request: urgent, say_sound: ../b/s/x.wav }
              - { label: Yes }
              - { label: What I asked, list: requests }
              - { label: How I feel, open: feelings.yaml }
            """)
        let feelings = board("  - { id: water2, label: Water }\n  - { label: Yes }", id: "feelings")
        var files = TestFiles(["b/home.yaml": text, "b/feelings.yaml": feelings])
        files.files["b/s/x.wav"] = Array("RIFF....WAVEfmt ".utf8)
        let (set, findings) = BoardReader(loader: files.loader).read("./b//home.yaml")
        #expect(findings.map(\.description) == [])
        let items = try #require(set?.boards["b/home.yaml"]?.items)
        #expect(set?.start == "b/home.yaml")
        #expect(set?.boards.keys.sorted() == ["b/feelings.yaml", "b/home.yaml"])
        #expect(
            items[0]
                == BoardItem(
                    id: "drinks", label: "Drinks", cue: "Drinks", say: "Drinks", symbol: "🥤",
                    called: "drinks",
                    action: .group([
                        BoardItem(
                            id: "water", label: "Water", cue: "Water",
                            say: "I would like some water, please.",
                            called: "water", action: .request(.normal)),
                        BoardItem(
                            id: "tv", label: "TV", cue: "TV", say: "TV", called: "the television",
                            action: .request(.soon)),
                    ])))
        #expect(
            items[1]
                == BoardItem(
                    id: "cafe-creme", label: "Café crème", cue: "Something hot", say: "Café crème",
                    saySound: .init(path: "b/s/x.wav"), called: "café crème", confirm: true,
                    action: .request(.urgent)))
        #expect(items[2].action == .speak)
        #expect(items[3].action == .list(.requests))
        #expect(items[4].action == .open("b/feelings.yaml"))
    }

    @Test("A colour is one, or a category of the modified Fitzgerald key; a group's is that of its items")
    func aColourIsOneOrACategory() throws {
        let text = board(
            """
              - label: Drinks
                color: things
                group:
                  - { label: Water }
                  - { label: Tea, color: red }
              - { label: Mother, color: people }
              - { label: Yes }
            """)
        let (set, found) = BoardReader(loader: TestFiles(["b/home.yaml": text]).loader).read("b/home.yaml")
        #expect(found.map(\.description) == [])
        let items = try #require(set?.boards["b/home.yaml"]?.items)
        #expect(items.map(\.color) == [.orange, .yellow, nil])
        #expect(
            BoardItem.colors(of: items) == [
                "drinks": .orange, "water": .orange, "tea": .red, "mother": .yellow,
            ])
        #expect(findings("  - { label: Yes, color: pinkish }").contains { $0.contains("`pink`") })
    }

    @Test("A need is of one of three kinds or of the home's own, and items have that of their group")
    func kinds() throws {
        let text = board(
            """
              - label: People
                kind: Social
                group:
                  - { label: Company }
                  - { label: Doctor, kind: physical }
                  - { label: Pray with me, kind: Faith }
              - { label: Yes }
            """)
        let (set, found) = BoardReader(loader: TestFiles(["b/home.yaml": text]).loader).read("b/home.yaml")
        #expect(found.map(\.description) == [])
        #expect(
            BoardItem.kinds(of: try #require(set?.boards["b/home.yaml"]?.items)) == [
                "people": .social, "company": .social, "doctor": .physical, "pray-with-me": .own("Faith"),
            ])
        for (kind, reason) in [
            ("none", "leave `kind` out"), (String(repeating: "a", count: 61), "longer than"),
        ] {
            #expect(
                findings("  - { label: Yes, kind: \(kind) }").contains {
                    $0.contains("error: `kind`: ") && $0.contains(reason)
                })
        }
    }

    @Test(
        "What is called by its label fits into a sentence of its language",
        arguments: [
            ("en-GB", "Water", "water"), ("en", "TV", "TV"), ("de-AT", "Wasser", "Wasser"),
            ("fr", "Eau", "eau"),
        ])
    func whatIsCalledByItsLabelFitsIntoASentenceOfItsLanguage(
        language: String, label: String, called: String
    ) {
        let files = TestFiles([
            "b": board("  - { label: \(label), request: normal }\n  - label: Other", language: language)
        ])
        #expect(BoardReader(loader: files.loader).read("b").boards?.boards["b"]?.items[0].called == called)
    }

    @Test(
        "A mistake in an item is told with its place",
        arguments: [
            (
                "  - lable: Tea",
                [
                    "b/home.yaml:5:5: error: unknown key `lable`: did you mean `label`?"
                ]
            ),
            (
                "  - { label: '' }",
                ["b/home.yaml:5:14: error: `label` is empty: write something between the quotes"]
            ),
            ("  - label:", ["b/home.yaml:5:5: error: `label` has no value: write one, or delete the line"]),
            (
                "  - Tea",
                ["b/home.yaml:5:5: error: an item is written as keys with values, but this is a single value"]
            ),
            (
                "  - { label: Tea, request: norml }",
                ["b/home.yaml:5:28: error: `request` cannot be `norml`: did you mean `normal`?"]
            ),
            (
                "  - { label: Tea, called: tea, confirm: true, request: norml }",
                ["b/home.yaml:5:56: error: `request` cannot be `norml`: did you mean `normal`?"]
            ),
            (
                "  - { label: Tea, request: true }",
                [
                    "b/home.yaml:5:28: error: `request` cannot be `true`: write one of `normal`, `soon`, `urgent`"
                ]
            ),
            (
                "  - { label: Tea, request: normal, open: x.yaml }",
                [
                    "b/home.yaml:5:36: error: an item does one thing, but this has `request` and `open`: delete one"
                ]
            ),
            (
                "  - { label: Tea, confirm: true }",
                [
                    "b/home.yaml:5:19: error: `confirm` asks before a request goes out, but this item asks for nothing: delete it, or write `request`"
                ]
            ),
            (
                "  - { label: Tea, say: Tea, group: [ { label: A }, { label: B } ] }",
                [
                    "b/home.yaml:5:19: error: a group says nothing when it is chosen, it only opens: delete `say`, or write `cue` for what scanning says"
                ]
            ),
            (
                "  - { label: Tea, group: [] }",
                ["b/home.yaml:5:19: error: this group is empty: give it items, or delete it"]
            ),
            (
                "  - { label: Tea, group: [ { label: A } ] }",
                [
                    "b/home.yaml:5:19: warning: this group has a single item, which costs a press for nothing: move the item up"
                ]
            ),
            (
                "  - { label: Tea, list: plan }",
                [
                    "b/home.yaml:5:25: error: `list` cannot be `plan`: "
                        + "write one of `requests`, `calls`, `today`, `needs`, `chores`, `points`, `rewards`, `people`, `exercises`, `assignments`, `goals`, `encouragement`, `pain`, `body`"
                ]
            ),
            (
                "  - { label: Tea, called: some tea }",
                [
                    "b/home.yaml:5:19: warning: `called` is how a request is spoken of, but this item asks for nothing: delete it, or write `request`"
                ]
            ),
            (
                "  - { label: Tea, id: my tea }",
                ["b/home.yaml:5:23: error: `id` is a short word of letters, digits and `-`: write `my-tea`"]
            ),
            (
                "  - { label: Tea, symbol: teapot }",
                [
                    "b/home.yaml:5:27: warning: a symbol is one emoji or the path of a picture (png, jpg, jpeg, gif, webp, svg)"
                ]
            ),
        ])
    func aMistakeInAnItemIsToldWithItsPlace(items: String, expected: [String]) {
        #expect(findings(items) == expected)
    }

    @Test(
        "A board that cannot be opened is an error where it is named",
        arguments: [
            ("nowhere.yaml", "the board `b/nowhere.yaml` does not exist"),
            ("../home.yaml", "`../home.yaml` is outside the boards folder: copy the file into it"),
            (
                "x/../../y.yaml",
                "`x/../../y.yaml` is outside the boards folder: copy the file into it"
            ),
            (
                "/etc/passwd",
                "`/etc/passwd` is an absolute path: write it relative to this file"
            ),
            ("./home.yaml", "this opens the board that it is in: delete the item"),
        ])
    func aBoardThatCannotBeOpenedIsAnErrorWhereItIsNamed(path: String, message: String) {
        #expect(
            findings("  - { label: Go, open: \(path) }") == ["b/home.yaml:5:24: error: \(message)"])
    }

    @Test(
        "Sounds are known by their first bytes",
        arguments: [
            ("RIFF....WAVE", nil), ("fLaC", nil), ("OggS", nil),
            ("ID3.", "`a.wav` is not a sound file that can be played: save it as WAV, FLAC or Ogg"),
            (nil, "`a.wav` does not exist"),
        ] as [(String?, String?)])
    func soundsAreKnownByTheirFirstBytes(head: String?, message: String?) {
        let others = head.map { ["b/a.wav": $0] } ?? [:]
        let found = findings("  - { label: Go, cue_sound: a.wav }", others: others)
        #expect(found == (message.map { ["b/home.yaml:5:29: error: \($0)"] } ?? []))
    }

    @Test("A picture must be one and must be there") func aPictureMustBeOneAndMustBeThere() {
        let found = findings(
            "  - { label: Go, symbol: go.png }\n  - { label: Come, symbol: come.png }\n  - { label: Stay, symbol: stay.svg }",
            others: ["b/go.png": "not a picture", "b/stay.svg": "<svg xmlns=\"\"/>"])
        #expect(
            found == [
                "b/home.yaml:5:26: error: `go.png` is not a picture: save it as PNG, JPEG, GIF, WebP or SVG",
                "b/home.yaml:6:28: error: `come.png` does not exist",
            ])
    }

    @Test("A language that no voice speaks is warned of, unless all that the board says is recorded")
    func unspoken() {
        let (a, b) = ("cue_sound: a.wav", "say_sound: a.wav")
        for (item, isSpoken) in [
            ("label: Ja", true), ("label: Ja, request: normal, \(a), \(b)", false),
            ("label: Ja, request: normal, \(a)", true), ("label: Ja, say: Ja, \(b)", true),
            ("label: Ja, group: [{ label: Nein, \(a), \(b), request: normal }], \(a)", false),
        ] {
            var files = TestFiles(["b.yaml": board("  - { \(item) }", language: "gsw")])
            files.files["a.wav"] = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8)
            let (read, findings) = BoardReader(
                loader: files.loader, languages: LanguageCheck { $0 == "de" }
            ).read("b.yaml")
            #expect(read != nil, "\(findings)")
            #expect(
                findings.map(\.description).filter { $0.contains("no voice") }
                    == (isSpoken
                        ? [
                            "b.yaml:3:11: warning: no voice of eSpeak NG on this machine speaks `gsw`, so an English one says it all: write a language that `espeak-ng --voices` lists"
                        ] : []),
                "\(item)")
        }
        let files = TestFiles(["b.yaml": board("  - label: Ja", language: "de")])
        let spoken = BoardReader(loader: files.loader, languages: LanguageCheck { $0 == "de" })
        #expect(spoken.read("b.yaml").findings == [])
    }

    @Test(
        "A voice's name in the place of a language is refused: a program would be started for it",
        arguments: ["mb-de6", "en-dutch"])
    func noVoiceForALanguage(name: String) {
        let files = TestFiles(["b.yaml": board("  - { label: Yes, say: Yes. }", language: name)])
        let (boards, findings) = BoardReader(loader: files.loader).read("b.yaml")
        #expect(boards == nil)
        #expect(
            findings.map(\.description) == [
                "b.yaml:3:11: error: `\(name)` is not a language tag, such as `en-GB`: it is a voice's name"
            ])
    }

    @Test("What a board itself needs is told at once") func whatABoardItselfNeedsIsToldAtOnce() {
        let files = TestFiles([
            "x.yaml": "board: My board\nitems: []\nlangauge: en_GB\n", "y.yaml": "", "z.yaml": "- a\n",
        ])
        let reader = BoardReader(loader: files.loader)
        #expect(
            reader.read("x.yaml").findings.map(\.description) == [
                "x.yaml:1:1: error: a board needs `name`: what it is called on the screen",
                "x.yaml:1:8: error: `board` is a short word of letters, digits and `-`: write `my-board`",
                "x.yaml:2:1: error: this board has no items: give it some",
                "x.yaml:3:1: error: unknown key `langauge`: did you mean `language`?",
            ])
        #expect(
            reader.read("y.yaml").findings.map(\.description) == [
                "y.yaml:1:1: error: this file is empty: a board needs `board`, `name`, `language` and `items`"
            ])
        #expect(
            reader.read("z.yaml").findings.map(\.description) == [
                "z.yaml:1:1: error: a board is written as keys with values, but this is a list"
            ])
        #expect(
            reader.read("gone.yaml").findings.map(\.description) == [
                "gone.yaml:1:1: error: this board does not exist"
            ])
    }

    @Test("Groups nest eight deep and no deeper") func groupsNestEightDeepAndNoDeeper() {
        func nested(_ depth: Int) -> String {
            var text = "[ { label: end }, { label: other } ]"
            for level in 1...depth {
                text = "[ { label: a\(level), group: \(text) }, { label: b\(level) } ]"
            }
            return "  - { label: top, group: \(text) }"
        }
        #expect(findings(nested(7)) == [])
        #expect(
            findings(nested(8)).first?.hasSuffix(
                "error: this group is nested in 8 others: that many presses are too many, so move it up")
                == true
        )
    }
}
