import Care
import CareStore
import Channels
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("Passkeys")
struct PasskeyAPITests {
    @Test("A passkey that was made while logged in logs in alone, without a second step")
    func wholeWay() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let offer = try await olga.offerOfPasskey()
            #expect(offer.host == "localhost" && offer.home == "Sunrise House" && offer.userName == "Olga")
            #expect(offer.algorithms == [-7, -8, -257] && offer.excluded.isEmpty)
            #expect(offer.expiresAt == noon.addingTimeInterval(300))
            #expect(Base64URL.decode(offer.challenge)?.count == 32)
            #expect(Base64URL.decode(offer.user)?.count == 32)
            let (made, passkey) = try await olga.addPasskey(" Phone ")
            var phone = made
            #expect(passkey.name == "Phone" && passkey.host == "localhost" && passkey.usedAt == nil)
            let next = try await olga.offerOfPasskey()
            // All of one person have one handle, so that an authenticator keeps one of them.
            #expect(next.user == phone.user)
            #expect(next.excluded == [Base64URL.encode(phone.credential)])
            _ = try await olga.switchOnSecondStep()
            service.clock.pass(.seconds(700))
            let first = try Visitor(service, await service.logIn(with: phone))
            #expect(first.session.person.id == "olga" && first.session.hasPassword)
            // Its owner has just shown that it is they.
            #expect(try await first.send(.POST, "login-links").status == 201)
            phone.count += 1
            #expect(try await service.logIn(with: phone).status == 201)
            let core = service.service.core
            let kept = try await core.read { store throws(CareStoreError) in
                try await store.passkeys(of: "olga")
            }
            #expect(kept.map(\.count) == [phone.count])
            #expect(kept.map(\.usedAt) == [noon.addingTimeInterval(700)])
            let page: AuditPage = try await first.send(.GET, "audit").decode()
            #expect(page.entries.first?.changes == ["with a passkey"])
            #expect(page.entries.contains { $0.kind == .passkeyAdded && $0.changes == ["Phone"] })
        }
    }

    @Test("An authenticator that does not count logs in again and again")
    func withoutCount() async throws {
        try await RunningService.with { service async throws in
            let (phone, _) = try await service.setUp().addPasskey(count: 0)
            for _ in 0..<3 { #expect(try await service.logIn(with: phone).status == 201) }
        }
    }

    @Test("Whatever is wrong with an answer, it is told in the same words, and written down")
    func wrong() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let (phone, _) = try await olga.addPasskey()
            let stranger = TestAuthenticator(service)
            var answers: [PasskeyAnswer] = []
            func wrong(_ change: (inout TestAuthenticator) -> Void) async throws {
                var changed = phone
                change(&changed)
                answers.append(try changed.answer(await service.passkeyQuestion()))
            }
            try await wrong { $0.origin = "http://localhost:1" }
            try await wrong { $0.origin = "https://localhost:\(service.port)" }
            try await wrong { $0.host = "evil.example" }
            try await wrong { $0.flags = 0x01 }
            try await wrong { $0.flags = 0x04 }
            try await wrong { $0.count = 1 }
            try await wrong { $0.credential = stranger.credential }
            try await wrong { $0.user = Base64URL.encode(Data(repeating: 7, count: 32)) }
            try await wrong { $0.user = "no base64url!" }
            // Another's key, and an answer to another question.
            var forged = stranger
            (forged.credential, forged.user, forged.count) = (phone.credential, phone.user, phone.count)
            answers.append(try forged.answer(await service.passkeyQuestion()))
            var other = try phone.answer(await service.passkeyQuestion())
            other.challenge = try await service.passkeyQuestion().challenge
            answers.append(other)
            for field in [\PasskeyAnswer.clientData, \.authenticatorData, \.signature, \.credential] {
                var empty = try phone.answer(await service.passkeyQuestion())
                empty[keyPath: field] = ""
                answers.append(empty)
            }
            var bodies: Set<Data> = []
            for (number, answer) in answers.enumerated() {
                let refused = try await service.postLocally("passkeys/sessions", answer)
                #expect(refused.status == 403, "\(number)")
                #expect(refused.headers["Set-Cookie"].isEmpty)
                bodies.insert(refused.body)
            }
            #expect(bodies.count == 1)
            // The right one is not kept out by them.
            #expect(try await service.logIn(with: phone).status == 201)
            let page: AuditPage = try await olga.send(.GET, "audit?kind=passkey_failed").decode()
            #expect(page.entries.count == answers.count)
            #expect(page.entries.last?.about == "Olga")
            #expect(page.entries.contains { $0.about == nil })
        }
    }

    @Test("A question is answered once, within five minutes by the steady clock, and is no offer")
    func once() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            var (phone, _) = try await olga.addPasskey()
            let answer = try phone.answer(await service.passkeyQuestion())
            #expect(try await service.postLocally("passkeys/sessions", answer).status == 201)
            #expect(try await service.postLocally("passkeys/sessions", answer).status == 403)
            phone.count += 1
            // A new signature under the old question is none either.
            let old = PasskeyQuestion(challenge: answer.challenge, host: "localhost", expiresAt: noon)
            #expect(try await service.postLocally("passkeys/sessions", phone.answer(old)).status == 403)
            let late = try await service.passkeyQuestion()
            service.clock.set(by: -86_400)
            service.clock.pass(.seconds(299))
            let inTime = try await service.passkeyQuestion()
            service.clock.pass(.seconds(1))
            #expect(try await service.postLocally("passkeys/sessions", phone.answer(late)).status == 403)
            #expect(try await service.postLocally("passkeys/sessions", phone.answer(inTime)).status == 201)
            // What was asked for to log in makes no passkey, and the other way round.
            let question = try await service.passkeyQuestion()
            var offer = try await olga.offerOfPasskey()
            phone.count += 1
            let asked = PasskeyQuestion(challenge: offer.challenge, host: "localhost", expiresAt: noon)
            #expect(try await service.postLocally("passkeys/sessions", phone.answer(asked)).status == 403)
            offer.challenge = question.challenge
            let refused = try await olga.add(TestAuthenticator(service).made(offer))
            #expect(refused.status == 410)
            #expect(try refused.problem.field == "challenge")
        }
    }

    @Test("A passkey is made by the session that asked, once, and only if it is verified and for this host")
    func making() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let device = TestAuthenticator(service)
            let offer = try await olga.offerOfPasskey()
            #expect(try await ben.add(device.made(offer)).status == 410)
            // That has used it up.
            #expect(try await olga.add(device.made(offer)).status == 410)
            func refused(_ change: (inout TestAuthenticator) -> Void) async throws -> String {
                var changed = device
                change(&changed)
                let answer = try await olga.add(changed.made(await olga.offerOfPasskey()))
                #expect(answer.status == 403)
                return try answer.problem.detail
            }
            let unverified = try await refused { $0.flags = 0x01 }
            #expect(unverified.hasPrefix("this device does not ask"))
            for change in [
                { $0.origin = "http://evil.example" }, { $0.host = "evil.example" },
            ] as [(inout TestAuthenticator) -> Void] {
                let foreign = try await refused(change)
                #expect(foreign.hasPrefix("this passkey could not be made"))
            }
            var broken = device.made(try await olga.offerOfPasskey())
            broken.attestation = "no base64url!"
            #expect(try await olga.add(broken).status == 403)
            for name in [" ", "Pho\u{202E}ne"] {
                var unnamed = device.made(try await olga.offerOfPasskey())
                unnamed.name = name
                let answer = try await olga.add(unnamed)
                #expect(answer.status == 422)
                #expect(try answer.problem.field == "name")
            }
            #expect(try await olga.add(device.made(try await olga.offerOfPasskey())).status == 201)
            // What one has, another does not get.
            #expect(try await ben.add(device.made(try await ben.offerOfPasskey())).status == 422)
            service.clock.pass(.seconds(600))
            for path in ["account/passkeys/challenges", "account/passkeys"] {
                let body: (any Encodable)? = path == "account/passkeys" ? device.made(offer) : nil
                let late = try await olga.send(.POST, path, body, headers: service.local)
                #expect(late.status == 403)
                #expect(try late.problem.field == "current_password")
            }
        }
    }

    @Test("A new password, and the end of a session, end what was begun there")
    func ended() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let device = TestAuthenticator(service)
            let offer = try await olga.offerOfPasskey()
            let change = AccountChange(password: "seven slow old trams", oldPassword: Visitor.password)
            #expect(try await olga.send(.PUT, "account", change).status == 200)
            #expect(try await olga.add(device.made(offer)).status == 410)
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            _ = try await ben.offerOfPasskey()
            let gate = service.service.core.gate
            let begun = gate.challenges.withLock { $0.count }
            #expect(try await ben.send(.DELETE, "session").status == 204)
            let left = gate.challenges.withLock { $0.count }
            #expect(begun == 1 && left == 0)
        }
    }

    @Test("There are so many of one person, and each can be removed by its owner")
    func most() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            var added: [(TestAuthenticator, Passkey)] = []
            for number in 1...Passkey.most { added.append(try await olga.addPasskey("Phone \(number)")) }
            let full = try await olga.send(.POST, "account/passkeys/challenges", headers: service.local)
            #expect(full.status == 422)
            let (phone, passkey) = added[0]
            #expect(try await ben.send(.DELETE, "account/passkeys/\(passkey.id)").status == 404)
            #expect(try await olga.send(.DELETE, "account/passkeys/\(passkey.id)").status == 204)
            #expect(try await olga.send(.DELETE, "account/passkeys/\(passkey.id)").status == 404)
            #expect(try await olga.send(.DELETE, "account/passkeys/first").status == 400)
            #expect(try await service.logIn(with: phone).status == 403)
            #expect(try await service.logIn(with: added[1].0).status == 201)
            _ = try await olga.addPasskey("Another phone")
            let page: AuditPage = try await olga.send(.GET, "audit?kind=passkey_removed").decode()
            #expect(page.entries.map(\.changes) == [["Phone 1"]])
        }
    }

    @Test("Whoever has left, or whose login was taken, has no passkey any more")
    func left() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let eve = try await service.invite(.caregiver, "Eve", by: olga)
            let (first, _) = try await ben.addPasskey()
            let (second, _) = try await eve.addPasskey()
            let leaving = Leaving(password: Visitor.password)
            #expect(try await ben.send(.POST, "account/leaving", leaving).status == 204)
            #expect(try await olga.send(.DELETE, "accounts/eve").status == 204)
            for one in [first, second] { #expect(try await service.logIn(with: one).status == 403) }
        }
    }

    @Test("Ten thousand questions of one machine stay bounded, and push out nobody else's")
    func flood() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let offer = try await olga.offerOfPasskey()
            let gate = service.service.core.gate
            let (elsewhere, _) = gate.makeChallenge(.logIn(from: "10.0.0.2"))
            for _ in 0..<10_000 { _ = gate.makeChallenge(.logIn(from: "10.0.0.1")) }
            let count = gate.challenges.withLock { $0.count }
            #expect(count == PasskeyChallenges.mostOfOne + 2)
            #expect(try await olga.add(TestAuthenticator(service).made(offer)).status == 201)
            let isKept =
                gate.takeChallenge(elsewhere) { $0 == PasskeyChallenges.Purpose.logIn(from: "10.0.0.2") }
                != nil
            #expect(isKept)
        }
    }

    @Test("Wrong answers from one address have to wait, right ones do not")
    func limited() async throws {
        try await RunningService.with { service async throws in
            let (phone, _) = try await service.setUp().addPasskey(count: 0)
            for _ in 0..<40 { #expect(try await service.logIn(with: phone).status == 201) }
            let stranger = TestAuthenticator(service)
            for _ in 0..<20 { #expect(try await service.logIn(with: stranger).status == 403) }
            #expect(try await service.logIn(with: phone).status == 429)
            service.clock.pass(.seconds(1))
            #expect(try await service.logIn(with: phone).status == 201)
        }
    }

    @Test("Under an address, or without a safe connection, none is made and none is asked for")
    func addresses() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            for refused in [
                try await olga.send(.POST, "account/passkeys/challenges"),
                try await service.send(service.message(.POST, "/api/v1/passkeys/challenges", as: nil)),
            ] {
                #expect(refused.status == 422)
                #expect(try refused.problem.field == "Host")
            }
        }
    }

    @Test(
        "What browsers call the site of a passkey",
        arguments: [
            ("localhost:4280", false, "localhost http://localhost:4280"),
            ("LocalHost", false, "localhost http://localhost"),
            ("Home.example", true, "home.example https://home.example"),
            ("home.example:4280", true, "home.example https://home.example:4280"),
            ("home.example", false, nil), ("kitchen", true, "kitchen https://kitchen"),
            ("127.0.0.1:4280", false, nil), ("127.0.0.1", true, nil), ("[::1]:4280", true, nil),
            ("[fe80::1%eth0]", true, nil), ("192.0.2.7:443", true, nil), ("", true, nil), (nil, true, nil),
        ] as [(String?, Bool, String?)])
    func sites(authority: String?, isSecure: Bool, site: String?) {
        let source = CallSource(isSecure: isSecure, authority: authority)
        let found = try? source.passkeySite()
        #expect(found.map { "\($0.host) \($0.origin)" } == site)
    }
}
