import Care
import Foundation
import Testing

@Suite("Where one due time stands")
struct OccurrenceStandingTests {
    static let due = Date(timeIntervalSince1970: 1_774_665_000)

    /// A history as a line: `done`, `skipped`, `note`, and `undo 0` for an undo of the first.
    static func history(_ line: String) throws -> [OccurrenceEntry] {
        let routine = UUID()
        let ids = (0..<10).map { _ in UUID() }
        return try line.split(separator: ",").enumerated().map { index, word in
            let parts = word.split(separator: " ")
            return OccurrenceEntry(
                id: ids[index], routine: routine, key: try Planned.key("2026-03-28T02:30"),
                kind: try #require(
                    parts[0] == "undo" ? .undone : OccurrenceEntry.Kind(rawValue: String(parts[0]))),
                by: "Anna", text: parts[0] == "note" ? "words \(index)" : nil,
                undoes: parts[0] == "undo" ? ids[Int(parts[1]) ?? 0] : nil, at: due)
        }
    }

    /// The history, the state an hour after it was due with half an hour's grace, which entry decided, which an undo would take.
    @Test(
        "The last entry that was not taken back decides",
        arguments: [
            ("", .missed, nil, nil), ("done", .done, 0, 0), ("skipped", .skipped, 0, 0),
            ("skipped,done", .done, 1, 1), ("done,skipped", .skipped, 1, 1), ("note", .missed, nil, 0),
            ("done,undo 0", .missed, nil, nil), ("done,undo 0,done", .done, 2, 2),
            ("skipped,done,undo 1", .skipped, 0, 0), ("skipped,done,undo 0", .done, 1, 1),
            ("done,note", .done, 0, 1), ("done,note,undo 1", .done, 0, 0),
            ("done,note,undo 0", .missed, nil, 1),
            // An undo that was taken back: done again.
            ("done,undo 0,undo 1", .done, 0, 0), ("done,undo 0,undo 1,undo 2", .missed, nil, nil),
            // Twice the same undo is one.
            ("skipped,done,undo 1,undo 1", .skipped, 0, 0),
        ] as [(String, OccurrenceState, Int?, Int?)])
    func decides(line: String, state: OccurrenceState, deciding: Int?, last: Int?) throws {
        let entries = try Self.history(line)
        let standing = OccurrenceState.of(
            entries, at: Self.due, missedAt: Self.due.addingTimeInterval(1800),
            now: Self.due.addingTimeInterval(3600))
        #expect(standing.state == state)
        #expect(standing.deciding == deciding.map { entries[$0] })
        #expect(standing.lastEntry == last.map { entries[$0].id })
    }

    @Test("Undone from the end one by one, every history comes to nothing")
    func undoesAll() throws {
        var entries = try Self.history("note,skipped,note,done,skipped")
        var taken: [UUID] = []
        while let last = OccurrenceState.of(entries, at: Self.due, missedAt: Self.due, now: Self.due)
            .lastEntry
        {
            taken.append(last)
            var undo = entries[0]
            undo.id = UUID()
            undo.kind = .undone
            undo.undoes = last
            entries.append(undo)
            guard taken.count < 20 else { break }
        }
        #expect(taken == entries.prefix(5).reversed().map(\.id))
    }

    @Test(
        "Without an entry the time decides, to the second",
        arguments: [(-1, .upcoming), (0, .due), (1799, .due), (1800, .missed)] as [(Double, OccurrenceState)])
    func time(seconds: Double, state: OccurrenceState) {
        let standing = OccurrenceState.of(
            [], at: Self.due, missedAt: Self.due.addingTimeInterval(1800),
            now: Self.due.addingTimeInterval(seconds))
        #expect(standing.state == state)
    }

    @Test("The latest words that still count are its note")
    func notes() throws {
        var entries = try Self.history("note,done,note,undo 2")
        func note() -> String? {
            OccurrenceState.of(entries, at: Self.due, missedAt: Self.due, now: Self.due).note
        }
        #expect(note() == "words 0")
        entries[1].text = "with the new cup"
        #expect(note() == "with the new cup")
    }
}
