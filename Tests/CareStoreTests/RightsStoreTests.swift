import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

/// What ends somebody's rights, or gives them others.
enum RightsChange: String, CaseIterable, Sendable {
    case demoted, left, becomesProvider, loginTaken, invitedAnew, setUpAgain, ownPassword
}

/// A home with two coordinators, Olga and Ben, and codes that each of them has given.
private struct TwoCoordinators {
    static let password = StoredPassword(
        salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "scrypt:16:8:1")
    static let other = StoredPassword(
        salt: Data(repeating: 3, count: 16), hash: Data(repeating: 4, count: 32), parameters: "scrypt:16:8:1")

    let store: CareStore
    let olgas = session(1), bens = session(2), bensPhone = session(3)
    /// Codes that Ben has given, that are for Ben, and that Olga has given.
    let byBen = "BBBBBB", forBen = "FFFFFF", byOlga = "CCCCCC"
    let deviceByBen = "DDDDDD", deviceByOlga = "EEEEEE"

    static func session(_ number: UInt8, at: Date = noon) -> NewSession {
        NewSession(
            id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "token \(number)", browser: "",
            at: at)
    }

    init(_ home: TestHome) async throws {
        store = try home.store()
        _ = try await store.setUp(name: "Olga", password: Self.password, olgas)
        try await invite(by: "olga", "AAAAAA", role: .coordinator, name: "Ben")
        _ = try await store.accept(code: "AAAAAA", name: "Ben", password: Self.password, bens)
        _ = try await store.logIn(
            "ben", by: .password(Self.password), bensPhone, endingBefore: nil)
        try await invite(by: "ben", byBen, role: .coordinator, name: "Eve")
        try await invite(by: "olga", forBen, role: .coordinator, name: "Ben", person: "ben")
        try await invite(by: "olga", byOlga, role: .caregiver, name: "Carla")
        try await pair(by: "ben", deviceByBen)
        try await pair(by: "olga", deviceByOlga)
    }

    func invite(
        by maker: String, _ code: String, role: Person.Role, name: String, person: String? = nil
    ) async throws {
        _ = try await store.addInvitation(
            NewInvitation(id: UUID(), role: role, name: name, person: person), by: maker, at: noon,
            expiresAt: noon.addingTimeInterval(3600)
        ) { code }
    }

    func pair(by maker: String, _ code: String, client: String? = nil) async throws {
        _ = try await store.addPairing(
            NewPairing(id: UUID(), kind: client == nil ? .station : .kiosk, name: "Kitchen", client: client),
            by: maker, at: noon, expiresAt: noon.addingTimeInterval(3600)
        ) { code }
    }

    /// Writes somebody as another coordinator would.
    @discardableResult
    func write(_ id: String, _ change: (inout Person) -> Void) async throws -> [UUID] {
        var person = try #require(try await store.people().first { $0.id == id })
        change(&person)
        return try await store.setPerson(person, by: .coordinator("olga"), at: noon).ended
    }

    /// Does it to Ben; gives the sessions that have ended.
    func change(_ change: RightsChange) async throws -> [UUID] {
        switch change {
        case .demoted: try await write("ben") { $0.role = .caregiver }
        case .left: try await write("ben") { $0.isActive = false }
        case .becomesProvider: try await write("ben") { $0.role = .provider }
        case .loginTaken: try await store.takeLogin(of: "ben", by: "olga", at: noon)
        case .invitedAnew:
            try await accepted("HHHHHH")
        case .setUpAgain:
            try await store.setUp(name: "Ben", password: Self.other, isAgain: true, Self.session(9)).ended
        case .ownPassword:
            try await store.changeAccount(
                of: "ben", name: nil, password: NewPassword(Self.other, replaces: Self.password),
                keeping: bens.id, at: noon
            ).ended
        }
    }

    private func accepted(_ code: String) async throws -> [UUID] {
        try await invite(by: "olga", code, role: .coordinator, name: "Ben", person: "ben")
        let made = try await store.accept(code: code, name: "Ben", password: Self.other, Self.session(8))
        return try #require(made).ended
    }

    /// Gives Ben back what he was, as far as he is not that.
    func giveBack(_ change: RightsChange) async throws {
        try await write("ben") { $0.role = .coordinator }
        try await write("ben") { $0.isActive = true }
        guard change == .loginTaken else { return }
        _ = try await accepted("GGGGGG")
    }

    func isSession(_ session: NewSession) async throws -> Bool {
        let isFound = try await store.session(hash: session.hash, at: noon) != nil
        #expect(try await store.isSession(session.id) == isFound)
        return isFound
    }

    /// Whether somebody could still come in with what Ben had or had given.
    func isAnythingLeft(besides kept: NewSession?) async throws -> [String] {
        var left: [String] = []
        for (name, session) in [("tablet", bens), ("phone", bensPhone)] where session.id != kept?.id {
            if try await isSession(session) { left.append(name) }
        }
        for code in [byBen, forBen] {
            if try await store.invitation(code: code, at: noon) != nil { left.append(code) }
            let taken = try await store.accept(
                code: code, name: "Mallory", password: Self.password, Self.session(7))
            if taken != nil { left.append("taken " + code) }
        }
        let listed = try await store.invitations(at: noon).map(\.code).compactMap(AccessRules.code)
        left += listed.filter { [byBen, forBen].contains($0) }
        let hash = Data(repeating: 5, count: 32)
        if try await store.pair(code: deviceByBen, hash: hash, at: noon) != nil { left.append(deviceByBen) }
        return left
    }
}

@Suite("Who was dismissed does not come back")
struct RightsStoreTests {
    @Test(
        "What somebody had, had given and was given ends with the change, and nothing of it comes back",
        arguments: RightsChange.allCases)
    func ends(_ change: RightsChange) async throws {
        let home = try await TwoCoordinators(TestHome())
        let ended = try await home.change(change)
        let kept = change == .ownPassword ? home.bens : nil
        #expect(
            Set(ended) == (kept == nil ? [home.bens.id, home.bensPhone.id] : [home.bensPhone.id]))
        #expect(try await home.isAnythingLeft(besides: kept) == [])
        try await home.giveBack(change)
        #expect(try await home.isAnythingLeft(besides: kept) == [])
        // What is Olga's stays.
        #expect(try await home.isSession(home.olgas))
        let carla = try await home.store.accept(
            code: home.byOlga, name: "Carla", password: TwoCoordinators.password, TwoCoordinators.session(6))
        #expect(carla?.person.role == .caregiver)
        let hash = Data(repeating: 6, count: 32)
        #expect(try await home.store.pair(code: home.deviceByOlga, hash: hash, at: noon) != nil)
    }

    @Test("Names, absences and reminders are not rights: changing them does not end a session")
    func keeps() async throws {
        let home = try await TwoCoordinators(TestHome())
        let ended = try await home.write("ben") {
            $0.name = "Benjamin"
            $0.absences = [Absence(from: noon)]
        }
        #expect(ended == [])
        #expect(try await home.isSession(home.bens))
        #expect(try await home.store.invitation(code: home.byBen, at: noon) != nil)
    }

    @Test("Where a code cannot be ended, nothing is changed: it is one transaction")
    func whole() async throws {
        let home = try await TwoCoordinators(TestHome())
        for table in ["invitation", "pairing"] {
            try await home.store.write { db in
                try db.execute(
                    literal: """
                        CREATE TRIGGER stop BEFORE UPDATE ON \(sql: table)
                            BEGIN SELECT RAISE(ABORT, 'no'); END
                        """)
            }
            for change in [RightsChange.demoted, .left, .loginTaken, .ownPassword] {
                await #expect(throws: CareStoreError.self) { try await home.change(change) }
            }
            try await home.store.write { db in try db.execute(literal: "DROP TRIGGER stop") }
        }
        let ben = try await home.store.people().first { $0.id == "ben" }
        #expect(ben?.role == .coordinator && ben?.isActive == true)
        #expect(try await home.isSession(home.bens))
        #expect(try await home.isSession(home.bensPhone))
        #expect(try await home.store.password(of: "ben") == TwoCoordinators.password)
        #expect(try await home.store.invitation(code: home.byBen, at: noon) != nil)
    }

    @Test("A code opens nothing where its maker is no coordinator, however that came about")
    func maker() async throws {
        let home = try await TwoCoordinators(TestHome())
        try await home.store.write { db in
            try db.execute(
                literal:
                    "UPDATE person SET content = json_set(content, '$.role', 'caregiver') WHERE id = 'ben'")
        }
        #expect(try await home.store.invitation(code: home.byBen, at: noon) == nil)
        let hash = Data(repeating: 5, count: 32)
        #expect(try await home.store.pair(code: home.deviceByBen, hash: hash, at: noon) == nil)
    }

    @Test("A message whose sender has stopped being a coordinator before it is written is refused")
    func late() async throws {
        let home = try await TwoCoordinators(TestHome())
        try await home.write("ben") { $0.role = .caregiver }
        await #expect(throws: CareStoreError.self) {
            try await home.invite(by: "ben", "HHHHHH", role: .coordinator, name: "Eve")
        }
        await #expect(throws: CareStoreError.self) { try await home.pair(by: "ben", "JJJJJJ") }
        await #expect(throws: CareStoreError.self) {
            try await home.store.takeLogin(of: "olga", by: "ben", at: noon)
        }
        var olga = try #require(try await home.store.people().first { $0.id == "olga" })
        olga.role = .provider
        let wanted = olga
        await #expect(throws: CareStoreError.self) {
            try await home.store.setPerson(wanted, by: .coordinator("ben"), at: noon)
        }
    }

    @Test("A password that was right when it was typed opens nothing once it is another")
    func passwordMeanwhile() async throws {
        let home = try await TwoCoordinators(TestHome())
        _ = try await home.change(.ownPassword)
        let late = try await home.store.logIn(
            "ben", by: .password(TwoCoordinators.password), TwoCoordinators.session(7), endingBefore: nil)
        #expect(late == .refused)
        await #expect(throws: CareStoreError.self) {
            try await home.store.changeAccount(
                of: "ben", name: nil,
                password: NewPassword(TwoCoordinators.password, replaces: TwoCoordinators.password),
                keeping: home.bens.id, at: noon)
        }
        // Nor does a session that has ended meanwhile take the account over.
        await #expect(throws: CareStoreError.self) {
            try await home.store.changeAccount(
                of: "ben", name: "Mallory", password: nil, keeping: home.bensPhone.id, at: noon)
        }
    }

    @Test("A code for a client's kiosk ends when the client leaves; a kiosk that is paired stays")
    func client() async throws {
        let home = try await TwoCoordinators(TestHome())
        _ = try await home.store.setPerson(maria, at: noon)
        try await home.pair(by: "olga", "KKKKKK", client: maria.id)
        try await home.pair(by: "olga", "LLLLLL", client: maria.id)
        let token = Data(repeating: 5, count: 32)
        let kiosk = try await home.store.pair(code: "KKKKKK", hash: token, at: noon)
        #expect(kiosk != nil)
        try await home.write(maria.id) { $0.isActive = false }
        try await home.write(maria.id) { $0.isActive = true }
        let other = Data(repeating: 6, count: 32)
        #expect(try await home.store.pair(code: "LLLLLL", hash: other, at: noon) == nil)
        #expect(try await home.store.device(hash: token) == kiosk)
    }

    @Test("An unreadable row of a person with a login can be replaced only by a coordinator")
    func damaged() async throws {
        let home = try await TwoCoordinators(TestHome())
        try await home.store.write { db in
            try db.execute(literal: "UPDATE person SET content = '{' WHERE id = 'ben'")
        }
        let ben = Person(id: "ben", name: "Ben", role: .coordinator)
        await #expect(throws: CareStoreError.self) {
            try await home.store.setPerson(ben, by: .other, at: noon)
        }
        let ended = try await home.store.setPerson(ben, by: .coordinator("olga"), at: noon).ended
        #expect(Set(ended) == [home.bens.id, home.bensPhone.id])
    }

    @Test("What an earlier version left to somebody who was dismissed is ended by the upgrade")
    func upgrade() async throws {
        let test = try TestHome()
        let steps = StoreFormat.care.steps
        let step = try #require(steps.firstIndex(of: StoreFormat.rights))
        let before = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(steps[..<step]))
        let file = try StoreFile.open(test.path, format: before)
        try await file.queue.write { db in
            let people: [(String, String, Bool)] = [
                ("olga", "coordinator", true), ("ben", "caregiver", true), ("eve", "coordinator", false),
                ("max", "client", true),
            ]
            for (number, (id, role, isActive)) in people.enumerated() {
                let hash = Data(repeating: UInt8(number), count: 32)
                try db.execute(
                    literal: """
                        INSERT INTO person (id, content, is_active, changed_at)
                        VALUES (\(id), \("{\"role\":\"\(role)\"}"), \(isActive), 0)
                        """)
                try db.execute(
                    literal: """
                        INSERT INTO login (person_id, name_key, salt, hash, parameters, changed_at)
                        VALUES (\(id), \(id), zeroblob(16), zeroblob(32), 'scrypt:16:8:1', 0)
                        """)
                try db.execute(
                    literal: """
                        INSERT INTO session (id, hash, person_id, csrf, since, last_seen, browser)
                        VALUES (\(UUID().uuidString), \(hash), \(id), 'x', 0, 0, '')
                        """)
                for table in ["invitation", "pairing"] {
                    try db.execute(
                        literal: """
                            INSERT INTO \(sql: table) (id, content, code, made_by, made_at, expires_at)
                            VALUES (\(UUID().uuidString), '{', \("AAAAA\(number)"), \(id), 0, 1)
                            """)
                }
            }
        }
        try file.queue.close()
        let store = try test.store()
        let left = try await store.read { db in
            try ["invitation", "pairing"].flatMap { table in
                try String.fetchAll(db, sql: "SELECT made_by FROM \(table) WHERE code IS NOT NULL")
            } + String.fetchAll(db, sql: "SELECT person_id FROM session ORDER BY person_id")
        }
        #expect(left == ["olga", "olga", "ben", "olga"])
    }
}
