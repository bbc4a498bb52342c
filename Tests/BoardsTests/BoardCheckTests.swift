import Boards
import Scanning
import StaffFiles
import Testing

@Suite struct BoardCheckTests {
    @Test("Two items that sound the same are refused, nearly the same warned of")
    func twoItemsThatSoundTheSameAreRefusedNearlyTheSameWarnedOf() {
        #expect(
            findings("  - label: Tea!\n  - { label: Hot, cue: tea }\n  - { label: Thé }\n  - { label: The }")
                == [
                    "b/home.yaml:6:19: error: this sounds the same as line 5, `Tea!`: give one of them another `cue`",
                    "b/home.yaml:8:7: error: the id `the` is taken by the item in line 7: it was made from the label, so write another `id: `",
                    "b/home.yaml:8:7: warning: this sounds nearly the same as line 7, `Thé`: give one of them another `cue`",
                ])
    }

    @Test("A voice is asked where there is one") func aVoiceIsAskedWhereThereIsOne() {
        let voices = BoardVoices(spokenForm: { text, _ in
            text == "🫖" ? .silence : .phonemes(text == "Write" ? "raIt" : text == "Right" ? "raIt" : text)
        })
        #expect(
            findings(
                "  - { id: t, label: 🫖 }\n  - label: Write\n  - label: Right\n  - label: Café", voices: voices
            ) == [
                "b/home.yaml:5:14: error: scanning would be silent here: the voice says nothing for `🫖`, so write a `cue` in words",
                "b/home.yaml:7:5: warning: this sounds nearly the same as line 6, `Write`: give one of them another `cue`",
            ])
    }

    @Test("A label without words needs a cue, also without a voice to ask")
    func aLabelWithoutWordsNeedsACueAlsoWithoutAVoiceToAsk() {
        #expect(
            findings("  - { label: '?!' }\n  - { label: '!', id: b, cue: Help, say: Help }") == [
                "b/home.yaml:5:7: error: no id can be made of this label: write `id: ` and a short word",
                "b/home.yaml:5:7: error: scanning would be silent here: the voice says nothing for `?!`, so write a `cue` in words",
            ])
    }

    @Test("The same words in different groups are two things")
    func theSameWordsInDifferentGroupsAreTwoThings() {
        #expect(
            findings(
                """
                  - { label: A, group: [ { label: More, id: more-a }, { label: Less } ] }
                  - { label: B, group: [ { label: More, id: more-b }, { label: Fewer } ] }
                """) == [])
    }

    @Test("An id is taken once in a board, a request's once in all boards")
    func anIdIsTakenOnceInABoardARequestsOnceInAllBoards() {
        let second = board("  - { label: Water, request: normal }\n  - { label: Yes }", id: "second")
        #expect(
            findings(
                """
                  - { label: Water, request: normal }
                  - { label: Drink, id: water }
                  - { label: Yes }
                  - { label: More, open: second.yaml }
                """, others: ["b/second.yaml": second]) == [
                    "b/home.yaml:6:21: error: the id `water` is taken by the item in line 5: write another",
                    "b/second.yaml:5:7: error: the id `water` asks for something already in b/home.yaml, line 5: write another `id: `",
                ])
    }

    @Test("A level that takes too long is warned of, with its seconds")
    func aLevelThatTakesTooLongIsWarnedOfWithItsSeconds() {
        let items = (1...11).map { "  - label: Item number \($0)" }.joined(separator: "\n")
        #expect(
            findings(items) == [
                "b/home.yaml:5:5: warning: 11 items in one level: a pass over them takes 30 s, so put what belongs together into groups"
            ])
        var keypad = ScanParameters()
        keypad.mode = .direct
        #expect(
            findings(items, parameters: keypad) == [
                "b/home.yaml:14:5: warning: 11 items in one level: a keypad reaches 9, so nobody can choose from this one on"
            ])
    }

    @Test("A cue that would be cut is warned of") func aCueThatWouldBeCutIsWarnedOf() {
        let cue = Array(repeating: "water", count: 40).joined(separator: " ")
        #expect(
            findings("  - { label: Tea, cue: \(cue) }") == [
                "b/home.yaml:5:19: warning: this cue takes about 13 s to say and is cut after 10 s (`max_cue_time`): write a shorter `cue`"
            ])
    }

    @Test("Boards may open each other in a circle as long as there is a way back")
    func boardsMayOpenEachOtherInACircleAsLongAsThereIsAWayBack() {
        let items = "  - { label: Go on, open: second.yaml }\n  - { label: Yes }"
        let others = ["b/second.yaml": board("  - { label: Home, open: home.yaml }\n  - { label: No }")]
        #expect(findings(items, others: others) == [])
        var parameters = ScanParameters()
        parameters.backItem = .none
        let message =
            "error: from here the boards open each other in a circle without a way back: write `back_item: end` in beckon.yaml, or delete this item"
        #expect(
            findings(items, others: others, parameters: parameters) == [
                "b/home.yaml:5:27: \(message)", "b/second.yaml:5:26: \(message)",
            ])
        parameters.mode = .direct
        #expect(findings(items, others: others, parameters: parameters) == [])
    }

    @Test("A finding in an opened board names that board's file and shows its line")
    func aFindingInAnOpenedBoardNamesThatBoardsFileAndShowsItsLine() {
        let files = TestFiles([
            "b/home.yaml": board("  - { label: Go, open: s/second.yaml }\n  - { label: Yes }"),
            "b/s/second.yaml": board("  - { lable: Home, open: ../home.yaml }\n  - { label: No }"),
        ])
        let report = FindingReport(BoardReader(loader: files.loader).read("b/home.yaml").findings)
        #expect(
            report.text == """
                b/s/second.yaml:5:7: error: unknown key `lable`: did you mean `label`?
                    - { lable: Home, open: ../home.yaml }
                        ^^^^^
                1 error

                """)
    }
}
