import Care
import Foundation
import Testing

@testable import CareStore

@Suite("How long somebody stays logged in, whatever the clock shows, and whose name is taken")
struct LoginLifeTests {
    private static let password = StoredPassword(
        salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "scrypt:16:8:1")
    private static let day: TimeInterval = 86_400
    /// Where a clock without a battery begins.
    private static let in1970 = Date(timeIntervalSince1970: 60)

    private let store: CareStore

    init() throws {
        store = try TestHome().store()
    }

    private func session(_ number: UInt8, at: Date = noon) -> NewSession {
        NewSession(
            id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "token \(number)", browser: "",
            at: at)
    }

    private func olga(_ session: NewSession) async throws -> Person {
        try await store.setUp(name: "Olga", password: Self.password, session).person
    }

    private func accept(
        _ code: String, _ role: Person.Role, _ name: String, password: StoredPassword?, person: String? = nil,
        _ session: NewSession
    ) async throws -> Person? {
        _ = try await store.addInvitation(
            NewInvitation(id: UUID(), role: role, name: name, person: person), by: "olga", at: session.at,
            expiresAt: session.at + 3600
        ) { code }
        return try await store.accept(code: code, name: name, password: password, session)?.person
    }

    private func isIn(_ session: NewSession, _ at: Date) async throws -> Bool {
        try await store.session(hash: session.hash, at: at) != nil
    }

    @Test("A clock that starts in 1970 logs out nobody who asks then")
    func in1970() async throws {
        let begun = session(1)
        _ = try await olga(begun)
        #expect(try await isIn(begun, Self.in1970))
        try await store.sawSession(begun.id, at: Self.in1970)
        #expect(try await isIn(begun, noon + 3600))
        #expect(try await store.session(hash: begun.hash, at: noon)?.lastSeen == noon)
    }

    @Test("What has begun in 1970 stays when the clock is right again, and lasts from then on as long as any")
    func begunIn1970() async throws {
        let (first, phone) = (session(1, at: Self.in1970), session(2, at: Self.in1970 + 60))
        _ = try await olga(first)
        #expect(try await accept("AAAAAA", .client, "Maria", password: nil, phone)?.id == "maria")
        for one in [first, phone] { #expect(try await isIn(one, noon)) }
        #expect(try await store.oldSessions(listening: [], at: noon).isEmpty)
        try await store.follow(noon, uptime: .seconds(10))
        for one in [first, phone] {
            #expect(try await store.session(hash: one.hash, at: noon)?.lastSeen == noon)
            #expect(try await isIn(one, noon + 90 * Self.day))
            #expect(try await !isIn(one, noon + 91 * Self.day))
        }
    }

    @Test("What a clock ahead has dated does not last for years")
    func ahead() async throws {
        let ahead = noon + 3650 * Self.day
        let begun = session(1, at: ahead)
        _ = try await olga(begun)
        try await store.follow(ahead, uptime: .seconds(10))
        try await store.follow(noon, uptime: .seconds(20))
        #expect(try await isIn(begun, noon))
        #expect(try await !isIn(begun, noon + 91 * Self.day))
    }

    @Test(
        "A phone without a password stays linked for years, if it is used; with one, the password is asked for again"
    )
    func years() async throws {
        _ = try await olga(session(1))
        let (phone, chosen) = (session(2), session(3))
        _ = try await accept("AAAAAA", .client, "Maria", password: nil, phone)
        _ = try await accept("BBBBBB", .client, "Leo", password: Self.password, chosen)
        for days in stride(from: 80.0, through: 800, by: 80) {
            for one in [phone, chosen] { try await store.sawSession(one.id, at: noon + days * Self.day) }
        }
        #expect(try await isIn(phone, noon + 801 * Self.day))
        #expect(try await !isIn(chosen, noon + 801 * Self.day))
        // One that lies in a drawer is nobody's any more.
        #expect(try await !isIn(phone, noon + 891 * Self.day))
    }

    @Test("Accounts say at how many places somebody is logged in now, and nothing of sessions that are over")
    func accounts() async throws {
        _ = try await olga(session(1))
        let (phone, tablet) = (session(2), session(3, at: noon + 80 * Self.day))
        _ = try await accept("AAAAAA", .client, "Maria", password: nil, phone)
        _ = try await accept("BBBBBB", .client, "Maria", password: nil, person: "maria", tablet)
        func maria(_ days: Double) async throws -> Account? {
            try await store.accounts(at: noon + days * Self.day).first { $0.person.id == "maria" }
        }
        #expect(try await maria(80)?.sessions == 2)
        let later = try #require(try await maria(100))
        #expect(later.sessions == 1 && later.lastSeen == noon + 80 * Self.day)
        let over = try #require(try await maria(200))
        #expect(over.sessions == 0 && over.lastSeen == nil && over.hasLogin)
    }

    @Test("The session for which there is no place is named, so that its stream ends; never the new one")
    func pushedOut() async throws {
        let first = session(0)
        let olga = try await olga(first)
        for number in 1..<Logins.mostSessions {
            let begun = try await store.logIn(
                olga.id, by: .password(Self.password),
                session(UInt8(number), at: noon.addingTimeInterval(Double(number))), endingBefore: nil)
            #expect(begun.ended == [])
        }
        // The clock stands wrong when the last one comes.
        let last = session(200, at: Self.in1970)
        let begun = try await store.logIn(
            olga.id, by: .password(Self.password), last, endingBefore: nil)
        #expect(begun.ended == [first.id])
        #expect(try await isIn(last, noon))
        let linked = session(201)
        #expect(try await store.beginSession(from: last.id, linked, endingBefore: nil)?.ended.count == 1)
    }

    @Test(
        "Whoever has left, or has no password, keeps their name from nobody; who comes back to a taken one is told"
    )
    func names() async throws {
        _ = try await olga(session(1))
        let ben = try #require(
            try await accept("AAAAAA", .caregiver, "Ben", password: Self.password, session(2)))
        var left = ben
        left.isActive = false
        left = try await store.setPerson(left, at: noon).0
        #expect(try await store.password(ofName: "Ben") == nil)
        let other = try #require(
            try await accept("BBBBBB", .caregiver, "Ben", password: Self.password, session(3)))
        #expect(other.id == "ben-2")
        #expect(try await store.password(ofName: "Ben")?.person == "ben-2")
        left.isActive = true
        let back = left
        await #expect {
            try await store.setPerson(back, at: noon)
        } throws: { error in
            guard case .invalid("name", _)? = error as? CareStoreError else { return false }
            return true
        }
        left.name = "Ben the Elder"
        let renamed = left
        _ = try await store.setPerson(renamed, at: noon)
        #expect(try await store.password(ofName: "Ben the Elder")?.person == "ben")
        // A phone is linked, and somebody else logs in by the name of the client, who has left.
        let maria = try #require(
            try await accept("CCCCCC", .client, "Maria", password: nil, session(4)))
        var gone = maria
        gone.isActive = false
        let goneNow = gone
        _ = try await store.setPerson(goneNow, at: noon)
        #expect(
            try await accept("DDDDDD", .caregiver, "Maria", password: Self.password, session(5))?.id
                == "maria-2")
    }
}
