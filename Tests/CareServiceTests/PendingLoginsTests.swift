import Care
import CareStore
import Foundation
import Identity
import Testing

@testable import CareService

@Suite("What is kept of logins that are half done")
struct PendingLoginsTests {
    private static let proof = LogInProof.identity(UUID())

    @Test("A login lasts five minutes and five codes")
    func life() {
        var logins = PendingLogins()
        let end = logins.begin("olga", Self.proof, from: "here", at: .seconds(10), token: "one")
        #expect(end == .seconds(310))
        #expect(logins.find("one", at: .seconds(309))?.person == "olga")
        #expect(logins.find("one", at: .seconds(310)) == nil)
        #expect(logins.find("two", at: .seconds(10)) == nil)
        var tries: [Bool?] = []
        for _ in 0..<7 { tries.append(logins.attempt("one", at: .seconds(20))?.isLastTry) }
        #expect(tries == [false, false, false, false, true, nil, nil])
    }

    @Test("It is taken once; put back, it has not more tries than before")
    func taken() throws {
        var logins = PendingLogins()
        _ = logins.begin("olga", Self.proof, from: "here", at: .zero, token: "one")
        _ = logins.attempt("one", at: .zero)
        let (first, second) = (logins.take("one", at: .zero), logins.take("one", at: .zero))
        #expect(second == nil)
        let login = try #require(first)
        #expect(login.first == Self.proof)
        logins.putBack(login, token: "one")
        var left = 0
        while logins.attempt("one", at: .zero) != nil { left += 1 }
        #expect(left == PendingLogins.mostTries - 1)
        let late = logins.take("one", at: PendingLogins.life)
        #expect(late == nil && logins.count == 0)
    }

    @Test("Whoever knows one password pushes out nobody else's login")
    func bounded() {
        var logins = PendingLogins()
        _ = logins.begin("anna", Self.proof, from: "here", at: .zero, token: "anna")
        for number in 0..<10_000 {
            _ = logins.begin("olga", Self.proof, from: "here", at: .seconds(1), token: "\(number)")
        }
        #expect(logins.count == PendingLogins.mostOfOne + 1)
        #expect(logins.find("anna", at: .seconds(1)) != nil)
        for number in 0..<1200 {
            _ = logins.begin(
                "person \(number)", Self.proof, from: "here", at: .seconds(2), token: "of \(number)")
        }
        #expect(logins.count == 1000)
        _ = logins.begin("ben", Self.proof, from: "here", at: .seconds(400), token: "ben")
        #expect(logins.count == 1)
    }

    @Test("Whoever knows a password does not push out the login that its owner has begun elsewhere")
    func elsewhere() {
        var logins = PendingLogins()
        _ = logins.begin("olga", Self.proof, from: "phone", at: .zero, token: "owner")
        for number in 0..<100 {
            _ = logins.begin("olga", Self.proof, from: "neighbour", at: .seconds(1), token: "\(number)")
        }
        #expect(logins.count == PendingLogins.mostOfOne)
        #expect(logins.find("owner", at: .seconds(1)) != nil && logins.find("99", at: .seconds(1)) != nil)
        _ = logins.begin("olga", Self.proof, from: "tablet", at: .seconds(2), token: "again")
        #expect(logins.count == PendingLogins.mostOfOne && logins.find("owner", at: .seconds(2)) != nil)
    }

    @Test("All of one person end at once")
    func ended() {
        var logins = PendingLogins()
        for (person, token) in [("olga", "one"), ("olga", "two"), ("ben", "three")] {
            _ = logins.begin(person, Self.proof, from: "here", at: .zero, token: token)
        }
        logins.end(of: "olga")
        #expect(logins.count == 1 && logins.find("three", at: .zero) != nil)
    }

    @Test("A session has one new app, which it is told again, and which ends with it")
    func newSecondSteps() {
        var steps = NewSecondSteps(most: 3)
        let session = UUID()
        func secret(_ byte: UInt8) -> () -> Data { { Data([byte]) } }
        let first = steps.make(for: session, at: .zero, secret: secret(1))
        #expect(first.secret == Data([1]) && first.expiresAt == .seconds(600))
        let again = steps.make(for: session, at: .seconds(599), secret: secret(2))
        #expect(again.secret == Data([1]) && again.expiresAt == .seconds(1199))
        #expect(steps.secret(of: session, at: .seconds(1198)) == Data([1]))
        #expect(steps.secret(of: session, at: .seconds(1199)) == nil)
        #expect(steps.secret(of: UUID(), at: .seconds(600)) == nil)
        let renewed = steps.make(for: session, at: .seconds(1199), secret: secret(3))
        #expect(renewed.secret == Data([3]))
        steps.end(of: [session])
        #expect(steps.secret(of: session, at: .seconds(1200)) == nil)
        for byte in 0..<200 { _ = steps.make(for: UUID(), at: .seconds(1200), secret: secret(UInt8(byte))) }
        #expect(steps.count == 3)
    }

    @Test("A challenge is taken once, whatever it was for, and within five minutes")
    func challenges() {
        var challenges = PasskeyChallenges()
        let session = UUID()
        let end = challenges.make(.logIn(from: "10.0.0.1"), at: .zero, text: "one")
        #expect(end == .seconds(300))
        let first = challenges.take("one", at: .seconds(299))
        #expect(first?.purpose == .logIn(from: "10.0.0.1"))
        let second = challenges.take("one", at: .seconds(299))
        #expect(second == nil)
        _ = challenges.make(.making(session: session), handle: Data([7]), at: .zero, text: "two")
        let late = challenges.take("two", at: .seconds(300))
        #expect(late == nil && challenges.count == 0)
        for text in ["a", "b", "c", "d"] {
            _ = challenges.make(.making(session: session), handle: Data([7]), at: .zero, text: text)
        }
        #expect(challenges.count == PasskeyChallenges.mostOfSession)
        let newest = challenges.take("d", at: .zero)
        #expect(newest?.handle == Data([7]))
        challenges.end(of: [session])
        #expect(challenges.count == 0)
    }

    @Test("Many machines that ask for all at once push out each other's, and not what few have asked for")
    func floods() {
        var challenges = PasskeyChallenges(most: 100)
        _ = challenges.make(.making(session: UUID()), at: .zero, text: "of a session")
        _ = challenges.make(.logIn(from: "home"), at: .zero, text: "of the home")
        for number in 0..<2000 {
            _ = challenges.make(.logIn(from: "\(number % 30)"), at: .seconds(1), text: "\(number)")
        }
        #expect(challenges.count == 100)
        for text in ["of a session", "of the home"] {
            let kept = challenges.take(text, at: .seconds(2))
            #expect(kept != nil)
        }
    }

    @Test("What was typed is read however it is written, and an old code is told from a wrong one")
    func codes() throws {
        let now = Date(timeIntervalSince1970: 1_774_699_200)
        let step = OneTimePassword.step(at: now)
        let secret = Data((1...20).map { UInt8($0) })
        let stored = StoredSecondStep(secret: secret, lastStep: step - 1, since: now, recoveryCodesLeft: 10)
        func read(_ text: String, at moment: Date = now, isClockWrong: Bool = false) -> SecondStepCode {
            SecondStepCode(text, stored, at: moment, isClockWrong: isClockWrong)
        }
        func code(_ step: Int64) -> String { OneTimePassword.code(secret: secret, step: step) }
        #expect(read(code(step)) == .shown(.code(step: step)))
        #expect(read(" \(code(step).prefix(3))-\(code(step).suffix(3))") == .shown(.code(step: step)))
        #expect(read(code(step + 1)) == .shown(.code(step: step + 1)))
        #expect(read(code(step - 1)) == .used)
        #expect(read(code(step - 1), isClockWrong: true) == .used)
        #expect(read(code(step + 2)) == .wrong)
        #expect(read(code(step + 2), isClockWrong: true) == .wrongByClock)
        #expect(read("") == .wrong)
        let digits = Array("٠١٢٣٤٥٦٧٨٩")
        let arabic = String(code(step).map { digits[$0.wholeNumberValue ?? 0] })
        #expect(read(arabic) == .shown(.code(step: step)))
        let paper = "K7M4Q-X2PHB"
        let hash = try #require(RecoveryCode.hash(paper))
        for typed in [paper, "k7m4q x2phb", "K7M4QX2PHB"] {
            #expect(read(typed) == .shown(.recoveryCode(hash)))
        }
        // Back by so much that the next minutes' codes would all count as used.
        let back = now.addingTimeInterval(-600)
        #expect(read(code(step - 20), at: back) == .wrongByClock)
        // A minute is what clocks are set by.
        let short = now.addingTimeInterval(-60)
        #expect(read(code(step - 2), at: short) == .used)
    }

    @Test("A clock is certainly wrong before Beckon, and after all that people plan")
    func clocks() throws {
        for (text, isWrong) in [
            ("1970-01-01T00:00:00Z", true), ("2025-12-31T23:59:59Z", true), ("2026-01-01T00:00:00Z", false),
            ("2199-12-31T23:59:59Z", false), ("2201-01-01T00:00:00Z", true), ("9999-12-31T23:59:59Z", true),
        ] {
            let moment = try #require(CareJSON.date(from: text))
            #expect(CareStore.isCertainlyWrong(moment) == isWrong, "\(text)")
        }
    }
}
