import StaffFiles
import Testing

/// What staff see for a file that holds only this text.
private func report(_ text: String) -> String { report(Array(text.utf8)) }

private func report(_ bytes: [UInt8]) -> String {
    FindingReport(StaffFile.read(bytes, file: "a.yaml").log.findings).text
}

@Suite struct StaffFileTests {
    @Test("A good file has no findings") func aGoodFileHasNoFindings() {
        #expect(report("# a comment\nboard: home\nitems:\n  - { id: a }\n  - b\n") == "")
    }

    @Test(
        "A file without content gives no tree or an empty one",
        arguments: ["", "\n\n", "# only a comment\n", "---\n...\n", "~"])
    func aFileWithoutContentIsNoTreeOrAnEmptyOne(text: String) {
        let (root, log) = StaffFile.read(Array(text.utf8), file: "a.yaml")
        #expect(log.findings.isEmpty)
        if case .empty? = root?.content { return }
        #expect(root == nil)
    }

    @Test("A second key of the same name is shown with the first one's line")
    func aSecondKeyOfTheSameNameIsShownWithTheFirstOnesLine() {
        let text = "label: Tea\nid: tea\nlabel: Coffee\nlabel: Milk\n"
        #expect(
            report(text) == """
                a.yaml:3:1: error: `label` appears twice: the first is in line 1
                  label: Coffee
                  ^^^^^
                a.yaml:4:1: error: `label` appears twice: the first is in line 1
                  label: Milk
                  ^^^^^
                2 errors

                """)
    }

    @Test("Columns count characters, and the mark stands below wide ones")
    func columnsCountCharactersAndTheMarkStandsBelowWideOnes() {
        #expect(
            report("- { 👩‍👩‍👧‍👦: 1, b: 2, b: 3 }\n") == """
                a.yaml:1:17: error: `b` appears twice: the first is in line 1
                  - { 👩‍👩‍👧‍👦: 1, b: 2, b: 3 }
                                   ^
                1 error

                """)
    }

    @Test("Tabs that indent are refused") func tabsThatIndentAreRefused() {
        #expect(
            report("items:\n\t- a\n  \t- b\n") == """
                a.yaml:2:1: error: this line is indented with a tab: use spaces
                      - a
                  ^^^^
                a.yaml:3:3: error: this line is indented with a tab: use spaces
                        - b
                    ^^^^
                2 errors

                """)
    }

    @Test(
        "Bytes that are not text are refused",
        arguments: [
            (
                [0xFF, 0xFE, 0x61, 0x00],
                "a.yaml:1:1: error: the file is written as UTF-16: save it as UTF-8\n1 error\n"
            ),
            (
                Array("name: M".utf8) + [0xFC] + Array("ller\n".utf8),
                """
                a.yaml:1:8: error: the next character (byte 0xFC) is not UTF-8: save the file as UTF-8
                  name: M
                         ^
                1 error

                """
            ),
            (
                Array("a: b\nc: d\u{7}e\n".utf8),
                """
                a.yaml:2:5: error: there is an invisible control character here (U+0007): delete it and type the line again
                  c: d\u{FFFD}e
                      ^
                1 error

                """
            ),
            (
                Array("a: \"b\\0c\"\n".utf8),
                """
                a.yaml:1:4: error: this text holds an invisible control character (code 0): leave it out
                  a: "b\\0c"
                     ^^^^^^
                1 error

                """
            ),
        ] as [([UInt8], String)])
    func bytesThatAreNoTextAreRefused(bytes: [UInt8], expected: String) {
        #expect(report(bytes) == expected)
    }

    @Test("A byte order mark and Windows line ends mean nothing")
    func aByteOrderMarkAndWindowsLineEndsMeanNothing() {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("a: b\r\na: c\r\n".utf8)
        #expect(report(bytes).hasPrefix("a.yaml:2:1: error: `a` appears twice: the first is in line 1\n"))
    }

    @Test("A file over a mebibyte is refused unread") func aFileOverAMebibyteIsRefusedUnread() {
        let bytes = [UInt8](repeating: 0x20, count: StaffFileLimits.bytes + 1)
        #expect(
            report(bytes)
                == "a.yaml:1:1: error: the file is larger than 1 MiB (1048576 bytes): split it, or check whether it is the right file\n1 error\n"
        )
    }

    @Test(
        "A mistake in YAML is told in plain words, where it is",
        arguments: [
            ("a: b: c\n", "a.yaml:1:5: error: there is a second colon here"),
            ("a: @b\n", "a.yaml:1:4: error: a text cannot begin with this character"),
            ("a: 'b\nc: d\n", "a.yaml:1:4: error: the text in quotes that begins here does not end"),
            (
                "a: \"b\nc: \"d\"\n",
                "a.yaml:1:4: error: the text in quotes that begins here goes on to line 2"
            ),
            ("a: 'b\n---\n", "a.yaml:1:4: error: the text in quotes that begins here has a line with `---`"),
            ("a: [b, c\nd: e\n", "a.yaml:2:2: error: this `[ … ]` is not finished"),
            ("a: { b: c\nd: e\n", "a.yaml:2:2: error: this `{ … }` is not finished"),
            ("a: \"\\q\"\n", "a.yaml:1:5: error: `\\` begins a special character"),
            ("a:\n  b: 1\n c: 2\n", "a.yaml:3:2: error: this does not line up with the lines above"),
            ("a:\n  id b\n  name: c\n", "a.yaml:3:7: error: the line above has no `:` after its key"),
            ("a:\n  id: b\n  name c\n  d: e\n", "a.yaml:3:3: error: this line has no `:` after its key"),
            ("a: b\nc d\n\n# e\nf: g\n", "a.yaml:2:1: error: this line has no `:` after its key"),
            ("a:\n  id b\n\n  # c\n  name: c\n", "a.yaml:2:3: error: this line has no `:` after its key"),
            ("a: 1\n---\nb: 2\n", "a.yaml:2:1: error: a second document begins here"),
            ("a: &x { b: c }\nd:\n  <<: *x\n", "a.yaml:3:3: error: `<<` does not merge keys here"),
            ("a: *nobody\n", "a.yaml:1:4: error: `*nobody` repeats something that is not named `&nobody`"),
            ("a: &a [ *a ]\n", "a.yaml:1:9: error: `*a` repeats something that is not named `&a`"),
            ("a: !!str b\n", "a.yaml:1:4: error: `!!str` is not used"),
            ("a: !python/object b\n", "a.yaml:1:4: error: `!python/object` is not used"),
            ("{ a: b }: c\n", "a.yaml:1:1: error: a key must be one word"),
            ("? [a]\n: c\n", "a.yaml:1:3: error: a key must be one word"),
            ("{client} asks\n", "a.yaml:1:10: error: a text that begins with `{` must be in quotes"),
            (
                "a: {client} asks\nb: c\n",
                "a.yaml:1:13: error: a text that begins with `{` must be in quotes"
            ),
        ])
    func aMistakeInYAMLIsToldInPlainWordsWhereItIs(text: String, beginning: String) {
        #expect(report(text).hasPrefix(beginning), "\(report(text))")
    }

    @Test("Aliases repeat what was written, as far as it is sane")
    func aliasesRepeatWhatWasWrittenAsFarAsItIsSane() {
        let (root, log) = StaffFile.read(Array("a: &x [1, 2]\nb: *x\n".utf8), file: "a.yaml")
        #expect(log.findings.isEmpty)
        guard case .mapping(let entries)? = root?.content, case .sequence(let list) = entries[1].value.content
        else {
            Issue.record("no list")
            return
        }
        #expect(list.count == 2)
    }

    @Test("Aliases that multiply are refused before they do") func aliasesThatMultiplyAreRefusedBeforeTheyDo()
    {
        let rows = (1...9).map { row in
            "l\(row): &l\(row) [" + Array(repeating: "*l\(row - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        let text = "l0: &l0 [x, x, x, x, x, x, x, x, x]\n" + rows.joined()
        #expect(report(text).contains("this file holds more than 50000 entries, repeated ones included"))
    }

    @Test("Depth is refused, however it is made", arguments: ["[", "{a: ", "- ", "? "])
    func depthIsRefusedHoweverItIsMade(opening: String) {
        let text = String(repeating: opening, count: 4000)
        #expect(report(text).contains("nested more than 64 levels deep") || report(text).contains("one word"))
    }

    @Test(
        "Large files are read, whatever they repeat: nothing grows with the square of their size",
        .timeLimit(.minutes(30)),
        arguments: [
            "k: v\n", "- x\n", "label: x\n", "- [", "- - ", "? ", "{a: ", "[a, ", "a, ", "'", "\"", "\\",
            "*a ", "&a ", "&a b\n",
            "- &a *a\n", "!", ": ", ":\n", "|\n", "---\n", "%", "é👩‍👩‍👧‍👦", "- é👩‍👩‍👧‍👦: [👩‍👩‍👧‍👦, é]\n", "\n", " ",
            "\r", "\u{301}",
            "- {label: é, label: ü}\n",
        ])
    func largeFiles(piece: String) {
        let bytes = Array(piece.utf8)
        // A quarter of what is allowed: enough to tell what grows with the square from what does not.
        let count = StaffFileLimits.bytes / 4 / bytes.count
        var file: [UInt8] = Array("a:\n".utf8)
        for _ in 0..<(count - 3) { file += bytes }
        _ = report(file)
    }

    @Test("Keys of an entry whose first line is missing are told together")
    func lostEntry() {
        let text = "items:\n  - label: Tea\n    id: tea\n    label: Milk\n    id: milk\n"
        #expect(
            report(text).hasPrefix(
                "a.yaml:4:5: error: `label`, `id` appear twice, first in line 2: put `- ` before the first key of a new entry\n"
            ))
        #expect(report(text).hasSuffix("1 error\n"))
    }

    @Test("A hundred findings are enough")
    func findingsEnd() {
        #expect(report(String(repeating: "label: x\n", count: 1000)).hasSuffix("101 errors\n"))
    }

    @Test("A report for programs has stable keys") func aReportForProgramsHasStableKeys() throws {
        let findings = StaffFile.read(Array("a: b: c\n".utf8), file: "x/a.yaml").log.findings
        #expect(
            String(decoding: try FindingReport(findings).json(), as: UTF8.self) == """
                [
                  {
                    "column" : 5,
                    "file" : "x/a.yaml",
                    "line" : 1,
                    "message" : "there is a second colon here, or the line is indented too far: put a text that holds `: ` into quotes",
                    "severity" : "error"
                  }
                ]
                """)
    }
}
