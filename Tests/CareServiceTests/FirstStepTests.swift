import Care
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import CareService

@Suite("The first start's questions, and links that log one's own phone in")
struct FirstStepTests {
    @Test("What was answered or put away stays so, and only coordinators ask")
    func steps() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let before: FirstSteps = try await olga.send(.GET, "first-steps").decode()
            #expect(before.steps.map(\.step) == FirstStep.allCases)
            #expect(before.state(of: .phone) == .open)
            #expect(before.address == nil && before.obstacle == .closed)
            #expect(
                try await olga.send(.PUT, "first-steps/phone", FirstStepChange(state: .putAway)).status == 200
            )
            #expect(
                try await olga.send(.PUT, "first-steps/call", FirstStepChange(state: .done)).status == 200)
            #expect(
                try await olga.send(.PUT, "first-steps/nothing", FirstStepChange(state: .done)).status == 404)
            let after: FirstSteps = try await olga.send(.GET, "first-steps").decode()
            #expect(after.state(of: .phone) == .putAway && after.state(of: .call) == .done)
            #expect(!after.open.contains(.phone))
            let made: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let ben = try Visitor(service, await service.accept(made.code, "Ben"))
            #expect(try await ben.send(.GET, "first-steps").status == 403)
            #expect(try await ben.send(.PUT, "first-steps/call", FirstStepChange(state: .open)).status == 403)
            let trial = Trial(id: UUID(), kind: .sound, device: .kiosk)
            #expect(try await ben.send(.POST, "trials", trial).status == 403)
            // Two can log in: nobody has to be asked for the others.
            let now: FirstSteps = try await olga.send(.GET, "first-steps").decode()
            #expect(now.state(of: .others) == .done)
        }
    }

    @Test("Once a client has called at a kiosk, nobody is asked for the first call; a trial's is none")
    func called() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            func state() async throws -> FirstStep.State {
                try await olga.send(.GET, "first-steps").decode(FirstSteps.self).state(of: .call)
            }
            #expect(try await state() == .open)
            var trial = water()
            trial.need = Request.testNeed
            #expect(try await service.post("/api/v1/requests", trial).status == 201)
            // A phone's call has no time of its own.
            var phones = water()
            phones.askedAt = CareJSON.times.upperBound
            #expect(try await service.post("/api/v1/requests", phones).status == 201)
            #expect(try await state() == .open)
            #expect(try await service.post("/api/v1/requests", water()).status == 201)
            #expect(try await state() == .done)
            let away = FirstStepChange(state: .putAway)
            #expect(try await olga.send(.PUT, "first-steps/call", away).status == 200)
            #expect(try await state() == .putAway)
        }
    }

    @Test("A trial without its device is told, and what cannot be tried is refused")
    func trials() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let sound = Trial(id: UUID(), kind: .sound, device: .kiosk)
            #expect(try await olga.send(.POST, "trials", sound).status == 404)
            let call = Trial(id: UUID(), kind: .call, device: .station)
            #expect(try await olga.send(.POST, "trials", call).status == 422)
        }
    }

    @Test("A link logs its maker in once, on one more device, and confirms nothing")
    func link() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let link: LoginLink = try await olga.send(.POST, "login-links").decode()
            // A page that is drawn again shows the same one.
            #expect(try await olga.send(.POST, "login-links").decode(LoginLink.self).path == link.path)
            let token = try #require(link.path.split(separator: "/").last)
            let view: LoginLinkView = try await service.get("/api/v1/login-links/\(token)", as: nil).decode()
            #expect(view.name == olga.session.person.name)
            func use() async throws -> RunningService.Answer {
                try await service.send(
                    service.message(.POST, "/api/v1/login-links/\(token)/session", as: nil))
            }
            let phone = try Visitor(service, await use())
            #expect(phone.session.person.id == olga.session.person.id)
            #expect(try await use().status == 404)
            #expect(try await service.get("/api/v1/login-links/\(token)", as: nil).status == 404)
            // It may not invite coordinators, nor make links of its own, without the password.
            #expect(try await phone.send(.POST, "login-links").status == 403)
        }
    }

    @Test("A link ends with its time, and with the session in which it was made")
    func ends() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            func token() async throws -> String {
                let link: LoginLink = try await olga.send(.POST, "login-links").decode()
                return String(link.path.dropFirst("/enter/".count))
            }
            let first = try await token()
            service.clock.pass(.seconds(601))
            #expect(try await service.get("/api/v1/login-links/\(first)", as: nil).status == 404)
            #expect(
                try await olga.send(
                    .POST, "session/confirmation", PasswordConfirmation(currentPassword: Visitor.password)
                ).status == 204)
            let second = try await token()
            #expect(second != first)
            #expect(try await olga.send(.DELETE, "session").status == 204)
            #expect(try await service.get("/api/v1/login-links/\(second)", as: nil).status == 404)
            #expect(
                try await service.send(
                    service.message(.POST, "/api/v1/login-links/\(second)/session", as: nil)
                ).status == 404)
        }
    }

    @Test(
        "A new password ends the link of the session in which it was chosen: somebody may have photographed it"
    )
    func newPassword() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            func token() async throws -> String {
                let link: LoginLink = try await olga.send(.POST, "login-links").decode()
                return String(link.path.dropFirst("/enter/".count))
            }
            func status(_ token: String) async throws -> Int {
                try await service.get("/api/v1/login-links/\(token)", as: nil).status
            }
            let seen = try await token()
            #expect(try await olga.send(.PUT, "account", AccountChange(name: "Olga B")).status == 200)
            #expect(try await status(seen) == 200)
            let change = AccountChange(
                password: "quite another password", oldPassword: Visitor.password)
            #expect(try await olga.send(.PUT, "account", change).status == 200)
            #expect(try await status(seen) == 404)
            #expect(try await status(token()) == 200)
        }
    }

    @Test("In a home with several clients, the one of its own kiosk has to be named")
    func named() async throws {
        try await RunningService.with(adjust: { configuration in
            configuration.client = "client"
            configuration.namelessClient = "Somebody"
            configuration.people = [
                Person(id: "client", name: "Somebody", role: .client),
                Person(id: "alma", name: "Alma", role: .client),
            ]
        }) { service in
            let olga = try await service.setUp()
            func steps() async throws -> FirstSteps {
                try await olga.send(.GET, "first-steps").decode()
            }
            #expect(try await steps().state(of: .client) == .open)
            #expect(try await steps().client == "client")
            await service.service.adopt(
                HomeFacts(home: nil, people: [Person(id: "client", name: "Maria", role: .client)]))
            #expect(try await steps().state(of: .client) == .done)
        }
    }

    @Test("So many links at most, each session its own, and none after its time")
    func bounded() {
        var links = LoginLinks(most: 3)
        var number = 0
        func make(_ session: UUID, at seconds: Double) -> LoginLinks.Link {
            number += 1
            return links.make(for: session, name: "Anna", at: .seconds(seconds)) { "token-\(number)" }
        }
        let sessions = (0..<5).map { _ in UUID() }
        let made = sessions.enumerated().map { make($1, at: Double($0)) }
        #expect(links.find(made[0].token, at: .seconds(5)) == nil)
        #expect(links.find(made[4].token, at: .seconds(5))?.session == sessions[4])
        // After half of its time it is another one, and the old one is gone.
        #expect(make(sessions[4], at: 200).token == made[4].token)
        let later = make(sessions[4], at: 400)
        #expect(later.token != made[4].token && links.find(made[4].token, at: .seconds(400)) == nil)
        #expect(links.find(later.token, at: .seconds(1001)) == nil)
        #expect(
            links.take(later.token, at: .seconds(500)) != nil
                && links.take(later.token, at: .seconds(500)) == nil)
    }

    @Test(
        "Other machines get an address that they can use",
        arguments: [
            ("127.0.0.1", "192.168.1.20", nil, .closed),
            ("0.0.0.0", "192.168.1.20", "http://192.168.1.20:4280", nil),
            ("10.0.0.5", "192.168.1.20", "http://10.0.0.5:4280", nil), ("0.0.0.0", nil, nil, .noNetwork),
            ("::1", "192.168.1.20", nil, .closed), ("kitchen.lan", nil, "http://kitchen.lan:4280", nil),
        ] as [(String, String?, String?, FirstSteps.Obstacle?)])
    func address(
        host: String, own: String?, expected: String?, obstacle: FirstSteps.Obstacle?
    ) throws {
        var configuration = CareServiceConfiguration(
            host: host, storePath: "/nowhere", tokens: AccessTokens(kiosk: "k", station: "s"))
        configuration.ownAddress = { own }
        let service = CareService(configuration: configuration, logger: .init(label: "test"))
        #expect(service.core.networkAddress(port: 4280) == expected)
        #expect(service.core.networkAddress(port: 0) == nil)
        #expect(service.core.networkObstacle == obstacle)
        // It would listen there, but for its certificate.
        configuration.certificate = CertificateFiles(certificate: "/nowhere.pem", key: "/nowhere.key")
        let broken = CareService(configuration: configuration, logger: .init(label: "test"))
        #expect(broken.core.networkAddress(port: 4280) == nil)
        #expect(broken.core.networkObstacle == .certificate)
    }
}
