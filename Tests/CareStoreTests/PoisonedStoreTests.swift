import Care
import Foundation
import GRDB
import OwnFolders
import Recurrence
import StoreFiles
import Testing

@testable import CareStore

@Suite("A home that earlier versions have left with times that nobody can read")
struct PoisonedStoreTests {
    private let home: TestHome
    private let ids = (0..<8).map { _ in UUID() }

    /// 10000-01-01T00:00:00.000Z, as version 0.2.0 kept it. Milliseconds.
    private static let beyond: Int64 = 253_402_300_800_000
    /// The same in JSON.
    private static let text = "10000-01-01T00:00:00.000Z"

    /// Writes with the old format's own tables what 0.2.0 wrote.
    init() throws {
        home = try TestHome()
        let count = StoreFormat.care.steps.firstIndex(of: StoreFormat.times) ?? 0
        let old = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(StoreFormat.care.steps.prefix(count)))
        let file = try StoreFile.open(home.path, format: old)
        let (urgent, other, fault, routine, entry) = (ids[0], ids[1], ids[2], ids[3], ids[4])
        let (note, proposal, receipt) = (ids[5], ids[6], ids[7])
        let (now, beyond, text) = (noon.milliseconds, Self.beyond, Self.text)
        let content = RoutineContent(
            title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
            schedule: RecurrenceSet(start: WallTime("2026-03-28T20:00:00") ?? .first, zone: "Europe/Berlin"))
        let planned = Routine(
            id: routine, series: routine, content: content, createdAt: noon, changedAt: noon, sequence: 3)
        let key = OccurrenceKey(content.schedule.start, zone: "Europe/Berlin")
        let wanted = NewNeedProposal(
            id: proposal, client: "maria", clientName: "Maria", label: "Tea", say: "Tea", proposedAt: noon)
        func poisoned(_ value: some Encodable, _ field: String) throws -> String {
            try Stored.text(value).replacing(
                #""\#(field)":"\#(CareJSON.string(from: noon))""#, with: #""\#(field)":"\#(text)""#)
        }
        let person = Person(
            id: "anna", name: "Anna", role: .caregiver, absences: [Absence(from: noon)], sequence: 1)
        let texts = (
            entry: try poisoned(
                OccurrenceEntry(id: entry, routine: routine, key: key, kind: .done, by: "Anna", at: noon),
                "at"),
            note: try poisoned(RequestNote(id: note, text: "She slept.", by: "Anna", at: noon), "at"),
            proposal: try poisoned(NeedProposal(wanted, sequence: 5), "proposed_at"),
            madeOf: try poisoned(wanted, "proposed_at"),
            receipt: try poisoned(ReminderReceipt(id: receipt, outcome: .told, at: noon), "at"),
            person: try poisoned(person, "from"), routine: try Stored.text(planned)
        )
        try file.queue.write { db in
            for (id, label, priority, asked) in [
                (urgent, "Pain", "urgent", beyond), (other, "Water", "normal", now - 60_000),
            ] {
                try db.put(
                    sql: """
                        INSERT INTO request (id, client, client_name, need, label, called, say, priority, state,
                            asked_at, received_at, changed_at, sequence)
                        VALUES (?, 'maria', 'Maria', ?, ?, ?, ?, ?, 'asked', ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM request))
                        """,
                    arguments: [id.uuidString, label, label, label, label, priority, asked, now, now])
                try db.put(
                    sql: """
                        INSERT INTO journal (at, kind, request_id, state, changed_at, escalation, late)
                        VALUES (?, 'asked', ?, 'asked', ?, 0, 0)
                        """, arguments: [now, id.uuidString, now])
            }
            try db.put(
                sql: """
                    INSERT INTO fault (id, source, kind, is_active, detail, at, is_open)
                    VALUES (?, 'kiosk', 'sound_lost', 1, '', ?, 1)
                    """, arguments: [fault.uuidString, beyond])
            try db.put(
                sql: "INSERT INTO journal (at, kind, fault_id, late) VALUES (?, 'fault', ?, 0)",
                arguments: [now, fault.uuidString])
            try db.put(
                sql:
                    "INSERT INTO journal (at, kind, late, subject, content) VALUES (?, 'routine_changed', 0, ?, ?)",
                arguments: [now, routine.uuidString, texts.routine])
            try db.put(
                sql: "INSERT INTO journal (at, kind, late, subject, content) VALUES (?, 'proposed', 0, ?, ?)",
                arguments: [now, proposal.uuidString, texts.proposal])
            try db.put(
                sql: """
                    INSERT INTO journal (at, kind, request_id, state, changed_at, escalation, changed_in, late, subject, content)
                    VALUES (?, 'request_noted', ?, 'asked', ?, 0, 1, 0, ?, ?)
                    """,
                arguments: [now, urgent.uuidString, now, note.uuidString, texts.note])
            try db.put(
                sql: """
                    INSERT INTO response (id, request_id, state, at, actor, sequence) VALUES (?, ?, 'heard', ?, 'station', 1)
                    """, arguments: [UUID().uuidString, other.uuidString, beyond])
            try db.put(
                sql: "INSERT INTO person (id, content, is_active, changed_at) VALUES ('anna', ?, 1, ?)",
                arguments: [texts.person, now])
            try db.put(
                sql: """
                    INSERT INTO routine (id, series, client, content, is_active, taken_to, planned_at, next_at,
                        version, sequence)
                    VALUES (?1, ?1, 'maria', ?2, 1, ?3, ?3, ?3, 4, 4)
                    """, arguments: [routine.uuidString, texts.routine, now])
            try db.put(
                sql: """
                    INSERT INTO entry (id, routine_id, key, content, actor, received_at, sequence)
                    VALUES (?, ?, ?, ?, 'station', ?, 4)
                    """,
                arguments: [entry.uuidString, routine.uuidString, key.description, texts.entry, now])
            try db.put(
                sql: "INSERT INTO note (id, request_id, content, sequence) VALUES (?, ?, ?, 6)",
                arguments: [note.uuidString, urgent.uuidString, texts.note])
            try db.put(
                sql: """
                    INSERT INTO proposal (id, client, made_of, content, is_waiting, sequence)
                    VALUES (?, 'maria', ?, ?, 1, 5)
                    """, arguments: [proposal.uuidString, texts.madeOf, texts.proposal])
            try db.put(
                sql: """
                    INSERT INTO receipt (id, reminder_id, content, actor, received_at) VALUES (?, ?, ?, 'station', ?)
                    """, arguments: [receipt.uuidString, UUID().uuidString, texts.receipt, now])
        }
        try file.queue.close()
    }

    @Test("The urgent call is open again, with the time at which it arrived, and so is all besides it")
    func heals() async throws {
        let store = try home.store()
        let open = try await store.requests(onlyOpen: true).requests
        #expect(open.map(\.label) == ["Pain", "Water"])
        #expect(open.map(\.isTimeOfArrival) == [true, false])
        #expect(open.first?.askedAt == noon && open.last?.askedAt == noon - 60)
        let faults = try await store.openFaults()
        #expect(faults.map(\.isTimeOfArrival) == [true] && faults.first?.at == noon)
        let notes = try await store.notes(request: ids[0])
        #expect(notes.map(\.text) == ["She slept."] && notes.map(\.isTimeOfArrival) == [true])
        #expect(notes.first?.at == noon)
        let proposals = try await store.proposals(onlyWaiting: true).proposals
        #expect(proposals.map(\.isTimeOfArrival) == [true] && proposals.first?.proposedAt == noon)
        let events = try await store.events(after: 0)
        #expect(events.map(\.kind) == [.asked, .asked, .fault, .routineChanged, .proposed, .requestNoted])
        #expect(events.prefix(2).allSatisfy { $0.request != nil } && events[4].proposal != nil)
        let story = try await store.history(HistorySearch(limit: 50))
        #expect(story.items.count == 3)
        let entries = story.items.compactMap { if case .entry(let entry) = $0 { entry.entry } else { nil } }
        #expect(entries.map(\.isTimeOfArrival) == [true] && entries.first?.at == noon)
        let handover = try await store.handover(since: "8h", until: nil, now: noon + 60)
        #expect(handover.requests.count == 2)
        #expect(try await store.people().first?.absences.count == 1)
        let agenda = try await store.agenda(for: .station, client: "maria", now: noon + 60)
        #expect(agenda.today.map(\.title) == ["Medicine"])
        #expect(try await store.unreadableRows() == [])
        for value in try open.map({ try CareJSON.encoder().encode($0) }) {
            #expect(try !CareJSON.decoder().decode(Request.self, from: value).isUnreadable)
        }
    }

    @Test("What came then and comes again is still the same")
    func again() async throws {
        let store = try home.store()
        let new = NewRequest(
            id: ids[0], client: "maria", clientName: "Maria", need: "Pain", label: "Pain", called: "Pain",
            say: "Pain", priority: .urgent, askedAt: Date(milliseconds: Self.beyond))
        #expect(try await !store.record(new, receivedAt: noon + 60).isNew)
        let note = RequestNote(
            id: ids[5], text: "She slept.", by: "Anna", at: try #require(CareJSON.date(from: Self.text)))
        #expect(try await !store.addNote(request: ids[0], note, receivedAt: noon + 60).isNew)
        let wanted = NewNeedProposal(
            id: ids[6], client: "maria", clientName: "Maria", label: "Tea", say: "Tea",
            proposedAt: try #require(CareJSON.date(from: Self.text)))
        #expect(try await !store.propose(wanted, receivedAt: noon + 60).isNew)
    }

    @Test("The history can be changed by nobody afterwards")
    func stays() async throws {
        let store = try home.store()
        for table in ["note", "entry", "receipt"] {
            await #expect(throws: CareStoreError.self) {
                try await store.write { db in try db.put(sql: "UPDATE \(table) SET content = '{}'") }
            }
        }
    }
}
