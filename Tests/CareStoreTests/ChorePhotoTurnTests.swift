import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore
@testable import StoreFiles

/// The bins of the 28th, at two in the afternoon, which ask for a photo and which whoever likes takes.
@Suite("Whose photo of a chore counts, and for which due time")
struct ChorePhotoTurnTests {
    private let home: RoutineHome
    private let routine: Routine
    private static let local = "2026-03-28T14:00"
    private static let wasRefused = "picture: this photo was not enough: send another one"

    init() async throws {
        home = try await RoutineHome([maria, anna, ben, cleo], restarts: true)
        routine = try await home.add(bins(by: .claimed()) { $0.proof = .photo })
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
    }

    @discardableResult
    private func send(_ bytes: [UInt8], _ local: String = local, by person: Person = ben) async throws
        -> ChorePhoto
    {
        try await home.opened().setChorePhoto(
            of: routine.id, home.key(local), .png, Data(bytes), actor: .person, sender: person.id,
            by: person.name, at: home.clock
        ).0
    }

    private func refusal(_ bytes: [UInt8], _ local: String = local, by person: Person = ben) async -> String?
    {
        await home.refusal { try await send(bytes, local, by: person) }
    }

    private var shown: [UInt8]? {
        get async throws {
            try await home.opened().chorePhoto(of: routine.id, home.key(Self.local)).map { [UInt8]($0.1) }
        }
    }

    @Test(
        "While somebody's photo waits, another is told whose, and replaces it only once they have the chore")
    func waiting() async throws {
        try await send([1])
        let words = "Ben has sent a photo of this: ask whether it is done, or claim it first"
        for bytes in [[1], [2]] as [[UInt8]] { #expect(await refusal(bytes, by: anna) == words) }
        #expect(try await shown == [1])
        // Ben's own may be better.
        try await send([3])
        try await home.enter(.claimed, routine, Self.local, by: "anna")
        try await send([4], by: anna)
        #expect(try await shown == [4])
        #expect(await refusal([5]) == "Anna has sent a photo of this: ask whether it is done")
        #expect(try await shown == [4])
    }

    @Test("One that was not enough keeps nobody from sending theirs")
    func notEnough() async throws {
        try await send([1])
        try await home.enter(.done, routine, Self.local, by: "ben")
        try await home.enter(.notYet, routine, Self.local, by: "cleo") { $0.text = "the lid is open" }
        try await send([2], by: anna)
        #expect(try await shown == [2])
    }

    @Test("None that was not enough is taken again, whatever was sent since and whoever sends it")
    func refusedBefore() async throws {
        for bytes in [[1], [2], [3]] as [[UInt8]] {
            try await send(bytes)
            try await home.enter(.done, routine, Self.local, by: "ben")
            try await home.enter(.notYet, routine, Self.local, by: "cleo") { $0.text = "the lid is open" }
        }
        for bytes in [[1], [2], [3]] as [[UInt8]] {
            for person in [ben, anna] { #expect(await refusal(bytes, by: person) == Self.wasRefused) }
        }
        try await send([4])
        for bytes in [[1], [2], [3]] as [[UInt8]] { #expect(await refusal(bytes) == Self.wasRefused) }
        // Of another day it may be new.
        try await send([1], "2026-03-29T14:00")
        #expect(try await shown == [4])
    }

    @Test("What was not enough stays so with its chore in another part of the series")
    func refusedMoved() async throws {
        let day = "2026-03-30T14:00"
        for bytes in [[1], [2]] as [[UInt8]] {
            try await send(bytes, day)
            let done = try await home.enter(.done, routine, day, by: "ben")
            try await home.enter(.notYet, routine, day, by: "cleo") { $0.text = "the lid is open" }
            #expect(done.chore?.approval == .waiting)
        }
        _ = try await home.change(
            routine, .following, day, content: routine.content, continuation: UUID())
        for bytes in [[1], [2]] as [[UInt8]] { #expect(await refusal(bytes, day) == Self.wasRefused) }
    }

    @Test("Nobody shows today what is due in more than a week: it would push out what others have to show")
    func ahead() async throws {
        let words = "key: it is not due within a week"
        for local in ["2026-04-04T14:11", "2026-04-05T14:00", "2036-03-28T14:00"] {
            let isPlanned = local.hasSuffix("14:00")
            #expect(await refusal([1], local)?.contains(isPlanned ? words : "occurrence") == true, "\(local)")
        }
        try await send([1], "2026-04-04T14:00")
        // What was missed is still to do.
        _ = try await home.score(until: berlin("2026-03-28T20:00"))
        try await send([2])
        #expect(try await home.opened().chorePhotos().count == 2)
    }

    @Test("While the clock stands in 1970, what is due is not far ahead")
    func wrongClock() async throws {
        _ = try await home.store.takeDue(now: home.clock, uptime: .seconds(10))
        home.clock = Date(timeIntervalSince1970: 60)
        let store = home.store
        _ = try await store.takeDue(now: home.clock, uptime: .seconds(20))
        let sent = try await store.setChorePhoto(
            of: routine.id, home.key(Self.local), .png, Data([1]), actor: .person, sender: "ben", by: "Ben",
            at: home.clock)
        #expect(sent.isNew)
    }

    @Test("A photo that was not enough before this version stays so")
    func migration() async throws {
        try await send([1])
        try await home.enter(.done, routine, Self.local, by: "ben")
        try await home.enter(.notYet, routine, Self.local, by: "cleo") { $0.text = "the lid is open" }
        let old = try await TestHome.before(
            StoreFormat.refusedPhotos,
            holding: ["person", "journal", "routine", "occurrence", "entry", "chore_photo"], of: home.home)
        let store = try old.store()
        let (id, key, now) = (routine.id, try home.key(Self.local), home.clock)
        func again(_ bytes: [UInt8]) async throws {
            _ = try await store.setChorePhoto(
                of: id, key, .png, Data(bytes), actor: .person, sender: "ben", by: "Ben", at: now)
        }
        try await again([2])
        #expect(await home.refusal { try await again([1]) } == Self.wasRefused)
        #expect(try await store.chorePhoto(of: id, key).map { [UInt8]($0.1) } == [2])
    }
}
