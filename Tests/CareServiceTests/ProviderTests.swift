import Care
import CareStore
import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import CareService

@Suite("A provider sees their own clients alone")
struct ProviderTests {
    private static func medicine(of client: String) throws -> NewRoutine {
        var new = try Days.medicine()
        (new.content.client, new.content.title) = (client, "Medicine of \(client)")
        return new
    }

    private static func walk(_ of: NewRoutine, _ key: String = "2026-03-28T13:30:00") -> OccurrenceEntry {
        OccurrenceEntry(id: UUID(), routine: of.id, key: Days.key(key), kind: .done, at: noon)
    }

    private struct House: Sendable {
        let home: TwoClients
        /// Comes to see Maria.
        let petra: Asker
        let routines: [String: NewRoutine]

        var petrasID: String { get throws { try #require(petra.person?.id) } }

        func routine(of client: String) throws -> NewRoutine { try #require(routines[client]) }

        func name(_ clients: [String]?) async throws {
            let id = try petrasID
            var person: Person = try await home.coordinator.send(.GET, "people/\(id)").decode()
            person.clients = clients
            #expect(try await home.coordinator.send(.PUT, "people/\(id)", person).status == 200)
        }
    }

    private static func with(_ body: @escaping @Sendable (House) async throws -> Void) async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            var routines: [String: NewRoutine] = [:]
            for client in TwoClients.ids {
                let new = try medicine(of: client)
                #expect(try await home.station.send(.POST, "routines", new).status == 201)
                routines[client] = new
            }
            let petra = try #require(home.others.first { $0.role == .provider && $0.client == "maria" })
            try await body(House(home: home, petra: petra, routines: routines))
        }
    }

    @Test("An open stream ends when their clients change, and the next tells of the new ones and what was")
    func streams() async throws {
        try await Self.with { house in
            let (home, petra) = (house.home, house.petra)
            let (hers, his) = (try house.routine(of: "maria"), try house.routine(of: "otto"))
            try await home.service.events(try petra.message(.GET, "events")) { lines in
                try await lines.untilReady()
                #expect(try await home.station.send(.POST, "entries", Self.walk(his)).status == 201)
                #expect(try await home.station.send(.POST, "entries", Self.walk(hers)).status == 201)
                #expect(try await lines.nextEvent().occurrence?.client == "maria")
                try await house.name(["otto"])
                while let block = try await lines.next() { #expect(!block.contains("Otto")) }
            }
            let told = try await petra.eventsBefore()
            #expect(told.contains("Medicine of otto") && !told.contains("Medicine of maria"))
            // They are still logged in, and nobody else was disturbed.
            #expect(try await petra.get("session").status == 200)
            try await house.name([])
            let nothing = try await petra.eventsBefore()
            #expect(!nothing.contains("Medicine of"))
        }
    }

    @Test("They are told when a plan or need of their clients changes, or goes elsewhere, and of no other's")
    func changes() async throws {
        try await Self.with { house in
            let (home, petra) = (house.home, house.petra)
            let (hers, his) = (try house.routine(of: "maria"), try house.routine(of: "otto"))
            try await home.service.events(try petra.message(.GET, "events")) { lines in
                try await lines.untilReady()
                func change(_ id: UUID, _ body: (inout RoutineContent) -> Void) async throws -> Int64 {
                    var routine: Routine = try await home.station.get("routines/\(id)").decode()
                    body(&routine.content)
                    let change = RoutineChange(
                        id: UUID(), scope: .all, content: routine.content, replaces: routine.sequence,
                        at: noon)
                    routine = try await home.station.send(.POST, "routines/\(id)/changes", change).decode()
                    return routine.sequence
                }
                func need(_ id: String, _ client: String?) async throws -> Int64 {
                    let change = NeedChange(client: client, label: "Tea for \(id)", replaces: 0)
                    let need: Need = try await home.coordinator.send(.PUT, "needs/\(id)", change).decode()
                    return need.sequence
                }
                _ = try await change(his.id) { $0.title = "Pills" }
                _ = try await need("his", "otto")
                let renamed = try await change(hers.id) { $0.title = "Pills" }
                var told = try await lines.nextChange()
                #expect(told == renamed)
                let hersNeed = try await need("hers", "maria")
                told = try await lines.nextChange()
                #expect(told == hersNeed)
                let everybodys = try await need("all", nil)
                told = try await lines.nextChange()
                #expect(told == everybodys)
                // It has gone from their pages; what is changed of it then is none of theirs.
                let gone = try await change(hers.id) { $0.client = "otto" }
                told = try await lines.nextChange()
                #expect(told == gone)
                _ = try await change(hers.id) { $0.title = "His" }
                let back = try await change(hers.id) { $0.client = "maria" }
                told = try await lines.nextChange()
                #expect(told == back)
            }
        }
    }

    @Test("That the whole plan has changed is told to whoever sees somebody's, and to nobody else")
    func agenda() async throws {
        func person(_ clients: [String]?) -> Person {
            var person = Person(id: "petra", name: "Petra", role: .provider)
            person.clients = clients
            return person
        }
        func hears(_ clients: [String]?, _ content: JournalEvent.Content) -> Bool {
            let caller = Caller(role: .provider, person: person(clients))
            return EventAudience.plans(ClientSight(caller)).hears(
                JournalEvent(sequence: 0, at: noon, content: content))
        }
        #expect(hears(["maria"], .agendaChanged) && hears(nil, .agendaChanged))
        #expect(!hears([], .agendaChanged))
        #expect(!hears(["maria"], .unreadable(.reminder)))
    }

    @Test("A stream that was asked for before the list changed begins with the new one, or ends at once")
    func latecomer() async throws {
        try await Self.with { house in
            let core = house.home.service.service.core
            let person = try #require(house.petra.person)
            let session = try #require(
                try await core.read { store throws(CareStoreError) in
                    try await store.sessions(of: person.id, asking: UUID(), at: noon)
                }.first?.id)
            let before = Caller(role: .provider, person: person, session: session)
            #expect(await core.mayStillListen(before))
            try await house.name(["otto"])
            #expect(await !core.mayStillListen(before))
        }
    }

    @Test("What a list changes counts for the next message, in lists and by ids")
    func atOnce() async throws {
        try await Self.with { house in
            let (petra, his) = (house.petra, try house.routine(of: "otto"))
            let span = "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z"
            let lists = [
                "people", "routines", "agenda", span, span + "&client=otto", span + "&per_day=3",
                span + "&routine=\(his.id)",
            ]
            for clients in [["maria"], [], ["maria", "otto"], ["otto"], ["maria"]] {
                try await house.name(clients)
                let sees = clients.contains("otto")
                for path in lists {
                    let answer = try await petra.get(path)
                    let text = String(decoding: answer.body, as: UTF8.self).lowercased()
                    #expect(answer.status == 200 && text.contains("otto") == sees, "\(path) with \(clients)")
                }
                #expect(try await petra.get("people/otto").status == (sees ? 200 : 404))
                #expect(try await petra.get("routines/\(his.id)").status == (sees ? 200 : 404))
            }
        }
    }

    @Test("Nobody whom they do not see can be named in a plan: it would show the name")
    func naming() async throws {
        try await Self.with { house in
            let (petra, hers) = (house.petra, try house.routine(of: "maria"))
            var new = try Self.medicine(of: "maria")
            new.by = nil
            for id in ["otto", "nobody"] {
                new.content.assignment = .fixed(person: id)
                let refused = try await petra.send(.POST, "routines", new)
                #expect(refused.status == 422)
                let problem = try refused.problem
                #expect(problem.field == "content.assignment")
                #expect(problem.detail == "nobody in this home has the id \(id)")
                var entry = Self.walk(hers)
                entry.person = id
                let marked = try await petra.send(.POST, "entries", entry)
                #expect(try marked.status == 422 && marked.problem.field == "person")
                new.content.assignment = .fixed(person: "anna")
                new.content.client = id
                let other = try await petra.send(.POST, "routines", new)
                #expect(try other.status == 422 && other.problem.field == "content.client")
                new.content.client = "maria"
            }
            // Nor for a single time.
            let planned: Routine = try await petra.get("routines/\(hers.id)").decode()
            let once = RoutineChange(
                id: UUID(), scope: .one, occurrence: Days.key("2026-03-30T13:30:00"),
                edit: OccurrenceEdit(assignment: .fixed(person: "otto")), replaces: planned.sequence, at: noon
            )
            let named = try await petra.send(.POST, "routines/\(hers.id)/changes", once)
            #expect(try named.status == 422 && named.problem.field == "edit.assignment")
            // Who is named there already stays named.
            var routine: Routine = try await house.home.station.get("routines/\(hers.id)").decode()
            routine.content.assignment = .inTurn(people: ["anna", "otto"])
            let change = RoutineChange(
                id: UUID(), scope: .all, content: routine.content, replaces: routine.sequence, at: noon)
            routine = try await house.home.station.send(.POST, "routines/\(hers.id)/changes", change).decode()
            routine.content.title = "Pills"
            let renamed = RoutineChange(
                id: UUID(), scope: .all, content: routine.content, replaces: routine.sequence, at: noon)
            #expect(try await petra.send(.POST, "routines/\(hers.id)/changes", renamed).status == 201)
            // Nor is a plan of theirs made another client's.
            routine = try await petra.get("routines/\(hers.id)").decode()
            routine.content.client = "otto"
            let moved = RoutineChange(
                id: UUID(), scope: .all, content: routine.content, replaces: routine.sequence, at: noon)
            #expect(try await petra.send(.POST, "routines/\(hers.id)/changes", moved).status == 422)
        }
    }

    @Test("Of another provider's clients they learn of those alone whom they see themselves")
    func colleagues() async throws {
        try await Self.with { house in
            let people: PeoplePage = try await house.petra.get("people").decode()
            #expect(people.people.map(\.id).contains("maria") && !people.people.map(\.id).contains("otto"))
            #expect(people.people.first { $0.name == "Pauli" }?.clients == ["maria"])
            let all: PeoplePage = try await house.home.station.get("people").decode()
            #expect(all.people.first { $0.name == "Pauli" }?.clients == TwoClients.ids)
            for (id, isSeen) in [("maria", true), ("otto", false)] {
                let picture = try await PictureTests.put(
                    PictureTests.png, of: id, by: house.home.coordinator)
                #expect(picture.status == 201)
                #expect(try await house.petra.get("people/\(id)/picture").status == (isSeen ? 200 : 404))
            }
            let pictures: PicturePage = try await house.petra.get("pictures").decode()
            #expect(pictures.pictures.map(\.person) == ["maria"])
        }
    }

    @Test("Nobody but a coordinator names clients: no station, no caregiver, and no provider")
    func namers() async throws {
        try await Self.with { house in
            let id = try house.petrasID
            var person: Person = try await house.home.station.get("people/\(id)").decode()
            person.clients = TwoClients.ids
            let ben = try #require(house.home.others.first { $0.role == .caregiver })
            for asker in [house.home.station, ben, house.petra] {
                #expect(try await asker.send(.PUT, "people/\(id)", person).status == 403)
            }
            var own = try #require(ben.person)
            own.clients = ["otto"]
            let refused = try await ben.send(.PUT, "people/\(own.id)", own)
            #expect(try refused.status == 422 && refused.problem.field == "clients")
        }
    }
}

extension EventLines {
    /// The number of the next event of a need or routine.
    fileprivate mutating func nextChange() async throws -> Int64 {
        while true {
            let event = try await nextEvent()
            if event.kind == .routineChanged || event.kind == .needChanged { return event.sequence }
        }
    }
}
