import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

let cleo = Person(id: "cleo", name: "Cleo", role: .coordinator)

/// The household's bins, daily at two in the afternoon.
func bins(
    by assignment: AssignmentRule = .inTurn(people: ["anna", "ben"]), at start: String = "2026-03-28T14:00",
    _ change: (inout RoutineContent) -> Void = { _ in }
) throws -> RoutineContent {
    var content = try medicine(at: start, by: assignment, reminders: ReminderPlan())
    (content.title, content.client, content.audience, content.minutes) = ("Bins", nil, .household, 10)
    change(&content)
    return content
}

extension RoutineHome {
    /// Somebody who has logged in enters something about a chore.
    @discardableResult
    func enter(
        _ kind: OccurrenceEntry.Kind, _ routine: Routine, _ local: String, by sender: String? = "anna",
        id: UUID = UUID(), _ change: (inout OccurrenceEntry) -> Void = { _ in }
    ) async throws -> RoutineOccurrence {
        var entry = OccurrenceEntry(
            id: id, routine: routine.id, key: try key(local), kind: kind, by: sender, at: clock)
        change(&entry)
        return try await opened().mark(
            entry, actor: sender == nil ? .station : .person, sender: sender, isLoggedIn: sender != nil,
            receivedAt: clock
        ).0
    }

    /// Why the store refuses something.
    func refusal(_ body: () async throws -> Void) async -> String? {
        do { try await body() } catch { return (error as? CareStoreError)?.description ?? "\(error)" }
        return nil
    }

    func shares(weeks: Double = 4) async throws -> [String] {
        try await opened().choreShares(from: clock.addingTimeInterval(-weeks * 7 * 86_400), until: clock + 1)
            .shares
            .map { "\($0.name) \($0.times) \($0.minutes)" }
    }
}

@Suite("Chores in the store")
struct ChoreStoreTests {
    private func home(restarts: Bool = false) async throws -> RoutineHome {
        try await RoutineHome([maria, anna, ben, cleo], restarts: restarts)
    }

    @Test("Of what is no client's a kiosk hears only what its client has, and is reminded of that alone")
    func kiosk() async throws {
        let home = try await home()
        try await home.add(bins())
        try await home.add(bins(by: .fixed(person: "maria")) { $0.audience = .person })
        let other = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        let kiosk = try await home.agenda(.kiosk)
        #expect(kiosk.today.map(\.title) == ["Medicine"])
        #expect(
            kiosk.reminders.map(\.occurrence?.title) == ["Bins"] && kiosk.reminders[0].recipient == "maria")
        let station = try await home.agenda()
        #expect(station.today.count == 3 && station.reminders.count == 3)
        let household = try #require(station.today.first { $0.audience == .household })
        #expect(household.client == RoutineOccurrence.noClient && household.clientName == "Everyone")
        #expect(station.today.first { $0.audience == .person }?.clientName == "Maria")
        for event in try await home.store.events(after: 0, limit: .max) {
            guard let about = event.occurrence ?? event.reminder?.occurrence else { continue }
            #expect(
                event.isTold(toKioskOf: "maria", device: nil)
                    == ((about.routine == other.id || about.assignment.person == "maria")
                        && event.reminder.map { $0.channel == .kiosk } ?? true))
        }
    }

    @Test(
        "What a client does is marked at their kiosk, though it is not said to be their own; what others do is not"
    )
    func doneByClient() async throws {
        let home = try await home()
        var content = try medicine()
        content.assignment = .fixed(person: "maria")
        let (hers, others) = (try await home.add(content), try await home.add(medicine()))
        func mark(_ kind: OccurrenceEntry.Kind, _ routine: Routine) async throws -> RoutineOccurrence {
            let entry = OccurrenceEntry(
                id: UUID(), routine: routine.id, key: try home.key("2026-03-28T14:00"), kind: kind,
                at: home.clock)
            return try await home.store.mark(entry, actor: .kiosk, sender: "maria", receivedAt: home.clock).0
        }
        #expect(try await mark(.done, hers).state == .done)
        #expect(try await mark(.skipped, home.add(content)).state == .skipped)
        let refused = await home.refusal { _ = try await mark(.done, others) }
        #expect(refused == "a client may mark only what is their own")
    }

    @Test(
        "What a client does of another client's plan is marked at their kiosk, which is told of it; nothing else of that plan is"
    )
    func ofAnothersPlan() async throws {
        let otto = Person(id: "otto", name: "Otto", role: .client)
        let home = try await RoutineHome([maria, otto, anna])
        var content = try medicine(by: .fixed(person: "maria"))
        content.client = "otto"
        let (hers, others) = (
            try await home.add(content), try await home.add(medicine(by: .fixed(person: "otto")))
        )
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let reminders = try await home.agenda(.kiosk).reminders.map(\.occurrence?.routine)
        #expect(reminders == [hers.id])
        func mark(
            _ kind: OccurrenceEntry.Kind, _ routine: Routine, by client: String, undoes: UUID? = nil,
            person: String? = nil
        ) async throws -> RoutineOccurrence {
            let entry = OccurrenceEntry(
                id: UUID(), routine: routine.id, key: try home.key("2026-03-28T14:00"), kind: kind,
                undoes: undoes, person: person, at: home.clock)
            return try await home.store.mark(entry, actor: .kiosk, sender: client, receivedAt: home.clock).0
        }
        let done = try await mark(.done, hers, by: "maria")
        #expect(done.state == .done && done.client == "otto")
        let told = try #require(try await home.store.events(after: 0, limit: .max).last)
        #expect(told.occurrence?.state == .done && told.isTold(toKioskOf: "maria", device: nil))
        #expect(try await home.agenda(.kiosk).reminders.isEmpty)
        let open = try await mark(.undone, hers, by: "maria", undoes: done.lastEntry)
        #expect(open.state.isOpen)
        #expect(
            await home.refusal { _ = try await mark(.done, hers, by: "maria", person: "otto") }
                == "a client may mark only what they do themselves")
        // Otto's own kiosk does not say for her that she has done it, and of Otto's plan she does no more than this.
        #expect(
            await home.refusal { _ = try await mark(.done, hers, by: "otto") }
                == "a client may mark only what is their own")
        #expect(await home.refusal { _ = try await mark(.claimed, hers, by: "maria") } != nil)
        let refused = await home.refusal { _ = try await mark(.done, others, by: "maria") }
        #expect(refused == "a client may mark only what is their own")
        var ottos = content
        ottos.assignment = .fixed(person: "otto")
        let his = try await home.add(ottos)
        #expect(
            await home.refusal { _ = try await mark(.done, his, by: "maria") }
                == "there is no routine \(his.id)")
        #expect(try await mark(.skipped, hers, by: "maria").state == .skipped)
    }

    @Test("Reminders of what nobody has go to those who may do it, whatever they are in the home")
    func recipients() async throws {
        let home = try await home()
        try await home.add(bins(by: .claimed(people: ["cleo"])))
        try await home.add(bins(by: .claimed()))
        let told = try await home.score(until: berlin("2026-03-28T14:00"))
        #expect(
            told.filter { $0.contains("reminder") }
                == Array(repeating: "28 14:00 reminder due Everyone station", count: 2))
    }

    @Test(
        "The first claim has it, the other is told who, and undone it is free again",
        arguments: [false, true])
    func claim(restarts: Bool) async throws {
        let home = try await home(restarts: restarts)
        let routine = try await home.add(bins(by: .claimed()))
        #expect(try await home.agenda().today.map(\.assignment.reason) == ["Whoever takes it first."])
        let first = UUID()
        let mine = try await home.enter(.claimed, routine, "2026-03-28T14:00", by: "anna", id: first)
        #expect(mine.assignment.person == "anna" && mine.assignment.reason == "Anna took it.")
        #expect(mine.chore?.turn?.person == nil && mine.chore?.entry == first)
        let refused = await home.refusal {
            _ = try await home.enter(.claimed, routine, "2026-03-28T14:00", by: "ben")
        }
        #expect(refused == "Anna has it")
        // The same again changes nothing, and the plan follows what has been claimed until it is due.
        #expect(try await home.enter(.claimed, routine, "2026-03-28T14:00", by: "anna", id: first) == mine)
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
        let free = try await home.enter(.undone, routine, "2026-03-28T14:00", by: "anna") {
            $0.undoes = first
        }
        #expect(free.assignment.person == nil && free.chore?.turn == nil)
        #expect(
            try await home.enter(.claimed, routine, "2026-03-28T14:00", by: "ben").assignment.person == "ben")
        // Taking back the undo would take it from Ben.
        let undone = try #require(
            try await home.store.history(routine.id, home.key("2026-03-28T14:00")).first {
                $0.kind == .undone
            })
        let again = await home.refusal {
            _ = try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = undone.id }
        }
        #expect(again?.contains("claim, give or swap it anew") ?? false)
    }

    @Test("Of many at once one has it, and every other is told who")
    func claimsAtOnce() async throws {
        let home = try await home()
        let routine = try await home.add(bins(by: .claimed()))
        let (store, key, now) = (home.store, try home.key("2026-03-28T14:00"), home.clock)
        for _ in 0..<20 {
            let results = await withTaskGroup(of: String.self) { group in
                for person in ["anna", "ben", "cleo", "anna", "ben", "cleo"] {
                    group.addTask {
                        let entry = OccurrenceEntry(
                            id: UUID(), routine: routine.id, key: key, kind: .claimed, at: now)
                        do {
                            return try await store.mark(
                                entry, actor: .person, sender: person, receivedAt: now
                            ).0.assignment.name ?? "nobody"
                        } catch { return "\(error)" }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let owner = try #require(results.first { ["Anna", "Ben", "Cleo"].contains($0) })
            #expect(results.count { $0 == owner } == 1)
            #expect(results.count { $0 == "\(owner) has it" } == 5, "\(results)")
            let claimed = try #require(try await store.history(routine.id, key).last)
            try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = claimed.id }
        }
    }

    @Test("Only some may claim it, only somebody of the home, and not what is done")
    func refusedClaims() async throws {
        let home = try await home()
        let routine = try await home.add(bins(by: .claimed(people: ["ben", "cleo"])))
        func claim(_ person: String?) async -> String? {
            await home.refusal { _ = try await home.enter(.claimed, routine, "2026-03-28T14:00", by: person) }
        }
        #expect(await claim("anna") == "person: anna is not one of those who may take it: ben, cleo")
        #expect(await claim("dora") == "person: nobody in this home has the id dora")
        #expect(await claim(nil)?.hasPrefix("person: it is missing") ?? false)
        try await home.enter(.done, routine, "2026-03-28T14:00", by: "ben")
        #expect(await claim("cleo") == "it is done already: undo that first")
    }

    @Test("Given away: the other is reminded, the turn is theirs, and who gave it is next")
    func give() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins())
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
        let given = try await home.enter(.given, routine, "2026-03-28T14:00") { $0.person = "ben" }
        #expect(given.assignment == Assignment(person: "ben", name: "Ben", reason: "Ben got it from Anna."))
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        let days = try await home.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-04-01T00:00"), now: home.clock)
        #expect(days.map(\.assignment.name) == ["Ben", "Anna", "Ben", "Anna"])
        let twice = await home.refusal {
            _ = try await home.enter(.given, routine, "2026-03-28T14:00") { $0.person = "ben" }
        }
        #expect(twice == "Ben has it already")
    }

    @Test("A swap is both or none, holds until both are due, and is undone at either end")
    func swap() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins())
        let id = UUID()
        func swap(_ local: String, for other: String, _ person: String, id: UUID = UUID()) async throws
            -> RoutineOccurrence
        {
            let key = try home.key(other)
            return try await home.enter(.swapped, routine, local, id: id) {
                ($0.person, $0.with) = (person, key)
            }
        }
        func days() async throws -> [String?] {
            try await home.store.occurrences(
                from: berlin("2026-03-28T00:00"), until: berlin("2026-04-01T00:00"), now: home.clock
            ).map(\.assignment.name)
        }
        #expect(try await days() == ["Anna", "Ben", "Anna", "Ben"])
        let wrong = await home.refusal {
            _ = try await swap("2026-03-28T14:00", for: "2026-03-30T14:00", "ben")
        }
        #expect(wrong == "ben does not have the other one")
        let swapped = try await swap("2026-03-28T14:00", for: "2026-03-29T14:00", "ben", id: id)
        #expect(swapped.assignment.reason == "Ben swapped with Anna.")
        #expect(try await swap("2026-03-28T14:00", for: "2026-03-29T14:00", "ben", id: id) == swapped)
        #expect(try await days().prefix(2) == ["Ben", "Anna"])
        _ = try await home.score(until: berlin("2026-03-29T14:00"))
        #expect(try await days().prefix(2) == ["Ben", "Anna"])
        // Undone where the other half is.
        let other = try #require(try await home.store.history(routine.id, home.key("2026-03-29T14:00")).last)
        #expect(other.kind == .swapped && other.person == "anna")
        try await home.enter(.undone, routine, "2026-03-29T14:00") { $0.undoes = other.id }
        #expect(try await days().prefix(2) == ["Anna", "Ben"])
        // Once one half has gone on to somebody else, it cannot be undone alone.
        let again = UUID()
        _ = try await swap("2026-03-28T14:00", for: "2026-03-29T14:00", "ben", id: again)
        try await home.enter(.given, routine, "2026-03-29T14:00") { $0.person = "cleo" }
        let late = await home.refusal {
            _ = try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = again }
        }
        #expect(late == "it has changed hands since: undo that first")
        #expect(try await days().prefix(2) == ["Ben", "Cleo"])
    }

    @Test("Done in parts by several: open until the last, counted for each, and undone part by part")
    func parts() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins { ($0.count, $0.minutes) = (3, 30) })
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let one = UUID()
        let first = try await home.enter(.done, routine, "2026-03-28T14:00", id: one) { $0.parts = 1 }
        #expect(first.state == .due && first.chore?.parts == 1)
        #expect(try await home.shares() == ["Anna 1 10"])
        let second = try await home.enter(.done, routine, "2026-03-28T14:00", by: "ben") {
            ($0.parts, $0.person) = (1, "ben")
        }
        #expect(second.chore?.parts == 2)
        let many = await home.refusal {
            _ = try await home.enter(.done, routine, "2026-03-28T14:00") { $0.parts = 2 }
        }
        #expect(many == "parts: only 1 of 3 are left")
        // A station knows no parts: its "done" is the rest, for whoever has it.
        let rest = try await home.enter(.done, routine, "2026-03-28T14:00", by: nil)
        #expect(rest.state == .done && rest.chore?.parts == 3)
        #expect(try await home.shares() == ["Anna 2 20", "Ben 1 10"])
        #expect(try await home.waiting().isEmpty)
        let open = try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = one }
        // What the last "done" covered is now two parts.
        #expect(open.state == .done && open.chore?.parts == 3)
        #expect(try await home.shares() == ["Anna 1 20", "Ben 1 10"])
    }

    @Test("What each has done is told by chores, as they were called then, and since when there is any")
    func byChores() async throws {
        let home = try await home()
        func shares() async throws -> ChoreShares {
            try await home.store.choreShares(
                from: home.clock.addingTimeInterval(-86_400), until: home.clock + 1)
        }
        #expect(try await shares().firstAt == nil)
        let routine = try await home.add(bins { $0.count = 3 })
        let other = try await home.add(bins { $0.title = "Attic" })
        for _ in 0..<2 {
            _ = try await home.enter(.done, routine, "2026-03-28T14:00", by: "ben") {
                ($0.parts, $0.person) = (1, "ben")
            }
        }
        _ = try await home.enter(.done, other, "2026-03-28T14:00", by: "ben") { $0.person = "ben" }
        let found = try await shares()
        #expect(found.firstAt != nil)
        let ben = try #require(found.shares.first { $0.person == "ben" })
        #expect(ben.chores.map { "\($0.title) \($0.times)" } == ["Attic 1", "Bins 2"])
        #expect(ben.times == 3 && ben.minutes == ben.chores.reduce(0) { $0 + $1.minutes })
    }

    @Test("All chores are found, and nothing else, page by page")
    func allChores() async throws {
        let home = try await home()
        for title in ["Bins", "Attic"] { try await home.add(bins { $0.title = title }) }
        try await home.add(medicine())
        try await home.add(medicine().worth(5))
        let first = try await home.store.routines(onlyActive: true, onlyChores: true, limit: 2)
        #expect(first.routines.map(\.content.title) == ["Bins", "Attic"])
        let after = try #require(first.next.flatMap { Int64($0) })
        let second = try await home.store.routines(onlyActive: true, onlyChores: true, after: after, limit: 2)
        #expect(second.routines.map(\.content.points) == [5] && second.next == nil)
    }

    @Test("A chore is skipped with a reason, and pays nothing; a kiosk's client needs none")
    func skip() async throws {
        let home = try await home()
        let routine = try await home.add(bins())
        let without = await home.refusal { _ = try await home.enter(.skipped, routine, "2026-03-28T14:00") }
        #expect(without == "text: it is missing: write why this chore is skipped")
        let skipped = try await home.enter(.skipped, routine, "2026-03-28T14:00") { $0.text = "ill" }
        #expect(skipped.state == .skipped)
        #expect(try await home.shares() == [])
        // A medicine is none.
        let other = try await home.add(medicine())
        #expect(try await home.enter(.skipped, other, "2026-03-28T14:00").state == .skipped)
        let childs = try await home.add(medicine(isClientsOwn: true).worth(5))
        let entry = OccurrenceEntry(
            id: UUID(), routine: childs.id, key: try home.key("2026-03-28T14:00"), kind: .skipped,
            at: home.clock)
        #expect(try await home.store.mark(entry, actor: .kiosk, receivedAt: home.clock).0.state == .skipped)
    }

    /// Maria's points.
    private func sum(in home: RoutineHome) async throws -> Int {
        try await home.store.points(of: "maria", seenBy: .all).standing.total
    }

    @Test(
        "A client does not mark what a coming day brings; others who have done it ahead do, and the evening before is no coming day"
    )
    func comingDays() async throws {
        let home = try await home()
        let routine = try await home.add(
            bins(by: .fixed(person: "maria")) { ($0.audience, $0.points) = (.person, 5) })
        let night = try await home.add(
            bins(by: .fixed(person: "maria"), at: "2026-03-29T00:30") {
                ($0.audience, $0.points) = (.person, 1)
            })
        func mark(_ routine: Routine, _ local: String) async throws -> RoutineOccurrence {
            try await home.opened().mark(
                OccurrenceEntry(
                    id: UUID(), routine: routine.id, key: try home.key(local), kind: .done, at: home.clock),
                actor: .kiosk, sender: "maria", isLoggedIn: true, receivedAt: home.clock
            ).0
        }
        let coming = "it is of a coming day: say so on that day"
        _ = try await home.score(until: berlin("2026-03-28T08:00"))
        #expect(try await mark(routine, "2026-03-28T14:00").state == .done)
        #expect(await home.refusal { _ = try await mark(routine, "2026-03-29T14:00") } == coming)
        #expect(await home.refusal { _ = try await mark(night, "2026-03-29T00:30") } == coming)
        #expect(try await sum(in: home) == 5)
        // A caregiver answers for it.
        #expect(try await home.enter(.done, routine, "2026-03-30T14:00").state == .done)
        #expect(try await sum(in: home) == 10)
        _ = try await home.score(until: berlin("2026-03-28T20:00"))
        #expect(try await mark(night, "2026-03-29T00:30").state == .done)
        #expect(await home.refusal { _ = try await mark(routine, "2026-03-29T14:00") } == coming)
        _ = try await home.score(until: berlin("2026-03-29T00:05"))
        #expect(try await mark(routine, "2026-03-29T14:00").state == .done)
        #expect(try await sum(in: home) == 16)
    }

    @Test("What has to be approved waits, is approved by somebody else, or begins anew with the reason")
    func approval() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins { ($0.needsApproval, $0.points) = (true, 5) })
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let done = try await home.enter(.done, routine, "2026-03-28T14:00")
        #expect(done.state == .done && done.chore?.approval == .waiting && done.chore?.points == 5)
        #expect(try await home.shares() == [])
        #expect(try await home.waiting().isEmpty)
        #expect(try await home.store.chores(of: "cleo", now: home.clock).waiting.map(\.title) == ["Bins"])
        func refused(_ kind: OccurrenceEntry.Kind, by sender: String?) async -> String? {
            await home.refusal { _ = try await home.enter(kind, routine, "2026-03-28T14:00", by: sender) }
        }
        #expect(await refused(.approved, by: "anna") == "somebody else than who did it has to approve it")
        #expect(
            await refused(.approved, by: nil) == "only somebody who has logged in can approve what was done")
        let notYet = try await home.enter(.notYet, routine, "2026-03-28T14:00", by: "cleo") {
            $0.text = "the lid is open"
        }
        #expect(notYet.state == .due && notYet.note == "the lid is open" && notYet.chore?.approval == .needed)
        // The reason stays, whatever is noted meanwhile, until it is done anew.
        let noted = try await home.enter(.note, routine, "2026-03-28T14:00") { $0.text = "blue bin" }
        #expect(noted.note == "blue bin" && noted.chore?.notYet == "the lid is open")
        // It is told again, as if it had never been done.
        _ = try await home.take(at: home.clock)
        #expect(try await home.waiting().map(\.recipientName) == ["Anna"])
        #expect(await refused(.approved, by: "cleo") == "it does not wait for approval")
        let anew = try await home.enter(.done, routine, "2026-03-28T14:00")
        #expect(anew.chore?.approval == .waiting && anew.chore?.notYet == nil)
        let approved = UUID()
        let given = try await home.enter(.approved, routine, "2026-03-28T14:00", by: "cleo", id: approved)
        #expect(given.chore?.approval == .given)
        // Only the event of an answer says whose it was, and who had done it.
        #expect(given.chore?.answeredBy == nil)
        let told = try await home.store.events(after: 0, limit: .max)
            .compactMap { event in event.occurrence?.chore?.answeredBy.map { ($0, event.occurrence?.chore) } }
        #expect(told.map(\.0) == ["cleo", "cleo"])
        #expect(told.map { $0.1?.doneBy } == [["anna"], ["anna"]])
        #expect(told.map { $0.1?.notYet } == ["the lid is open", nil])
        #expect(try await home.shares() == ["Anna 1 10"])
        try await home.enter(.undone, routine, "2026-03-28T14:00", by: "cleo") { $0.undoes = approved }
        #expect(try await home.shares() == [])
    }

    @Test(
        "What somebody has approved a client does not undo or skip, whether the chore is shared or their own; what waits they do undo",
        arguments: [false, true])
    func approvedIsKept(isOwn: Bool) async throws {
        let home = try await home()
        let routine = try await home.add(
            bins(by: .fixed(person: "maria")) {
                ($0.needsApproval, $0.points, $0.audience) = (true, 5, isOwn ? .client : .household)
                ($0.client, $0.isClientsOwn) = (isOwn ? "maria" : nil, isOwn)
            })
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let local = "2026-03-28T14:00"
        func client(_ kind: OccurrenceEntry.Kind, undoes: UUID? = nil, id: UUID = UUID()) async throws {
            let entry = OccurrenceEntry(
                id: id, routine: routine.id, key: try home.key(local), kind: kind, by: "Maria",
                undoes: undoes,
                at: home.clock)
            _ = try await home.store.mark(entry, actor: .kiosk, sender: "maria", receivedAt: home.clock)
        }
        // Nobody has said yes: it is theirs to take back.
        let (first, done, approval) = (UUID(), UUID(), UUID())
        try await client(.done, id: first)
        try await client(.undone, undoes: first)
        try await client(.done, id: done)
        try await home.enter(.approved, routine, local, by: "cleo", id: approval)
        #expect(try await sum(in: home) == 5)
        let refusal = "somebody has said that it counts: only they, or another caregiver, can take that back"
        for undone in [done, approval] {
            #expect(await home.refusal { try await client(.undone, undoes: undone) } == refusal)
        }
        if isOwn { #expect(await home.refusal { try await client(.skipped) } == refusal) }
        #expect(try await sum(in: home) == 5)
        // Whoever approves takes it back, and then it is the client's again.
        try await home.enter(.undone, routine, local, by: "cleo") { $0.undoes = approval }
        #expect(try await sum(in: home) == 0)
        try await client(.undone, undoes: done)
        // Why it did not count is no client's to take away either.
        let (again, notYet) = (UUID(), UUID())
        try await client(.done, id: again)
        try await home.enter(.notYet, routine, local, by: "cleo", id: notYet) { $0.text = "the lid is open" }
        #expect(
            await home.refusal { try await client(.undone, undoes: notYet) }
                == "a kiosk takes back no answer of whoever approves a chore")
    }

    @Test("All that people entered stays where a row is written anew, and the plan's own is the plan's")
    func entered() throws {
        func occurrence(_ chore: Chore?) throws -> RoutineOccurrence {
            let at = try berlin("2026-03-28T14:00")
            return RoutineOccurrence(
                routine: UUID(), key: OccurrenceKey(.first, zone: "Europe/Berlin"), title: "Bins",
                client: RoutineOccurrence.noClient, clientName: "", priority: .normal, at: at, local: .first,
                missedAt: at + 60, state: .due,
                assignment: Assignment(person: "anna", name: "Anna", reason: ""), isClientsOwn: false,
                chore: chore)
        }
        let entered = Chore(
            audience: .household, points: 3, count: 4, parts: 2, approval: .waiting,
            notYet: "the lid is open",
            turn: Assignment(person: "ben", name: "Ben", reason: ""), entry: UUID())
        let stored = try occurrence(entered)
        let planned = Chore(audience: .household, points: 5, count: 3, approval: .needed)
        let fresh = try occurrence(planned).with(notesOf: stored)
        #expect(fresh.chore?.entered == entered.entered)
        #expect(fresh.chore?.terms == planned.terms)
        // Fewer parts than were done.
        var fewer = planned
        fewer.count = 2
        #expect(try occurrence(fewer).with(notesOf: stored).chore?.parts == nil)
        #expect(try occurrence(nil).with(notesOf: occurrence(Chore(notYet: "late"))).chore == nil)
    }

    @Test("The reason stays of what was done before it was due, too")
    func notYetBefore() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins { $0.needsApproval = true })
        _ = try await home.score(until: berlin("2026-03-28T12:00"))
        let local = "2026-03-28T14:00"
        try await home.enter(.done, routine, local)
        let notYet = try await home.enter(.notYet, routine, local, by: "cleo") { $0.text = "the lid is open" }
        #expect(notYet.chore?.notYet == "the lid is open")
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let told = try await home.store.events(after: 0, limit: .max).compactMap { event in
            event.occurrence?.chore.flatMap { $0.answeredBy == nil ? nil : $0.notYet }
        }
        #expect(told == ["the lid is open"])
        let noted = try await home.enter(.note, routine, local) { $0.text = "blue bin" }
        #expect(noted.state == .due && noted.chore?.notYet == "the lid is open")
    }

    @Test("While it waits, it says who did it, whosever it was")
    func doneBy() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins { $0.needsApproval = true })
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let local = "2026-03-28T14:00"
        let done = try await home.enter(.done, routine, local, by: "ben") { $0.person = "ben" }
        #expect(done.assignment.person == "anna" && done.chore?.doneBy == ["ben"])
        #expect(
            await home.refusal { try await home.enter(.approved, routine, local, by: "ben") }
                == "somebody else than who did it has to approve it")
        let given = try await home.enter(.approved, routine, local, by: "anna")
        #expect(given.chore?.approval == .given && given.chore?.doneBy == nil)
    }

    @Test("What counts is written with the entry: each once, whatever is undone and done again")
    func counting() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins(by: .claimed()) { $0.points = 7 })
        let id = UUID()
        // Of nobody's, whoever does it.
        try await home.enter(.done, routine, "2026-03-28T14:00", by: "ben", id: id)
        try await home.enter(.done, routine, "2026-03-28T14:00", by: "anna")
        #expect(try await home.shares() == ["Ben 1 10"])
        try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = id }
        #expect(try await home.shares() == ["Anna 1 10"])
        let queue = try DatabaseQueue(path: home.home.path)
        let rows = try await queue.read {
            try Row.fetchAll($0, sql: "SELECT person, parts, count, points FROM completion").map { "\($0)" }
        }
        #expect(rows == ["[person:\"anna\" parts:1 count:1 points:7]"])
        // A medicine counts for nobody.
        try await home.enter(.done, try await home.add(medicine()), "2026-03-28T14:00")
        #expect(try await home.shares() == ["Anna 1 10"])
    }

    @Test(
        "Until it is done: again at the chosen times of the day, once after a gap, and no more when it is done"
    )
    func untilDone() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(
            bins(by: .fixed(person: "anna")) {
                $0.schedule.repetition = .once
                $0.reminders = ReminderPlan(tellsMissed: false, untilDone: [18 * 60, 20 * 60])
            })
        func told(until end: String) async throws -> [String] {
            try await home.score(until: berlin(end)).filter { $0.contains("reminder") }
        }
        #expect(try await told(until: "2026-03-28T17:59") == ["28 14:00 reminder due Anna station"])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        #expect(try await told(until: "2026-03-28T18:00") == ["28 18:00 reminder missed Anna station"])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        // The clocks go forward that night, and the service was off for two days.
        #expect(
            try await home.take(at: berlin("2026-03-30T19:00")).filter { $0.contains("reminder") }.count == 1)
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        #expect(try await home.next() == berlin("2026-03-30T20:00"))
        let id = UUID()
        try await home.enter(.done, routine, "2026-03-28T14:00", id: id)
        #expect(try await home.next() == nil)
        try await home.enter(.undone, routine, "2026-03-28T14:00") { $0.undoes = id }
        #expect(try await told(until: "2026-03-30T20:00") == ["30 20:00 reminder missed Anna station"])
    }

    @Test(
        "Until it is done: a chore that nobody does for days is told once each time, the one that was due last"
    )
    func untilDoneForDays() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(
            bins(by: .fixed(person: "anna")) {
                $0.reminders = ReminderPlan(tellsMissed: false, untilDone: [18 * 60])
            })
        for day in 28...30 {
            let told = try await home.score(until: berlin("2026-03-\(day)T18:00"))
            #expect(
                told.filter { $0.contains("18:00 reminder") }
                    == ["\(day) 18:00 reminder missed Anna station"])
            for reminder in try await home.waiting() { try await home.tell(reminder) }
        }
        // Done again after an undo, one of before is no longer told.
        let id = UUID()
        try await home.enter(.done, routine, "2026-03-29T14:00", id: id)
        try await home.enter(.undone, routine, "2026-03-29T14:00") { $0.undoes = id }
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        try await home.enter(.done, routine, "2026-03-30T14:00")
        #expect(try await home.next() == berlin("2026-03-31T14:00"))
    }

    @Test("Until it is done: wanted only once it is overdue, it begins then")
    func untilDoneLater() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(
            bins(by: .fixed(person: "anna")) {
                $0.schedule.repetition = .once
                $0.reminders = ReminderPlan(tellsMissed: false)
            })
        _ = try await home.score(until: berlin("2026-03-28T16:00"))
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        var content = routine.content
        content.reminders.untilDone = [20 * 60]
        try await home.change(routine, .all, content: content)
        #expect(
            try await home.score(until: berlin("2026-03-28T20:00")).filter { $0.contains("reminder") }
                == ["28 20:00 reminder missed Anna station"])
    }

    @Test("Done ahead, and then the routine is split: noted, undone and done again it counts once")
    func doneAheadThenSplit() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(
            bins(by: .fixed(person: "anna")) { ($0.count, $0.minutes) = (2, 30) })
        let (first, second, local) = (UUID(), UUID(), "2026-03-30T14:00")
        try await home.enter(.done, routine, local, id: first) { $0.parts = 1 }
        try await home.enter(.done, routine, "2026-03-31T14:00")
        #expect(try await home.shares() == ["Anna 2 45"])
        func remind() async throws {
            _ = try await home.opened().remind(
                of: ChoreReminder(
                    id: UUID(), routine: routine.id, key: home.key(local), by: "ben", at: home.clock),
                sender: "ben", receivedAt: home.clock)
        }
        try await remind()
        let next = UUID()
        try await home.change(
            routine, .following, "2026-03-29T14:00", content: routine.content, continuation: next)
        let noted = try await home.enter(.note, routine, local) { $0.text = "half of it" }
        #expect(noted.routine == next && noted.chore?.parts == 1)
        #expect(await home.refusal { try await remind() } == "Anna was reminded of it less than an hour ago")
        try await home.enter(.done, routine, local, by: "ben", id: second) {
            ($0.person, $0.parts) = ("ben", 1)
        }
        #expect(try await home.shares() == ["Anna 2 45", "Ben 1 15"])
        try await home.enter(.undone, routine, local) { $0.undoes = first }
        try await home.enter(.undone, routine, local) { $0.undoes = second }
        #expect(try await home.shares() == ["Anna 1 30"])
        try await home.enter(.done, routine, local)
        #expect(try await home.shares() == ["Anna 2 60"])
    }

    @Test("What somebody has who has left is ticked off for them; given to them it cannot be")
    func holderHasLeft() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(bins(by: .fixed(person: "ben")))
        _ = try await home.score(until: berlin("2026-03-29T14:10"))
        var gone = try #require(try await home.opened().people().first { $0.id == "ben" })
        gone.isActive = false
        _ = try await home.opened().setPerson(gone, at: home.clock)
        #expect(try await home.enter(.done, routine, "2026-03-28T14:00", by: nil).state == .done)
        let named = try await home.enter(.done, routine, "2026-03-29T14:00") { $0.person = "ben" }
        #expect(named.state == .done)
        #expect(try await home.shares() == ["Ben 2 20"])
        let other = try await home.add(bins(by: .fixed(person: "anna"), at: "2026-03-30T15:00"))
        for kind in [OccurrenceEntry.Kind.done, .given] {
            let refused = await home.refusal {
                _ = try await home.enter(kind, other, "2026-03-30T15:00") { $0.person = "ben" }
            }
            #expect(refused == "person: nobody in this home has the id ben")
        }
    }

    @Test("Whoever takes it is not told so; whoever gets it is")
    func takenBySender() async throws {
        let home = try await home(restarts: true)
        let routine = try await home.add(
            bins(by: .claimed(), at: "2026-03-28T20:00") { $0.reminders = ReminderPlan(minutesBefore: [180]) }
        )
        _ = try await home.score(until: berlin("2026-03-28T17:30"))
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        try await home.enter(.claimed, routine, "2026-03-28T20:00")
        #expect(try await home.waiting().isEmpty)
        try await home.enter(.given, routine, "2026-03-28T20:00") { $0.person = "ben" }
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
    }

    @Test("Once an hour, also after the clock was set back")
    func remindAfterClock() async throws {
        let home = try await home()
        let routine = try await home.add(
            bins(by: .fixed(person: "ben")) {
                $0.graceMinutes = 600
                $0.reminders = ReminderPlan(tellsDue: false, tellsMissed: false)
            })
        _ = try await home.score(until: berlin("2026-03-28T16:00"))
        func remind(at local: String) async -> String? {
            await home.refusal {
                let now = try berlin(local)
                _ = try await home.opened().remind(
                    of: ChoreReminder(
                        id: UUID(), routine: routine.id, key: home.key("2026-03-28T14:00"), by: "anna",
                        at: now), sender: "anna", receivedAt: now)
            }
        }
        #expect(await remind(at: "2026-03-28T16:00") == nil)
        #expect(await remind(at: "2026-03-28T14:30") == nil)
        #expect(await remind(at: "2026-03-28T14:50") == "Ben was reminded of it less than an hour ago")
    }

    @Test("A housemate is reminded once an hour, over their own channels and after their quiet hours")
    func remind() async throws {
        var quiet = ben
        quiet.reminders.quiet = QuietHours(from: 13 * 60, until: 16 * 60)
        let home = try await RoutineHome([maria, anna, quiet, cleo], restarts: true)
        let routine = try await home.add(
            bins(by: .fixed(person: "ben")) {
                $0.graceMinutes = 600
                $0.reminders = ReminderPlan(tellsDue: false, tellsMissed: false)
            })
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        func remind(_ local: String, by sender: String = "anna", id: UUID = UUID()) async throws -> Bool {
            try await home.opened().remind(
                of: ChoreReminder(id: id, routine: routine.id, key: home.key(local), by: sender, at: noon),
                sender: sender,
                receivedAt: home.clock
            ).isNew
        }
        let id = UUID()
        #expect(try await remind("2026-03-28T14:00", id: id))
        #expect(try await remind("2026-03-28T14:00", id: id) == false)
        #expect(try await home.waiting().isEmpty)
        let soon = await home.refusal { _ = try await remind("2026-03-28T14:00", by: "cleo") }
        #expect(soon == "Ben was reminded of it less than an hour ago")
        #expect(
            try await home.score(until: berlin("2026-03-28T16:00")).filter { $0.contains("reminder") }
                == ["28 16:00 reminder due Ben station"])
        for reminder in try await home.waiting() { try await home.tell(reminder) }
        // Told again after an hour, and another one of the same routine at any time.
        #expect(try await remind("2026-03-28T14:00"))
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        #expect(try await remind("2026-03-29T14:00"))
        #expect(await home.refusal { _ = try await remind("2026-03-29T14:00", by: "ben") } == "it is yours")
        try await home.enter(.done, routine, "2026-03-28T14:00")
        #expect(await home.refusal { _ = try await remind("2026-03-28T14:00") } == "it is done already")
        let free = try await home.add(bins(by: .claimed(), at: "2026-03-28T17:00"))
        let nobody = await home.refusal {
            _ = try await home.opened().remind(
                of: ChoreReminder(id: UUID(), routine: free.id, key: home.key("2026-03-28T17:00"), at: noon),
                sender: "anna", receivedAt: home.clock)
        }
        #expect(nobody == "nobody has it yet")
    }

    @Test("That a housemate reminds goes by its own kind, also while quiet hours hold it back")
    func remindedByKind() async throws {
        let home = try await home()
        func want(_ off: Set<MessageKind>) async throws {
            var ben = try #require(try await home.store.people().first { $0.id == "ben" })
            ben.reminders.off = off
            ben.reminders.quiet = QuietHours(from: 13 * 60, until: 16 * 60)
            _ = try await home.store.setPerson(ben, at: home.clock)
        }
        try await want([.before, .due, .missed])
        let routine = try await home.add(bins(by: .fixed(person: "ben")) { $0.graceMinutes = 600 })
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        func remind(_ local: String) async throws {
            _ = try await home.store.remind(
                of: ChoreReminder(
                    id: UUID(), routine: routine.id, key: home.key(local), by: "anna", at: home.clock),
                sender: "anna", receivedAt: home.clock)
        }
        try await remind("2026-03-28T14:00")
        try await want([.due])
        #expect(
            try await home.score(until: berlin("2026-03-28T16:00")).filter { $0.contains("reminder") }
                == ["28 16:00 reminder due Ben station"])
        // What waits of it ends with its kind, and nothing new comes.
        _ = try await home.score(until: berlin("2026-03-29T14:10"))
        try await remind("2026-03-29T14:00")
        try await want([.housemate])
        #expect(
            try await home.score(until: berlin("2026-03-29T17:00")).filter { $0.contains("reminder") }.isEmpty
        )
        #expect(
            await home.refusal { try await remind("2026-03-30T14:00") }
                == "Ben does not want to be reminded of such things")
    }

    @Test(
        "A housemate reminds on pages alone whoever is logged in and hears it there; whom nothing tells, nobody"
    )
    func remindedOnPages() async throws {
        let home = try await home()
        let routine = try await home.add(bins(by: .fixed(person: "ben")) { $0.graceMinutes = 600 })
        func remind(wanting wanted: ReminderPreferences) async throws -> String? {
            var ben = try #require(try await home.store.people().first { $0.id == "ben" })
            ben.reminders = wanted
            _ = try await home.store.setPerson(ben, at: home.clock)
            return await home.refusal {
                _ = try await home.store.remind(
                    of: ChoreReminder(
                        id: UUID(), routine: routine.id, key: home.key("2026-03-28T14:00"), by: "anna",
                        at: home.clock), sender: "anna", receivedAt: home.clock)
            }
        }
        let none = "Ben does not want to be reminded of such things"
        let pages = ReminderPreferences(silent: [.station])
        _ = try await home.score(until: berlin("2026-03-28T13:50"))
        #expect(try await remind(wanting: pages) == none)
        // A message is told by nobody in a home that has no program.
        let message = ReminderPreferences(silent: [.station], channels: [.command])
        #expect(try await remind(wanting: message) == none)
        try await home.store.logIn("ben", at: home.clock)
        let cell = ReminderCell(.housemate, .page)
        #expect(try await remind(wanting: ReminderPreferences(silent: [.station], muted: [cell])) == none)
        #expect(try await remind(wanting: ReminderPreferences(off: [.housemate])) == none)
        #expect(try await remind(wanting: ReminderPreferences(allOff: true)) == none)
        #expect(try await home.store.events(after: 0, limit: .max).allSatisfy { $0.occurrence == nil })
        #expect(try await remind(wanting: pages) == nil)
        // Pages that are open hear that something is new.
        #expect(try await home.store.events(after: 0, limit: .max).last?.occurrence?.title == "Bins")
        #expect(try await home.waiting().isEmpty)
        let feed = try await home.store.choreReminders(of: "ben", now: home.clock)
        #expect(feed.mine.count == 1 && feed.mine[0].chore?.remindedAt != nil)
    }

    @Test("The feed has what is left, of what comes again the next one, and nothing of a client's plan")
    func feed() async throws {
        let home = try await home()
        try await home.add(bins())
        try await home.add(bins(by: .claimed(), at: "2026-03-30T14:00") { $0.title = "Windows" })
        try await home.add(bins(at: "2026-04-20T14:00") { $0.title = "Later" })
        try await home.add(medicine())
        let childs = try await home.add(medicine(at: "2026-03-28T15:00").worth(3))
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        let feed = try await home.store.chores(of: "anna", now: home.clock)
        func told(_ found: [RoutineOccurrence]) -> [String] {
            found.map { "\($0.local.day.day) \($0.title) \($0.assignment.name ?? "-")" }
        }
        #expect(told(feed.mine) == ["28 Bins Anna", "28 Medicine Anna"] && feed.mine[1].routine == childs.id)
        #expect(told(feed.free) == ["30 Windows -"])
        #expect(told(feed.others) == ["29 Bins Ben"])
        #expect(feed.isComplete)
        let month = try await home.store.days(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-30T00:00"), only: .init(part: .chores),
            each: 10,
            now: home.clock)
        #expect(
            told(month.occurrences) == [
                "28 Bins Anna", "28 Medicine Anna", "29 Bins Ben", "29 Medicine Anna",
            ])
        #expect(month.days?.map(\.count) == [2, 2])
        let page = try await home.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-30T00:00"), only: .init(part: .chores),
            after: nil,
            atMost: 3, now: home.clock)
        #expect(
            told(page.occurrences) == ["28 Bins Anna", "28 Medicine Anna", "29 Bins Ben"] && page.next != nil)
        // Exercises alone: one is stored already, one is planned.
        var stretch = try medicine(at: "2026-03-28T14:35")
        (stretch.title, stretch.exercise) = ("Stretch", "stretch.yaml")
        try await home.add(stretch)
        _ = try await home.score(until: berlin("2026-03-28T14:40"))
        let exercises = try await home.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-30T00:00"),
            only: .init(part: .exercises), after: nil,
            atMost: 100, now: home.clock)
        #expect(told(exercises.occurrences) == ["28 Stretch Anna", "29 Stretch Anna"])
        let days = try await home.store.days(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-30T00:00"),
            only: .init(part: .exercises), each: 1,
            now: home.clock)
        #expect(days.days?.map(\.count) == [1, 1])
    }

    @Test("A feed, its shares and a month of chores are found by their indexes, whatever else there is")
    func plans() async throws {
        let home = try await home()
        let queue = try DatabaseQueue(path: home.home.path)
        func plan(_ sql: String) async throws -> [String] {
            try await queue.read { db in
                let count = Set(sql.matches(of: /\?(\d)/).map(\.output.1)).count
                return try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(Array(repeating: 1, count: count))
                ).map { $0["detail"] }
            }
        }
        #expect(try await plan(RoutineKeeper.openChores) == ["SCAN occurrence USING INDEX occurrence_chore"])
        for onlyActive in [true, false] {
            let sql = CareStore.list(onlyActive: onlyActive, onlyChores: true)
            #expect(try await plan(sql) == ["SEARCH routine USING INDEX routine_chore (number>?)"])
        }
        #expect(
            try await plan(RoutineKeeper.waitingChores) == ["SCAN occurrence USING INDEX occurrence_waiting"])
        #expect(
            try await plan(RoutineKeeper.closedChores)
                == ["SEARCH occurrence USING INDEX occurrence_chore_closed (changed_at>?)"])
        #expect(
            try await plan(RoutineKeeper.shares).first
                == "SEARCH completion USING INDEX completion_at (at>? AND at<?)")
        #expect(
            try await plan(RoutineKeeper.sharesByChore).first
                == "SEARCH done USING INDEX completion_at (at>? AND at<?)")
        #expect(try await !plan(RoutineKeeper.sharesByChore).contains { $0.hasPrefix("SCAN") })
        #expect(
            try await plan(RoutineKeeper.firstDone) == [
                "SEARCH completion USING COVERING INDEX completion_at"
            ])
        #expect(try await plan(RoutineKeeper.comingUp).first?.contains("routine_next") ?? false)
        // What is above every page.
        let amounts = try await plan(RoutineKeeper.remindedCharges)
        #expect(amounts.first == "SEARCH cost_charge USING INDEX cost_charge_asked (asked=?)")
        #expect(!amounts.contains { $0.hasPrefix("SCAN") })
    }

    @Test("What was planned by an older version is no chore, and goes on")
    func older() async throws {
        let text = """
            {"title":"Medicine","client":"maria","assignment":{"kind":"fixed","person":"anna"},\
            "schedule":{"start":"2026-03-28T14:00:00","zone":"Europe/Berlin","repeat":{"kind":"rules","rules":["FREQ=DAILY"]}},\
            "priority":"normal","reminders":{"minutes_before":[],"due":true,"missed":true},"grace_minutes":60,"clients_own":false}
            """
        let content = try CareJSON.decoder().decode(RoutineContent.self, from: Data(text.utf8))
        #expect(content.audience == .client && content.client == "maria" && !content.isChore)
        let home = try await home()
        try await home.add(content)
        #expect(try await home.agenda().today.map(\.chore) == [nil])
    }
}

extension RoutineContent {
    /// The same for so many points.
    func worth(_ points: Int) -> RoutineContent {
        var content = self
        content.points = points
        return content
    }
}
