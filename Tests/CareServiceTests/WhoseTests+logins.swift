import Care
import CareStore
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

/// The ways in which somebody logs in, besides their password: whose each role gets.
extension WhoseTests {
    static let loginProbes: [String: Probe] = [
        "GET account/logins": .custom { house, asker in
            try await links(house, asker) { id in
                try await logins(of: asker).identities.contains { $0.id == id }
            }
        },
        "POST account/identities": .custom { house, asker in
            var linked: [String] = []
            try await FakeProvider.with { server in linked = try await link(house, asker, at: server) }
            let person = try #require(asker.person?.id)
            return linked == [person] ? [own] : ["others'"]
        },
        "DELETE account/identities/{id}": .custom { house, asker in
            try await links(house, asker) { id in
                let status = try await asker.send(.DELETE, "account/identities/\(id)").status
                #expect([204, 404].contains(status))
                return status == 204
            }
        },
        // A client is called as others call them, and so takes over the picture alone: here there is none.
        "POST account/identities/{id}/adoptions": .custom { house, asker in
            let isClient = asker.role == .client
            let adoption = IdentityAdoption(name: !isClient, picture: isClient)
            return try await links(house, asker) { id in
                let path = "account/identities/\(id)/adoptions"
                let status = try await asker.send(.POST, path, adoption).status
                #expect([isClient ? 422 : 200, 404].contains(status))
                return status != 404
            }
        },
        "POST account/second-step": .custom { _, asker in
            let (visitor, person) = try await confirmed(asker)
            let new: NewSecondStep = try await visitor.send(.POST, "account/second-step").decode()
            return new.address.contains(":\(person.name)?") ? [own] : ["others'"]
        },
        "PUT account/second-step": .custom { house, asker in
            let (visitor, person) = try await confirmed(asker)
            _ = try await visitor.switchOnSecondStep()
            let on = try await secondSteps(house)
            #expect(try await visitor.send(.DELETE, "account/second-step").status == 204)
            return on == [person.id] ? [own] : ["others'"]
        },
        "DELETE account/second-step": .custom { house, asker in
            let (visitor, person) = try await confirmed(asker)
            let (another, somebody) = try await confirmed(try somebodyElse(house, asker))
            _ = try await visitor.switchOnSecondStep()
            _ = try await another.switchOnSecondStep()
            let both = try await secondSteps(house)
            #expect(Set(both) == [person.id, somebody.id])
            #expect(try await visitor.send(.DELETE, "account/second-step").status == 204)
            let left = try await secondSteps(house)
            #expect(try await another.send(.DELETE, "account/second-step").status == 204)
            return left == [somebody.id] ? [own] : ["others'"]
        },
        "POST account/recovery-codes": .custom { house, asker in
            let (visitor, _) = try await confirmed(asker)
            let (another, _) = try await confirmed(try somebodyElse(house, asker))
            let (_, codes) = try await another.switchOnSecondStep()
            // Of nobody who has no second step are there any, and nobody makes another's.
            #expect(try await visitor.send(.POST, "account/recovery-codes").status == 409)
            _ = try await visitor.switchOnSecondStep()
            let new = try await visitor.send(.POST, "account/recovery-codes")
            #expect(new.status == 201)
            #expect(try new.decode(RecoveryCodes.self).codes.count == RecoveryCodes.count)
            #expect(try await visitor.send(.DELETE, "account/second-step").status == 204)
            // The other's still let them in.
            let service = house.home.service
            let asked = try await service.logInHalfway(another.session.person.name)
            let them = try Visitor(service, await service.show(try #require(codes.first), asked))
            #expect(try await them.send(.DELETE, "session").status == 204)
            #expect(try await another.send(.DELETE, "account/second-step").status == 204)
            return them.session.person.id == another.session.person.id ? [own] : ["others'"]
        },
        "POST account/passkeys/challenges": .custom { _, asker in
            let (visitor, person) = try await confirmed(asker)
            return try await visitor.offerOfPasskey().userName == person.name ? [own] : ["others'"]
        },
        "POST account/passkeys": .custom { house, asker in
            let (visitor, person) = try await confirmed(asker)
            let (_, passkey) = try await visitor.addPasskey()
            var owners: [String] = []
            for one in people(house) {
                let passkeys = try await logins(of: one).passkeys
                if passkeys.contains(passkey), let id = one.person?.id { owners.append(id) }
            }
            #expect(try await visitor.send(.DELETE, "account/passkeys/\(passkey.id)").status == 204)
            return owners == [person.id] ? [own] : ["others'"]
        },
        "DELETE account/passkeys/{id}": .custom { house, asker in
            let (visitor, _) = try await confirmed(asker)
            let (another, _) = try await confirmed(try somebodyElse(house, asker))
            let (_, mine) = try await visitor.addPasskey()
            let (_, theirs) = try await another.addPasskey()
            let status = try await visitor.send(.DELETE, "account/passkeys/\(theirs.id)").status
            #expect(try await visitor.send(.DELETE, "account/passkeys/\(mine.id)").status == 204)
            if status == 404 {
                #expect(try await another.send(.DELETE, "account/passkeys/\(theirs.id)").status == 204)
            }
            return status == 404 ? [own] : ["others'"]
        },
    ]

    // MARK: - People

    private static func people(_ house: House) -> [Asker] { house.home.all.filter { $0.person != nil } }

    /// Somebody else.
    private static func somebodyElse(_ house: House, _ asker: Asker) throws -> Asker {
        let role: CallerRole = asker.role == .coordinator ? .caregiver : .coordinator
        return try #require(house.home.others.first { $0.role == role })
    }

    /// Who has just typed their password.
    private static func confirmed(_ asker: Asker) async throws -> (Visitor, Person) {
        let visitor = try #require(asker.visitor)
        try await visitor.confirm()
        return (visitor, visitor.session.person)
    }

    private static func logins(of asker: Asker) async throws -> OwnLogins {
        try await asker.get("account/logins").decode()
    }

    /// Whose second step is on.
    private static func secondSteps(_ house: House) async throws -> [String] {
        var on: [String] = []
        for one in people(house) {
            let isOn = try await logins(of: one).secondStep.isOn
            if isOn, let id = one.person?.id { on.append(id) }
        }
        return on
    }

    // MARK: - Links with providers

    /// Whose links an asker gets or changes: their own, and somebody else's.
    private static func links(
        _ house: House, _ asker: Asker, _ ask: (UUID) async throws -> Bool
    ) async throws -> Set<String> {
        var reached: Set<String> = []
        for owner in [asker, try somebodyElse(house, asker)] {
            let visitor = try #require(owner.visitor)
            let id = try await link(house, visitor)
            let isReached = try await ask(id)
            if isReached { reached.insert(owner.person?.id == asker.person?.id ? own : "others'") }
            let left = try await logins(of: owner).identities
            for link in left {
                #expect(try await visitor.send(.DELETE, "account/identities/\(link.id)").status == 204)
            }
        }
        return reached
    }

    /// A link of somebody's with a provider that nobody asks.
    private static func link(_ house: House, _ visitor: Visitor) async throws -> UUID {
        let sessions: SessionPage = try await visitor.send(.GET, "sessions").decode()
        let session = try #require(sessions.sessions.first { $0.isThis }?.id)
        let provider = StoredLoginProvider(
            id: try #require(UUID(uuidString: "019d31c5-d300-7000-8000-000000000071")), name: "Elsewhere",
            home: "https://home.example", issuer: "https://login.example", clientID: "beckon")
        let person = visitor.session.person
        let identity = StoredIdentity(
            id: UUID(), person: person.id, provider: provider.id, issuer: provider.issuer,
            subject: person.id, name: person.name, picture: nil, linkedAt: noon)
        let coordinator = house.home.coordinator.session.person.id
        return try await house.home.service.service.core.write { store throws(CareStoreError) in
            _ = try await store.putLoginProvider(provider, by: coordinator, isSecretNew: false)
            return try await store.link(identity, from: session, address: "192.0.2.7").id
        }
    }

    /// An asker goes to a provider, agrees there and comes back.
    ///
    /// - Returns: Who is linked with it then.
    private static func link(
        _ house: House, _ asker: Asker, at server: FakeProvider
    ) async throws -> [String] {
        let (service, id) = (house.home.service, UUID())
        let clock = service.clock.clock
        server.state.withLock { $0.now = clock.wall }
        try await house.home.coordinator.confirm()
        let change = LoginProviderChange(
            name: "Example", issuer: server.address, clientID: FakeProvider.client,
            clientSecret: FakeProvider.secret)
        #expect(try await house.home.coordinator.send(.PUT, "login-providers/\(id)", change).status == 201)
        let (visitor, _) = try await confirmed(asker)
        let begun = try await visitor.send(.POST, "account/identities", NewIdentity(provider: id))
        #expect(begun.status == 201)
        let start: LoginStart = try begun.decode()
        let set = try #require(begun.headers["Set-Cookie"].first { $0.hasPrefix("beckon_login=") })
        let question = FakeProvider.fields(
            start.address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
        let back = LoginAnswer(
            state: try #require(question["state"]), code: try server.agree(.init(), question),
            issuer: server.address)
        let cookie = String(set.prefix { $0 != ";" })
        let answer = try await service.send(
            service.message(
                .POST, "/api/v1/login-providers/\(id)/answers", as: nil,
                body: try CareJSON.encoder().encode(back), headers: [("Cookie", cookie)]))
        #expect(answer.status == 200)
        var linked: [String] = []
        for one in people(house) {
            let identities = try await logins(of: one).identities
            if identities.contains(where: { $0.provider == id }), let person = one.person?.id {
                linked.append(person)
            }
        }
        #expect(try await house.home.coordinator.send(.DELETE, "login-providers/\(id)").status == 204)
        return linked
    }
}
