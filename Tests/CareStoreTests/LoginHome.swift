import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

/// A home with a coordinator, Olga, and a caregiver, Ben. Both have a password and are logged in, and there is a provider.
struct LoginHome: Sendable {
    static let password = StoredPassword(
        salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "scrypt:16:8:1")
    static let other = StoredPassword(
        salt: Data(repeating: 3, count: 16), hash: Data(repeating: 4, count: 32), parameters: "scrypt:16:8:1")
    static let issuer = "https://id.example"
    /// Where a clock without a battery begins, and where one ends.
    static let in1970 = Date(timeIntervalSince1970: 60)
    static let in9999 = Date(timeIntervalSince1970: 253_370_764_800)

    let home: TestHome
    let store: CareStore
    let provider = LoginHome.provider("Example")
    let olgas = LoginHome.session(1)
    let bens = LoginHome.session(2)

    init() async throws {
        let home = try TestHome()
        self.home = home
        store = try home.store()
        _ = try await store.setUp(name: "Olga", password: Self.password, olgas)
        _ = try await accept("AAAAAA", .caregiver, "Ben", password: Self.password, bens)
        _ = try await store.putLoginProvider(provider, by: "olga", isSecretNew: true)
    }

    static func session(_ number: UInt8, at: Date = noon) -> NewSession {
        NewSession(
            id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "token \(number)", browser: "",
            address: "192.0.2.9", at: at)
    }

    static func provider(
        _ name: String, id: UUID = UUID(), issuer: String = LoginHome.issuer
    ) -> StoredLoginProvider {
        StoredLoginProvider(
            id: id, name: name, home: "https://beckon.example", issuer: issuer, clientID: "beckon")
    }

    /// Of Ben.
    func identity(_ subject: String, of person: String = "ben", at: Date = noon) -> StoredIdentity {
        StoredIdentity(
            id: UUID(), person: person, provider: provider.id, issuer: Self.issuer, subject: subject,
            name: "Benny", picture: "https://id.example/ben.png", linkedAt: at)
    }

    func passkey(
        _ credential: UInt8, of person: String = "ben", count: UInt32 = 0, at: Date = noon
    ) -> StoredPasskey {
        StoredPasskey(
            id: UUID(), person: person, name: "Phone \(credential)",
            credential: Data(repeating: credential, count: 20), key: Data(repeating: 5, count: 77),
            handle: Data(person.utf8), host: "beckon.example", count: count, since: at)
    }

    /// Somebody gets a login by an invitation, or another password.
    @discardableResult
    func accept(
        _ code: String, _ role: Person.Role, _ name: String, person: String? = nil,
        password: StoredPassword?, _ session: NewSession
    ) async throws -> Person? {
        _ = try await store.addInvitation(
            NewInvitation(id: UUID(), role: role, name: name, person: person), by: "olga", at: session.at,
            expiresAt: session.at + 3600
        ) { code }
        return try await audited.accept(code: code, name: name, password: password, session)?.person
    }

    /// Ben is linked, has a passkey, and has switched on a second step at the step 100, with one recovery code.
    func giveBenAll() async throws -> (identity: StoredIdentity, passkey: StoredPasskey) {
        let passkey = self.passkey(7)
        let linked = try await store.link(identity("248289761001"), from: bens.id, address: "")
        try await store.addPasskey(passkey, from: bens.id)
        try await switchOn()
        return (linked, passkey)
    }

    func switchOn(codes: [UInt8] = [9], step: Int64 = 100, at: Date = noon) async throws {
        try await audited.switchOnSecondStep(
            secret: Data(repeating: 6, count: 20), step: step, recoveryCodes: codes.map(Self.hash),
            of: "ben", from: bens.id, at: at)
    }

    static func hash(_ code: UInt8) -> Data { Data(repeating: code, count: 32) }

    /// How many of Ben's links, passkeys, second steps and recovery codes there are.
    func left() async throws -> [Int] {
        try await store.read { db in
            try ["login_identity", "passkey", "second_step", "recovery_code"].map { table in
                try Row.fetchAll(db, sql: "SELECT 1 FROM \(table) WHERE person_id = 'ben'").count
            }
        }
    }

    func logIn(
        _ number: UInt8, by first: LogInProof = .password(LoginHome.password), and second: SecondStep? = nil,
        _ person: String = "ben", at: Date = noon
    ) async throws -> LogInEnd {
        try await audited.logIn(
            person, by: first, and: second, Self.session(number, at: at), endingBefore: nil)
    }

    /// For one call that is written down.
    var audited: CareStore {
        store.audited(as: AuditActor(name: "Olga", id: "olga", address: "192.0.2.7"), at: noon)
    }

    /// What was written down last.
    func lastEntry() async throws -> AuditEntry {
        try #require(try await store.audit(AuditSearch(limit: 1)).entries.first)
    }

    func person(_ id: String, _ change: (inout Person) -> Void) async throws {
        var person = try #require(try await store.people().first { $0.id == id })
        change(&person)
        let wanted = person
        _ = try await audited.setPerson(wanted, by: .coordinator("olga"), at: noon)
    }
}
