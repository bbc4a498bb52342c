import Care
import CareStore
import Foundation
import StoreFiles
import Testing

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
