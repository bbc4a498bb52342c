import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("Passkeys, as they are kept")
struct PasskeyStoreTests {
    @Test("One is found by its credential, and by nothing else")
    func found() async throws {
        let home = try await LoginHome()
        let (first, second) = (home.passkey(1, count: 3), home.passkey(2))
        try await home.audited.addPasskey(first, from: home.bens.id)
        let entry = try await home.lastEntry()
        #expect(entry.kind == .passkeyAdded && entry.about == "Ben" && entry.changes == ["Phone 1"])
        try await home.store.addPasskey(second, from: home.bens.id)
        #expect(try await home.store.passkeys(of: "ben") == [first, second])
        #expect(try await home.store.passkeys(of: "olga").isEmpty)
        #expect(try await home.store.passkey(credential: first.credential) == first)
        #expect(try await home.store.passkey(credential: Data(repeating: 1, count: 19)) == nil)
        #expect(try await home.store.passkey(credential: Data()) == nil)
    }

    @Test("One is added once, by who is logged in and has a password, twenty at most")
    func added() async throws {
        let home = try await LoginHome()
        try await home.store.addPasskey(home.passkey(1), from: home.bens.id)
        let known = CareStoreError.invalid(
            field: "attestation", "this passkey was added before: use it, or make another one")
        await #expect(throws: known) {
            try await home.store.addPasskey(home.passkey(1), from: home.bens.id)
        }
        await #expect(throws: known) {
            try await home.store.addPasskey(home.passkey(1, of: "olga"), from: home.olgas.id)
        }
        let phone = LoginHome.session(3)
        try await home.accept("CCCCCC", .client, "Maria", password: nil, phone)
        await #expect(throws: CareStoreError.self) {
            try await home.store.addPasskey(home.passkey(90, of: "maria"), from: phone.id)
        }
        await #expect(throws: CareStoreError.self) {
            try await home.store.addPasskey(home.passkey(90), from: home.olgas.id)
        }
        for number in 2...UInt8(Passkey.most) {
            try await home.store.addPasskey(home.passkey(number), from: home.bens.id)
        }
        await #expect(
            throws: CareStoreError.invalid(
                field: "name", "you have 20 passkeys already: remove one first")
        ) { try await home.store.addPasskey(home.passkey(90), from: home.bens.id) }
        try await home.store.endSession(home.bens.id, of: "ben")
        await #expect(
            throws: CareStoreError.notAllowed("you are not logged in any more: log in again")
        ) { try await home.store.addPasskey(home.passkey(91), from: home.bens.id) }
        #expect(try await home.store.passkeys(of: "ben").count == Passkey.most)
    }

    @Test("It logs its owner in, also with a second step, and says when it was used")
    func logIn() async throws {
        let home = try await LoginHome()
        let passkey = home.passkey(1)
        try await home.store.addPasskey(passkey, from: home.bens.id)
        try await home.switchOn()
        #expect(
            try await home.logIn(10, by: .passkey(passkey.id, count: 0), at: noon + 60).hasBegun)
        #expect(try await home.store.passkeys(of: "ben").map(\.usedAt) == [noon + 60])
        #expect(try await home.lastEntry().changes == ["with a passkey"])
        #expect(try await home.store.secondStep(of: "ben")?.lastStep == 100)
        #expect(try await home.logIn(11, by: .passkey(passkey.id, count: 0), "olga") == .refused)
        #expect(try await home.logIn(12, by: .passkey(UUID(), count: 1)) == .refused)
        try await home.person("ben") { $0.isActive = false }
        #expect(try await home.logIn(13, by: .passkey(passkey.id, count: 1)) == .refused)
    }

    @Test(
        "One that counts has to count on: a copy of it, or what was sent twice, is refused",
        arguments: [
            (0, 0, true), (0, 1, true), (0, .max, true), (5, 6, true), (5, 5, false), (5, 4, false),
            (5, 0, false), (.max, .max, false), (.max, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func counts(_ stored: UInt32, _ shown: UInt32, _ isTaken: Bool) async throws {
        let home = try await LoginHome()
        let passkey = home.passkey(1, count: stored)
        try await home.store.addPasskey(passkey, from: home.bens.id)
        #expect(try await home.logIn(10, by: .passkey(passkey.id, count: shown)).hasBegun == isTaken)
        let kept = try await home.store.passkey(credential: passkey.credential)
        #expect(kept?.count == (isTaken ? shown : stored))
        #expect((kept?.usedAt == noon) == isTaken)
    }

    @Test("Of two who show the same count at once, one is refused")
    func atOnce() async throws {
        let home = try await LoginHome()
        let passkey = home.passkey(1, count: 5)
        try await home.store.addPasskey(passkey, from: home.bens.id)
        async let one = home.logIn(20, by: .passkey(passkey.id, count: 6))
        async let two = home.logIn(21, by: .passkey(passkey.id, count: 6))
        let ends = try await [one, two]
        #expect(ends.filter(\.hasBegun).count == 1)
        #expect(ends.contains(.refused))
    }

    @Test("One that is removed lets nobody in, and nobody removes another's")
    func removed() async throws {
        let home = try await LoginHome()
        let passkey = home.passkey(1)
        try await home.store.addPasskey(passkey, from: home.bens.id)
        let notYours = CareStoreError.notFound("passkey \(passkey.id) of yours")
        await #expect(throws: notYours) {
            try await home.store.removePasskey(passkey.id, of: "olga")
        }
        try await home.audited.removePasskey(passkey.id, of: "ben")
        let entry = try await home.lastEntry()
        #expect(entry.kind == .passkeyRemoved && entry.about == "Ben" && entry.changes == ["Phone 1"])
        await #expect(throws: notYours) { try await home.store.removePasskey(passkey.id, of: "ben") }
        #expect(try await home.logIn(10, by: .passkey(passkey.id, count: 1)) == .refused)
        // It can be added again.
        try await home.store.addPasskey(home.passkey(1), from: home.bens.id)
    }

    @Test("One that cannot be read lets nobody in, and keeps out nobody who has another")
    func damaged() async throws {
        let home = try await LoginHome()
        let (broken, whole) = (home.passkey(1), home.passkey(2))
        for passkey in [broken, whole] { try await home.store.addPasskey(passkey, from: home.bens.id) }
        try await home.store.write { db in
            try db.put(
                sql: "UPDATE passkey SET id = ? WHERE id = ?",
                arguments: [String(repeating: "x", count: 36), broken.id.uuidString])
        }
        #expect(try await home.store.passkeys(of: "ben") == [whole])
        #expect(try await home.store.passkey(credential: broken.credential) == nil)
        #expect(try await home.logIn(10, by: .passkey(broken.id, count: 1)) == .refused)
        #expect(try await home.logIn(11, by: .passkey(whole.id, count: 1)).hasBegun)
    }

    @Test(
        "What a wrong clock has dated is dated anew when it is right",
        arguments: [LoginHome.in1970, LoginHome.in9999])
    func clocks(_ wrong: Date) async throws {
        let home = try await LoginHome()
        try await home.store.follow(wrong, uptime: .seconds(10))
        let passkey = home.passkey(1, at: wrong)
        try await home.store.addPasskey(passkey, from: home.bens.id)
        #expect(try await home.logIn(10, by: .passkey(passkey.id, count: 1), at: wrong).hasBegun)
        try await home.store.follow(noon, uptime: .seconds(20))
        let kept = try await home.store.passkeys(of: "ben")
        #expect(kept.map(\.since) == [noon])
        #expect(kept.map(\.usedAt) == [noon])
    }
}
