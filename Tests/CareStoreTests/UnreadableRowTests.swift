import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("A row that cannot be read hides none of the others")
struct UnreadableRowTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// Writes what no program of Beckon's would.
    private func spoil(_ store: CareStore, _ sql: String...) async throws {
        try await store.write { db in
            try db.put(sql: "PRAGMA ignore_check_constraints = ON")
            for trigger in ["note_stays", "entry_stays", "journal_stays"] {
                try db.put(sql: "DROP TRIGGER IF EXISTS \(trigger)")
            }
            for one in sql { try db.put(sql: one) }
            try db.put(sql: "PRAGMA ignore_check_constraints = OFF")
        }
    }

    @Test("A request keeps its place, urgent, with what of it can be read, and can be answered")
    func request() async throws {
        let store = try home.store()
        let pain = water(priority: .normal)
        _ = try await store.record(pain, receivedAt: noon)
        _ = try await store.record(water(), receivedAt: noon)
        try await spoil(
            store, "UPDATE request SET priority = 'very', asks_again = 'x' WHERE number = 1")
        let open = try await store.requests(onlyOpen: true).requests
        #expect(open.map(\.isUnreadable) == [true, false])
        #expect(open.first?.id == pain.id && open.first?.priority == .urgent && open.first?.label == "Water")
        let events = try await store.events(after: 0)
        #expect(events.map(\.request?.isUnreadable) == [true, false])
        #expect(try await store.unreadableRows() == [UnreadableRow(.request, pain.id.uuidString)])
        #expect(try await store.handover(since: "1h", until: nil, now: noon + 60).requests.count == 2)
        let met = try await store.respond(to: pain.id, answer(.met), actor: .station, receivedAt: noon).0
        #expect(met.state == .met)
        // Mended, it is a fault no more.
        try await spoil(store, "UPDATE request SET priority = 'soon', asks_again = NULL")
        #expect(try await store.unreadableRows() == [])
    }

    @Test("A request without an id is left out, named by its row, and ended by a person who goes to see")
    func withoutID() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon)
        let second = water()
        _ = try await store.record(second, receivedAt: noon)
        try await spoil(store, "PRAGMA foreign_keys = OFF")
        try await store.write { db in
            try db.put(sql: "PRAGMA defer_foreign_keys = ON")
            let id = String(repeating: "z", count: 36)
            try db.put(sql: "DROP TRIGGER IF EXISTS journal_stays")
            try db.put(sql: "UPDATE request SET id = ? WHERE number = 1", arguments: [id])
            try db.put(sql: "UPDATE journal SET request_id = ? WHERE sequence = 1", arguments: [id])
            try db.put(
                sql: "UPDATE due SET request_id = ? WHERE request_id NOT IN (SELECT id FROM request)",
                arguments: [id])
        }
        #expect(try await store.requests(onlyOpen: true).requests.map(\.id) == [second.id])
        let events = try await store.events(after: 0)
        #expect(events.map(\.sequence) == [1, 2] && events.map(\.request?.id) == [nil, second.id])
        #expect(try await store.callsWithoutID() == [1])
        #expect(try await store.unreadableRows().map(\.kind) == [.event, .request])
        // What is due of it stops nothing else.
        #expect(try await store.takeDue(now: noon + 400).map(\.kind).contains(.escalated))
        let seen = Fault(
            id: UUID(), source: "service", kind: .callUnreadable, isActive: true, clientName: nil,
            detail: "row 1",
            at: noon)
        #expect(try await store.record(seen, receivedAt: noon) != nil)
        var over = seen
        (over.id, over.source, over.isActive) = (UUID(), "page", false)
        #expect(try await store.record(over, receivedAt: noon) != nil)
        #expect(try await store.openFaults().isEmpty)
        #expect(try await store.callsWithoutID() == [])
    }

    @Test("Going to see ends only the calls without an id that were heard")
    func withoutIDNamed() async throws {
        let store = try home.store()
        for _ in 0..<3 { _ = try await store.record(water(), receivedAt: noon) }
        try await store.write { db in
            try db.put(sql: "PRAGMA defer_foreign_keys = ON")
            try db.put(sql: "DROP TRIGGER IF EXISTS journal_stays")
            for number in 1...3 {
                let id = "\(number)" + String(repeating: "z", count: 35)
                let old = try String.fetchOne(
                    db, sql: "SELECT id FROM request WHERE number = ?", arguments: [number])
                for sql in [
                    "UPDATE request SET id = ? WHERE id = ?",
                    "UPDATE journal SET request_id = ? WHERE request_id = ?",
                    "UPDATE due SET request_id = ? WHERE request_id = ?",
                ] { try db.put(sql: sql, arguments: [id, old]) }
            }
        }
        var seen = Fault(
            id: UUID(), source: "service", kind: .callUnreadable, isActive: true, clientName: nil,
            detail: "row 1, row 3", at: noon)
        #expect(try await store.record(seen, receivedAt: noon) != nil)
        (seen.id, seen.source, seen.isActive) = (UUID(), "page", false)
        #expect(try await store.record(seen, receivedAt: noon) != nil)
        #expect(try await store.callsWithoutID() == [2])
    }

    @Test("A write that meets an unreadable row reports the row, not the file")
    func written() async throws {
        let store = try home.store()
        let (asked, met) = (water(), answer(.met))
        _ = try await store.record(asked, receivedAt: noon)
        _ = try await store.respond(to: asked.id, met, actor: .station, receivedAt: noon)
        try await spoil(store, "UPDATE response SET state = 'odd'")
        let refused = await #expect(throws: CareStoreError.self) {
            try await store.respond(to: asked.id, met, actor: .station, receivedAt: noon)
        }
        guard case .damaged(_, let reason)? = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(reason.contains("state"))
    }

    @Test("Notes, entries, events, faults and what is planned are read without the one that cannot be")
    func others() async throws {
        let store = try home.store()
        for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
        let asked = water()
        _ = try await store.record(asked, receivedAt: noon)
        for text in ["first", "second"] {
            _ = try await store.addNote(
                request: asked.id, RequestNote(id: UUID(), text: text, at: noon), receivedAt: noon)
        }
        for kind in [FaultKind.soundLost, .switchStuck] {
            _ = try await store.record(fault(kind, isActive: true), receivedAt: noon)
        }
        for need in ["tea", "milk"] { _ = try await store.setNeed(need, NeedChange(label: need), at: noon) }
        let routine = NewRoutine(
            id: UUID(),
            content: RoutineContent(
                title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
                schedule: RecurrenceSet(
                    start: WallTime("2026-03-28T13:00:00") ?? .first, zone: "Europe/Berlin")),
            at: noon)
        _ = try await store.addRoutine(routine, receivedAt: noon)
        let key = OccurrenceKey(routine.content.schedule.start, zone: "Europe/Berlin")
        func entry(_ kind: OccurrenceEntry.Kind, _ text: String? = nil) -> OccurrenceEntry {
            OccurrenceEntry(id: UUID(), routine: routine.id, key: key, kind: kind, text: text, at: noon)
        }
        _ = try await store.mark(entry(.note, "first"), actor: .station, receivedAt: noon)
        _ = try await store.mark(entry(.note, "second"), actor: .station, receivedAt: noon)
        try await spoil(
            store, "UPDATE note SET content = '{}' WHERE number = 1",
            "UPDATE entry SET content = 'x' WHERE number = 1",
            "UPDATE fault SET kind = 'odd' WHERE kind = 'sound_lost'",
            "UPDATE need SET content = '[]' WHERE id = 'tea'",
            "UPDATE journal SET kind = 'odd' WHERE sequence = 2",
            "UPDATE person SET content = '' WHERE id = 'anna'")
        #expect(try await store.notes(request: asked.id).map(\.text) == ["second"])
        #expect(try await store.history(routine.id, key).map(\.text) == ["second"])
        #expect(try await store.openFaults().map(\.kind) == [.switchStuck])
        #expect(try await store.needs().map(\.id) == ["milk"])
        #expect(try await store.people().map(\.id) == ["maria"])
        let count = try await store.latestSequence()
        #expect(try await store.events(after: 0).map(\.sequence) == Array(1...count))
        #expect(try await store.history(HistorySearch(limit: 50)).items.count == 2)
        #expect(try await store.story(of: asked.id)?.notes.count == 1)
        #expect(
            try await store.handover(since: "1h", until: nil, now: noon + 60).requests.first?.notes.count == 1
        )
        #expect(
            Set(try await store.unreadableRows().map(\.kind)) == [
                .note, .entry, .fault, .need, .event, .person,
            ])
        // A note goes by all that stood there; what was done is done.
        await #expect(throws: CareStoreError.self) {
            try await store.mark(entry(.note, "third"), actor: .station, receivedAt: noon)
        }
        #expect(try await store.mark(entry(.done), actor: .station, receivedAt: noon).0.state == .done)
        #expect(
            try await store.agenda(for: .station, client: "maria", now: noon + 60).needs.map(\.id) == ["milk"]
        )
    }

    @Test(
        "What a rule of a table refuses is the message's fault, with its field, and not the disk's",
        arguments: [
            ("INSERT INTO need (id, content, is_active, sequence) VALUES ('', '{}', 1, 1)", "id"),
            (
                "INSERT INTO login (person_id, name_key, salt, hash, parameters, changed_at) VALUES ('maria', '', zeroblob(16), zeroblob(32), 'x', 0)",
                "name"
            ),
            ("INSERT INTO person (id, content, is_active, changed_at) VALUES ('maria', '{}', 1, 0)", "id"),
            ("UPDATE person SET content = NULL", "content"),
        ])
    func refused(sql: String, field: String) async throws {
        let store = try home.store()
        _ = try await store.setPerson(maria, at: noon)
        await #expect {
            try await store.write { db in try db.put(sql: sql) }
        } throws: { error in
            guard case .invalid(field, _)? = error as? CareStoreError else { return false }
            return true
        }
    }
}
