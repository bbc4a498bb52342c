@testable import Boards
import StaffFiles
import Testing

/// The text after a change, or the words of the problem.
private func edited(_ text: String, _ change: BoardChange) -> String {
    do {
        return String(decoding: try BoardEdit.one(change, in: Array(text.utf8)).bytes, as: UTF8.self)
    } catch {
        return "\(error)"
    }
}

/// A board's items before, a change, and the items after.
private struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var before: String
    var change: BoardChange
    /// Or words of the problem.
    var after: String

    init(_ name: String, _ before: String, _ change: BoardChange, _ after: String) {
        (self.name, self.before, self.change, self.after) = (name, before, change, after)
    }

    var testDescription: String { name }
}

private func at(_ path: Int...) -> ItemAddress { ItemAddress(ItemPath(path)) }

private func expect(_ one: Case) {
    let head = "# Head: x\nboard: home\nname: Home # here\nlanguage: en\nitems:\n"
    let new = edited(head + one.before, one.change)
    if one.after.hasPrefix("!") {
        #expect(new.contains(one.after.dropFirst()), "\(new)")
        #expect(!new.hasPrefix(head))
    } else {
        #expect(new == head + one.after)
    }
}

@Suite struct BoardEditTests {
    @Test(
        "A field changes, comes or goes, and not a byte besides",
        arguments: [
            Case(
                "plain stays plain", "  - label: Tea  # hot\n", .set(.label, to: "Mint tea", of: at(0)),
                "  - label: Mint tea  # hot\n"),
            Case(
                "quotes by choice stay", "  - { label: \"Tea\" }\n", .set(.label, to: "Mint", of: at(0)),
                "  - { label: \"Mint\" }\n"),
            Case(
                "needed quotes go", "  - { label: \"no\" }\n", .set(.label, to: "nope", of: at(0)),
                "  - { label: nope }\n"),
            Case(
                "single quotes", "  - label: 'a: b'\n", .set(.label, to: "it's: c", of: at(0)),
                "  - label: 'it''s: c'\n"),
            Case(
                "commas in braces", "  - { label: Tea }\n", .set(.label, to: "Tea, hot", of: at(0)),
                "  - { label: \"Tea, hot\" }\n"),
            Case(
                "commas on a line", "  - label: Tea\n", .set(.label, to: "Tea, hot", of: at(0)),
                "  - label: Tea, hot\n"),
            Case(
                "folded", "  - label: A\n    say: >- # why\n      one\n      two\n\n  - label: B\n",
                .set(.say, to: "three", of: at(0)), "  - label: A\n    say: three # why\n\n  - label: B\n"),
            Case(
                "literal at the end", "  - label: A\n    say: |\n      one", .set(.say, to: "no", of: at(0)),
                "  - label: A\n    say: \"no\""),
            Case(
                "the same text of a folded one", "  - label: A\n    say: >\n      one\n      two\n",
                .set(.say, to: "one two", of: at(0)), "  - label: A\n    say: >\n      one\n      two\n"),
            Case(
                "over two lines", "  - label: A\n    say: \"one\n      two\" # x\n",
                .set(.say, to: "3", of: at(0)), "  - label: A\n    say: \"3\" # x\n"),
            Case(
                "no value yet", "  - label: A\n    say:   # later\n    cue: B\n",
                .set(.say, to: "x", of: at(0)), "  - label: A\n    say: x   # later\n    cue: B\n"),
            Case(
                "no value yet, in braces", "  - { label: A, say: }\n", .set(.say, to: "x", of: at(0)),
                "  - { label: A, say: x }\n"),
            Case(
                "null", "  - { label: A, say: ~ }\n", .set(.say, to: "~", of: at(0)),
                "  - { label: A, say: \"~\" }\n"),
            Case(
                "empty", "  - { label: A, say: b }\n", .set(.say, to: "", of: at(0)),
                "  - { label: A, say: \"\" }\n"),
            Case(
                "switch", "  - { label: A, request: soon }\n", .set(.confirm, to: "true", of: at(0)),
                "  - { label: A, request: soon, confirm: true }\n"),
            Case(
                "no switch", "  - { label: A }\n", .set(.confirm, to: "maybe", of: at(0)),
                "!`confirm` is `true` or `false`"),
            Case(
                "first in braces", "  - { label: A,  request: soon }\n", .set(.id, to: "b", of: at(0)),
                "  - { id: b,  label: A,  request: soon }\n"),
            Case(
                "between in braces", "  - {label: A,request: soon}\n", .set(.say, to: "b", of: at(0)),
                "  - {label: A,say: b,request: soon}\n"),
            Case(
                "first behind the dash", "  -   label: A\n      say: B\n", .set(.id, to: "b", of: at(0)),
                "  -   id: b\n      label: A\n      say: B\n"),
            Case(
                "below the dash", "  -\n    label: A\n", .set(.id, to: "b", of: at(0)),
                "  -\n    id: b\n    label: A\n"),
            Case(
                "before the group", "  - label: A\n    # inside\n    group:\n      - label: B\n",
                .set(.pinned, to: "true", of: at(0)),
                "  - label: A\n    pinned: true\n    # inside\n    group:\n      - label: B\n"),
            Case(
                "at the end of the file", "  - label: A", .set(.say, to: "b", of: at(0)),
                "  - label: A\n    say: b"),
            Case(
                "braces over lines", "  - {\n      label: A,\n      say: B\n    }\n",
                .set(.cue, to: "c", of: at(0)), "  - {\n      label: A,\n      cue: c,\n      say: B\n    }\n"
            ),
            Case(
                "goes", "  - label: A\n    say: B # x\n    cue: C\n", .set(.say, to: nil, of: at(0)),
                "  - label: A\n    cue: C\n"),
            Case(
                "goes behind the dash", "  - id: a\n    label: A\n", .set(.id, to: nil, of: at(0)),
                "  - label: A\n"),
            Case(
                "goes at the end of the file", "  - label: A\n    say: B", .set(.say, to: nil, of: at(0)),
                "  - label: A"),
            Case(
                "goes from braces, the last", "  - { label: A, say: B, }\n", .set(.say, to: nil, of: at(0)),
                "  - { label: A, }\n"),
            Case("is not there", "  - { label: A }\n", .set(.say, to: nil, of: at(0)), "  - { label: A }\n"),
            Case(
                "label must stay", "  - { label: A }\n", .set(.label, to: nil, of: at(0)),
                "!`label` cannot be left out"),
            Case(
                "list for a request", "  - { label: A, request: soon }\n",
                .set([.request: nil, .list: "calls"], of: at(0)), "  - { label: A, list: calls }\n"),
            Case(
                "comment between", "  - id: a\n    # named so\n    label: A\n", .set(.id, to: nil, of: at(0)),
                "!b.yaml:6: there is a comment between"),
            Case(
                "named value", "  - label: &a A\n  - label: *a\n", .set(.label, to: "B", of: at(0)),
                "!b.yaml:6: this value is named by `&`"),
            Case(
                "repeated value", "  - label: &a A\n  - label: *a\n", .set(.label, to: "B", of: at(1)),
                "  - label: &a A\n  - label: B\n"),
            Case(
                "in a repeated item", "  - &a { label: A, group: [ { label: B } ] }\n  - *a\n",
                .set(.label, to: "C", of: at(0)), "!something else in the file would change its meaning"),
            Case(
                "of a repeated item", "  - &a { label: A }\n  - *a\n", .set(.label, to: "C", of: at(1)),
                "!b.yaml:7: this repeats another part"),
            Case(
                "key with a question mark", "  - ? label\n    : A\n", .set(.label, to: "C", of: at(0)),
                "!written with `?`"),
            Case(
                "no braces", "  - label: A\n    group: [ label: B ]\n", .set(.label, to: "C", of: at(0, 0)),
                "!without `{ }`"),
            Case("not an item", "  - Tea\n", .set(.label, to: "C", of: at(0)), "!this is no item"),
            Case(
                "not there", "  - label: A\n", .set(.label, to: "C", of: at(3)), "!Somebody else has changed"),
            Case(
                "another one", "  - label: A\n",
                .set(.label, to: "C", of: ItemAddress(ItemPath([0]), id: "b")), "!Somebody else has changed"),
            Case(
                "invisible", "  - label: A\n", .set(.label, to: "a\u{202E}b", of: at(0)),
                "!invisible character"),
        ])
    private func aFieldChanges(one: Case) { expect(one) }

    @Test(
        "Items change places, with their comments",
        arguments: [
            Case(
                "down", "  # a\n  - label: A # x\n    say: |\n      a\n\n  # b\n  - label: B\n",
                .moveDown(at(0)), "  # b\n  - label: B\n\n  # a\n  - label: A # x\n    say: |\n      a\n"),
            Case(
                "loose comments stay", "  - label: A\n  # loose\n\n  - label: B\n  # end\n", .moveDown(at(0)),
                "  - label: B\n  # loose\n\n  - label: A\n  # end\n"),
            Case(
                "comments inside go along",
                "  - label: A\n    group:\n      - label: C\n      # - label: D\n\n    # more\n  - label: B\n",
                .moveDown(at(0)),
                "  - label: B\n  - label: A\n    group:\n      - label: C\n      # - label: D\n\n    # more\n"
            ),
            Case(
                "no line end at the end", "  - label: A\n\n  - label: B", .moveUp(at(1)),
                "  - label: B\n\n  - label: A"),
            Case("Windows", "  - label: A\r\n  - label: B", .moveUp(at(1)), "  - label: B\r\n  - label: A"),
            Case(
                "in brackets", "  - { label: A, group: [ {label: B},{label: C} ] }\n", .moveUp(at(0, 1)),
                "  - { label: A, group: [ {label: C},{label: B} ] }\n"),
            Case(
                "text with a mark of comments",
                "  - label: A\n    say: |\n      # no\n      comment\n  - label: B\n", .moveDown(at(0)),
                "  - label: B\n  - label: A\n    say: |\n      # no\n      comment\n"),
            Case("first stays first", "  - label: A\n  - label: B\n", .moveUp(at(0)), "!no such place"),
            Case(
                "far", "  - label: A\n  - label: B\n  - label: C\n", .move(at(2), to: ItemPlace(at: 0)),
                "  - label: C\n  - label: A\n  - label: B\n"),
            Case(
                "into a group",
                "  - label: A\n    group:\n      - label: B\n\n  # c\n  - label: C # x\n    say: >\n      c\n",
                .move(at(1), to: ItemPlace(in: at(0), at: 1)),
                "  - label: A\n    group:\n      - label: B\n      # c\n      - label: C # x\n        say: >\n          c\n"
            ),
            Case(
                "out of a group",
                "  - label: A\n    group:\n    - label: B\n    - { label: C,\n        say: d }\n",
                .moveOut(at(0, 1)),
                "  - label: A\n    group:\n    - label: B\n  - { label: C,\n      say: d }\n"),
            Case(
                "out of the front", "  - label: A\n    group:\n      - label: B\n      - label: C\n",
                .move(at(0, 0), to: ItemPlace(at: 0)),
                "  - label: B\n  - label: A\n    group:\n      - label: C\n"),
            Case(
                "out of brackets", "  - { label: A, group: [ { label: B }, { label: C } ] }\n",
                .moveOut(at(0, 0)), "  - { label: A, group: [ { label: C } ] }\n  - { label: B }\n"),
            Case(
                "into brackets", "  - { label: A, group: [ { label: B } ] }\n  - { label: C }\n",
                .move(at(1), to: ItemPlace(in: at(0), at: 0)),
                "  - { label: A, group: [ { label: C }, { label: B } ] }\n"),
            Case(
                "lines into brackets", "  - { label: A, group: [ { label: B } ] }\n  - label: C\n",
                .move(at(1), to: ItemPlace(in: at(0), at: 0)), "!the group is in `[ ]`"),
            Case(
                "a comment into brackets",
                "  - { label: A, group: [ { label: B } ] }\n  - { label: C } # c\n",
                .move(at(1), to: ItemPlace(in: at(0), at: 0)), "!no room for this item's comment"),
            Case(
                "the last of a group", "  - label: A\n    group:\n      - label: B\n", .moveOut(at(0, 0)),
                "!This is the last item in `A`"),
            Case(
                "the last of a group, which goes", "  - label: A\n    group:\n      - label: B\n",
                .moveOut(at(0, 0), emptied: .removed), "  - label: B\n"),
            Case(
                "into itself", "  - label: A\n    group:\n      - label: B\n",
                .move(at(0), to: ItemPlace(in: at(0), at: 0)), "!into itself"),
            Case(
                "into what is no group", "  - label: A\n  - label: B\n",
                .move(at(0), to: ItemPlace(in: at(1), at: 0)), "!Only a group"),
            Case(
                "a repetition before its name", "  - &a { label: A }\n  - *a\n", .moveUp(at(1)),
                "!could not be read with this change"),
            Case(
                "a name in a group that is repeated",
                "  - label: A\n    group: &g\n      - label: B\n      - label: C\n  - label: D\n    group: *g\n",
                .moveDown(at(0, 0)), "!would change its meaning"),
            Case(
                "inside a repetition",
                "  - label: A\n    group: &g\n      - label: B\n      - label: C\n  - label: D\n    group: *g\n",
                .moveDown(at(1, 0)), "!this repeats another part"),
            Case(
                "an indented list without indent", "- label: A\n- label: B\n", .moveDown(at(0)),
                "- label: B\n- label: A\n"),
            Case(
                "document end", "  - label: A\n  - label: B\n...\n", .moveDown(at(0)),
                "  - label: B\n  - label: A\n...\n"),
            Case(
                "a block that keeps its lines", "  - label: A\n    say: |+\n      a\n\n  - label: B\n",
                .moveDown(at(0)), "!b.yaml:6"),
        ])
    private func itemsChangePlaces(one: Case) { expect(one) }

    @Test(
        "Items come, go and are copied",
        arguments: [
            Case(
                "gone with its comment", "  - label: A\n\n  # b\n  - label: B\n\n  - label: C\n",
                .remove(at(1)), "  - label: A\n\n  - label: C\n"),
            Case("the first", "  # a\n  - label: A\n\n  - label: B\n", .remove(at(0)), "  - label: B\n"),
            Case(
                "a loose comment stays", "  - label: A\n\n  # loose\n\n  - label: B\n", .remove(at(1)),
                "  - label: A\n\n  # loose\n\n"),
            Case("the last of the file", "  - label: A\n  - label: B", .remove(at(1)), "  - label: A"),
            Case(
                "from brackets", "  - { label: A, group: [ { label: B }, { label: C } ] }\n",
                .remove(at(0, 1)), "  - { label: A, group: [ { label: B } ] }\n"),
            Case(
                "the last of a group", "  - label: A\n    group:\n      - label: B\n  - label: C\n",
                .remove(at(0, 0)), "!This is the last item in `A`"),
            Case(
                "with its group", "  - label: A\n    group:\n      - label: B\n  - label: C\n",
                .remove(at(0, 0), emptied: .removed), "  - label: C\n"),
            Case(
                "the last of all", "  - label: A\n", .remove(at(0), emptied: .removed), "!at least one item"),
            Case(
                "copy", "  # a\n  - { id: a, label: A, cue: Ah } # x\n  - label: A 2\n", .copy(at(0)),
                "  # a\n  - { id: a, label: A, cue: Ah } # x\n  - { id: a-3, label: A 3, cue: Ah 2 } # x\n  - label: A 2\n"
            ),
            Case(
                "copy of a group", "  - label: A\n    group:\n      - { label: B }\n      - label: C\n",
                .copy(at(0)),
                "  - label: A\n    group:\n      - { label: B }\n      - label: C\n  - label: A 2\n    group:\n      - { id: b-2, label: B }\n      - id: c-2\n        label: C\n"
            ),
            Case("copy of a named one", "  - &a { label: A }\n", .copy(at(0)), "!named by `&`"),
            Case(
                "new", "  - { label: A }\n  - label: B\n    group:\n      - label: C\n",
                .add(NewItem([.label: "No", .request: "soon", .say: "No, no."]), at: ItemPlace(at: 1)),
                "  - { label: A }\n  - { label: \"No\", say: \"No, no.\", request: soon }\n  - label: B\n    group:\n      - label: C\n"
            ),
            Case(
                "new among lines", "  - label: A\n",
                .add(NewItem([.label: "B", .confirm: "true"]), at: ItemPlace(at: 0)),
                "  - label: B\n    confirm: true\n  - label: A\n"),
            Case(
                "new group", "  - { label: A }\n\n  - { label: D }\n",
                .add(
                    NewItem([.label: "B"], items: [NewItem([.label: "A"]), NewItem([.label: "🦊"])]),
                    at: ItemPlace(at: 2)),
                "  - { label: A }\n\n  - { label: D }\n\n  - label: B\n    group:\n      - { id: a-2, label: A }\n      - { id: item, label: 🦊 }\n"
            ),
            Case(
                "new in brackets", "  - { label: A, group: [ { label: B } ] }\n",
                .add(NewItem([.label: "C"]), at: ItemPlace(in: at(0), at: 1)),
                "  - { label: A, group: [ { label: B }, { label: C } ] }\n"),
            Case(
                "new without a label", "  - { label: A }\n", .add(NewItem([.say: "C"]), at: ItemPlace(at: 1)),
                "!needs a label"),
        ])
    private func itemsComeAndGo(one: Case) { expect(one) }

    @Test("Keys of the board change too") func keysOfTheBoard() {
        let text = "\u{FEFF}board: home\r\nname: Home\r\nlanguage: en\r\nitems:\r\n  - label: A\r\n"
        #expect(
            edited(text, .setBoard([.name: "12:30", .columns: "3"]))
                == "\u{FEFF}board: home\r\nname: \"12:30\"\r\nlanguage: en\r\ncolumns: 3\r\nitems:\r\n  - label: A\r\n"
        )
        #expect(edited(text, .setBoard([.language: nil])).contains("cannot be left out"))
    }

    @Test(
        "What is no board, or not one document, is not touched",
        arguments: [
            "", "label: A\n", "items: []\n", "a: 1\n---\nb: 2\n", "items:\n\t- label: A\n",
            "items: !x\n  - label: A\n", "items:\n  - label: A\n    label: B\n",
        ])
    func whatIsNoBoard(text: String) {
        #expect(throws: BoardEdit.Problem.self) {
            try BoardEdit.applying(
                [.set(.label, to: "B", of: at(0))], to: Array(text.utf8), file: "b.yaml")
        }
    }

    @Test("Findings are tied to their items, in groups too") func findingsAreTied() throws {
        let loader = TestFiles(["b/x.yaml": board("  - label: X")]).loader
        let text = board(
            "  - label: A\n    group:\n      - { label: 👪, id: b }\n      - { label: C, cue_sound: no.wav }\n  - { label: D, open: x.yaml }"
        )
        let bytes = Array(text.utf8)
        let found = itemFindings(bytes, file: "b/home.yaml", loader: loader)
        #expect(found.map(\.path) == [ItemPath([0, 0]), ItemPath([0, 1])])
        let result = try BoardEdit.applying(
            [.set(.label, to: "Mum", of: at(0, 0)), .set(.cueSound, to: nil, of: at(0, 1))], to: bytes,
            file: "b/home.yaml")
        #expect(itemFindings(result.bytes, file: "b/home.yaml", loader: loader) == [])
        #expect(result.path == ItemPath([0, 1]))
        let added = try BoardEdit.applying(
            [.add(NewItem([.label: "X", .request: "soon"]), at: ItemPlace(at: 1))], to: result.bytes,
            file: "b/home.yaml"
        ) { ["x"] }
        // Another board has an item with this id.
        #expect(
            String(decoding: added.bytes, as: UTF8.self).contains(
                "  - { id: x-2, label: X, request: soon }\n"))
    }

    /// The text of a board's items after changes that are made by touch.
    private func touched(_ items: String, _ changes: BoardChange...) throws -> String {
        let bytes = try BoardEdit.applying(changes, to: Array(board(items).utf8), file: "b.yaml").bytes
        return String(String(decoding: bytes, as: UTF8.self).dropFirst(board("").utf8.count - 1))
    }

    @Test("An item that is called otherwise keeps the id that its label made, and not a byte besides changes")
    func idsAreKept() throws {
        #expect(
            try touched("  - { label: Tea, request: soon } # hot", .set(.label, to: "Mint tea", of: at(0)))
                == "  - { id: tea, label: Mint tea, request: soon } # hot\n")
        #expect(
            try touched("  - label: Tea\n    say: Tea.", .set(.label, to: "Mint tea", of: at(0)))
                == "  - id: tea\n    label: Mint tea\n    say: Tea.\n")
        let kept = "  - { id: hot, label: Mint }\n"
        #expect(try touched("  - { id: hot, label: Tea }", .set(.label, to: "Mint", of: at(0))) == kept)
        // It sounds the same, so its id is the same.
        #expect(
            try touched("  - { label: Tea }", .set(.label, to: "Tea!", of: at(0))) == "  - { label: Tea! }\n")
        // Who names an id knows what it is for; what two have is nobody's, and no letters make none.
        #expect(
            try touched("  - { label: Tea }", .set([.label: "Mint", .id: "mint"], of: at(0)))
                == "  - { id: mint, label: Mint }\n")
        #expect(
            try touched("  - { label: Tea }\n  - { label: Tea }", .set(.label, to: "Mint", of: at(1)))
                == "  - { label: Tea }\n  - { label: Mint }\n")
        #expect(
            try touched("  - { label: 👪 }", .set(.label, to: "Mum", of: at(0))) == "  - { label: Mum }\n")
    }

    @Test("The end of a level is where it is after the changes before")
    func theEndIsFoundLast() throws {
        let new = { (label: String) in BoardChange.add(NewItem([.label: label]), at: ItemPlace()) }
        #expect(
            try touched("  - { label: A }", new("B"), new("C"))
                == "  - { label: A }\n  - { label: B }\n  - { label: C }\n")
    }

    @Test("Comments may go only with what really went")
    func commentsGoWithWhatWent() throws {
        func takesAway(_ items: String, _ change: BoardChange) throws -> Bool {
            var step = EditStep(try BoardFile(Array(board(items).utf8), name: "b.yaml"), taken: [])
            try step.make(change)
            return step.takesAway
        }
        let group = "  - label: A\n    group:\n      - label: B\n  - label: C"
        let two = "  - label: A\n    group:\n      - label: B\n      - label: D\n  - label: C"
        #expect(try takesAway(group, .moveOut(at(0, 0), emptied: .removed)))
        #expect(try !takesAway(two, .moveOut(at(0, 0), emptied: .removed)))
        #expect(try !takesAway(two, .move(at(0), to: ItemPlace(at: 1), emptied: .removed)))
        #expect(try takesAway(two, .remove(at(1))))
        #expect(try !takesAway(two, .set(.say, to: nil, of: at(1))))
        #expect(try takesAway("  - { label: A, say: b }", .set(.say, to: nil, of: at(0))))
    }

    @Test(
        "A path names only what a file can hold",
        arguments: ["9223372036854775807", "0.50001", "-1", "", "1."])
    func pathsAreBounded(text: String) {
        #expect(ItemPath(text) == nil)
        #expect(ItemPath("50000.0") == ItemPath([50_000, 0]))
    }

    @Test("A new board is one without findings") func aNewBoard() throws {
        let items = [
            NewItem([.label: "Yes", .symbol: "✅"]),
            NewItem([.label: "More"], items: [NewItem([.label: "A"]), NewItem([.label: "B"])]),
        ]
        let bytes = try BoardEdit.newBoard(id: "more", name: "No", language: "en", items: items)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                # yaml-language-server: $schema=board.schema.json
                board: more
                name: "No"
                language: en
                items:
                  - { label: "Yes", symbol: ✅ }
                  - label: More
                    group:
                      - { label: A }
                      - { label: B }

                """)
        #expect(itemFindings(bytes, file: "more.yaml", loader: TestFiles([:]).loader) == [])
        #expect(throws: BoardEdit.Problem.self) {
            try BoardEdit.newBoard(id: "a", name: "A", language: "en", items: [])
        }
    }
}
