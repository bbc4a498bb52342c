import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("Who logs in with a provider, as it is kept")
struct LoginStoreTests {
    // MARK: - Providers

    @Test("Providers stay in the order in which they were added, and each name is one of its own")
    func providers() async throws {
        let home = try await LoginHome()
        let second = LoginHome.provider("Work", issuer: "https://work.example/")
        #expect(try await home.store.putLoginProvider(second, by: "olga", isSecretNew: false))
        var changed = home.provider
        changed.home = "https://10.0.0.2:8443"
        let wanted = changed
        #expect(try await !home.store.putLoginProvider(wanted, by: "olga", isSecretNew: false))
        #expect(try await home.store.loginProviders() == [wanted, second])
        for name in ["Example", "EXAMPLE", "Ехample"] {
            await #expect(
                throws: CareStoreError.invalid(
                    field: "name",
                    "a provider called Example is there already, and the two names look alike: choose another name"
                )
            ) {
                try await home.store.putLoginProvider(
                    LoginHome.provider(name), by: "olga", isSecretNew: false)
            }
        }
        #expect(try await home.store.loginProviders() == [wanted, second])
    }

    @Test("There are ten at most, and only a coordinator adds, changes or removes one")
    func bounds() async throws {
        let home = try await LoginHome()
        for number in 2...LoginProvider.most {
            _ = try await home.store.putLoginProvider(
                LoginHome.provider("Provider \(number)"), by: "olga", isSecretNew: false)
        }
        await #expect(
            throws: CareStoreError.invalid(
                field: "name", "this home has 10 login providers already: remove one first")
        ) {
            try await home.store.putLoginProvider(
                LoginHome.provider("One more"), by: "olga", isSecretNew: false)
        }
        let none = CareStoreError.notAllowed("only a coordinator does that, and you are none any more")
        await #expect(throws: none) {
            try await home.store.putLoginProvider(home.provider, by: "ben", isSecretNew: true)
        }
        await #expect(throws: none) {
            try await home.store.removeLoginProvider(home.provider.id, by: "ben")
        }
        try await home.store.removeLoginProvider(home.provider.id, by: "olga")
        await #expect(throws: CareStoreError.notFound("login provider \(home.provider.id)")) {
            try await home.store.removeLoginProvider(home.provider.id, by: "olga")
        }
        #expect(try await home.store.loginProviders().count == LoginProvider.most - 1)
    }

    @Test("A provider that is removed takes its links with it, and no others")
    func removed() async throws {
        let home = try await LoginHome()
        let work = LoginHome.provider("Work", issuer: "https://work.example")
        _ = try await home.store.putLoginProvider(work, by: "olga", isSecretNew: false)
        let first = try await home.store.link(home.identity("1"), from: home.bens.id, address: "")
        _ = try await home.store.link(home.identity("2"), from: home.bens.id, address: "")
        _ = try await home.store.link(home.identity("3", of: "olga"), from: home.olgas.id, address: "")
        var other = home.identity("1")
        other.provider = work.id
        other.issuer = work.issuer
        let elsewhere = try await home.store.link(other, from: home.bens.id, address: "")
        #expect(try await home.store.loginProviderCounts() == [home.provider.id: 2, work.id: 1])
        try await home.audited.removeLoginProvider(home.provider.id, by: "olga")
        #expect(try await home.store.loginProviderCounts() == [work.id: 1])
        #expect(try await home.store.identities(of: "ben") == [elsewhere])
        #expect(try await home.logIn(10, by: .identity(first.id)) == .refused)
        #expect(try await home.logIn(11, by: .identity(elsewhere.id)).hasBegun)
        let removal = try await home.store.audit(AuditSearch(kind: .loginProviderRemoved)).entries
        #expect(removal.map(\.about) == ["Example"])
        #expect(removal.map(\.changes) == [["ended: 3 linked logins"]])
    }

    @Test("Another issuer knows nobody by the old one's subjects; another name changes nothing for them")
    func otherIssuer() async throws {
        let home = try await LoginHome()
        let linked = try await home.store.link(home.identity("1"), from: home.bens.id, address: "")
        var renamed = home.provider
        renamed.name = "Example Inc."
        renamed.clientID = "beckon-2"
        let named = renamed
        _ = try await home.audited.putLoginProvider(named, by: "olga", isSecretNew: true)
        #expect(try await home.lastEntry().kind == .loginProviderChanged)
        #expect(try await home.lastEntry().changes == ["name", "client_id", "client_secret"])
        #expect(try await home.store.identities(of: "ben") == [linked])
        renamed.issuer = LoginHome.issuer + "/"
        let moved = renamed
        _ = try await home.audited.putLoginProvider(moved, by: "olga", isSecretNew: false)
        let entry = try await home.lastEntry()
        #expect(entry.changes == ["issuer", "ended: 1 linked login"])
        #expect(
            entry.changes.map { AuditChange($0, in: entry.kind) } == [
                .named("issuer"), .ended(.identities, 1),
            ])
        #expect(try await home.store.identities(of: "ben").isEmpty)
        #expect(try await home.store.identity(issuer: LoginHome.issuer, subject: "1") == nil)
        // Whoever was on the way there comes back with the old issuer's word.
        await #expect(throws: CareStoreError.notFound("login provider \(home.provider.id) any more")) {
            try await home.store.link(home.identity("1"), from: home.bens.id, address: "")
        }
        // The same again is no change.
        _ = try await home.audited.putLoginProvider(moved, by: "olga", isSecretNew: false)
        #expect(try await home.lastEntry() == entry)
    }

    // MARK: - Links

    @Test("Somebody is found by issuer and subject as they are written, and by nothing else")
    func found() async throws {
        let home = try await LoginHome()
        let linked = try await home.store.link(home.identity("Ab1"), from: home.bens.id, address: "")
        #expect(try await home.store.identity(issuer: LoginHome.issuer, subject: "Ab1") == linked)
        for (issuer, subject) in [
            (LoginHome.issuer, "ab1"), (LoginHome.issuer, "Ab1 "), (LoginHome.issuer + "/", "Ab1"),
            (LoginHome.issuer, linked.name ?? ""), (LoginHome.issuer, "ben"),
        ] {
            #expect(try await home.store.identity(issuer: issuer, subject: subject) == nil)
        }
    }

    @Test("The same account is one person's; linking it again keeps the link, with another name and picture")
    func linked() async throws {
        let home = try await LoginHome()
        let first = try await home.audited.link(
            home.identity("1"), from: home.bens.id, address: "192.0.2.44")
        let entry = try await home.lastEntry()
        #expect(entry.kind == .identityLinked && entry.about == "Ben" && entry.by == "Ben")
        #expect(entry.byID == "ben" && entry.address == "192.0.2.44")
        #expect(entry.changes == ["provider: Example"])
        await #expect(
            throws: CareStoreError.notAllowed(
                "somebody else of this home logs in with this account at Example: they must remove it first")
        ) {
            try await home.store.link(
                home.identity("1", of: "olga"), from: home.olgas.id, address: "")
        }
        var again = home.identity("1", at: noon + 60)
        again.name = "Benjamin"
        again.picture = nil
        let wanted = again
        var expected = first
        expected.name = "Benjamin"
        expected.picture = nil
        #expect(try await home.store.link(wanted, from: home.bens.id, address: "") == expected)
        #expect(try await home.store.identities(of: "ben") == [expected])
        try await home.audited.unlink(first.id, of: "ben")
        #expect(try await home.lastEntry().kind == .identityUnlinked)
        #expect(try await home.lastEntry().changes == ["provider: Example"])
        // Now it can be Olga's.
        let olgas = try await home.store.link(
            home.identity("1", of: "olga"), from: home.olgas.id, address: "")
        await #expect(throws: CareStoreError.notFound("link \(olgas.id) of yours")) {
            try await home.store.unlink(olgas.id, of: "ben")
        }
    }

    @Test("Only who is logged in and has a password is linked, ten times at most")
    func mayLink() async throws {
        let home = try await LoginHome()
        let phone = LoginHome.session(3)
        try await home.accept("CCCCCC", .client, "Maria", password: nil, phone)
        await #expect(
            throws: CareStoreError.notAllowed(
                "you have no password: ask a coordinator for an invitation, and choose one")
        ) { try await home.store.link(home.identity("9", of: "maria"), from: phone.id, address: "") }
        // Nor in another's session.
        await #expect(throws: CareStoreError.self) {
            try await home.store.link(home.identity("9"), from: home.olgas.id, address: "")
        }
        for number in 1...IdentityLink.most {
            _ = try await home.store.link(
                home.identity("\(number)"), from: home.bens.id, address: "")
        }
        await #expect(
            throws: CareStoreError.invalid(
                field: "provider", "you are linked with 10 accounts already: remove one first")
        ) { try await home.store.link(home.identity("11"), from: home.bens.id, address: "") }
        try await home.store.endSession(home.bens.id, of: "ben")
        await #expect(
            throws: CareStoreError.notAllowed("you are not logged in any more: log in again")
        ) { try await home.store.link(home.identity("1"), from: home.bens.id, address: "") }
    }

    @Test(
        "Logging in with a provider is written down with its name, and ends the session that the browser had")
    func logIn() async throws {
        let home = try await LoginHome()
        let linked = try await home.store.link(home.identity("1"), from: home.bens.id, address: "")
        let session = LoginHome.session(10, at: noon + 60)
        let end = try await home.audited.logIn(
            "ben", by: .identity(linked.id), session, endingBefore: home.bens.id)
        #expect(end.ended == [home.bens.id])
        guard case .begun(let person, true, _) = end else {
            Issue.record("nobody is logged in")
            return
        }
        #expect(person.name == "Ben")
        #expect(try await home.store.identities(of: "ben").map(\.usedAt) == [noon + 60])
        let entry = try await home.lastEntry()
        #expect(entry.kind == .logIn && entry.by == "Ben" && entry.address == "192.0.2.9")
        #expect(entry.changes == ["provider: Example", "ended: the session that this browser had"])
        // Nobody logs in by another's link, or by one that is gone.
        #expect(try await home.logIn(11, by: .identity(linked.id), "olga") == .refused)
        #expect(try await home.logIn(12, by: .identity(UUID())) == .refused)
        try await home.person("ben") { $0.isActive = false }
        #expect(try await home.logIn(13, by: .identity(linked.id)) == .refused)
    }

    // MARK: - What ends them

    @Test("Whose login is removed has no way in any more: nothing of it is left, whoever gets one again")
    func loginTaken() async throws {
        let home = try await LoginHome()
        let all = try await home.giveBenAll()
        #expect(try await home.left() == [1, 1, 1, 1])
        _ = try await home.audited.takeLogin(of: "ben", by: "olga", at: noon)
        #expect(try await home.left() == [0, 0, 0, 0])
        #expect(
            try await home.lastEntry().changes == [
                "ended: 1 session", "ended: 1 linked login", "ended: 1 passkey", "ended: 1 second step",
            ])
        try await home.accept(
            "BBBBBB", .caregiver, "Ben", person: "ben", password: LoginHome.other, LoginHome.session(3))
        #expect(try await home.logIn(10, by: .identity(all.identity.id)) == .refused)
        #expect(try await home.logIn(11, by: .passkey(all.passkey.id, count: 1)) == .refused)
        #expect(try await home.logIn(12, by: .password(LoginHome.other)).hasBegun)
    }

    @Test("A login cannot go without them, however it goes, and a changed person keeps them")
    func foreignKeys() async throws {
        let home = try await LoginHome()
        _ = try await home.giveBenAll()
        try await home.person("ben") { $0.name = "Benjamin" }
        try await home.person("ben") { $0.role = .coordinator }
        #expect(try await home.left() == [1, 1, 1, 1])
        try await home.store.write { db in
            try db.put(sql: "DELETE FROM session WHERE person_id = 'ben'")
            try db.put(sql: "DELETE FROM login WHERE person_id = 'ben'")
        }
        #expect(try await home.left() == [0, 0, 0, 0])
    }

    @Test("Who leaves, or gets a new password from somebody else, keeps the second step and no other way in")
    func besidesPassword() async throws {
        let left = try await LoginHome()
        _ = try await left.giveBenAll()
        _ = try await left.audited.leave("ben", checked: LoginHome.password, from: left.bens.id, at: noon)
        #expect(try await left.left() == [0, 0, 1, 1])
        #expect(
            try await left.lastEntry().changes == [
                "ended: 1 session", "ended: 1 linked login", "ended: 1 passkey",
            ])
        let marked = try await LoginHome()
        _ = try await marked.giveBenAll()
        try await marked.person("ben") { $0.isActive = false }
        #expect(try await marked.left() == [0, 0, 1, 1])
        let invited = try await LoginHome()
        _ = try await invited.giveBenAll()
        try await invited.accept(
            "BBBBBB", .caregiver, "Ben", person: "ben", password: LoginHome.other, LoginHome.session(3))
        #expect(try await invited.left() == [0, 0, 1, 1])
        #expect(
            try await invited.lastEntry().changes == [
                "role: caregiver", "a new password", "ended: 1 session", "ended: 1 invitation",
                "ended: 1 linked login", "ended: 1 passkey",
            ])
        // By the code alone nobody is in.
        #expect(try await invited.store.session(hash: LoginHome.hash(3), at: noon) == nil)
        #expect(try await invited.logIn(10, by: .password(LoginHome.other)) == .needsSecondStep)
    }

    @Test("A password of one's own, and a phone that is linked without one, end none of them")
    func kept() async throws {
        let home = try await LoginHome()
        let all = try await home.giveBenAll()
        _ = try await home.store.changeAccount(
            of: "ben", name: nil, password: NewPassword(LoginHome.other, replaces: LoginHome.password),
            keeping: home.bens.id, at: noon)
        #expect(try await home.left() == [1, 1, 1, 1])
        #expect(try await home.logIn(10, by: .passkey(all.passkey.id, count: 1)).hasBegun)
        let chosen = LoginHome.session(3)
        try await home.accept("CCCCCC", .client, "Maria", password: LoginHome.password, chosen)
        _ = try await home.store.link(
            home.identity("maria", of: "maria"), from: chosen.id, address: "")
        try await home.accept(
            "DDDDDD", .client, "Maria", person: "maria", password: nil, LoginHome.session(4))
        #expect(try await home.store.identities(of: "maria").count == 1)
    }

    @Test("Who is made coordinator on the machine logs in by the new password alone")
    func madeCoordinator() async throws {
        let home = try await LoginHome()
        let all = try await home.giveBenAll()
        _ = try await home.audited.setUp(
            name: "Ben", password: LoginHome.other, isAgain: true, LoginHome.session(5))
        #expect(try await home.left() == [0, 0, 0, 0])
        #expect(
            try await home.lastEntry().changes == [
                "by the link of beckon coordinator", "ended: 1 session", "ended: 1 linked login",
                "ended: 1 passkey", "ended: 1 second step",
            ])
        #expect(try await home.logIn(10, by: .identity(all.identity.id)) == .refused)
        #expect(try await home.logIn(11, by: .password(LoginHome.other)).hasBegun)
    }

    // MARK: - Damage and clocks

    @Test("A row that cannot be read keeps nobody else out, and its owner makes it anew")
    func damaged() async throws {
        let home = try await LoginHome()
        let linked = try await home.store.link(home.identity("1"), from: home.bens.id, address: "")
        _ = try await home.store.link(home.identity("2", of: "olga"), from: home.olgas.id, address: "")
        let broken = LoginHome.provider("Broken")
        _ = try await home.store.putLoginProvider(broken, by: "olga", isSecretNew: false)
        try await home.store.write { db in
            let noID = String(repeating: "x", count: 36)
            try db.put(
                sql: "UPDATE login_provider SET id = ? WHERE id = ?", arguments: [noID, broken.id.uuidString])
            try db.put(sql: "UPDATE login_identity SET id = ? WHERE subject = '2'", arguments: [noID])
            try db.put(sql: "UPDATE person SET content = '{' WHERE id = 'olga'")
        }
        #expect(try await home.store.loginProviders() == [home.provider])
        #expect(try await home.store.loginProviderCounts() == [home.provider.id: 2])
        #expect(try await home.store.identities(of: "olga").isEmpty)
        #expect(try await home.store.identity(issuer: LoginHome.issuer, subject: "2") == nil)
        #expect(try await home.logIn(10, by: .identity(linked.id)).hasBegun)
        #expect(try await home.store.accounts(at: noon).map(\.person.id) == ["ben"])
        let whole = Person(id: "olga", name: "Olga", role: .coordinator, sequence: 1)
        try await home.store.write { db in
            try db.put(
                sql: "UPDATE person SET content = ? WHERE id = 'olga'", arguments: [try Stored.text(whole)])
        }
        let anew = try await home.store.link(
            home.identity("2", of: "olga"), from: home.olgas.id, address: "")
        #expect(try await home.store.identities(of: "olga") == [anew])
    }

    @Test(
        "What a wrong clock has dated is dated anew when it is right",
        arguments: [LoginHome.in1970, LoginHome.in9999])
    func clocks(_ wrong: Date) async throws {
        let home = try await LoginHome()
        try await home.store.follow(wrong, uptime: .seconds(10))
        let linked = try await home.store.link(
            home.identity("1", at: wrong), from: home.bens.id, address: "")
        #expect(linked.linkedAt == wrong)
        #expect(try await home.logIn(10, by: .identity(linked.id), at: wrong).hasBegun)
        #expect(try await home.store.identities(of: "ben").map(\.usedAt) == [wrong])
        try await home.store.follow(noon, uptime: .seconds(20))
        let right = try await home.store.identities(of: "ben")
        #expect(right.map(\.linkedAt) == [noon])
        #expect(right.map(\.usedAt) == [noon])
    }

    @Test("A home of the version before is opened with who logs in there, and takes what is new")
    func migration() async throws {
        let home = try await LoginHome()
        let old = try await TestHome.before(
            StoreFormat.logins, holding: ["person", "login", "session"], of: home.home)
        let store = try old.store()
        #expect(try await store.accounts(at: noon) == home.store.accounts(at: noon))
        #expect(try await store.session(hash: home.bens.hash, at: noon)?.person.name == "Ben")
        #expect(try await store.loginProviders().isEmpty)
        #expect(try await store.passkeys(of: "ben").isEmpty)
        #expect(try await store.secondStep(of: "ben") == nil)
        let end = try await store.logIn(
            "ben", by: .password(LoginHome.password), LoginHome.session(10), endingBefore: nil)
        #expect(end.hasBegun)
        #expect(try await store.putLoginProvider(home.provider, by: "olga", isSecretNew: false))
        let linked = try await store.link(home.identity("1"), from: home.bens.id, address: "")
        try await store.addPasskey(home.passkey(1), from: home.bens.id)
        #expect(try await store.identities(of: "ben") == [linked])
    }
}
