import Care
import Foundation
import Recurrence
import Testing

@Suite("What differs this one time")
struct OccurrenceEditTests {
    private func daily() throws -> Routine {
        try Planned.routine(Planned.content("FREQ=DAILY", from: "2026-03-09T08:00"))
    }

    private func edited(
        _ routine: Routine, _ key: OccurrenceKey, _ edit: OccurrenceEdit?
    ) throws -> Routine {
        var change = try Planned.change(.one, key)
        change.edit = edit
        return try routine.applying(change, zones: Planned.zones).changed
    }

    @Test("Only that one is different, until it is said anew or taken back")
    func one() throws {
        let key = try Planned.key("2026-03-10T08:00")
        var routine = try edited(daily(), key, OccurrenceEdit(title: "Pills", priority: .urgent))
        #expect(routine.content.of(key).title == "Pills")
        #expect(routine.content.of(key).priority == .urgent)
        #expect(routine.content.of(key).assignment == routine.content.assignment)
        #expect(try routine.content.of(Planned.key("2026-03-11T08:00")) == routine.content)
        routine = try edited(routine, key, OccurrenceEdit(details: "With juice."))
        #expect(routine.content.of(key).details == "With juice.")
        #expect(try routine.content.of(key).title == daily().content.title)
        #expect(try edited(routine, key, OccurrenceEdit()).content == daily().content)
        // Left out altogether, it is cancelled, as ever.
        #expect(try edited(routine, key, nil).content.schedule.changes.map(\.to) == [nil])
    }

    @Test("In JSON it may be left out, and comes back as it was")
    func coding() throws {
        let key = try Planned.key("2026-03-10T08:00")
        let plain = try daily().content
        let text = try #require(String(bytes: CareJSON.encoder().encode(plain), encoding: .utf8))
        #expect(!text.contains("edits"))
        let content = try edited(
            daily(), key, OccurrenceEdit(symbol: "💊", assignment: .fixed(person: "ben"))
        ).content
        for content in [plain, content] {
            let data = try CareJSON.encoder().encode(content)
            #expect(try CareJSON.decoder().decode(RoutineContent.self, from: data) == content)
        }
        #expect(content.assignable.contains("ben"))
    }

    @Test("An invalid edit is refused with its field")
    func refused() throws {
        let key = try Planned.key("2026-03-10T08:00")
        func field(_ scope: RoutineChange.Scope, _ edit: OccurrenceEdit) throws -> String? {
            var change = try Planned.change(scope, scope == .all ? nil : key)
            change.edit = edit
            do throws(FieldProblem) { try change.check() } catch { return error.field }
            return nil
        }
        #expect(try field(.one, OccurrenceEdit(title: " ")) == "edit.title")
        #expect(try field(.one, OccurrenceEdit(assignment: .inTurn(people: []))) == "edit.assignment.people")
        #expect(try field(.one, OccurrenceEdit(title: "Pills")) == nil)
        for scope in [RoutineChange.Scope.restore, .following, .all] {
            #expect(try field(scope, OccurrenceEdit()) == "edit")
        }
    }

    @Test("In another zone, what was moved, left out or different is so by its local time")
    func zone() throws {
        let key = try Planned.key("2026-03-10T08:00")
        var routine = try edited(daily(), key, OccurrenceEdit(title: "Pills"))
        routine = try routine.applying(
            Planned.change(.one, Planned.key("2026-03-11T08:00"), to: "2026-03-11T09:00"),
            zones: Planned.zones
        ).changed
        var content = routine.content
        content.schedule.zone = "Europe/London"
        let moved = try routine.applying(
            Planned.change(.all, content: content), zones: Planned.zones
        ).changed.content
        #expect(moved.edits.map(\.of) == [key.inZone("Europe/London")])
        #expect(moved.schedule.changes.map(\.of.zone) == ["Europe/London"])
        #expect(moved.of(key.inZone("Europe/London")).title == "Pills")
        // Two parts, of which one goes to another zone, are still the whole.
        let (first, next) = try daily().applying(
            Planned.change(.following, key, content: daily().content), zones: Planned.zones)
        content = first.content
        content.schedule.zone = "America/New_York"
        let west = try first.applying(Planned.change(.all, content: content), zones: Planned.zones).changed
        let both = [west.content, try #require(next).content]
        let days = try both.flatMap {
            try Planned.list($0, from: "2026-03-08T00:00", until: "2026-03-12T00:00")
        }
        #expect(days == ["03-09 08:00", "03-10 08:00", "03-11 08:00"])
    }
}
