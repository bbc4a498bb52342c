import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("How long a session lasts, and what needs the password once more")
struct SessionLifeTests {
    @Test("A session is over 90 days after its last use, and 400 days after it began")
    func life() async throws {
        try await RunningService.with { service async throws in
            let unused = try await service.setUp()
            let used = try Visitor(service, await service.logIn("Olga"))
            for days in stride(from: 80, through: 400, by: 80) {
                service.clock.set(by: 80 * 86_400)
                #expect(try await used.send(.GET, "session").status == 200)
                if days == 160 { #expect(try await unused.send(.GET, "session").status == 401) }
            }
            service.clock.set(by: 1)
            #expect(try await used.send(.GET, "session").status == 401)
        }
    }

    @Test("A stream ends with its session's 400 days, and not for having been silent for 90")
    func streams() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            try await olga.events { lines in
                try await lines.untilReady()
                service.clock.set(by: 100 * 86_400)
                service.service.clockHasMoved()
                // The look at the sessions is before this is told.
                while let block = try await lines.next() {
                    if block.contains("occurrence_changed") { break }
                }
                #expect(try await olga.send(.GET, "session").status == 200)
                service.clock.set(by: 301 * 86_400)
                service.service.clockHasMoved()
                while try await lines.next() != nil {}
            }
            #expect(try await olga.send(.GET, "session").status == 401)
        }
    }

    @Test("Each session can be ended alone, with its streams; another's is not there")
    func one() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let phone = try Visitor(service, await service.logIn("Olga"))
            let page: SessionPage = try await olga.send(.GET, "sessions").decode()
            #expect(page.sessions.map(\.address) == ["127.0.0.1", "127.0.0.1"])
            let other = try #require(page.sessions.first { !$0.isThis })
            #expect(try await ben.send(.DELETE, "sessions/\(other.id)").status == 404)
            try await phone.events { lines in
                try await lines.untilReady()
                let ended = try await olga.send(.DELETE, "sessions/\(other.id)")
                #expect(ended.status == 204 && ended.headers["Set-Cookie"].isEmpty)
                while try await lines.next() != nil {}
            }
            #expect(try await phone.send(.GET, "session").status == 401)
            #expect(try await olga.send(.DELETE, "sessions/\(other.id)").status == 404)
            let own = try #require(page.sessions.first { $0.isThis })
            let left = try await olga.send(.DELETE, "sessions/\(own.id)")
            #expect(left.headers.first(name: "Set-Cookie")?.hasPrefix("beckon_session=; ") == true)
            #expect(try await olga.send(.GET, "session").status == 401)
            #expect(try await ben.send(.GET, "session").status == 200)
        }
    }

    @Test(
        "Roles, coordinators and others' passwords need the password once more, ten minutes after it was typed"
    )
    func confirmation() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let phone = try Visitor(service, await service.logIn("Olga"))
            var demoted = ben.session.person
            demoted.role = .provider
            let person = demoted
            @Sendable func refusals(_ visitor: Visitor) async throws -> [String?] {
                let messages: [(HTTPMethod, String, any Encodable)] = [
                    (.PUT, "people/ben", person),
                    (.POST, "invitations", NewInvitation(id: UUID(), role: .coordinator, name: "Eve")),
                    (
                        .POST, "invitations",
                        NewInvitation(id: UUID(), role: person.role, name: "Ben", person: "ben")
                    ),
                ]
                var fields: [String?] = []
                for (method, path, body) in messages {
                    let answer = try await visitor.send(method, path, body)
                    let field = try answer.status == 403 ? answer.problem.field : nil
                    fields.append(field)
                }
                return fields
            }
            let asked: [String?] = Array(repeating: "current_password", count: 3)
            service.clock.pass(AccessDesk.confirmedFor)
            #expect(try await refusals(olga) == asked)
            // What changes nobody's rights needs nothing, nor does to lock somebody out.
            #expect(
                try await olga.send(
                    .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Carla")
                ).status == 201)
            let carla = try await service.invite(.caregiver, "Carla", by: olga)
            #expect(try await olga.send(.DELETE, "accounts/carla").status == 204)
            #expect(try await carla.send(.GET, "session").status == 401)
            let wrong = try await olga.send(
                .POST, "session/confirmation", PasswordConfirmation(currentPassword: "not her password"))
            #expect(wrong.status == 403)
            #expect(try wrong.problem.field == "current_password")
            #expect(try await refusals(olga) == asked)
            let right = PasswordConfirmation(currentPassword: Visitor.password)
            #expect(try await olga.send(.POST, "session/confirmation", right).status == 204)
            #expect(try await refusals(phone) == asked)
            #expect(try await refusals(olga) == [nil, nil, nil])
            service.clock.pass(AccessDesk.confirmedFor)
            #expect(try await olga.send(.PUT, "people/ben", ben.session.person).status == 403)
        }
    }

    @Test(
        "A login counts for ten minutes in its own session, for no other, and not for who had it before another role"
    )
    func tenMinutes() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let eve = try await service.invite(.coordinator, "Eve", by: olga)
            @Sendable func invites(_ visitor: Visitor) async throws -> Int {
                try await visitor.send(
                    .POST, "invitations", NewInvitation(id: UUID(), role: .coordinator, name: "Fay \(UUID())")
                ).status
            }
            service.clock.pass(.seconds(599))
            #expect(try await invites(olga) == 201)
            let phone = try Visitor(service, await service.logIn("Olga"))
            service.clock.pass(.seconds(1))
            // The phone's login is its own, and the older one has come to its end.
            #expect(try await invites(olga) == 403)
            #expect(try await invites(phone) == 201)
            #expect(try await eve.send(.GET, "session").status == 200)
            var caregiver = eve.session.person
            caregiver.role = .caregiver
            #expect(try await phone.send(.PUT, "people/eve", caregiver).status == 200)
            #expect(try await invites(eve) == 401)
        }
    }

    @Test("Passwords that are tried as a confirmation are counted with those of the log in")
    func confirmationGuesses() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            var statuses: [Int: Int] = [:]
            for _ in 0..<20 {
                let wrong = PasswordConfirmation(currentPassword: "wrong wrong wrong")
                statuses[try await olga.send(.POST, "session/confirmation", wrong).status, default: 0] += 1
            }
            #expect(statuses == [403: 5, 429: 15])
            #expect(try await service.logIn("Olga").status == 429)
        }
    }

    @Test("A page asks for the password, and then does what was sent before")
    func page() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            _ = try await service.invite(.caregiver, "Ben", by: olga)
            service.clock.pass(AccessDesk.confirmedFor)
            let csrf = try #require(olga.csrf)
            let form = "csrf=\(csrf)&name=Ben&role=provider&sequence=1&sure=yes"
            let asked = try await olga.form("/people/ben", form)
            #expect(asked.status == 403)
            let text = String(decoding: asked.body, as: UTF8.self)
            for part in [
                #"action="/people/ben""#, #"name="current_password" type="password""#,
                #"name="role" value="provider""#, #"name="sure" value="yes""#,
            ] {
                #expect(text.contains(part), "\(part)")
            }
            #expect(!text.contains("This is not your password"))
            let wrong = try await olga.form("/people/ben", form + "&current_password=wrong+wrong")
            #expect(String(decoding: wrong.body, as: UTF8.self).contains("This is not your password."))
            let right = form + "&current_password=" + Visitor.password.replacing(" ", with: "+")
            let done = try await olga.form("/people/ben", right)
            #expect(done.status == 200)
            let ben: Person = try await olga.send(.GET, "people/ben").decode()
            #expect(ben.role == .provider)
        }
    }
}
