import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore
@testable import StoreFiles

/// The bins of the 28th, at two in the afternoon, which ask for a photo; the store is opened anew before everything that is done.
@Suite("Photos that show that a chore was done")
struct ChorePhotoTests {
    private let home: RoutineHome
    private let routine: Routine
    private static let local = "2026-03-28T14:00"
    private static let missing = "kind: a photo shows that it is done: send one first, then say so"

    init() async throws {
        home = try await RoutineHome([maria, anna, ben, cleo], restarts: true)
        routine = try await home.add(
            bins(by: .fixed(person: "ben")) { ($0.proof, $0.points) = (.photo, 5) })
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
    }

    @discardableResult
    private func send(
        _ bytes: [UInt8] = [1, 2, 3], _ local: String = local, of other: Routine? = nil,
        by person: Person = ben
    ) async throws -> (ChorePhoto, isNew: Bool) {
        // Each is sent within a week of its due time.
        home.clock = max(home.clock, try berlin(local) - 6 * 86_400)
        return try await home.opened().setChorePhoto(
            of: (other ?? routine).id, try home.key(local), .png, Data(bytes),
            actor: person.role == .client ? .kiosk : .person, sender: person.id, by: person.name,
            at: home.clock)
    }

    @discardableResult
    private func done(by sender: String? = "ben", id: UUID = UUID()) async throws -> RoutineOccurrence {
        try await home.enter(.done, routine, Self.local, by: sender, id: id)
    }

    private func shown(to sender: String? = nil) async throws -> [UInt8]? {
        try await home.opened().chorePhoto(of: routine.id, home.key(Self.local), sentBy: sender)
            .map { [UInt8]($0.1) }
    }

    /// What the lines of Maria's ledger bring.
    private var points: [Int] {
        get async throws {
            try await home.opened().points(of: "maria", seenBy: .all).lines.map(\.points)
        }
    }

    @Test("A photo first, then it is done, then somebody else says yes, and it counts once")
    func proof() async throws {
        #expect(await home.refusal { try await done() } == Self.missing)
        let first = try await send()
        #expect(first.isNew && first.0.by == "Ben")
        #expect(try await send().isNew == false)
        #expect(try await home.opened().chorePhotos() == [first.0])
        #expect(try await done().chore?.approval == .waiting)
        #expect(await home.refusal { try await send([9]) } == "it is done already: undo that first")
        #expect(try await home.shares().isEmpty)
        #expect(
            await home.refusal { try await home.enter(.approved, routine, Self.local, by: "ben") }?
                .contains("somebody else than who did it") == true)
        for _ in 1...2 {
            _ = await home.refusal { try await home.enter(.approved, routine, Self.local, by: "anna") }
        }
        // Said again, by whoever did it and by another: it is done already.
        try await done()
        try await done(by: "anna")
        #expect(try await home.shares() == ["Ben 1 10"])
        #expect(try await shown() == [1, 2, 3])
    }

    @Test("Only those who approve and whoever has sent it see it")
    func readers() async throws {
        try await send()
        #expect(try await shown() == [1, 2, 3])
        #expect(try await shown(to: "ben") == [1, 2, 3])
        #expect(try await shown(to: "maria") == nil)
        #expect(try await home.opened().chorePhotos(sentBy: "maria").isEmpty)
        #expect(try await home.opened().chorePhotos(sentBy: "ben").count == 1)
    }

    @Test("Not yet asks for another, and not for the same again; undoing what was done does not")
    func another() async throws {
        try await send()
        let entry = UUID()
        try await done(id: entry)
        try await home.enter(.undone, routine, Self.local, by: "ben") { $0.undoes = entry }
        try await done()
        try await home.enter(.notYet, routine, Self.local, by: "anna") { $0.text = "the lid is open" }
        #expect(await home.refusal { try await done() } == Self.missing)
        #expect(
            await home.refusal { try await send() } == "picture: this photo was not enough: send another one")
        #expect(try await shown() == [1, 2, 3])
        try await send([4])
        #expect(try await done().chore?.approval == .waiting)
        #expect(try await shown() == [4])
    }

    @Test("A photo that was not enough does not become enough by undoing and redoing what was done")
    func undoneTwice() async throws {
        try await send()
        let (entry, undo) = (UUID(), UUID())
        try await done(id: entry)
        try await home.enter(.undone, routine, Self.local, by: "ben", id: undo) { $0.undoes = entry }
        try await home.enter(.undone, routine, Self.local, by: "ben") { $0.undoes = undo }
        try await home.enter(.notYet, routine, Self.local, by: "anna") { $0.text = "the lid is open" }
        #expect(await home.refusal { try await done() } == Self.missing)
    }

    @Test("Whoever did it sends it: another's photo shows nothing of them")
    func anothers() async throws {
        try await send(by: anna)
        #expect(await home.refusal { try await done() } == Self.missing)
        try await send([5])
        #expect(try await done().chore?.approval == .waiting)
    }

    @Test("At a station, by one switch, and ticked off for another it is done without one, and waits")
    func withoutCamera() async throws {
        let station = try await done(by: nil)
        #expect(station.chore?.approval == .waiting && station.lastEntry != nil)
        try await home.enter(.undone, routine, Self.local, by: "anna") { $0.undoes = station.lastEntry }
        let other = try await home.enter(.done, routine, Self.local, by: "anna") { $0.person = "ben" }
        #expect(other.chore?.approval == .waiting)
        #expect(try await home.shares().isEmpty)
    }

    @Test("A client sends one of what they have, and not of what is another's")
    func clients() async throws {
        let own = try await home.add(
            bins(by: .fixed(person: "maria"), at: "2026-03-28T16:00") { ($0.proof, $0.points) = (.photo, 5) })
        #expect(try await send([8], "2026-03-28T16:00", of: own, by: maria).isNew)
        // What is hers tomorrow she shows tomorrow.
        #expect(
            await home.refusal { try await send([8], "2026-03-29T16:00", of: own, by: maria) }
                == "it is of a coming day: say so on that day")
        // The household's, which somebody else has; and what is somebody's alone is not there for her.
        #expect(await home.refusal { try await send(by: maria) } == "Ben has it")
        let bens = try await home.add(
            bins(by: .fixed(person: "ben"), at: "2026-03-28T15:00") {
                ($0.proof, $0.audience) = (.photo, .person)
            })
        #expect(
            await home.refusal { try await send([1], "2026-03-28T15:00", of: bens, by: maria) }?
                .contains("routine \(bens.id)") == true)
        func mark(isLoggedIn: Bool, _ local: String) async throws -> RoutineOccurrence {
            try await home.opened().mark(
                OccurrenceEntry(
                    id: UUID(), routine: own.id, key: try home.key(local), kind: .done, at: home.clock),
                actor: .kiosk, sender: "maria", isLoggedIn: isLoggedIn, receivedAt: home.clock
            ).0
        }
        #expect(try await mark(isLoggedIn: true, "2026-03-28T16:00").chore?.approval == .waiting)
        _ = try await home.score(until: berlin("2026-03-29T09:00"))
        #expect(
            await home.refusal { _ = try await mark(isLoggedIn: true, "2026-03-29T16:00") } == Self.missing)
        // At the kiosk she needs none.
        #expect(try await mark(isLoggedIn: false, "2026-03-29T16:00").chore?.approval == .waiting)
        #expect(try await points.isEmpty)
        for _ in 1...2 {
            _ = await home.refusal {
                try await home.enter(.approved, own, "2026-03-28T16:00", by: "anna")
            }
        }
        #expect(try await points == [5])
    }

    @Test("Only what asks for a photo takes one, and one photo shows one part")
    func refused() async throws {
        let other = try await home.add(bins(by: .fixed(person: "ben"), at: "2026-03-28T15:00"))
        #expect(
            await home.refusal { try await send([1], "2026-03-28T15:00", of: other) }
                == "key: this asks for no photo: say that it is done")
        #expect(await home.refusal { try await send([1], "2026-03-28T14:01") } != nil)
        var content = routine.content
        content.count = 2
        #expect(throws: FieldProblem.self) { try content.check() }
    }

    @Test("It is deleted four weeks after approval, whatever is noted of it then, and when the chore ends")
    func deleted() async throws {
        try await send()
        try await done()
        try await home.enter(.approved, routine, Self.local, by: "anna")
        let approved = home.clock
        try await pass(to: 20 * 86_400, since: approved)
        try await home.enter(.note, routine, Self.local, by: "anna") { $0.text = "well done" }
        try await pass(to: 28 * 86_400 - 1, since: approved)
        #expect(try await shown() != nil)
        // The year 9999 for a minute, and 1970: nothing goes.
        for wrong in [253_370_764_800, 60.0] {
            try await home.store.deleteOld(
                now: Date(timeIntervalSince1970: wrong), uptime: .seconds(28 * 86_400))
        }
        #expect(try await shown() != nil)
        // A week after the clock is right again.
        try await pass(to: 36 * 86_400, since: approved)
        #expect(try await shown() == nil)
        try await send([7], "2026-05-04T14:00")
        #expect(try await home.opened().chorePhotos().count == 1)
        try await home.change(routine, .all)
        #expect(try await home.opened().chorePhotos().isEmpty)
    }

    @Test("Eight weeks where nobody approves")
    func unapproved() async throws {
        try await send()
        try await done()
        let sent = home.clock
        try await pass(to: 56 * 86_400 - 1, since: sent)
        #expect(try await shown() != nil)
        try await pass(to: 56 * 86_400, since: sent)
        #expect(try await shown() == nil)
    }

    @Test("What a clock of 1970 or 9999 has dated is kept from the moment at which it is right")
    func wronglyDated() async throws {
        try await send()
        let start = home.clock
        try await pass(to: 8 * 86_400, since: start)
        for (day, wrong) in [(9, 60_000), (10, 253_370_764_800_000)] as [(Double, Int64)] {
            try await home.store.write { db in
                try db.execute(
                    literal: "UPDATE chore_photo SET at = \(wrong), delete_at = \(wrong) + 1000")
            }
            try await pass(to: day * 86_400, since: start)
            let right = start + day * 86_400
            #expect(try await home.store.chorePhotos().first?.at == right)
            let kept = try await home.store.read { db in
                try Int64.fetchOne(db, sql: "SELECT delete_at FROM chore_photo")
            }
            #expect(kept == (right + ChorePhoto.kept).milliseconds)
        }
    }

    /// Day by day, the wall's clock and the steady one together.
    private func pass(to seconds: Double, since start: Date) async throws {
        var passed = home.clock.timeIntervalSince(start)
        while passed < seconds {
            passed = min(passed + 86_400, seconds)
            home.clock = start + passed
            try await home.store.deleteOld(now: home.clock, uptime: .seconds(passed))
        }
    }

    @Test("Of one chore's too many the oldest make room, and another's stay")
    func mostOfOne() async throws {
        let other = try await home.add(
            bins(by: .fixed(person: "ben"), at: "2026-03-28T15:00") { $0.proof = .photo })
        try await send([9], "2026-03-28T15:00", of: other)
        for number in 0..<(ChorePhoto.mostOfOne + 3) {
            _ = try await send([UInt8(number)], day(number))
        }
        let kept = try await home.store.chorePhotos()
        let newest = try home.key(day(ChorePhoto.mostOfOne + 2))
        #expect(kept.count == ChorePhoto.mostOfOne + 1 && kept.first?.key == newest)
        #expect(kept.last?.routine == other.id)
    }

    @Test("Of too many those that are approved make room before those that wait")
    func most() async throws {
        try await send()
        try await done()
        let waiting = try await send([7], "2026-03-29T14:00").0
        try await home.enter(.approved, routine, Self.local, by: "anna")
        for number in 0...(ChorePhoto.most / ChorePhoto.mostOfOne) {
            let other = try await home.add(
                bins(by: .fixed(person: "ben"), at: "2026-03-28T15:00") {
                    ($0.proof, $0.title) = (.photo, "Bins \(number)")
                })
            let left = ChorePhoto.most - 1 - number * ChorePhoto.mostOfOne
            for day in 0..<min(left, ChorePhoto.mostOfOne) {
                try await send([1], self.day(day, at: "15:00"), of: other)
            }
        }
        let kept = try await home.store.chorePhotos()
        #expect(kept.count == ChorePhoto.most && kept.contains(waiting))
        #expect(try await shown() == nil)
    }

    @Test("A home of the version before is brought up to date with nothing lost, and takes photos")
    func migration() async throws {
        try await done(by: nil)
        let old = try await TestHome.before(
            StoreFormat.chorePhotos, holding: ["person", "journal", "routine", "occurrence", "entry"],
            of: home.home)
        let store = try old.store()
        let (id, key) = (routine.id, try home.key(Self.local))
        #expect(try await store.history(id, key) == home.store.history(id, key))
        #expect(try await store.routine(id) == home.store.routine(id))
        #expect(try await store.chorePhotos().isEmpty)
        let next = try home.key("2026-03-29T14:00")
        let sent = try await store.setChorePhoto(
            of: id, next, .png, Data([1]), actor: .person, sender: "ben", by: "Ben", at: home.clock)
        #expect(sent.isNew)
    }

    @Test("It goes with its chore to another part of the series, instead of one that was left there")
    func moved() async throws {
        let ahead = try await send([6], "2026-03-30T14:00").0
        let next = UUID()
        _ = try await home.change(
            routine, .following, "2026-03-30T14:00", content: routine.content, continuation: next)
        let photos = try await home.store.chorePhotos()
        #expect(photos.map(\.version) == [ahead.version])
        #expect(photos.map(\.routine) == [next])
    }

    private func day(_ number: Int, at time: String = "14:00") -> String {
        "\(CalendarDay(clamping: 20_540 + number))T\(time)"
    }
}
