import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("The audit log, as it is kept")
struct AuditStoreTests {
    private static let olga = AuditActor(name: "Olga", id: "olga", address: "192.0.2.7")

    private func note(_ store: CareStore, _ kind: AuditKind, _ about: String, at: Date = noon) async throws {
        try await store.note(kind, about: about, by: Self.olga, at: at)
    }

    @Test("The newest first, by pages, by kind, by name, by time, and those alone who were not let in")
    func search() async throws {
        let store = try TestHome().store()
        for number in 0..<5 {
            try await note(store, .logIn, "Ben \(number)", at: noon.addingTimeInterval(Double(number)))
        }
        try await note(store, .logInFailed, "Eve", at: noon.addingTimeInterval(10))
        func about(_ search: AuditSearch) async throws -> [String] {
            try await store.audit(search).entries.compactMap(\.about)
        }
        #expect(try await about(AuditSearch()) == ["Eve", "Ben 4", "Ben 3", "Ben 2", "Ben 1", "Ben 0"])
        let first = try await store.audit(AuditSearch(limit: 4))
        #expect(first.entries.count == 4 && first.entries.last?.number == first.next)
        #expect(try await about(AuditSearch(before: first.next, limit: 4)) == ["Ben 1", "Ben 0"])
        #expect(try await store.audit(AuditSearch(before: first.next, limit: 2)).next == nil)
        #expect(try await about(AuditSearch(kind: .logInFailed)) == ["Eve"])
        #expect(try await about(AuditSearch(onlyFailures: true)) == ["Eve"])
        #expect(try await about(AuditSearch(name: " ben  2")) == ["Ben 2"])
        #expect(try await about(AuditSearch(name: "olga")).count == 6)
        let (from, until) = (noon.addingTimeInterval(2), noon.addingTimeInterval(4))
        #expect(try await about(AuditSearch(from: from, until: until)) == ["Ben 3", "Ben 2"])
    }

    @Test(
        "Only so much is kept, and neither whoever knocks nor whoever logs in and out pushes out what was done"
    )
    func bounded() async throws {
        let store = try TestHome().store()
        try await note(store, .roleChanged, "Ben")
        try await note(store, .logIn, "Anna")
        try await store.write { db in
            try db.execute(
                literal: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
                    INSERT INTO audit (at, kind, share, address, changes)
                        SELECT 0, 'log_in_failed', 2, '', '[]' FROM n
                    """)
        }
        try await note(store, .logInFailed, "Eve")
        let counts = try await store.read { db in
            try Row.fetchAll(db, sql: "SELECT share, count(*) AS n FROM audit GROUP BY 1 ORDER BY 1")
                .map { $0["n"] as Int }
        }
        #expect(counts == [1, 1, AuditShare.failures.most])
        #expect(try await store.audit(AuditSearch(limit: 1)).entries.first?.about == "Eve")
        #expect(try await store.audit(AuditSearch(kind: .roleChanged)).entries.count == 1)
        try await store.write { db in
            try db.execute(
                literal: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
                    INSERT INTO audit (at, kind, share, address, changes) SELECT 0, 'log_in', 1, '', '[]' FROM n
                    """)
        }
        try await note(store, .loggedOut, "Anna")
        #expect(try await store.audit(AuditSearch(kind: .logIn)).entries.first?.about == nil)
        #expect(try await store.audit(AuditSearch(kind: .roleChanged)).entries.count == 1)
        let plan = try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT number FROM audit WHERE share = 2 ORDER BY number DESC LIMIT 1 OFFSET 5000
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH audit USING COVERING INDEX audit_of (share=?)"])
    }

    @Test(
        "No upkeep of care takes anything of it, and no clock does: in the year 1970, beyond 9999, and back")
    func clocks() async throws {
        let store = try TestHome().store()
        let moments = [Date(timeIntervalSince1970: 0), .distantFuture, .distantPast, noon]
        for at in moments { try await note(store, .roleChanged, "Ben", at: at) }
        _ = try await store.takeDue(now: .distantFuture, uptime: .seconds(1))
        _ = try await store.takeDue(now: noon, uptime: .seconds(2))
        let entries = try await store.audit(AuditSearch()).entries
        #expect(entries.map(\.number) == [4, 3, 2, 1])
        #expect(entries.first?.at == noon && entries.last?.at == moments[0])
        for entry in entries {
            let json = try CareJSON.encoder().encode(entry)
            #expect(try CareJSON.decoder().decode(AuditEntry.self, from: json) == entry)
        }
    }

    @Test("What ends with somebody's rights is told by its number")
    func ended() async throws {
        let store = try TestHome().store()
        let password = StoredPassword(
            salt: Data(repeating: 1, count: 16), hash: Data(repeating: 2, count: 32), parameters: "x")
        func session(_ number: UInt8) -> NewSession {
            NewSession(
                id: UUID(), hash: Data(repeating: number, count: 32), csrfToken: "c", browser: "",
                address: "192.0.2.7",
                at: noon)
        }
        _ = try await store.setUp(name: "Olga", password: password, session(1))
        for name in ["Ben", "Eve"] {
            let invitation = NewInvitation(id: UUID(), role: .coordinator, name: name)
            let code = String(name.uppercased().reversed()) + "AAA"
            _ = try await store.addInvitation(
                invitation, by: "olga", at: noon, expiresAt: noon.addingTimeInterval(60)
            ) { code }
            guard name == "Ben" else { continue }
            _ = try await store.accept(code: code, name: name, password: password, session(2))
        }
        _ = try await store.addPairing(
            NewPairing(id: UUID(), kind: .station, name: "Kitchen"), by: "olga", at: noon,
            expiresAt: noon.addingTimeInterval(60)
        ) { "KKKKKK" }
        var olga = try #require(try await store.people().first { $0.id == "olga" })
        olga.role = .caregiver
        let wanted = olga
        let made = try await store.audited(as: Self.olga, at: noon)
            .setPerson(wanted, by: .coordinator("ben"), at: noon)
        #expect(made.ended.count == 1)
        let entry = try #require(try await store.audit(AuditSearch()).entries.first)
        #expect(
            entry.changes == [
                "role: caregiver, was coordinator", "ended: 1 session", "ended: 1 invitation",
                "ended: 1 device code",
            ])
    }

    @Test("An entry is never changed, and long texts are cut")
    func stays() async throws {
        let store = try TestHome().store()
        try await note(store, .logIn, String(repeating: "x", count: 1000))
        await #expect(throws: CareStoreError.self) {
            try await store.write { db in try db.execute(literal: "UPDATE audit SET about = 'y'") }
        }
        #expect(try await store.audit(AuditSearch()).entries.first?.about?.count == 200)
    }

    @Test("What is not done is not written down: both are one transaction")
    func whole() async throws {
        let store = try TestHome().store()
        let audited = store.audited(as: Self.olga, at: noon)
        await #expect(throws: CareStoreError.self) { try await audited.revokeDevice(UUID(), at: noon) }
        await #expect(throws: CareStoreError.self) {
            try await audited.setPerson(
                Person(id: "ben", name: "Ben", role: .caregiver, sequence: 7), at: noon)
        }
        #expect(try await store.audit(AuditSearch()).entries.isEmpty)
        let ben = Person(id: "ben", name: "Ben", role: .caregiver)
        let made = try await store.audited(as: Self.olga, at: noon).setPerson(ben, at: noon).0
        try await store.write { db in
            try db.execute(
                literal: """
                    CREATE TRIGGER stop BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END
                    """)
        }
        var other = made
        other.role = .coordinator
        let wanted = other
        await #expect(throws: CareStoreError.self) {
            try await store.audited(as: Self.olga, at: noon).setPerson(wanted, at: noon)
        }
        #expect(try await store.people().first { $0.id == "ben" } == made)
        #expect(try await store.audit(AuditSearch()).entries.map(\.kind) == [.personAdded])
    }

    @Test("Changes of a person's rights are logged field by field, other changes are not")
    func people() async throws {
        let store = try TestHome().store()
        var ben = Person(id: "ben", name: "Ben", role: .caregiver)
        func write(_ change: (inout Person) -> Void) async throws {
            change(&ben)
            ben = try await store.audited(as: Self.olga, at: noon).setPerson(ben, at: noon).0
        }
        try await write { _ in }
        try await write { $0.absences = [Absence(from: noon)] }
        try await write {
            $0.role = .coordinator
            $0.name = "Benjamin"
        }
        try await write { $0.isActive = false }
        try await write { $0.isActive = true }
        let entries = try await store.audit(AuditSearch()).entries
        #expect(
            entries.map(\.kind) == [.personBack, .personLeft, .nameChanged, .roleChanged, .personAdded])
        #expect(
            entries.map(\.changes) == [
                [], [], ["name: was Ben"], ["role: coordinator, was caregiver"], ["role: caregiver"],
            ])
        #expect(entries.allSatisfy { $0.by == "Olga" && $0.byID == "olga" && $0.address == "192.0.2.7" })
    }
}
