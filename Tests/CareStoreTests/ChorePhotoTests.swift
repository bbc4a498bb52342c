import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

/// The bins of the 28th, at two in the afternoon, which ask for a photo; the store is opened anew before everything that is done.
@Suite("Photos that show that a chore was done")
struct ChorePhotoTests {
    private let home: RoutineHome
    private let routine: Routine
    private static let local = "2026-03-28T14:00"

    init() async throws {
        home = try await RoutineHome([maria, anna, ben, cleo], restarts: true)
        routine = try await home.add(
            bins(by: .fixed(person: "ben")) { ($0.proof, $0.points) = (.photo, 5) })
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
    }

    @discardableResult
    private func send(_ bytes: [UInt8] = [1, 2, 3], _ local: String = local) async throws -> (
        ChorePhoto, isNew: Bool
    ) {
        try await home.opened().setChorePhoto(
            of: routine.id, try home.key(local), .png, Data(bytes), by: "Ben", at: home.clock)
    }

    private func done(by sender: String? = "ben", id: UUID = UUID()) async throws -> RoutineOccurrence {
        try await home.enter(.done, routine, Self.local, by: sender, id: id)
    }

    private func shown() async throws -> [UInt8]? {
        try await home.opened().chorePhoto(of: routine.id, home.key(Self.local)).map { [UInt8]($0.1) }
    }

    @Test("A photo first, then it is done, then somebody else says yes, and it counts")
    func proof() async throws {
        let missing = "kind: a photo shows that it is done: send one first, then say so"
        #expect(await home.refusal { _ = try await done() } == missing)
        let first = try await send()
        #expect(first.isNew && first.0.by == "Ben")
        #expect(try await send().isNew == false)
        #expect(try await home.opened().chorePhotos() == [first.0])
        #expect(try await done().chore?.approval == .waiting)
        #expect(try await home.shares().isEmpty)
        try await home.enter(.approved, routine, Self.local, by: "anna")
        #expect(try await home.shares() == ["Ben 1 10"])
        #expect(try await shown() == [1, 2, 3])
    }

    @Test("Not yet asks for another; undoing what was done does not")
    func another() async throws {
        try await send()
        let entry = UUID()
        _ = try await done(id: entry)
        #expect(await home.refusal { try await send([9]) } == "it is done already: undo that first")
        try await home.enter(.undone, routine, Self.local, by: "ben") { $0.undoes = entry }
        _ = try await done()
        try await home.enter(.notYet, routine, Self.local, by: "anna") { $0.text = "the lid is open" }
        #expect(await home.refusal { _ = try await done() }?.hasPrefix("kind: a photo") == true)
        #expect(try await shown() == [1, 2, 3])
        try await send([4])
        #expect(try await done().chore?.approval == .waiting)
        #expect(try await shown() == [4])
    }

    @Test("At a station and by one switch it is done without one, and waits for approval")
    func withoutCamera() async throws {
        #expect(try await done(by: nil).chore?.approval == .waiting)
    }

    @Test("Only what asks for a photo takes one, and one photo shows one part")
    func refused() async throws {
        let other = try await home.add(bins(by: .fixed(person: "ben"), at: "2026-03-28T15:00"))
        #expect(
            await home.refusal {
                _ = try await home.opened().setChorePhoto(
                    of: other.id, home.key("2026-03-28T15:00"), .png, Data([1]), by: "Ben", at: home.clock)
            } == "key: this asks for no photo: say that it is done")
        var content = routine.content
        content.count = 2
        #expect(throws: FieldProblem.self) { try content.check() }
    }

    @Test(
        "It is deleted four weeks after approval, eight after what else was entered, and when the chore ends")
    func deleted() async throws {
        try await send()
        _ = try await done()
        try await home.enter(.approved, routine, Self.local, by: "anna")
        let approved = home.clock
        _ = try await home.take(at: approved + 28 * 86_400 - 1)
        #expect(try await shown() != nil)
        _ = try await home.take(at: approved + 28 * 86_400)
        #expect(try await shown() == nil)
        let next = try home.key("2026-04-10T14:00")
        _ = try await home.opened().setChorePhoto(
            of: routine.id, next, .png, Data([7]), by: "Ben", at: home.clock)
        try await home.change(routine, .all)
        #expect(try await home.opened().chorePhotos().isEmpty)
    }

    @Test("Of too many the oldest make room")
    func most() async throws {
        for number in 0..<(ChorePhoto.most + 3) {
            _ = try await home.store.setChorePhoto(
                of: routine.id, home.key(day(number)), .png, Data([1]), by: "Ben", at: home.clock)
        }
        let kept = try await home.store.chorePhotos()
        let newest = try home.key(day(ChorePhoto.most + 2))
        #expect(kept.count == ChorePhoto.most && kept.first?.key == newest)
    }

    private func day(_ number: Int) -> String {
        "\(CalendarDay(clamping: 20_540 + number))T14:00"
    }
}
