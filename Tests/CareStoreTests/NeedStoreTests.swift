import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("People, needs, proposals and notes are kept once")
struct NeedStoreTests {
    let home: TestHome
    let store: CareStore

    init() throws {
        home = try TestHome()
        store = try home.store()
    }

    private func swimming(_ id: UUID = UUID()) -> NewNeedProposal {
        NewNeedProposal(
            id: id, client: "maria", clientName: "Maria", label: "Swimming",
            say: "I would like to go swimming.",
            suggestion: "swimming", proposedAt: noon)
    }

    @Test(
        "Those of the settings are put in without taking away what caregivers have written, but for the name")
    func people() async throws {
        try await store.ensurePerson(id: "anna", name: "Anna", role: .caregiver, at: noon)
        var night = anna
        night.sequence = 1
        #expect(try await store.people() == [night])
        let old = night
        night.reminders.quiet = QuietHours(from: 0, until: 360)
        #expect(try await store.setPerson(night, at: noon).isNew == false)
        // The same again, as after an answer that was lost, and somebody who had read what was there before.
        night.sequence = 2
        #expect(try await store.setPerson(night, at: noon).0 == night)
        var other = old
        other.absences = [Absence(from: noon)]
        await #expect(throws: CareStoreError.personChanged(current: night)) {
            try await store.setPerson(other, at: noon)
        }
        try await store.ensurePerson(id: "anna", name: "Anna K.", role: .client, at: noon)
        night.name = "Anna K."
        night.sequence = 3
        #expect(try await store.people() == [night])
        #expect(try await store.setPerson(ben, at: noon).isNew)
        var cleo = Person(id: "cleo", name: "Cleo", role: .caregiver)
        cleo.sequence = 4
        await #expect(throws: CareStoreError.self) { try await store.setPerson(cleo, at: noon) }
    }

    @Test("A need is made, changed and removed; an edit of an outdated version is a conflict")
    func needs() async throws {
        var change = NeedChange(client: "maria", label: "Walk", called: "a walk", by: "Anna")
        let (made, isNew) = try await store.setNeed("walk", change, at: noon)
        #expect(isNew && made.say == "Walk" && made.called == "a walk" && made.sequence == 1)
        // The same again, as after an answer that was lost.
        let again = try await store.setNeed("walk", change, at: noon.addingTimeInterval(5))
        #expect(!again.isNew && again.0 == made)
        change.label = "A walk"
        await #expect(throws: CareStoreError.needChanged(current: made)) {
            try await store.setNeed("walk", change, at: noon)
        }
        change.replaces = made.sequence
        let changed = try await store.setNeed("walk", change, at: noon).0
        #expect(changed.label == "A walk" && changed.sequence == 2)
        #expect(try await store.needs(client: "maria") == [changed])
        #expect(try await store.needs(client: "ben").isEmpty)
        change.isActive = false
        change.replaces = 2
        _ = try await store.setNeed("walk", change, at: noon)
        #expect(try await store.needs().isEmpty)
        #expect(try await store.events(after: 0).map(\.kind) == [.needChanged, .needChanged, .needChanged])
        change.replaces = 7
        await #expect(throws: CareStoreError.self) { try await store.setNeed("nap", change, at: noon) }
    }

    @Test("A proposal waits, is approved, and is a need then")
    func approved() async throws {
        let new = swimming()
        let first = try await store.propose(new, receivedAt: noon)
        let again = try await store.propose(new, receivedAt: noon)
        #expect(first.isNew && !again.isNew && first.0 == again.0)
        #expect(try await store.proposals(onlyWaiting: true).proposals == [first.0])
        let decision = ProposalDecision(
            id: UUID(), isApproved: true, needID: "swimming", by: "Anna", at: noon)
        let (approved, isNew) = try await store.decide(new.id, decision, receivedAt: noon)
        #expect(isNew && approved.state == .approved && approved.need == "swimming")
        let repeated = try await store.decide(new.id, decision, receivedAt: noon)
        #expect(!repeated.isNew && repeated.0 == approved)
        let need = try #require(try await store.needs(client: "maria").first)
        #expect(need.say == new.say && need.proposal == new.id && need.client == "maria")
        #expect(try await store.proposals(onlyWaiting: true).proposals.isEmpty)
        let events = try await store.events(after: 0)
        #expect(events.map(\.kind) == [.proposed, .needChanged, .proposalDecided])
        #expect(events.map(\.proposal?.state) == [.waiting, nil, .approved])
        await #expect(throws: CareStoreError.proposalDecided(current: approved)) {
            try await store.decide(
                new.id, ProposalDecision(id: UUID(), isApproved: false, reason: "no", at: noon),
                receivedAt: noon)
        }
    }

    @Test("A page with an unreadable proposal still has a next page")
    func pages() async throws {
        let new = (0..<3).map { _ in swimming() }
        for one in new { _ = try await store.propose(one, receivedAt: noon) }
        try await store.write { db in
            try db.put(
                sql: "UPDATE proposal SET content = '{}' WHERE id = ?", arguments: [new[0].id.uuidString])
        }
        let first = try await store.proposals(onlyWaiting: true, limit: 2)
        #expect(first.proposals.map(\.id) == [new[1].id])
        let next = try #require(first.next.flatMap(Int64.init))
        let last = try await store.proposals(onlyWaiting: true, after: next, limit: 2)
        #expect(last.proposals.map(\.id) == [new[2].id] && last.next == nil)
    }

    @Test("A proposal whose need's id is taken stays as it was")
    func takenID() async throws {
        let (need, _) = try await store.setNeed("swimming", NeedChange(label: "Pool"), at: noon)
        let new = swimming()
        _ = try await store.propose(new, receivedAt: noon)
        let decision = ProposalDecision(id: UUID(), isApproved: true, needID: "swimming", at: noon)
        await #expect(throws: CareStoreError.needChanged(current: need)) {
            try await store.decide(new.id, decision, receivedAt: noon)
        }
        #expect(try await store.proposals(onlyWaiting: true).proposals.count == 1)
        #expect(try await store.latestSequence() == 2)
    }

    @Test("The same proposal with other words is a conflict")
    func otherWords() async throws {
        var new = swimming()
        _ = try await store.propose(new, receivedAt: noon)
        new.label = "Sailing"
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await store.propose(new, receivedAt: noon)
        }
    }

    @Test("Notes about a request are kept once, in their order, and told with the request as it was then")
    func notes() async throws {
        let (request, _) = try await store.record(water(), receivedAt: noon)
        let note = RequestNote(id: UUID(), text: "drank all of it", by: "Anna", at: noon)
        #expect(try await store.addNote(request: request.id, note, receivedAt: noon).isNew)
        #expect(try await store.addNote(request: request.id, note, receivedAt: noon).isNew == false)
        _ = try await store.respond(to: request.id, answer(.met), actor: .station, receivedAt: noon)
        let second = RequestNote(id: UUID(), text: "wants more", at: noon)
        _ = try await store.addNote(request: request.id, second, receivedAt: noon)
        #expect(try await store.notes(request: request.id) == [note, second])
        let events = try await store.events(after: 0)
        #expect(events.map(\.kind) == [.asked, .requestNoted, .met, .requestNoted])
        #expect(events.map(\.request?.state) == [.asked, .asked, .met, .met])
        await #expect(throws: CareStoreError.self) { try await store.notes(request: UUID()) }
    }

    @Test("A kiosk's agenda holds what is its client's, a station's all")
    func agenda() async throws {
        for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
        let tom = Person(id: "tom", name: "Tom", role: .client)
        _ = try await store.setPerson(tom, at: noon)
        for (id, client) in [("nap", "maria"), ("chess", "tom")] {
            _ = try await store.setNeed(id, NeedChange(client: client, label: id), at: noon)
        }
        _ = try await store.setNeed("tea", NeedChange(label: "Tea"), at: noon)
        _ = try await store.propose(swimming(), receivedAt: noon)
        for client in ["maria", "tom"] {
            var content = try medicine(isClientsOwn: true)
            content.client = client
            _ = try await store.addRoutine(
                NewRoutine(id: UUID(), content: content, at: noon), receivedAt: noon)
        }
        let now = try berlin("2026-03-28T14:00")
        _ = try await store.takeDue(now: now)
        let kiosk = try await store.agenda(for: .kiosk, client: "maria", now: now)
        #expect(kiosk.needs.map(\.id) == ["tea", "nap"])
        #expect(kiosk.today.map(\.client) == ["maria"] && kiosk.reminders.map(\.recipient) == ["maria"])
        #expect(kiosk.proposals.count == 1)
        #expect(kiosk.day.description == "2026-03-28" && kiosk.zone == "Europe/Berlin")
        let station = try await store.agenda(for: .station, client: "maria", now: now)
        #expect(station.needs.count == 3 && station.today.count == 2 && station.reminders.count == 2)
        #expect(try await station.sequence == store.latestSequence())
        #expect(try await store.agenda(for: .kiosk, client: "tom", now: now).proposals.isEmpty)
    }

    @Test("Too long a view, and one that would hold too much, are refused")
    func views() async throws {
        for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
        let content = try medicine(repeats: .elapsed(everySeconds: 3600))
        _ = try await store.addRoutine(NewRoutine(id: UUID(), content: content, at: noon), receivedAt: noon)
        await #expect(throws: CareStoreError.self) {
            try await store.occurrences(from: noon, until: noon.addingTimeInterval(63 * 86_400), now: noon)
        }
        await #expect(throws: CareStoreError.tooMany(limit: 100)) {
            try await store.occurrences(
                from: noon, until: noon.addingTimeInterval(5 * 86_400), now: noon, limit: 100)
        }
        let week = try await store.occurrences(
            from: noon, until: noon.addingTimeInterval(7 * 86_400), now: noon)
        #expect(week.count == 167)
    }
}
