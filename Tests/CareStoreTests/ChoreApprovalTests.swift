import Care
import Foundation
import Testing

@testable import CareStore

/// A chore of the household that is worth points and has to be approved by somebody else.
@Suite("Who says whether what was done of a chore counts, whatever is undone")
struct ChoreApprovalTests {
    private static let local = "2026-03-28T14:00"
    private static let pauli = Person(id: "pauli", name: "Pauli", role: .provider, clients: ["maria"])

    private func home() async throws -> (RoutineHome, Routine) {
        let home = try await RoutineHome([maria, anna, ben, cleo, Self.pauli])
        let routine = try await home.add(bins { ($0.needsApproval, $0.points) = (true, 5) })
        _ = try await home.score(until: berlin(Self.local))
        return (home, routine)
    }

    private func points(of person: String, in home: RoutineHome) async throws -> Int {
        try await home.store.points(of: person, seenBy: .all).standing.total
    }

    @Test("Nobody is paid for what they have approved as another's work")
    func own() async throws {
        let (home, routine) = try await self.home()
        let bens = UUID()
        try await home.enter(.done, routine, Self.local, id: bens) { $0.person = "ben" }
        try await home.enter(.done, routine, Self.local) { $0.person = "anna" }
        let approved = try await home.enter(.approved, routine, Self.local, by: "anna")
        #expect(approved.chore?.approval == .given)
        #expect(try await points(of: "ben", in: home) == 5)
        let undone = try await home.enter(.undone, routine, Self.local) { $0.undoes = bens }
        #expect(undone.chore?.approval == .waiting && undone.chore?.doneBy == ["anna"])
        #expect(try await points(of: "anna", in: home) == 0)
        #expect(try await points(of: "ben", in: home) == 0)
        #expect(
            await home.refusal { try await home.enter(.approved, routine, Self.local, by: "anna") }
                == "somebody else than who did it has to approve it")
        try await home.enter(.approved, routine, Self.local, by: "ben")
        #expect(try await points(of: "anna", in: home) == 5)
    }

    @Test("An approval is taken back, and given again by undoing that, by those alone who may approve it")
    func takenBack() async throws {
        let (home, routine) = try await self.home()
        let (approved, undone) = (UUID(), UUID())
        try await home.enter(.done, routine, Self.local)
        try await home.enter(.approved, routine, Self.local, by: "ben", id: approved)
        func refused(_ entry: UUID, by sender: String?) async -> String? {
            await home.refusal {
                _ = try await home.enter(.undone, routine, Self.local, by: sender) { $0.undoes = entry }
            }
        }
        let own = "somebody else than who did it says whether it counts"
        let nobody = "only caregivers and coordinators who have logged in take back what was said of it"
        #expect(await refused(approved, by: "anna") == own)
        #expect(await refused(approved, by: nil) == nobody)
        #expect(await refused(approved, by: "pauli") == nobody)
        try await home.enter(.undone, routine, Self.local, by: "ben", id: undone) { $0.undoes = approved }
        #expect(try await points(of: "anna", in: home) == 0)
        #expect(await refused(undone, by: "anna") == own)
        #expect(await refused(undone, by: nil) == nobody)
        #expect(await refused(undone, by: "pauli") == nobody)
        #expect(try await points(of: "anna", in: home) == 0)
        let again = UUID()
        try await home.enter(.undone, routine, Self.local, by: "cleo", id: again) { $0.undoes = undone }
        #expect(try await points(of: "anna", in: home) == 5)
        // However often it was undone.
        #expect(await refused(again, by: "anna") == own)
    }

    @Test("That it is not done yet is not taken back by whoever did it")
    func notYet() async throws {
        let (home, routine) = try await self.home()
        let notYet = UUID()
        try await home.enter(.done, routine, Self.local)
        try await home.enter(.notYet, routine, Self.local, by: "cleo", id: notYet) {
            $0.text = "the lid is open"
        }
        let refused = await home.refusal {
            _ = try await home.enter(.undone, routine, Self.local, by: "anna") { $0.undoes = notYet }
        }
        #expect(refused == "somebody else than who did it says whether it counts")
        let waiting = try await home.enter(.undone, routine, Self.local, by: "ben") { $0.undoes = notYet }
        #expect(waiting.chore?.approval == .waiting)
    }
}
