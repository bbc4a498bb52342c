import Care
import Foundation
import GRDB
import OwnFolders
import Recurrence
import Testing

@testable import CareStore
@testable import StoreFiles

@Suite("A store of the first version is opened with everything in it")
struct MigrationTests {
    private let home: TestHome

    init() throws {
        home = try TestHome()
        // Left by the first version's own program; Tests/Support/first-version tells how.
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/first-version/home/care.sqlite")
        try FileManager.default.copyItem(atPath: fixture.path, toPath: home.path)
    }

    private static let old = StoreFormat(
        name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
        steps: [StoreFormat.care.steps[0]])

    /// Every row of the tables that the first version had, columns that it had, as text.
    private func rows(_ other: TestHome? = nil) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: (other ?? home).path, configuration: configuration)
        let old = """
            sequence, at, kind, request_id, state, changed_at, changed_by, reason, escalation, changed_in, fault_id, \
            minutes, late
            """
        let oldFault = "id, source, kind, is_active, client_name, detail, at, is_open"
        let rows = try queue.read { db in
            try ["request", "response", "due", "delivery", "identity"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1, 2").map { row in
                    // What later versions have; of the first version's times all could be used.
                    "\(table) \(row)".replacing(" time_is_arrival:0", with: "")
                        .replacing(" symbol:NULL", with: "")
                        .replacing(" claim_lapses_at:NULL reaches:NULL", with: "")
                        .replacing(" who:NULL", with: "")
                }
            } + Row.fetchAll(db, sql: "SELECT \(oldFault) FROM fault ORDER BY id").map { "fault \($0)" }
                + Row.fetchAll(db, sql: "SELECT \(old) FROM journal ORDER BY sequence").map {
                    "journal \($0)"
                }
        }
        try queue.close()
        return rows
    }

    @Test("Every row stays, with the journal's id, and what comes after works on")
    func opens() async throws {
        let before = try rows()
        let counts = Dictionary(grouping: before) { $0.prefix { $0 != " " } }.mapValues(\.count)
        #expect(
            counts == [
                "request": 8, "fault": 3, "response": 11, "due": 7, "delivery": 15, "identity": 1,
                "journal": 40,
            ])
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        let store = try home.store(policy)
        #expect(try rows() == before)
        let events = try await store.events(after: 0, limit: .max)
        #expect(events.map(\.sequence) == (1...Int64(events.count)).map { $0 })
        #expect(events.compactMap(\.fault).count == 3)
        #expect(events.allSatisfy { $0.request != nil || $0.fault != nil })
        #expect(
            try await store.openFaults().map(\.detail) == [
                "small.yaml, line 7: unknown key `lable`: did you mean `label`?"
            ])
        let open = try await store.requests(onlyOpen: true).requests
        #expect(open.map(\.label) == ["paper", "towel", "light"])
        #expect(try await store.pendingDelivery(now: .distantFuture) != nil)
        let met = try await store.respond(to: open[0].id, answer(.met), actor: .station, receivedAt: Date()).0
        #expect(met.sequence == Int64(events.count) + 1)
        _ = try await store.setPerson(maria, at: noon)
        _ = try await store.setNeed("tea", NeedChange(label: "Tea"), at: noon)
        #expect(try await store.latestSequence() == met.sequence + 1)
    }

    @Test("The journal can still not be changed, and what others refer to is there")
    func guards() async throws {
        let store = try home.store()
        for sql in [
            "UPDATE journal SET at = 0 WHERE sequence = 1", "DELETE FROM journal WHERE sequence = 1",
            "DELETE FROM request",
            "INSERT INTO response VALUES ('\(UUID())', '\(UUID())', 'met', NULL, NULL, 0, 'kiosk', 1, 0)",
        ] {
            await #expect(throws: CareStoreError.self) {
                try await store.write { db in try db.execute(literal: SQL(sql: sql)) }
            }
        }
        let findings = try await store.read { db in
            try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
                + Row.fetchAll(db, sql: "PRAGMA foreign_key_list(response)").count {
                    $0["table"] == "journal"
                }
        }
        #expect(findings == 1)
        let fresh = try TestHome()
        _ = try fresh.store()
        #expect(try schema(home.path) == schema(fresh.path))
    }

    private func schema(_ path: String) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        return try queue.read { db in
            try String.fetchAll(db, sql: "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name")
        }
    }

    @Test("A first version's store without a row is opened too")
    func empty() async throws {
        let other = try TestHome()
        try StoreFile.open(other.path, format: Self.old).queue.close()
        let store = try other.store()
        _ = try await store.record(water(), receivedAt: noon)
        #expect(try await store.latestSequence() == 1)
    }

    @Test("What machines and logins have said stays when screens and phones can say it too")
    func machines() async throws {
        let other = try TestHome()
        let steps = StoreFormat.care.steps
        let last = try #require(steps.firstIndex(of: StoreFormat.batteries))
        let before = StoreFormat(
            name: Self.old.name, applicationID: Self.old.applicationID, steps: Array(steps[..<last]))
        let queue = try StoreFile.open(other.path, format: before).queue
        let (device, session) = (UUID(), UUID())
        try await queue.write { db in
            try db.put(
                sql: "INSERT INTO machine VALUES ('kiosk', ?, ?), ('station', '', ?)",
                arguments: [device.uuidString, #"{"version":"1"}"#, #"{"version":"2"}"#])
            try db.put(
                sql: "INSERT INTO person (id, content, is_active, changed_at) VALUES ('anna', '{}', 1, 0)")
            try db.put(
                sql: """
                    INSERT INTO login (person_id, name_key, salt, hash, parameters, changed_at)
                    VALUES ('anna', 'anna', ?, ?, 'none', 0)
                    """, arguments: [Data(repeating: 1, count: 16), Data(repeating: 2, count: 32)])
            try db.put(
                sql: """
                    INSERT INTO session (id, person_id, hash, csrf, since, last_seen, browser)
                    VALUES (?, 'anna', ?, 'token', ?, ?, 'Firefox')
                    """,
                arguments: [
                    session.uuidString, Data(repeating: 7, count: 32), noon.milliseconds, noon.milliseconds,
                ])
        }
        try queue.close()
        let store = try other.store()
        let kept = try await store.machines()
        #expect(kept[MachineKey(kind: .kiosk, device: device)] == MachineState(version: "1"))
        #expect(kept[MachineKey(kind: .station, device: nil)] == MachineState(version: "2"))
        let screen = MachineKey(kind: .display, device: UUID())
        try await store.note(MachineState(battery: MachineBattery(percent: 5)), of: screen)
        #expect(try await store.machines()[screen]?.battery?.percent == 5)
        #expect(try await store.sessions(of: "anna", asking: session, at: noon).map(\.battery) == [nil])
        try await store.note(MachineBattery(percent: 7), ofSession: session)
        let known = try await store.sessions(of: "anna", asking: session, at: noon)
        #expect(known.map(\.battery) == [MachineBattery(percent: 7)] && known.map(\.browser) == ["Firefox"])
    }

    @Test("What has waited for approval since before says who did it, where the entries say so")
    func doers() async throws {
        let home = try await RoutineHome([maria, anna, ben, cleo])
        let local = "2026-03-28T14:00"
        var routines: [String: Routine] = [:]
        func chore(_ name: String, count: Int = 1) async throws -> Routine {
            let routine = try await home.add(
                bins { ($0.title, $0.needsApproval, $0.count) = (name, true, count) })
            routines[name] = routine
            return routine
        }
        let names = ["ben", "parts", "again", "undone", "nobody"]
        for name in names { _ = try await chore(name, count: name == "parts" ? 3 : 1) }
        _ = try await home.score(until: berlin(local))
        func enter(
            _ kind: OccurrenceEntry.Kind, _ name: String, by sender: String, id: UUID = UUID(),
            parts: Int? = nil, undoes: UUID? = nil
        ) async throws {
            try await home.enter(kind, try #require(routines[name]), local, by: sender, id: id) {
                ($0.person, $0.parts, $0.undoes) = (kind == .done ? sender : nil, parts, undoes)
                if kind == .notYet { $0.text = "the lid is open" }
            }
        }
        try await enter(.done, "ben", by: "ben")
        // The first of two who say that it is done.
        try await enter(.done, "ben", by: "anna")
        try await enter(.done, "parts", by: "cleo", parts: 1)
        try await enter(.done, "parts", by: "anna", parts: 2)
        try await enter(.done, "again", by: "ben")
        try await enter(.notYet, "again", by: "cleo")
        try await enter(.done, "again", by: "anna")
        let (first, undo) = (UUID(), UUID())
        try await enter(.done, "undone", by: "ben", id: first)
        try await enter(.undone, "undone", by: "ben", id: undo, undoes: first)
        try await enter(.undone, "undone", by: "ben", undoes: undo)
        try await enter(.done, "nobody", by: "anna")
        func doers() async throws -> [String: [String]] {
            let feed = try await home.opened().chores(of: "olga", now: home.clock)
            return Dictionary(
                uniqueKeysWithValues: feed.waiting.map { ($0.title, $0.chore?.doneBy ?? ["-"]) })
        }
        let now = try await doers()
        #expect(
            now == [
                "ben": ["ben"], "parts": ["anna", "cleo"], "again": ["anna"], "undone": ["ben"],
                "nobody": ["anna"],
            ])
        // As the version before has left it, with one of which the entries do not say who it was.
        let nobody = try #require(routines["nobody"]).id.uuidString
        try await home.store.write { db in
            try db.put(sql: "UPDATE occurrence SET chore = json_remove(chore, '$.done_by')")
            try db.put(sql: "DROP TRIGGER entry_stays")
            try db.put(
                sql: """
                    UPDATE entry SET content = json_remove(content, '$.person') WHERE routine_id = ?
                    """, arguments: [nobody])
            try db.put(
                sql: """
                    CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
                        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END
                    """)
        }
        let before = try await doers()
        #expect(before.count == names.count && before.values.allSatisfy { $0 == ["-"] })
        guard case .swift(let fill) = StoreFormat.doers else { throw CancellationError() }
        try await home.store.write { db in try fill(db) }
        var after = now
        after["nobody"] = ["-"]
        let found = try await doers()
        #expect(found == after)
    }

    @Test("What was planned before is no exercise, and what was due stays when appointments come")
    func appointments() async throws {
        let other = try TestHome()
        let steps = StoreFormat.care.steps
        let last = try #require(steps.firstIndex(of: StoreFormat.appointments))
        let before = StoreFormat(
            name: Self.old.name, applicationID: Self.old.applicationID, steps: Array(steps[..<last]))
        let queue = try StoreFile.open(other.path, format: before).queue
        let new = NewRoutine(id: UUID(), content: try medicine(isClientsOwn: true), by: "Anna", at: noon)
        let key = OccurrenceKey(new.content.schedule.start, zone: "Europe/Berlin")
        try await queue.write { db in
            let person = try Stored.text(maria)
            try db.put(
                sql: "INSERT INTO person (id, content, is_active, changed_at) VALUES ('maria', ?, 1, 0)",
                arguments: [person])
            try db.put(
                sql:
                    "INSERT INTO journal (at, kind, late, subject, content) VALUES (0, 'routine_changed', 0, 'x', '{}')"
            )
            let routine = Routine(
                id: new.id, series: new.id, content: new.content, createdAt: noon, changedAt: noon,
                sequence: 1)
            try db.put(
                sql: """
                    INSERT INTO routine (id, series, client, content, is_active, taken_to, planned_at, version, sequence)
                    VALUES (?1, ?1, 'maria', ?2, 1, 0, 0, 1, 1)
                    """, arguments: [new.id.uuidString, try Stored.text(routine)])
            try db.put(
                sql: """
                    INSERT INTO occurrence (routine_id, key, series, at, local, missed_at, client, client_name, title,
                        priority, assignment_reason, clients_own, is_due_taken)
                    VALUES (?1, ?2, ?1, ?3, ?4, ?3, 'maria', 'Maria', 'Medicine', 'normal', '', 1, 1)
                    """,
                arguments: [
                    new.id.uuidString, key.description, noon.milliseconds,
                    new.content.schedule.start.description,
                ])
        }
        try queue.close()
        let store = try other.store()
        let agenda = try await store.agenda(for: .kiosk, client: "maria", now: noon)
        let due = try #require(agenda.today.first { $0.key == key })
        #expect(due.title == "Medicine" && due.exercise == nil && due.appointment == nil && due.mood == nil)
        #expect(try await store.appointments(.init(), seenBy: .coordinator).appointments.isEmpty)
        #expect(try await store.moods(.init()).moods.isEmpty)
        #expect(try await store.signs(of: "maria") == SignList())
    }

    @Test(
        "Whoever had switched off all that is planned goes on without amounts and housemates; others get both"
    )
    func messageKinds() async throws {
        let other = try TestHome()
        let steps = StoreFormat.care.steps
        let last = try #require(steps.firstIndex(of: StoreFormat.messageKinds))
        let before = StoreFormat(
            name: Self.old.name, applicationID: Self.old.applicationID, steps: Array(steps[..<last]))
        let queue = try StoreFile.open(other.path, format: before).queue
        var (none, some) = (anna, ben)
        none.reminders.off = [.before, .due, .missed]
        some.reminders.off = [.before, .missed, .request]
        // At one place: all three of it, or two and the third everywhere; on a page nothing is told ahead.
        func muted(
            _ id: String, _ role: Person.Role, off: Set<MessageKind> = [], _ kinds: [MessageKind],
            at place: ReminderPlace
        ) -> Person {
            var person = Person(id: id, name: id.capitalized, role: role)
            person.reminders.off = off
            person.reminders.muted = Set(kinds.map { ReminderCell($0, place) })
            return person
        }
        let places = [
            muted("station", .caregiver, [.before, .due, .missed], at: .station),
            muted("mixed", .coordinator, off: [.before], [.due, .missed], at: .command),
            muted("page", .caregiver, [.due, .missed], at: .page),
            muted("kiosk", .client, [.before, .due, .missed], at: .kiosk),
            muted("two", .caregiver, [.due, .missed], at: .station),
            muted("provider", .provider, [.before, .due, .missed], at: .station),
        ]
        let people = [none, some, maria] + places
        try await queue.write { db in
            for person in people {
                try db.put(
                    sql: "INSERT INTO person (id, content, is_active, changed_at) VALUES (?, ?, 1, 0)",
                    arguments: [person.id, try Stored.text(person)])
            }
            // One that cannot be read, and one of before there were reminders.
            try db.put(
                sql:
                    "INSERT INTO person (id, content, is_active, changed_at) VALUES ('x', '{', 1, 0), ('y', '{}', 1, 0)"
            )
        }
        try queue.close()
        let found = try await other.store().people()
        let off = Dictionary(found.map { ($0.id, $0.reminders.off) }) { $1 }
        #expect(off["anna"] == [.before, .due, .missed, .charge, .housemate])
        #expect(off["ben"] == [.before, .missed, .request] && off["maria"] == [])
        let new: [String: Set<ReminderCell>] = [
            "station": [ReminderCell(.charge, .station), ReminderCell(.housemate, .station)],
            "mixed": [ReminderCell(.charge, .command), ReminderCell(.housemate, .command)],
            "page": [ReminderCell(.charge, .page), ReminderCell(.housemate, .page)],
            "kiosk": [ReminderCell(.housemate, .kiosk)],
        ]
        for person in places {
            let now = try #require(found.first { $0.id == person.id })
            #expect(now.reminders.off == person.reminders.off, "\(person.id)")
            let cells = person.reminders.muted.union(new[person.id] ?? [])
            #expect(now.reminders.muted == cells, "\(person.id)")
            #expect(now.reminders.muted.allSatisfy { $0.exists(for: person.role) }, "\(person.id)")
        }
        #expect(found.filter { !$0.reminders.muted.isEmpty }.count == places.count)
    }

    @Test("A migration that fails leaves the old store whole")
    func fails() throws {
        let before = try rows()
        let broken = StoreFormat(
            name: Self.old.name, applicationID: Self.old.applicationID,
            steps: StoreFormat.care.steps + ["INSERT INTO nothing VALUES (1)"])
        #expect(throws: StoreFileError.self) { try StoreFile.open(home.path, format: broken) }
        #expect(try rows() == before)
        _ = try home.store()
        #expect(try rows() == before)
    }

    @Test(
        "A process that dies in the middle of a migration leaves the old store whole",
        arguments: [2, StoreFormat.care.steps.count])
    func dies(steps: Int) throws {
        let before = try rows()
        let queue = try DatabaseQueue(path: home.path)
        let copy = try TestHome()
        try queue.writeWithoutTransaction { db in
            // So small a cache that the log holds pages of what is not committed yet.
            try db.execute(literal: "PRAGMA journal_mode = WAL; PRAGMA cache_size = 2")
            try db.execute(literal: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
            for step in StoreFormat.care.steps[1..<steps] { try step.run(in: db) }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: home.path + suffix, toPath: copy.path + suffix)
            }
            try db.execute(sql: "ROLLBACK")
        }
        try queue.close()
        let log = try FileManager.default.attributesOfItem(atPath: copy.path + "-wal")[.size] as? Int
        #expect(try #require(log) > 0)
        #expect(try rows(copy) == before)
        _ = try copy.store()
        #expect(try rows(copy) == before)
    }

    @Test("A reference that leads nowhere stops the migration, and the old store stays")
    func brokenReference() throws {
        let queue = try DatabaseQueue(path: home.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(literal: "PRAGMA foreign_keys = OFF; DELETE FROM request WHERE number = 1")
        }
        try queue.close()
        let before = try rows()
        #expect(throws: StoreFileError.self) { try home.store() }
        #expect(try rows() == before)
    }
}
