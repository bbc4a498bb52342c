import Care
import Foundation
import Testing

@Suite("What a chore's entries come to")
struct ChoreStandingTests {
    private static let due = Date(timeIntervalSince1970: 1_774_665_000)

    /// A history as a line: `done anna 2`, `claimed ben`, `skipped`, `not_yet`, `approved`, `undo 0`.
    private static func standing(_ line: String, count: Int = 1, approval: Bool = false) throws
        -> OccurrenceStanding
    {
        let ids = (0..<10).map { _ in UUID() }
        let entries = try line.split(separator: ",").enumerated().map { index, word in
            let parts = word.split(separator: " ").map(String.init)
            var entry = OccurrenceEntry(
                id: ids[index], routine: UUID(), key: try Planned.key("2026-03-28T02:30"),
                kind: try #require(parts[0] == "undo" ? .undone : OccurrenceEntry.Kind(rawValue: parts[0])),
                text: ["skipped", "not_yet"].contains(parts[0]) ? "words" : nil, at: due)
            if parts[0] == "undo" {
                entry.undoes = ids[Int(parts[1]) ?? 0]
            } else if parts.count > 1 {
                entry.person = parts[1]
            }
            if parts.count > 2 { entry.parts = Int(parts[2]) }
            return entry
        }
        return OccurrenceState.of(
            entries, count: count, needsApproval: approval, at: due, missedAt: due.addingTimeInterval(1800),
            now: due.addingTimeInterval(60))
    }

    /// `anna 2, ben 1`.
    private static func told(_ completions: [Completion]) -> String {
        completions.map { "\($0.person ?? "-") \($0.parts)" }.joined(separator: ",")
    }

    @Test(
        "Three times: done with the last part, each counted for whoever did it, and none twice",
        arguments: [
            ("done anna 1", .due, 1, "anna 1"), ("done anna 1,done ben 1", .due, 2, "anna 1,ben 1"),
            ("done anna 1,done ben 1,done anna 1", .done, 3, "anna 1,ben 1,anna 1"),
            ("done anna 1,done ben", .done, 3, "anna 1,ben 2"), ("done anna", .done, 3, "anna 3"),
            // Who says so after it is done has not done it.
            ("done anna,done ben", .done, 3, "anna 3"), ("done anna,done ben,undo 0", .done, 3, "ben 3"),
            ("done anna 2,done ben 2", .done, 3, "anna 2,ben 1"),
            ("done anna 1,done ben 1,undo 0", .due, 1, "ben 1"),
            // What is skipped is not done; the part that was is.
            ("done anna 1,skipped", .skipped, 1, "anna 1"), ("done anna,skipped", .skipped, 0, ""),
            ("done anna,skipped,undo 1", .done, 3, "anna 3"), ("skipped,done anna 1", .due, 1, "anna 1"),
        ] as [(String, OccurrenceState, Int, String)])
    func parts(line: String, state: OccurrenceState, parts: Int, counted: String) throws {
        let standing = try Self.standing(line, count: 3)
        #expect(standing.state == state)
        #expect(standing.parts == parts)
        #expect(Self.told(standing.completions) == counted)
        #expect(standing.approval == nil)
    }

    @Test(
        "What has to be approved counts once it is, and begins anew where it is not",
        arguments: [
            ("", .due, .needed, ""), ("done anna", .done, .waiting, ""),
            ("done anna,approved", .done, .given, "anna 1"),
            ("done anna,approved,undo 1", .done, .waiting, ""),
            ("done anna,not_yet", .due, .needed, ""), ("done anna,not_yet,done ben", .done, .waiting, ""),
            ("done anna,not_yet,done ben,approved", .done, .given, "ben 1"),
            ("done anna,not_yet,undo 1", .done, .waiting, ""), ("approved,done anna", .done, .waiting, ""),
            ("skipped", .skipped, .needed, ""),
            // Approved is what was done by then: not what an undo leaves, or brings back, and what changes nothing of it does not matter.
            ("done ben,done anna,approved,undo 0", .done, .waiting, ""),
            ("done ben,done anna,approved,undo 0,approved", .done, .given, "anna 1"),
            ("done ben,done anna,approved,undo 0,undo 3", .done, .given, "ben 1"),
            ("done ben,done anna,approved,undo 0,approved,undo 3", .done, .given, "ben 1"),
            ("done ben,done anna,approved,undo 1", .done, .given, "ben 1"),
            ("done ben,not_yet,done anna,approved,undo 1", .done, .waiting, ""),
            ("done ben,undo 0,done anna,approved,undo 1", .done, .waiting, ""),
            ("claimed ben,done ben,approved,undo 0", .done, .given, "ben 1"),
        ] as [(String, OccurrenceState, Chore.Approval, String)])
    func approval(line: String, state: OccurrenceState, approval: Chore.Approval, counted: String) throws {
        let standing = try Self.standing(line, approval: true)
        #expect(standing.state == state)
        #expect(standing.approval == approval)
        #expect(Self.told(standing.completions) == counted)
    }

    @Test("An approval that has lapsed is nothing to be taken back: what was done is") func lapsed() throws {
        let standing = try Self.standing("done ben,done anna,approved,undo 0", approval: true)
        #expect(standing.approving == nil)
        #expect(standing.lastEntry == standing.done.first?.entry)
        // So it is of parts, whoever did the others.
        let parts = try Self.standing(
            "done ben 1,done cleo 1,done anna,approved,undo 0", count: 2, approval: true)
        #expect(parts.approval == .waiting && parts.completions.isEmpty)
        #expect(Self.told(parts.done) == "cleo 1,anna 1")
    }

    @Test("The reason why it is not done yet is its note") func reason() throws {
        #expect(try Self.standing("done anna,not_yet", approval: true).note == "words")
    }

    @Test(
        "The last hand that counts has it",
        arguments: [
            ("", nil), ("claimed anna", "anna"), ("claimed anna,undo 0", nil),
            ("claimed anna,given ben", "ben"),
            ("claimed anna,given ben,undo 1", "anna"), ("claimed anna,undo 0,claimed ben", "ben"),
            ("given anna,given ben,undo 0", "ben"), ("given anna,given ben,undo 0,undo 1", nil),
            ("swapped ben,note,done ben", "ben"),
        ] as [(String, String?)])
    func hands(line: String, holder: String?) throws {
        #expect(try Self.standing(line).holdings.last?.person == holder)
    }
}
