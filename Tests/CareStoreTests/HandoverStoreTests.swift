import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("A shift is handed over")
struct HandoverStoreTests {
    /// One line for each occurrence: when it was due, and what became of it.
    private func lines(_ handover: Handover) throws -> [String] {
        let berlin = try #require(testZones("Europe/Berlin"))
        return handover.occurrences.map { entry in
            "\(berlin.local(of: entry.occurrence.at).description.dropFirst(8).prefix(8)) \(entry.occurrence.state.rawValue)"
        }
    }

    private func handover(
        _ home: RoutineHome, since: String, until: String? = nil
    ) async throws -> Handover {
        try await home.store.handover(since: since, until: until, now: home.clock)
    }

    @Test("The handover lists items left over and done in the shift, not those done before")
    func doneInTheShift() async throws {
        let home = try await RoutineHome()
        let early = try await home.add(medicine(at: "2026-03-28T14:00", repeats: .once))
        let late = try await home.add(medicine(at: "2026-03-28T14:30", repeats: .once))
        _ = try await home.take(at: berlin("2026-03-28T14:40"))
        _ = try await home.mark(.done, early, "2026-03-28T14:00")
        _ = try await home.take(at: berlin("2026-03-28T15:10"))
        _ = try await home.mark(.done, late, "2026-03-28T14:30")
        home.clock = try berlin("2026-03-28T16:00")
        let found = try await handover(home, since: "15:00")
        #expect(try lines(found) == ["28T14:30 done"])
        #expect(found.occurrences.first?.entries.map(\.kind) == [.done])
        #expect(found.since == (try berlin("2026-03-28T15:00")) && found.until == home.clock)
    }

    @Test("The handover lists items done early and items with only a note")
    func aheadAndNotes() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(repeats: .rules([RecurrenceRule("FREQ=DAILY;COUNT=2")])))
        _ = try await home.take(at: berlin("2026-03-28T14:10"))
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        _ = try await home.take(at: berlin("2026-03-28T20:00"))
        #expect(try lines(await handover(home, since: "4h")) == [])
        _ = try await home.mark(.note, routine, "2026-03-28T14:00", text: "slept badly after it")
        _ = try await home.mark(.done, routine, "2026-03-29T14:00")
        let found = try await handover(home, since: "4h")
        #expect(try lines(found) == [])  // It has all just been written: the shift ends before it.
        home.clock = home.clock.addingTimeInterval(60)
        #expect(try lines(await handover(home, since: "4h")) == ["28T14:00 done", "29T14:00 done"])
    }

    @Test("The handover lists items done early by another zone's clock")
    func anotherZone() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        home.clock = noon.addingTimeInterval(3600)
        _ = try await home.mark(.done, routine, "2026-03-30T14:00")
        home.clock = home.clock.addingTimeInterval(60)
        #expect(try lines(await handover(home, since: "30min")).last == "30T14:00 done")
        var content = routine.content
        content.schedule.zone = "Europe/London"
        try await home.change(routine, .all, content: content)
        #expect(try lines(await handover(home, since: "30min")).last == "30T14:00 done")
    }

    @Test("A long neglected home does not push the shift out, and says that it is not all")
    func neglected() async throws {
        let home = try await RoutineHome()
        let plan = ReminderPlan(tellsDue: false, tellsMissed: false)
        try await home.add(
            medicine(
                at: "2026-03-28T14:00", repeats: .elapsed(everySeconds: 3600), reminders: plan))
        // Every few days the machine runs: it makes up for the newest hundred only.
        for day in ["2026-03-31", "2026-04-03", "2026-04-06"] {
            _ = try await home.take(at: berlin("\(day)T14:00"))
        }
        let found = try await handover(home, since: "3h")
        #expect(found.occurrences.count == Handover.olderLimit + 3)
        #expect(!found.isComplete)
        #expect(
            try lines(found).suffix(4) == [
                "06T10:00 missed", "06T11:00 missed", "06T12:00 missed", "06T13:00 missed",
            ])
        #expect(try await handover(home, since: "9d").isComplete)
    }

    @Test("However often something comes and goes, what is still wrong is handed over")
    func flapping() async throws {
        let store = try TestHome().store()
        func report(_ kind: FaultKind, _ isActive: Bool, seconds: Double) async throws {
            let fault = Fault(
                id: UUID(), source: "kiosk", kind: kind, client: "maria", isActive: isActive,
                clientName: "Maria", detail: "", at: noon + seconds)
            _ = try await store.record(fault, receivedAt: noon + seconds)
        }
        try await report(.soundLost, true, seconds: 0)
        for number in 1...(Handover.faultLimit + 20) {
            try await report(.switchUnplugged, true, seconds: Double(number))
            try await report(.switchUnplugged, false, seconds: Double(number) + 0.5)
        }
        let found = try await store.handover(since: "1h", until: nil, now: noon + 1000)
        #expect(found.faults.count == Handover.faultLimit && !found.isComplete)
        #expect(found.faults.first?.fault.kind == .soundLost && found.faults.first?.isOpen == true)
        #expect(found.faults.map(\.fault.at) == found.faults.map(\.fault.at).sorted())
    }

    @Test("An unreadable call does not make an incomplete list look complete")
    func unreadable() async throws {
        let home = try TestHome()
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon)
        try await store.write { db in
            try db.put(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO request (id, client, client_name, need, label, called, say, priority, state, asked_at,
                        time_is_arrival, received_at, changed_at, sequence)
                    SELECT iif(i = 7, 'z', '') || substr(printf('%08d-0000-4000-8000-000000000000', i), iif(i = 7, 2, 1)),
                        client, client_name, need, label, called, say, priority, state, asked_at, time_is_arrival,
                        received_at, changed_at, sequence
                    FROM request, n WHERE number = 1
                    """, arguments: [Handover.limit])
        }
        let found = try await store.handover(since: "1h", until: nil, now: noon + 60)
        #expect(found.requests.count == Handover.limit - 1 && !found.isComplete)
    }

    @Test("The handover lists requests open in the shift and those with a note")
    func requests() async throws {
        let home = try TestHome()
        let store = try home.store()
        func at(_ minutes: Double) -> Date { noon.addingTimeInterval(minutes * 60) }
        func ask(_ minutes: Double) async throws -> UUID {
            let new = water(askedAt: at(minutes))
            _ = try await store.record(new, receivedAt: at(minutes))
            return new.id
        }
        func end(_ id: UUID, _ minutes: Double) async throws {
            _ = try await store.respond(to: id, answer(.met), actor: .station, receivedAt: at(minutes))
        }
        let (before, written, into, open) = (
            try await ask(0), try await ask(1), try await ask(2), try await ask(3)
        )
        try await end(before, 5)
        try await end(written, 6)
        try await end(into, 20)
        let note = RequestNote(id: UUID(), text: "only a sip", by: "Ben", at: at(15))
        _ = try await store.addNote(request: written, note, receivedAt: at(15))
        _ = try await ask(40)
        let found = try await store.handover(since: "20min", until: "5min", now: at(30))
        #expect(found.requests.map(\.request.id) == [written, into, open])
        #expect(found.requests.first?.notes == [note])
        #expect(found.requests.map(\.answeredAt) == [at(6), at(20), nil])
        #expect(found.isComplete)
    }

    @Test(
        "Times are the home's, on the night in which the clocks change too; what is none is refused by name")
    func times() async throws {
        let home = try TestHome()
        let store = try home.store()
        let found = try await store.handover(
            since: "22:00", until: "6:00", now: try berlin("2026-03-29T12:00"))
        #expect(found.zone == "Europe/Berlin")
        #expect(found.since == (try berlin("2026-03-28T22:00")))
        #expect(found.until.timeIntervalSince(found.since) == 7 * 3600)
        for (since, until, field) in [
            ("soon", nil, "since"), ("1h", "2h", "since"), ("8h", "later", "until"), ("63d", nil, "since"),
        ] {
            await #expect {
                try await store.handover(since: since, until: until, now: noon)
            } throws: { error in
                if case .invalid(let named, _)? = error as? CareStoreError { named == field } else { false }
            }
        }
    }

    @Test("The handover lists undecided proposals and not decided ones")
    func proposals() async throws {
        let home = try await RoutineHome()
        func propose(_ label: String) async throws -> NeedProposal {
            try await home.store.propose(
                NewNeedProposal(
                    id: UUID(), client: "maria", clientName: "Maria", label: label, say: label,
                    proposedAt: noon),
                receivedAt: noon
            ).0
        }
        let (swimming, music) = (try await propose("swimming"), try await propose("music"))
        _ = try await home.store.decide(
            swimming.id, ProposalDecision(id: UUID(), isApproved: false, reason: "too cold", at: noon),
            receivedAt: noon)
        #expect(try await handover(home, since: "1h").proposals == [music])
    }
}
