import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("Whom a provider comes to see, in the store")
struct ProviderStoreTests {
    private static let otto = Person(id: "otto", name: "Otto", role: .client)
    private static let kim = Person(id: "kim", name: "Kim", role: .provider)
    private static let olga = PersonWriter.coordinator("olga")

    private let home: TestHome
    private let store: CareStore

    init() async throws {
        home = try TestHome()
        store = try home.store()
        for person in [maria, Self.otto, anna] { _ = try await store.setPerson(person, at: noon) }
    }

    private func write(
        _ id: String, by writer: PersonWriter = .home, _ change: (inout Person) -> Void
    ) async throws -> Person {
        var person = try #require(try await store.people().first { $0.id == id })
        change(&person)
        return try await store.setPerson(person, by: writer, at: noon).0
    }

    /// Kim as a version stored them that knew of no list.
    private func makeOld() async throws {
        try await store.write { db in
            var old = Self.kim
            old.sequence = 1
            try People.put(old, at: noon, in: db)
        }
    }

    @Test("Somebody new sees nobody until a client is named, and the same message again changes nothing")
    func new() async throws {
        let made = try await store.setPerson(Self.kim, at: noon)
        #expect(made.0.clients == [] && made.isNew)
        #expect(made.0.reach == .only([]))
        let again = try await store.setPerson(Self.kim, at: noon)
        #expect(again.0 == made.0 && !again.isNew)
        let named = try await write("kim") { $0.clients = ["otto", "maria"] }
        #expect(named.clients == ["maria", "otto"])
        // Whoever does not know the list writes none, and leaves it as it is.
        let left = try await write("kim") { ($0.clients, $0.name) = (nil, "Kim K.") }
        #expect(left.clients == ["maria", "otto"] && left.name == "Kim K.")
        #expect(try await write("kim") { $0.clients = [] }.reach == .only([]))
    }

    @Test("A provider of an earlier version sees every client until some are named")
    func old() async throws {
        try await makeOld()
        #expect(try await store.people().first { $0.id == "kim" }?.reach == .clients)
        #expect(try await write("kim") { $0.name = "Kim K." }.clients == nil)
        #expect(try await write("kim") { $0.clients = ["otto"] }.reach == .only(["otto"]))
        #expect(try await write("kim") { $0.clients = nil }.reach == .only(["otto"]))
    }

    @Test("With another role the list goes, and with that of a provider it begins empty")
    func role() async throws {
        _ = try await store.setPerson(Self.kim, at: noon)
        _ = try await write("kim") { $0.clients = ["otto"] }
        let caregiver = try await write("kim") { ($0.role, $0.clients) = (.caregiver, nil) }
        #expect(caregiver.clients == nil && caregiver.reach == .everything)
        #expect(try await write("kim") { $0.role = .provider }.clients == [])
    }

    @Test("Who is no client is not named; who was named stays so, whatever they are now")
    func known() async throws {
        _ = try await store.setPerson(Self.kim, at: noon)
        for id in ["anna", "nobody", "kim"] {
            await #expect(
                throws: CareStoreError.invalid(
                    field: "clients", "no client of this home has the id \(id): look again whom there is")
            ) {
                _ = try await write("kim") { $0.clients = ["maria", id] }
            }
        }
        _ = try await write("kim") { $0.clients = ["otto"] }
        _ = try await write("otto") { $0.role = .caregiver }
        #expect(try await write("kim") { $0.clients = ["maria", "otto"] }.clients == ["maria", "otto"])
    }

    @Test("Only a coordinator says whom a provider comes to see")
    func writer() async throws {
        #expect(try await store.setPerson(Self.kim, by: .other, at: noon).0.clients == [])
        let widen: (inout Person) -> Void = { $0.clients = ["maria"] }
        await #expect(
            throws: CareStoreError.notAllowed("only a coordinator says whom a provider comes to see")
        ) { _ = try await write("kim", by: .other, widen) }
        // Whoever is none any more when it is stored is refused, too.
        let password = StoredPassword(
            salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32),
            parameters: "scrypt:16:8:1")
        try await store.write { db in try Logins.put(password, of: Self.kim, at: noon, in: db) }
        await #expect(throws: CareStoreError.self) { _ = try await write("kim", by: Self.olga, widen) }
        #expect(try await write("kim", widen).clients == ["maria"])
    }

    @Test("The audit log says whom a provider comes to see, and when that was changed")
    func audit() async throws {
        let actor = AuditActor(name: "Olga", id: "olga", address: "192.0.2.7")
        var kim = Self.kim
        func save(_ change: (inout Person) -> Void) async throws {
            change(&kim)
            kim = try await store.audited(as: actor, at: noon).setPerson(kim, at: noon).0
        }
        try await save { $0.clients = ["maria"] }
        try await save { $0.clients = ["maria", "otto"] }
        try await save { $0.absences = [Absence(from: noon)] }
        try await save { ($0.role, $0.clients) = (.caregiver, nil) }
        try await save { ($0.role, $0.clients) = (.provider, ["otto"]) }
        try await save { $0.clients = [] }
        let entries = try await store.audit(AuditSearch()).entries.reversed()
        #expect(
            entries.map { [$0.kind.rawValue] + $0.changes } == [
                ["person_added", "role: provider", "client: maria"],
                ["clients_changed", "client: maria", "client: otto"],
                ["role_changed", "role: caregiver, was provider"],
                ["role_changed", "role: provider, was caregiver", "client: otto"],
                ["clients_changed"],
            ])
    }

    @Test("Plans are found of the clients asked for alone, also beyond a page, and whatever a routine is now")
    func plans() async throws {
        var ids: [UUID: String] = [:]
        for client in ["maria", "otto", "maria", "otto"] {
            var content = try medicine()
            (content.client, content.title) = (client, "Medicine of \(client)")
            let new = NewRoutine(id: UUID(), content: content, by: "Anna", at: noon)
            ids[try await store.addRoutine(new, receivedAt: noon).0.id] = client
        }
        var bins = try medicine()
        (bins.client, bins.audience, bins.title) = (nil, .household, "Bins")
        _ = try await store.addRoutine(
            NewRoutine(id: UUID(), content: bins, by: "Anna", at: noon), receivedAt: noon)
        let end = noon.addingTimeInterval(3 * 86_400)
        let now = noon.addingTimeInterval(86_400)
        while let due = try await store.nextDue(), due <= now { _ = try await store.takeDue(now: due) }
        let all: Set<String> = ["Medicine of maria", "Medicine of otto", "Bins"]
        for (whose, titles) in [
            (PlanReach.everything, all), (.clients, all.subtracting(["Bins"])),
            (.only(["maria", "otto"]), all.subtracting(["Bins"])), (.only(["otto"]), ["Medicine of otto"]),
            (.only(["ott", "o", ""]), []), (.only([]), []),
            (.only([RoutineOccurrence.noClient]), ["Bins"]),
        ] as [(PlanReach, Set<String>)] {
            var after: Int64 = 0
            var routines: Set<String> = []
            repeat {
                let page = try await store.routines(onlyActive: true, of: whose, after: after, limit: 1)
                routines.formUnion(page.routines.map(\.content.title))
                after = page.next.flatMap { Int64($0) } ?? 0
            } while after > 0
            #expect(routines == titles)
            let found = try await store.occurrences(from: noon, until: end, of: whose, now: now)
            #expect(Set(found.map(\.title)) == titles)
            let page = try await store.occurrences(
                from: noon, until: end, of: whose, after: nil, atMost: 1000, now: now)
            #expect(page.occurrences.count == found.count)
            let days = try await store.days(from: noon, until: end, of: whose, each: 1, now: now)
            #expect((days.days ?? []).map(\.count).reduce(0, +) == found.count)
            let agenda = try await store.agenda(for: .person, client: "maria", of: whose, now: now)
            #expect(Set((agenda.today + agenda.outstanding).map(\.title)) == titles)
            let reminders = (agenda.reminders + agenda.told).compactMap(\.occurrence?.title)
            #expect(Set(reminders).isSubset(of: titles))
            #expect(agenda.totals.reminders == agenda.reminders.count)
        }
        // A routine that becomes another client's leaves behind whose it was.
        let hers = try #require(ids.first { $0.value == "maria" }?.key)
        var routine = try #require(try await store.routine(hers))
        routine.content.client = "otto"
        _ = try await store.changeRoutine(
            hers,
            RoutineChange(
                id: UUID(), scope: .all, content: routine.content, replaces: routine.sequence, at: now),
            receivedAt: now)
        let key = { OccurrenceKey(WallTime($0) ?? .first, zone: "Europe/Berlin") }
        #expect(try await store.client(of: hers, key("2026-03-28T14:00")) == "maria")
        #expect(try await store.client(of: hers, key("2026-03-30T14:00")) == "otto")
        #expect(try await store.client(of: UUID(), key("2026-03-30T14:00")) == nil)
        let agenda = try await store.agenda(for: .person, client: "maria", of: .only(["otto"]), now: now)
        #expect((agenda.reminders + agenda.told).allSatisfy { $0.occurrence?.client == "otto" })
    }

    @Test(
        "Of a series that was another client's before, nothing of them is there: no entry, no note, no swap")
    func series() async throws {
        let house = try await RoutineHome([maria, Self.otto, anna, ben])
        var content = try medicine(by: .fixed(person: "anna"))
        (content.client, content.title) = ("otto", "Medicine of Otto")
        let first = try await house.add(content)
        _ = try await house.take(at: berlin("2026-03-28T14:05"))
        _ = try await house.mark(.note, first, "2026-03-28T14:00", text: "half a tablet")
        content.client = "maria"
        let next = UUID()
        _ = try await house.change(
            first, .following, "2026-03-30T14:00", content: content, continuation: next)
        let hers = PlanReach.only(["maria"])
        for zone in ["Europe/Berlin", "UTC"] {
            let key = OccurrenceKey(try #require(WallTime("2026-03-28T14:00")), zone: zone)
            #expect(try await house.store.history(next, key, of: hers).isEmpty)
            for kind in [OccurrenceEntry.Kind.note, .done] {
                let entry = OccurrenceEntry(
                    id: UUID(), routine: next, key: key, kind: kind, text: "seen", at: house.clock)
                await #expect(throws: CareStoreError.self) {
                    _ = try await house.store.mark(
                        entry, actor: .person, sender: "kim", of: hers, receivedAt: house.clock)
                }
            }
        }
        // Of hers, for one that was his.
        let swap = OccurrenceEntry(
            id: UUID(), routine: next, key: try house.key("2026-03-30T14:00"), kind: .swapped,
            person: "anna", with: try house.key("2026-03-29T14:00"), at: house.clock)
        await #expect(throws: CareStoreError.self) {
            _ = try await house.store.mark(
                swap, actor: .person, sender: "kim", of: hers, receivedAt: house.clock)
        }
        let all = try await house.store.history(first.id, try house.key("2026-03-28T14:00"))
        #expect(all.map(\.text) == ["half a tablet"])
        #expect(
            try await house.store.history(next, try house.key("2026-03-28T14:00"), of: .everything) == all)
    }

    @Test(
        "A routine that becomes another client's takes along nothing that was said of single dates until then",
        arguments: [RoutineChange.Scope.all, .following])
    func pastDates(scope: RoutineChange.Scope) async throws {
        let house = try await RoutineHome([maria, Self.otto, anna, ben])
        var content = try medicine(by: .fixed(person: "anna"))
        content.client = "otto"
        var routine = try await house.add(content)
        func say(_ local: String, _ words: String, to: String? = nil) async throws {
            let key = try house.key(local)
            let moved = to ?? local
            routine = try await house.change(
                routine, .one, local, to: moved, edit: OccurrenceEdit(details: words))
            #expect(routine.content.edits.contains { $0.of == key })
        }
        // One that is over, one that was moved to a time that is over, one that was moved ahead, and one to come.
        try await say("2026-03-28T14:00", "he was ill")
        try await say("2026-03-29T14:00", "he was out", to: "2026-03-29T18:00")
        try await say("2026-03-30T14:00", "in the evening", to: "2026-04-02T18:00")
        try await say("2026-04-03T14:00", "two of them")
        _ = try await house.score(until: berlin("2026-03-31T10:00"))
        content = routine.content
        content.client = "maria"
        let next = UUID()
        _ = try await house.change(
            routine, scope, scope == .following ? "2026-03-31T14:00" : nil, content: content,
            continuation: scope == .following ? next : nil)
        let hers = try #require(try await house.store.routine(scope == .following ? next : routine.id))
        let text = String(decoding: try CareJSON.encoder().encode(hers.content), as: UTF8.self)
        #expect(!text.contains("he was") && text.contains("two of them"))
        #expect(hers.content.client == "maria" && !text.contains("2026-03-29T18:00"))
        // What was moved ahead comes all the same, once, and what was his stays his.
        let days = try await house.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-04-04T00:00"), now: house.clock)
        let told = days.map {
            "\($0.local.description.dropFirst(8).prefix(5)) \($0.client) \($0.details ?? "")"
        }
        let moved = scope == .all ? "02T18 maria in the evening" : "02T18 otto in the evening"
        #expect(
            told == [
                "28T14 otto he was ill", "29T18 otto he was out", "31T14 maria ", "01T14 maria ",
                "02T14 maria ", moved, "03T14 maria two of them",
            ])
        if scope == .following {
            let his = try #require(try await house.store.routine(routine.id))
            #expect(his.content.edits.count == 3 && his.content.client == "otto")
        }
    }

    @Test("An event says whose a need or routine is, and whose it was")
    func owners() async throws {
        let house = try await RoutineHome([maria, Self.otto, anna, ben])
        var content = try medicine(by: .fixed(person: "anna"))
        var routine = try await house.add(content)
        content = routine.content
        content.client = "otto"
        routine = try await house.change(routine, .all, content: content)
        content.title = "Pills"
        routine = try await house.change(routine, .all, content: content)
        (content.client, content.audience) = (nil, .household)
        routine = try await house.change(routine, .all, content: content)
        for (replaces, client) in [(0, "maria"), (1, "otto"), (2, nil), (3, nil)] as [(Int, String?)] {
            let last = replaces == 0 ? 0 : try await house.store.latestSequence()
            _ = try await house.store.setNeed(
                "tea", NeedChange(client: client, label: "Tea \(replaces)", replaces: last), at: noon)
        }
        let events = try await house.store.events(after: 0, limit: 100).filter {
            $0.kind == .routineChanged || $0.kind == .needChanged
        }
        #expect(
            events.map(\.owners) == [
                [.client("maria")], [.client("otto"), .client("maria")], [.client("otto")],
                [.people, .client("otto")],
                [.client("maria")], [.client("otto"), .client("maria")], [.everybody, .client("otto")],
                [.everybody],
            ])
        let others = try await house.store.events(after: 0, limit: 100).filter {
            $0.kind == .occurrenceChanged
        }
        #expect(others.allSatisfy { $0.owners == nil })
    }

    @Test("Whoever is invited, or let in after registering, sees whom the coordinator has named")
    func letIn() async throws {
        let password = StoredPassword(
            salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32),
            parameters: "scrypt:16:8:1")
        func session() -> NewSession {
            NewSession(
                id: UUID(), hash: Data(UUID().uuidString.utf8.prefix(32)), csrfToken: UUID().uuidString,
                browser: "",
                at: noon)
        }
        _ = try await store.setUp(name: "Olga", password: password, session())
        for (number, clients) in [nil, [], ["otto", "maria"]].enumerated() {
            let invitation = NewInvitation(
                id: UUID(), role: .provider, name: "Kim \(number)", clients: clients)
            _ = try await store.addInvitation(
                invitation, by: "olga", at: noon, expiresAt: noon.addingTimeInterval(60)
            ) { "KIMKI\(number)" }
            let accepted = try await store.accept(
                code: "KIMKI\(number)", name: "Kim \(number)", password: password, session())
            #expect(accepted?.person.clients == (clients ?? []).sorted())
        }
        await #expect(throws: CareStoreError.self) {
            _ = try await store.addInvitation(
                NewInvitation(id: UUID(), role: .provider, name: "Lea", clients: ["anna"]), by: "olga",
                at: noon, expiresAt: noon.addingTimeInterval(60)
            ) { "LEALEA" }
        }
        try await store.setRegistration(isOpen: true, by: "olga")
        for (number, clients) in [nil, ["otto"]].enumerated() {
            let waiting = StoredRegistration(
                id: UUID(), name: "Pat \(number)", email: nil, password: password, picture: nil,
                address: "192.0.2.7", network: "192.0.2.7")
            _ = try await store.addRegistration(waiting, at: noon)
            await #expect(throws: CareStoreError.self) {
                _ = try await store.acceptRegistration(
                    waiting.id, RegistrationAcceptance(role: .provider, clients: ["nobody"]), by: "olga",
                    at: noon
                ) { _ in "" }
            }
            let person = try await store.acceptRegistration(
                waiting.id, RegistrationAcceptance(role: .provider, clients: clients), by: "olga", at: noon
            ) { _ in "" }
            #expect(person.clients == clients ?? [])
        }
        try await store.ensurePerson(id: "lea", name: "Lea", role: .provider, at: noon)
        #expect(try await store.people().first { $0.id == "lea" }?.clients == [])
    }
}
