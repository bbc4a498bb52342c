import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("Pictures are kept beside people")
struct PictureStoreTests {
    private let home: TestHome
    private let store: CareStore
    private let face = Data([0x89, 0x50, 0x00, 0xFF])

    init() throws {
        home = try TestHome()
        store = try home.store()
    }

    @Test("One for each person; another takes its place, the same again changes nothing")
    func one() async throws {
        _ = try await store.setPerson(anna, at: noon)
        #expect(try await store.picture(of: "anna") == nil)
        let first = try await store.setPicture(of: "anna", .png, face, at: noon)
        #expect(first.isNew && first.0.kind == .png && first.0.changedAt == noon)
        let again = try await store.setPicture(of: "anna", .png, face, at: noon + 60)
        #expect(!again.isNew && again.0 == first.0)
        let other = try await store.setPicture(of: "anna", .jpeg, face + [1], at: noon + 60)
        #expect(!other.isNew && other.0.version > first.0.version)
        #expect(try await store.pictures() == [other.0])
        let kept = try #require(try await store.picture(of: "anna"))
        #expect(kept.0 == other.0 && kept.1 == face + [1])
    }

    @Test("Whoever changes keeps their picture, and it is there at the next start")
    func stays() async throws {
        let stored = try await store.setPerson(anna, at: noon).0
        let picture = try await store.setPicture(of: "anna", .webp, face, at: noon).0
        var renamed = stored
        renamed.name = "Anna K."
        _ = try await store.setPerson(renamed, at: noon)
        try await store.ensurePerson(id: "anna", name: "Anna M.", role: .caregiver, at: noon)
        #expect(try await store.pictures() == [picture])
        #expect(try await store.picture(of: "anna")?.1 == face)
    }

    @Test("What was taken away is gone, and its number is not used again")
    func removed() async throws {
        _ = try await store.setPerson(anna, at: noon)
        let first = try await store.setPicture(of: "anna", .png, face, at: noon).0
        try await store.removePicture(of: "anna")
        try await store.removePicture(of: "anna")
        #expect(try await store.pictures().isEmpty)
        let again = try await store.setPicture(of: "anna", .png, face, at: noon)
        #expect(again.isNew && again.0.version > first.version)
    }

    @Test(
        "Those of before are stripped at the start, and given out without what is not the picture until then")
    func before() async throws {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            [0, 0, 0, UInt8(content.count)] + Array(name.utf8) + content + [0, 0, 0, 0]
        }
        let head: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
        let rest = chunk("IDAT", [1]) + chunk("IEND", [])
        let (old, plain) = (Data(head + chunk("tEXt", Array("48.137N".utf8)) + rest), Data(head + rest))
        for person in [anna, maria] { _ = try await store.setPerson(person, at: noon) }
        let first = try await store.setPicture(of: "anna", .png, old, at: noon).0
        _ = try await store.setPicture(of: "maria", .png, face, at: noon)
        // As a version before has left them.
        try await store.write { db in try db.execute(sql: "UPDATE picture SET is_stripped = 0") }
        #expect(try await store.picture(of: "anna")?.1 == plain)
        #expect(try await store.picture(of: "maria") == nil)
        let done = try await store.stripPictures()
        #expect(done.count == 2 && done.unreadable == ["maria"])
        let kept = try #require(try await store.picture(of: "anna"))
        #expect(kept.1 == plain && kept.0.version > first.version && kept.0.changedAt == first.changedAt)
        #expect(try await store.pictures() == [kept.0])
        #expect(try await store.stripPictures().count == 0)
        // There may be no other copy of it; another picture, or none, is what ends it.
        func withheld() async throws -> [Data] {
            try await store.read { db in try Data.fetchAll(db, sql: "SELECT bytes FROM picture_withheld") }
        }
        #expect(try await withheld() == [face])
        _ = try await store.setPicture(of: "maria", .png, plain, at: noon)
        #expect(try await withheld() == [])
    }

    @Test("Nobody's picture, an empty one and one too large are refused")
    func refused() async throws {
        await #expect(throws: CareStoreError.self) {
            try await store.setPicture(of: "anna", .png, face, at: noon)
        }
        await #expect(throws: CareStoreError.self) { try await store.removePicture(of: "anna") }
        _ = try await store.setPerson(anna, at: noon)
        _ = try await store.setPicture(of: "anna", .png, Data(count: PersonPicture.mostBytes), at: noon)
        for size in [0, PersonPicture.mostBytes + 1] {
            await #expect(throws: CareStoreError.self) {
                try await store.setPicture(of: "anna", .png, Data(count: size), at: noon)
            }
        }
        #expect(try await store.picture(of: "anna")?.1.count == PersonPicture.mostBytes)
    }
}
