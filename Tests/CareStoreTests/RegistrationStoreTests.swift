import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("Who waits to be let in, as it is kept")
struct RegistrationStoreTests {
    private static let day: TimeInterval = 86_400
    private let store: CareStore

    init() throws {
        store = try TestHome().store()
    }

    private static func password(_ number: UInt8) -> StoredPassword {
        StoredPassword(
            salt: Data(repeating: 1, count: 16), hash: Data(repeating: number, count: 32),
            parameters: "scrypt:16:8:1")
    }

    private static func new(_ name: String, id: UUID = UUID(), password: UInt8 = 2) -> StoredRegistration {
        StoredRegistration(
            id: id, name: name, email: nil, password: Self.password(password), picture: nil,
            address: "192.0.2.7", network: "192.0.2.7")
    }

    private func open() async throws {
        _ = try await store.setUp(
            name: "Olga", password: Self.password(1),
            NewSession(
                id: UUID(), hash: Data(repeating: 1, count: 32), csrfToken: "t", browser: "", at: noon))
        try await store.setRegistration(isOpen: true, by: "olga")
    }

    private func rows(_ table: String = "registration") async throws -> Int? {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test("Whoever has waited too long is deleted, and nobody while the clock may be wrong")
    func old() async throws {
        try await open()
        try await store.follow(noon, uptime: .seconds(0))
        _ = try await store.addRegistration(Self.new("Ben"), at: noon)
        // The year 9999, for an hour.
        let far = Date(timeIntervalSince1970: 253_370_764_800)
        try await store.deleteOld(now: far, uptime: .seconds(60))
        #expect(try await store.registrations(at: far).isEmpty)
        #expect(try await rows() == 1)
        try await store.deleteOld(now: noon + 120, uptime: .seconds(120))
        #expect(try await store.registrations(at: noon + 120).map(\.name) == ["Ben"])
        // 1970: the clock is doubted.
        try await store.deleteOld(now: Date(timeIntervalSince1970: 60), uptime: .seconds(180))
        #expect(try await rows() == 1)
        for days in 1...31 {
            let seconds = Double(days) * Self.day
            try await store.deleteOld(now: noon + seconds, uptime: .seconds(seconds))
            #expect(try await rows() == (days < 30 ? 1 : 0), "\(days)")
        }
    }

    @Test("Who has registered in 1970 waits when the clock is right")
    func in1970() async throws {
        try await open()
        let early = Date(timeIntervalSince1970: 60)
        _ = try await store.addRegistration(Self.new("Ben"), at: early)
        #expect(try await store.registrations(at: noon).map(\.name) == ["Ben"])
        try await store.follow(noon, uptime: .seconds(10))
        #expect(try await store.registrations(at: noon).map(\.at) == [noon])
    }

    @Test("Sent again, the last password counts; once somebody was let in or refused, they do not wait again")
    func again() async throws {
        try await open()
        let ids = [UUID(), UUID()]
        for (id, name) in zip(ids, ["Ben", "Cleo"]) {
            #expect(try await store.addRegistration(Self.new(name, id: id, password: 2), at: noon).isNew)
            let again = try await store.addRegistration(Self.new(name, id: id, password: 3), at: noon)
            #expect(!again.isNew && again.0.id == id)
        }
        #expect(try await store.registration(ofName: "Ben", at: noon)?.password == Self.password(3))
        _ = try await store.acceptRegistration(
            ids[0], RegistrationAcceptance(role: .caregiver), by: "olga", at: noon
        ) { _ in "" }
        #expect(try await store.password(ofName: "Ben")?.password == Self.password(3))
        try await store.refuseRegistration(ids[1], by: "olga", at: noon)
        for (id, name) in zip(ids, ["Ben", "Cleo"]) {
            await #expect(throws: CareStoreError.self) {
                try await store.addRegistration(Self.new(name, id: id), at: noon)
            }
        }
        #expect(try await rows() == 0)
        #expect(try await rows("registration_answered") == 2)
        // Whoever was refused may try once more.
        #expect(try await store.addRegistration(Self.new("Cleo"), at: noon).isNew)
    }

    @Test("A name that is taken lets them in under another; an old one makes room for the same person")
    func names() async throws {
        try await open()
        let id = UUID()
        _ = try await store.addRegistration(Self.new("Olga", id: id), at: noon)
        await #expect(throws: CareStoreError.self) {
            try await store.acceptRegistration(
                id, RegistrationAcceptance(role: .caregiver), by: "olga", at: noon
            ) { _ in "" }
        }
        let person = try await store.acceptRegistration(
            id, RegistrationAcceptance(role: .caregiver, name: "Hanna"), by: "olga", at: noon
        ) { _ in "" }
        #expect(person.name == "Hanna" && person.id == "hanna")
        #expect(try await store.password(ofName: "Hanna")?.person == "hanna")
        _ = try await store.addRegistration(Self.new("Ben"), at: noon)
        let later = noon + 31 * Self.day
        #expect(try await store.addRegistration(Self.new("Ben"), at: later).isNew)
        #expect(try await rows() == 1)
    }

    @Test("A row that cannot be read is left out and reported, and the others are there")
    func unreadable() async throws {
        try await open()
        for name in ["Ben", "Cleo"] {
            _ = try await store.addRegistration(Self.new(name), at: noon)
        }
        let damaged = String(repeating: "x", count: 36)
        try await store.write { db in
            try db.put(sql: "UPDATE registration SET id = '\(damaged)' WHERE name = 'Ben'")
        }
        #expect(try await store.registrations(at: noon).map(\.name) == ["Cleo"])
        #expect(try await store.unreadableRows() == [UnreadableRow(.registration, "1")])
    }
}
