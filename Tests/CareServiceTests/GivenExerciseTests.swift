import Care
import Foundation
import NIOHTTP1
import Recurrence
import Synchronization
import Testing

@testable import CareService

/// Of the exercises in `TwoClients`, `calm` suits clients, and `box` does not.
@Suite("Which exercises a client can be given")
struct GivenExerciseTests {
    private static func exercise(_ id: String) throws -> NewRoutine {
        var new = try Days.medicine(isClientsOwn: true)
        (new.by, new.content.exercise) = (nil, id)
        return new
    }

    @Test(
        "What is not there, or does not suit the client, is given by nobody",
        arguments: ["nonexistent", "box"])
    func refused(_ id: String) async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let askers = home.all.filter { Set<CallerRole>.planners.contains($0.role) }
            #expect(Set(askers.map(\.role)) == [.station, .caregiver, .coordinator, .provider])
            for asker in askers {
                let answer = try await asker.send(.POST, "routines", try Self.exercise(id))
                #expect(answer.status == 422, "\(asker.role)")
                let problem = try answer.problem
                #expect(problem.field == "content.exercise" && problem.detail.contains(id))
            }
            let station: RoutinePage = try await home.station.get("routines").decode()
            #expect(station.routines.isEmpty)
        }
    }

    @Test("A change is refused likewise; what was given already stays, and is told once more as it was")
    func changes() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let caregiver = try #require(home.others.first { $0.role == .caregiver })
            let new = try Self.exercise("calm")
            let made: Routine = try await caregiver.send(.POST, "routines", new).decode()
            #expect(try await caregiver.send(.POST, "routines", new).status == 200)
            var change = RoutineChange(
                id: UUID(), scope: .all, content: made.content, replaces: made.sequence, at: noon)
            change.content?.exercise = "box"
            let refused = try await caregiver.send(.POST, "routines/\(new.id)/changes", change)
            #expect(try refused.status == 422 && refused.problem.field == "content.exercise")
            change.content?.exercise = "calm"
            change.content?.title = "Calm breathing"
            #expect(try await caregiver.send(.POST, "routines/\(new.id)/changes", change).status == 201)
            #expect(try await caregiver.send(.POST, "routines/\(new.id)/changes", change).status == 200)
        }
    }

    @Test("What a provider gives is theirs, and nobody is named who does not come to see the client")
    func giver() async throws {
        try await TwoClients.with { (home: TwoClients) async throws in
            let petra = try #require(home.others.first { $0.role == .provider && $0.client == "maria" })
            let pauli = try #require(home.others.first { $0.role == .provider && $0.client == nil })
            let caregiver = try #require(home.others.first { $0.role == .caregiver })
            let new = try Self.exercise("calm")
            let made: Routine = try await petra.send(.POST, "routines", new).decode()
            #expect(made.content.provider == petra.person?.id && made.content.provider != nil)
            #expect(try await petra.send(.POST, "routines", new).status == 200)
            let due: OccurrencePage = try await caregiver.get(
                "occurrences?from=2026-03-28T00:00:00Z&until=2026-03-30T00:00:00Z&only=exercises"
            ).decode()
            #expect(!due.occurrences.isEmpty)
            #expect(due.occurrences.allSatisfy { $0.providerName == "Petra" })
            // A colleague changes it, and it stays whose it is.
            var change = RoutineChange(
                id: UUID(), scope: .all, content: made.content, replaces: made.sequence, at: noon)
            change.content?.title = "Calm breathing"
            let changed: Routine = try await pauli.send(.POST, "routines/\(new.id)/changes", change).decode()
            #expect(changed.content.provider == petra.person?.id)
            // Others say who gives it.
            for (asker, client, giver, status) in [
                (caregiver, "maria", petra.person?.id, 201), (caregiver, "otto", pauli.person?.id, 201),
                (caregiver, "otto", petra.person?.id, 422), (caregiver, "maria", caregiver.person?.id, 422),
                (caregiver, "maria", "nobody", 422), (petra, "maria", pauli.person?.id, 422),
            ] as [(Asker, String, String?, Int)] {
                var other = try Self.exercise("calm")
                (other.content.client, other.content.provider) = (client, giver)
                let answer = try await asker.send(.POST, "routines", other)
                #expect(answer.status == status, "\(asker.role), \(client), \(giver ?? "")")
                if status == 422 { #expect(try answer.problem.field == "content.provider") }
            }
            var plain = try Days.medicine()
            (plain.by, plain.content.provider) = (nil, petra.person?.id)
            let refused = try await caregiver.send(.POST, "routines", plain)
            #expect(try refused.status == 422 && refused.problem.field == "content.provider")
        }
    }

    @Test("Once what suits the client has changed, its plan can still be changed, and not be given anew")
    func later() async throws {
        let isCareful = Mutex(false)
        try await TwoClients.with {
            $0.files?.exercises = { _ in
                ExerciseList(
                    exercises: [
                        ExerciseList.Exercise(
                            id: "calm", name: "Calm", language: "en", instructions: "Breathe.",
                            isAllowed: !isCareful.withLock { $0 })
                    ], breathing: "any")
            }
        } _: { (home: TwoClients) async throws in
            let caregiver = try #require(home.others.first { $0.role == .caregiver })
            let new = try Self.exercise("calm")
            let made: Routine = try await caregiver.send(.POST, "routines", new).decode()
            isCareful.withLock { $0 = true }
            var change = RoutineChange(
                id: UUID(), scope: .all, content: made.content, replaces: made.sequence, at: noon)
            change.content?.title = "Calm breathing"
            #expect(try await caregiver.send(.POST, "routines/\(new.id)/changes", change).status == 201)
            #expect(try await caregiver.send(.POST, "routines", new).status == 200)
            #expect(try await caregiver.send(.POST, "routines", Self.exercise("calm")).status == 422)
        }
    }
}
