import Care
import Foundation
import Testing

@testable import CareStore

@Suite("The second step, as it is kept")
struct SecondStepStoreTests {
    /// The number of the 30 seconds.
    private static func step(_ at: Date) -> Int64 { Int64(at.timeIntervalSince1970) / 30 }

    @Test("It is asked for after a password and after a provider, and not after a passkey")
    func asked() async throws {
        let home = try await LoginHome()
        let all = try await home.giveBenAll()
        let stored = try #require(try await home.store.secondStep(of: "ben"))
        #expect(
            stored
                == StoredSecondStep(
                    secret: Data(repeating: 6, count: 20), lastStep: 100, since: noon, recoveryCodesLeft: 1))
        let before = try await home.store.audit(AuditSearch(kind: .logIn)).entries
        #expect(try await home.logIn(10) == .needsSecondStep)
        #expect(try await home.logIn(11, by: .identity(all.identity.id)) == .needsSecondStep)
        // Nothing has happened by it.
        #expect(try await home.store.sessions(of: "ben", asking: home.bens.id, at: noon).count == 1)
        #expect(try await home.store.identities(of: "ben").map(\.usedAt) == [nil])
        #expect(try await home.store.audit(AuditSearch(kind: .logIn)).entries == before)
        #expect(try await home.logIn(12, by: .passkey(all.passkey.id, count: 0)).hasBegun)
        #expect(try await home.logIn(13, by: .identity(all.identity.id), and: .code(step: 101)).hasBegun)
        #expect(
            try await home.lastEntry().changes == ["provider: Example", "with a code of their app"])
        // It is Ben's alone.
        #expect(try await home.logIn(14, "olga").hasBegun)
        let accounts = try await home.store.accounts(at: noon)
        #expect(accounts.filter(\.hasSecondStep).map(\.person.id) == ["ben"])
    }

    @Test("A code is taken once, and none before it afterwards")
    func codes() async throws {
        let home = try await LoginHome()
        try await home.switchOn()
        // The one with which it was switched on.
        #expect(try await home.logIn(10, and: .code(step: 100)) == .secondStepRefused)
        #expect(try await home.logIn(11, and: .code(step: 105)).hasBegun)
        #expect(try await home.logIn(12, and: .code(step: 105)) == .secondStepRefused)
        #expect(try await home.logIn(13, and: .code(step: 104)) == .secondStepRefused)
        #expect(try await home.logIn(14, and: .code(step: 106)).hasBegun)
        #expect(try await home.store.secondStep(of: "ben")?.lastStep == 106)
    }

    @Test("Of two who log in with the same code at once, one is refused", arguments: 0..<5)
    func atOnce(_ round: Int) async throws {
        let home = try await LoginHome()
        try await home.switchOn()
        for second in [SecondStep.code(step: 101 + Int64(round)), .recoveryCode(LoginHome.hash(9))] {
            async let one = home.logIn(20, and: second)
            async let two = home.logIn(21, and: second)
            let ends = try await [one, two]
            #expect(ends.filter(\.hasBegun).count == 1)
            #expect(ends.contains(.secondStepRefused))
            for number in [UInt8(20), 21] {
                guard
                    let found = try await home.store.session(hash: LoginHome.hash(number), at: noon)
                else { continue }
                try await home.store.endSession(found.id, of: "ben")
            }
        }
    }

    @Test("What is wrong takes nothing: neither a code nor the session that the browser had")
    func refused() async throws {
        let home = try await LoginHome()
        try await home.switchOn()
        let wrong = try await home.store.logIn(
            "ben", by: .password(LoginHome.other), and: .code(step: 200), LoginHome.session(10),
            endingBefore: home.bens.id)
        #expect(wrong == .refused)
        #expect(try await home.store.secondStep(of: "ben")?.lastStep == 100)
        let late = try await home.store.logIn(
            "ben", by: .password(LoginHome.password), and: .code(step: 100), LoginHome.session(11),
            endingBefore: home.bens.id)
        #expect(late == .secondStepRefused)
        #expect(try await home.store.isSession(home.bens.id))
    }

    @Test("A recovery code lets somebody in once, and nobody else")
    func recoveryCodes() async throws {
        let home = try await LoginHome()
        try await home.switchOn(codes: [11, 12, 13])
        let code = SecondStep.recoveryCode(LoginHome.hash(11))
        #expect(try await home.logIn(20, and: .recoveryCode(LoginHome.hash(99))) == .secondStepRefused)
        // Where the password is another one by now, nothing is said of the code, and it is left.
        #expect(try await home.logIn(26, by: .password(LoginHome.other), and: code) == .refused)
        #expect(try await home.logIn(21, and: code).hasBegun)
        #expect(try await home.lastEntry().changes == ["with a recovery code"])
        #expect(try await home.logIn(22, and: code) == .secondStepRefused)
        #expect(try await home.store.secondStep(of: "ben")?.recoveryCodesLeft == 2)
        // Olga's are other ones, even of the same letters.
        try await home.store.switchOnSecondStep(
            secret: Data(repeating: 8, count: 20), step: 1, recoveryCodes: [LoginHome.hash(14)], of: "olga",
            from: home.olgas.id, at: noon)
        #expect(
            try await home.logIn(23, and: .recoveryCode(LoginHome.hash(12)), "olga") == .secondStepRefused)
        try await home.audited.replaceRecoveryCodes([LoginHome.hash(31), LoginHome.hash(32)], of: "ben")
        #expect(try await home.lastEntry().kind == .recoveryCodesMade)
        #expect(try await home.lastEntry().about == "Ben")
        #expect(try await home.logIn(24, and: .recoveryCode(LoginHome.hash(12))) == .secondStepRefused)
        #expect(try await home.logIn(25, and: .recoveryCode(LoginHome.hash(32))).hasBegun)
        #expect(try await home.store.secondStep(of: "olga")?.recoveryCodesLeft == 1)
    }

    @Test("It is switched on once, by who is logged in and has a password")
    func switchedOn() async throws {
        let home = try await LoginHome()
        try await home.switchOn()
        #expect(try await home.lastEntry().kind == .secondStepOn)
        #expect(try await home.lastEntry().about == "Ben")
        await #expect(
            throws: CareStoreError.notAllowed(
                "your second step is on already: switch it off before you set up another app")
        ) { try await home.switchOn(codes: [], step: 500) }
        #expect(try await home.store.secondStep(of: "ben")?.lastStep == 100)
        func switchOn(_ person: String, _ session: UUID) async throws {
            try await home.store.switchOnSecondStep(
                secret: Data(repeating: 8, count: 20), step: 1, recoveryCodes: [], of: person, from: session,
                at: noon)
        }
        await #expect(throws: CareStoreError.self) { try await switchOn("olga", home.bens.id) }
        let phone = LoginHome.session(3)
        try await home.accept("CCCCCC", .client, "Maria", password: nil, phone)
        await #expect(throws: CareStoreError.self) { try await switchOn("maria", phone.id) }
        try await home.store.endSession(home.olgas.id, of: "olga")
        await #expect(throws: CareStoreError.self) { try await switchOn("olga", home.olgas.id) }
        #expect(try await home.store.secondStep(of: "olga") == nil)
    }

    @Test("It is switched off by its owner or by a coordinator, and another begins anew")
    func switchedOff() async throws {
        let home = try await LoginHome()
        let off = CareStoreError.notFound("second step of ben")
        await #expect(throws: off) { try await home.store.switchOffSecondStep(of: "ben", by: nil) }
        await #expect(throws: off) { try await home.store.replaceRecoveryCodes([], of: "ben") }
        try await home.switchOn()
        await #expect(
            throws: CareStoreError.notAllowed("only a coordinator does that, and you are none any more")
        ) { try await home.store.switchOffSecondStep(of: "ben", by: "ben") }
        try await home.audited.switchOffSecondStep(of: "ben", by: "olga")
        let entry = try await home.lastEntry()
        #expect(entry.kind == .secondStepOff && entry.about == "Ben" && entry.by == "Olga")
        #expect(try await home.left() == [0, 0, 0, 0])
        #expect(try await home.store.accounts(at: noon).allSatisfy { !$0.hasSecondStep })
        // Whoever had been asked for a code before is let in with it.
        #expect(try await home.logIn(10, and: .code(step: 101)).hasBegun)
        #expect(try await home.lastEntry().changes.isEmpty)
        try await home.switchOn(codes: [21], step: 50)
        #expect(try await home.logIn(11, and: .recoveryCode(LoginHome.hash(9))) == .secondStepRefused)
        #expect(try await home.logIn(12, and: .code(step: 51)).hasBegun)
        try await home.store.switchOffSecondStep(of: "ben", by: nil)
        #expect(try await home.logIn(13).hasBegun)
    }

    @Test("A code that was taken in the year 9999 keeps nobody out once the clock is right")
    func ahead() async throws {
        let home = try await LoginHome()
        try await home.store.follow(LoginHome.in9999, uptime: .seconds(10))
        try await home.switchOn(step: Self.step(LoginHome.in9999), at: LoginHome.in9999)
        let now = Self.step(noon)
        #expect(try await home.logIn(10, and: .code(step: now + 2)) == .secondStepRefused)
        try await home.store.follow(noon, uptime: .seconds(20))
        #expect(try await home.store.secondStep(of: "ben")?.since == noon)
        // What might have been taken by now is not taken again.
        for step in [now - 1, now, now + 1] {
            #expect(try await home.logIn(11, and: .code(step: step)) == .secondStepRefused)
        }
        #expect(try await home.logIn(12, and: .code(step: now + 2)).hasBegun)
    }

    @Test("One that was switched on in 1970 takes codes of now when the clock is right")
    func in1970() async throws {
        let home = try await LoginHome()
        try await home.store.follow(LoginHome.in1970, uptime: .seconds(10))
        try await home.switchOn(step: Self.step(LoginHome.in1970), at: LoginHome.in1970)
        try await home.store.follow(noon, uptime: .seconds(20))
        #expect(try await home.store.secondStep(of: "ben")?.since == noon)
        #expect(try await home.logIn(10, and: .code(step: Self.step(noon))).hasBegun)
    }
}
