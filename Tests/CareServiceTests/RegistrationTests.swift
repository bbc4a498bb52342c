import AsyncHTTPClient
import Care
import CareStore
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Who registers by themselves, and who leaves")
struct RegistrationTests {
    private static func new(_ name: String, email: String? = nil, picture: Data? = nil) -> NewRegistration {
        NewRegistration(
            id: UUID(), name: name, email: email, password: Visitor.password, picture: picture)
    }

    private static func open(_ service: RunningService) async throws -> Visitor {
        let olga = try await service.setUp()
        let turned = try await olga.send(.PUT, "registration", RegistrationSwitch(isOpen: true))
        #expect(turned.status == 200)
        return olga
    }

    private static func waiting(_ olga: Visitor) async throws -> [Registration] {
        try await olga.send(.GET, "registrations").decode(RegistrationPage.self).registrations
    }

    /// Beside the Ben who is here, another one waits, with a password of his own.
    private static func twoBens(_ service: RunningService) async throws -> (Visitor, NewRegistration) {
        let olga = try await open(service)
        _ = try await service.invite(.caregiver, "Ben", by: olga)
        var new = Self.new("Ben")
        new.password = "three other red boats"
        #expect(try await service.post("/api/v1/registrations", new, as: nil).status == 201)
        return (olga, new)
    }

    @Test("Nobody registers until a coordinator has switched it on, and after it was switched off")
    func offAtFirst() async throws {
        try await RunningService.with { service in
            let path = "/api/v1/registrations"
            #expect(try await service.post(path, Self.new("Ben"), as: nil).status == 403)
            let olga = try await service.setUp()
            #expect(try await service.post(path, Self.new("Ben"), as: nil).status == 403)
            let state: RegistrationSwitch = try await service.get("/api/v1/registration", as: nil).decode()
            #expect(!state.isOpen)
            let register = try await service.get("/register", as: nil)
            #expect(register.status == 404 && !register.body.isEmpty)
            for isOpen in [true, false] {
                let turned = try await olga.send(.PUT, "registration", RegistrationSwitch(isOpen: isOpen))
                #expect(turned.status == 200)
                let status = try await service.post(path, Self.new("Ben \(isOpen)"), as: nil).status
                #expect(status == (isOpen ? 201 : 403))
            }
            // Who waits already goes on waiting.
            #expect(try await Self.waiting(olga).map(\.name) == ["Ben true"])
            let ben = try await service.invite(.caregiver, "Cleo", by: olga)
            #expect(try await ben.send(.PUT, "registration", RegistrationSwitch(isOpen: true)).status == 403)
        }
    }

    @Test("Whoever waits can log in only to see that; once let in, they log in with what they have chosen")
    func letIn() async throws {
        try await RunningService.with { service in
            let olga = try await Self.open(service)
            let new = Self.new("Ben", email: "ben@example.org", picture: Data(PictureTests.png))
            let path = "/api/v1/registrations"
            let made = try await service.post(path, new, as: nil)
            #expect(made.status == 201)
            #expect(try await service.post(path, new, as: nil).status == 200)
            let waits = try await service.logIn("ben")
            #expect(waits.status == 403 && waits.headers.first(name: "Set-Cookie") == nil)
            #expect(try await service.logIn("Ben", "three other red boats").status == 401)
            let one = try #require(try await Self.waiting(olga).first)
            #expect(one.name == "Ben" && one.email == "ben@example.org" && one.hasPicture)
            let picture = try await olga.send(.GET, "registrations/\(one.id)/picture")
            #expect(picture.status == 200 && picture.headers.first(name: "Content-Type") == "image/png")
            let person: Person = try await olga.send(
                .POST, "registrations/\(one.id)/acceptance", RegistrationAcceptance(role: .caregiver)
            ).decode()
            #expect(person.name == "Ben" && person.role == .caregiver)
            #expect(try await Self.waiting(olga).isEmpty)
            let ben = try Visitor(service, await service.logIn("Ben"))
            #expect(ben.session.person.id == person.id)
            #expect(try await ben.send(.GET, "people/\(person.id)/picture").status == 200)
            // Twice is once.
            let again = try await olga.send(
                .POST, "registrations/\(one.id)/acceptance", RegistrationAcceptance(role: .coordinator))
            #expect(again.status == 404)
            let audit: AuditPage = try await olga.send(.GET, "audit").decode()
            #expect(
                audit.entries.contains { $0.kind == .registrationAccepted && $0.about == "Ben" }
                    && audit.entries.contains { $0.kind == .registered && $0.by == nil })
        }
    }

    @Test("A coordinator is let in only after the password was typed again; whoever is refused is nobody")
    func careful() async throws {
        try await RunningService.with { service in
            let olga = try await Self.open(service)
            for name in ["Ben", "Cleo"] {
                let made = try await service.post("/api/v1/registrations", Self.new(name), as: nil)
                #expect(made.status == 201)
            }
            let waiting = try await Self.waiting(olga)
            let (ben, cleo) = (waiting[0], waiting[1])
            service.clock.pass(.seconds(601))
            let acceptance = RegistrationAcceptance(role: .coordinator)
            let path = "registrations/\(ben.id)/acceptance"
            #expect(try await olga.send(.POST, path, acceptance).problem.field == "current_password")
            let confirmed = try await olga.send(
                .POST, "session/confirmation", PasswordConfirmation(currentPassword: Visitor.password))
            #expect(confirmed.status == 204)
            #expect(try await olga.send(.POST, path, acceptance).status == 201)
            #expect(try await olga.send(.DELETE, "registrations/\(cleo.id)").status == 204)
            #expect(try await olga.send(.DELETE, "registrations/\(cleo.id)").status == 404)
            #expect(try await service.logIn("Cleo").status == 401)
        }
    }

    @Test("Somebody who is there already and cannot log in yet gets the login; nobody else's is taken")
    func known() async throws {
        try await RunningService.with { service in
            let olga = try await Self.open(service)
            let dora = Person(id: "dora", name: "Dora", role: .caregiver)
            #expect(try await olga.send(.PUT, "people/dora", dora).status == 201)
            // That somebody of this name is here, a stranger does not learn.
            for name in ["Dora", "Olga"] {
                let made = try await service.post("/api/v1/registrations", Self.new(name), as: nil)
                #expect(made.status == 201)
            }
            let waiting = try await Self.waiting(olga)
            func accept(_ index: Int, _ acceptance: RegistrationAcceptance) async throws
                -> RunningService.Answer
            {
                try await olga.send(
                    .POST, "registrations/\(waiting[index].id)/acceptance", acceptance)
            }
            #expect(try await accept(0, .init(role: .caregiver)).problem.field == "name")
            #expect(try await accept(0, .init(role: .provider, person: "dora")).problem.field == "role")
            let refused = try await accept(
                1, .init(role: .coordinator, person: olga.session.person.id))
            #expect(try refused.problem.field == "person")
            #expect(try await accept(0, .init(role: .caregiver, person: "dora")).status == 201)
            let logged = try Visitor(service, await service.logIn("Dora"))
            #expect(logged.session.person.id == "dora")
        }
    }

    @Test("So many register from one address at once, the next later, and so many wait")
    func limits() async throws {
        try await RunningService.with { service in
            let olga = try await Self.open(service)
            let path = "/api/v1/registrations"
            for number in 0..<3 {
                #expect(try await service.post(path, Self.new("Ben \(number)"), as: nil).status == 201)
            }
            let early = try await service.post(path, Self.new("Ben early"), as: nil)
            #expect(early.status == 429 && early.headers.first(name: "Retry-After") != nil)
            // One after the other, an hour apart, until those of one address are too many.
            for number in 3..<Registration.mostOfOneAddress {
                service.clock.pass(.seconds(3601))
                #expect(try await service.post(path, Self.new("Ben \(number)"), as: nil).status == 201)
            }
            service.clock.pass(.seconds(3601))
            #expect(try await service.post(path, Self.new("Ben more"), as: nil).status == 403)
            #expect(try await Self.waiting(olga).count == Registration.mostOfOneAddress)
            // Whoever nobody has let in for a month is forgotten.
            service.clock.set(by: Double(Registration.longestDays) * 86_400 + 1)
            #expect(try await Self.waiting(olga).isEmpty)
        }
    }

    @Test("Whoever waits is told so where somebody here has the name; both log in with their own password")
    func sameName() async throws {
        try await RunningService.with { service in
            let (olga, new) = try await Self.twoBens(service)
            #expect(try await service.logIn("Ben", new.password).status == 403)
            #expect(try await service.logIn("Ben").status == 201)
            #expect(try await service.logIn("Ben", "four wrong green boats").status == 401)
            let path = "registrations/\(new.id)/acceptance"
            let taken = try await olga.send(.POST, path, RegistrationAcceptance(role: .caregiver))
            #expect(try taken.problem.field == "name")
            let both = RegistrationAcceptance(role: .caregiver, person: "ben", name: "Benno")
            #expect(try await olga.send(.POST, path, both).problem.field == "name")
            let other = try await olga.send(
                .POST, path, RegistrationAcceptance(role: .caregiver, name: " Benno "))
            #expect(other.status == 201)
            #expect(try await service.logIn("Benno", new.password).status == 201)
            #expect(try await service.post("/api/v1/registrations", new, as: nil).status == 403)
            #expect(try await Self.waiting(olga).isEmpty)
        }
    }

    @Test("Who waits under somebody's name does not free the guesses at that name's password")
    func guesses() async throws {
        try await RunningService.with { service in
            let (_, new) = try await Self.twoBens(service)
            var statuses: [Int] = []
            for _ in 0..<2 {
                for guess in 0..<4 {
                    statuses.append(try await service.logIn("Ben", "the wrong boats \(guess)").status)
                }
                statuses.append(try await service.logIn("Ben", new.password).status)
            }
            #expect(statuses == [401, 401, 401, 401, 403, 429, 429, 429, 429, 429])
        }
    }

    @Test("A picture that is none counts as a registration, before it is looked at")
    func pictures() async throws {
        try await RunningService.with { service in
            _ = try await Self.open(service)
            let path = "/api/v1/registrations"
            var statuses: [Int] = []
            for number in 0..<4 {
                let new = Self.new("Ben \(number)", picture: Data("<svg/>".utf8))
                statuses.append(try await service.post(path, new, as: nil).status)
            }
            #expect(statuses == [422, 422, 422, 429])
        }
    }

    @Test("What is no name, no e-mail address, no password or no picture is refused with its field")
    func refused() async throws {
        try await RunningService.with { service in
            _ = try await Self.open(service)
            var wrong: [(String, NewRegistration)] = [
                ("name", Self.new(" ")), ("email", Self.new("Ben", email: "ben")),
                ("email", Self.new("Ben", email: "ben@a b")),
                ("picture", Self.new("Ben", picture: Data("<svg/>".utf8))),
            ]
            var short = Self.new("Ben")
            short.password = "ben"
            wrong.append(("password", short))
            for (field, new) in wrong {
                let answer = try await service.post("/api/v1/registrations", new, as: nil)
                #expect(answer.status == 422, "\(field)")
                #expect(try answer.problem.field == field)
            }
            var large = Self.new("Ben")
            large.picture = Data(repeating: 0, count: PersonPicture.mostBytes * 2)
            #expect(try await service.post("/api/v1/registrations", large, as: nil).status == 413)
            let text = [
                "id": UUID().uuidString, "name": "Ben", "password": Visitor.password, "picture": "###",
            ]
            let problem = try await service.post("/api/v1/registrations", text, as: nil).problem
            #expect(problem.field == "picture" && problem.detail.contains("base64"), "\(problem)")
        }
    }

    @Test("The page takes a picture from a stranger only while people may register, and only there")
    func uploads() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            func fields(_ file: Data) -> Data {
                var body = Data()
                for (name, value) in [
                    ("id", UUID().uuidString), ("name", "Ben"), ("password", Visitor.password),
                    ("again", Visitor.password),
                ] {
                    body += Data(
                        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
                }
                body += Data(
                    "--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
                        .utf8)
                return body + file + Data("\r\n--b--\r\n".utf8)
            }
            func send(_ path: String) async throws -> RunningService.Answer {
                try await service.send(
                    service.message(
                        .POST, path, as: nil, body: fields(Data(PictureTests.png)),
                        headers: [("Content-Type", "multipart/form-data; boundary=b")]))
            }
            #expect(try await send("/register").status == 401)
            #expect(try await olga.send(.PUT, "registration", RegistrationSwitch(isOpen: true)).status == 200)
            #expect(try await send("/login").status == 401)
            #expect(try await Self.waiting(olga).isEmpty)
            let sent = try await send("/register")
            #expect(String(decoding: sent.body, as: UTF8.self).contains("You are registered."))
            #expect(try await Self.waiting(olga).map(\.hasPicture) == [true])
        }
    }

    @Test("Leaving asks for the password, ends all sessions, and keeps the last coordinator and clients here")
    func leaving() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let other = try Visitor(service, await service.logIn("Ben"))
            let wrong = try await ben.send(.POST, "account/leaving", Leaving(password: "not this one"))
            #expect(wrong.status == 403)
            #expect(try wrong.problem.field == "password")
            let right = Leaving(password: Visitor.password)
            #expect(try await olga.send(.POST, "account/leaving", right).status == 403)
            let leo = try await service.invite(.client, "Leo", by: olga)
            #expect(try await leo.send(.POST, "account/leaving", right).status == 403)
            let phone = Contact(
                id: UUID(), person: ben.session.person.id, channel: "ntfy", label: "Phone",
                address: ["topic": "ben"])
            let core = service.service.core
            _ = try await core.write { store throws(CareStoreError) in try await store.save(phone, at: noon) }
            #expect(try await ben.send(.POST, "account/leaving", right).status == 204)
            let off = try await core.read { store throws(CareStoreError) in
                try await store.contact(phone.id)
            }
            #expect(off?.isOn == false)
            for one in [ben, other] { #expect(try await one.send(.GET, "session").status == 401) }
            #expect(try await service.logIn("Ben").status == 401)
            let person: Person = try await olga.send(.GET, "people/\(ben.session.person.id)").decode()
            #expect(!person.isActive && person.name == "Ben")
            let audit: AuditPage = try await olga.send(.GET, "audit?kind=person_left").decode()
            #expect(audit.entries.first?.by == "Ben" && audit.entries.first?.about == "Ben")
            var back = person
            back.isActive = true
            #expect(try await olga.send(.PUT, "people/\(person.id)", back).status == 200)
            #expect(try await service.logIn("Ben").status == 201)
        }
    }

    @Test("A client says on their own phone that they want no reminders; other fields stay")
    func reminders() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let leo = try await service.invite(.client, "Leo", by: olga)
            let off = ReminderPreferences(allOff: true, silent: [.kiosk])
            let changed = try await leo.send(.PUT, "account", AccountChange(reminders: off))
            #expect(changed.status == 200)
            #expect(try changed.decode(Session.self).person.reminders == off)
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let refused = try await ben.send(.PUT, "account", AccountChange(reminders: off))
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "reminders.silent")
        }
    }
}
