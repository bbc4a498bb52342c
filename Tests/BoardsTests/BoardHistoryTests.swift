import Boards
import FoundationEssentials
import Testing

private func version(_ text: String, by author: String? = "anna", at second: Double = 0)
    -> BoardHistory.Version
{
    BoardHistory.Version(Array(text.utf8), by: author, at: Date(timeIntervalSince1970: second))
}

@Suite struct BoardHistoryTests {
    @Test("Steps go back and forth, and say whose they are")
    func stepsGoBackAndForth() throws {
        var history = BoardHistory(version("a", by: nil))
        #expect(history.undoable == nil && history.redoable == nil)
        history.record(version("b", by: "anna", at: 1))
        history.record(version("c", by: "ben", at: 2))
        #expect(history.undoable == version("c", by: "ben", at: 2))
        #expect(try history.undo(from: Array("c".utf8)) == version("b", at: 1))
        #expect(history.undoable?.author == "anna")
        #expect(try history.undo(from: Array("b".utf8)) == version("a", by: nil))
        #expect(throws: BoardHistory.Problem.atEnd) { try history.undo(from: Array("a".utf8)) }
        #expect(history.redoable?.author == "anna")
        #expect(try history.redo(from: Array("a".utf8)) == version("b", at: 1))
        #expect(try history.redo(from: Array("b".utf8)).author == "ben")
        #expect(throws: BoardHistory.Problem.atEnd) { try history.redo(from: Array("c".utf8)) }
    }

    @Test("A new version ends what could be made again, and the same bytes are none")
    func aNewVersionEndsWhatCouldBeMadeAgain() throws {
        var history = BoardHistory(version("a"))
        history.record(version("b"))
        _ = try history.undo(from: Array("b".utf8))
        history.record(version("a", by: "ben"))
        #expect(history.redoable?.bytes == Array("b".utf8))
        history.record(version("c"))
        #expect(history.redoable == nil)
        #expect(history.versions.map(\.bytes) == [Array("a".utf8), Array("c".utf8)])
    }

    @Test("Nothing is undone from a file that somebody else has changed")
    func nothingIsUndoneFromAnotherFile() throws {
        var history = BoardHistory(version("a"))
        history.record(version("b"))
        let before = history
        #expect(throws: BoardHistory.Problem.changed) { try history.undo(from: Array("x".utf8)) }
        #expect(history == before)
        history.record(version("x", by: nil))
        #expect(try history.undo(from: Array("x".utf8)).bytes == Array("b".utf8))
    }

    @Test("It holds a hundred steps, and no more bytes than it may, but always the current version")
    func itIsBounded() {
        var history = BoardHistory(version("0"))
        for number in 1...250 { history.record(version("\(number)")) }
        #expect(history.versions.count == 101)
        #expect(history.versions.first?.bytes == Array("150".utf8))
        #expect(history.current.bytes == Array("250".utf8))
        var small = BoardHistory(version("aaaa"), maximumBytes: 10)
        small.record(version("bbbb"))
        small.record(version("cccc"))
        #expect(small.versions.map(\.bytes) == [Array("bbbb".utf8), Array("cccc".utf8)])
        small.record(version("ddddddddddddddd"))
        #expect(small.versions.map(\.bytes.count) == [15])
        #expect(small.undoable == nil)
    }
}
