import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Codes that let people and devices in, once and for a while")
struct InvitationTests {
    @Test("An invitation is read, taken once, and then is none")
    func once() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let new = NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            let made = try await olga.send(.POST, "invitations", new)
            #expect(made.status == 201)
            let invitation: Invitation = try made.decode()
            #expect(try await olga.send(.POST, "invitations", new).decode(Invitation.self) == invitation)
            #expect(invitation.path == "/join/\(invitation.code)")
            let typed = invitation.code.lowercased().replacing("-", with: "")
            let view: InvitationView = try await service.get("/api/v1/invitations/\(typed)", as: nil).decode()
            #expect(view == InvitationView(role: .caregiver, name: "Ben", home: "Sunrise House"))
            let ben = try Visitor(service, await service.accept(typed, "Benjamin"))
            #expect(ben.session.person.id == "benjamin" && ben.session.person.role == .caregiver)
            #expect(try await service.accept(invitation.code, "Eve").status == 404)
            #expect(
                try await service.get("/api/v1/invitations/\(invitation.code)", as: nil).status == 404)
            #expect(try await olga.send(.POST, "invitations", new).status == 404)
            let left: InvitationPage = try await olga.send(.GET, "invitations").decode()
            #expect(left.invitations.isEmpty)
        }
    }

    @Test("An invitation that is over, or was withdrawn, opens nothing")
    func over() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            func invite() async throws -> Invitation {
                try await olga.send(
                    .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
                ).decode()
            }
            let (first, second) = (try await invite(), try await invite())
            #expect(try await olga.send(.DELETE, "invitations/\(first.id)").status == 204)
            #expect(try await olga.send(.DELETE, "invitations/\(first.id)").status == 404)
            #expect(try await service.accept(first.code, "Ben").status == 404)
            service.clock.set(by: 7 * 86_400 + 1)
            #expect(try await service.accept(second.code, "Ben").status == 404)
            #expect(try await service.get("/api/v1/invitations/\(second.code)", as: nil).status == 404)
        }
    }

    @Test("Somebody taken at once by many is one person")
    func atOnce() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<10 {
                    group.addTask { try await service.accept(invitation.code, "Ben \(number)").status }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [201: 1, 404: 9])
        }
    }

    @Test("Who is there already gets a new password, and is logged out elsewhere")
    func newPassword() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let wrongRole = NewInvitation(id: UUID(), role: .coordinator, name: "Ben", person: "ben")
            #expect(try await olga.send(.POST, "invitations", wrongRole).status == 422)
            let new = NewInvitation(id: UUID(), role: .caregiver, name: "Ben", person: "ben")
            let invitation: Invitation = try await olga.send(.POST, "invitations", new).decode()
            let view: InvitationView = try await service.get(
                "/api/v1/invitations/\(invitation.code)", as: nil
            ).decode()
            #expect(view.hasPassword && view.name == "Ben")
            let again = try Visitor(
                service, await service.accept(invitation.code, "Somebody else", "seven slow old trams"))
            #expect(again.session.person.name == "Ben" && again.session.person.id == "ben")
            #expect(try await ben.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Ben").status == 401)
            #expect(try await service.logIn("Ben", "seven slow old trams").status == 201)
        }
    }

    @Test("Nobody takes a name that another has")
    func names() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            ).decode()
            let refused = try await service.accept(invitation.code, " OLGA ")
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "name")
            // The code was not used up by that.
            #expect(try await service.accept(invitation.code, "Ben").status == 201)
        }
    }

    @Test("A browser that is paired shows its client's screen, and nothing else of the home")
    func screen() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let maria = Person(id: "client", name: "Maria", role: .client)
            #expect(try await olga.send(.PUT, "people/client", maria).status == 201)
            let pairing: Pairing = try await olga.send(
                .POST, "pairings", NewPairing(id: UUID(), kind: .display, name: "Bed", client: "client")
            ).decode()
            let answer = try await service.post("/api/v1/devices", DeviceClaim(code: pairing.code), as: nil)
            #expect(answer.status == 201)
            let set = try #require(answer.headers.first(name: "Set-Cookie"))
            #expect(
                set.hasPrefix("beckon_screen=") && set.contains("HttpOnly") && set.contains("SameSite=Strict")
            )
            let cookie = try #require(set.split(separator: ";").first.map(String.init))
            func ask(
                _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil,
                _ more: [(String, String)] = []
            ) async throws -> RunningService.Answer {
                try await service.send(
                    service.message(
                        method, path, as: nil, body: try body.map { try CareJSON.encoder().encode($0) },
                        headers: [("Cookie", cookie)] + more))
            }
            #expect(try await ask(.GET, "/api/v1/displays").status == 200)
            #expect(try await ask(.GET, "/api/v1/displays/other").status == 404)
            #expect(try await ask(.GET, "/api/v1/people").status == 403)
            let page = try await ask(.GET, "/display/client")
            #expect(page.status == 200)
            let text = String(decoding: page.body, as: UTF8.self)
            let token = try #require(text.split(separator: "data-csrf=\"").last?.split(separator: "\"").first)
            let tap = ScreenTap(screen: 1, cell: "water", at: noon)
            #expect(try await ask(.POST, "/api/v1/displays/client/taps", tap).status == 403)
            // Nothing is shown there: the touch was let in, and finds no kiosk.
            let touched = try await ask(
                .POST, "/api/v1/displays/client/taps", tap, [("X-CSRF-Token", String(token))])
            #expect(touched.status == 404)
            #expect(try await olga.send(.DELETE, "devices/\(pairing.id)").status == 204)
            #expect(try await ask(.GET, "/api/v1/displays").status == 401)
            // A kiosk keeps its token in a file: no browser is one.
            let kiosk: Pairing = try await olga.send(
                .POST, "pairings", NewPairing(id: UUID(), kind: .kiosk, name: "Bed", client: "client")
            ).decode()
            let other = try await service.post("/api/v1/devices", DeviceClaim(code: kiosk.code), as: nil)
            #expect(other.status == 201 && other.headers["Set-Cookie"].isEmpty)
        }
    }

    @Test("A device is paired once, listens, and is refused as soon as it is revoked")
    func devices() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let new = NewPairing(id: UUID(), kind: .station, name: "Kitchen")
            let pairing: Pairing = try await olga.send(.POST, "pairings", new).decode()
            let claimed = try await service.post(
                "/api/v1/devices", DeviceClaim(code: pairing.code), as: nil)
            #expect(claimed.status == 201)
            let device: PairedDevice = try claimed.decode()
            #expect(
                try await service.post("/api/v1/devices", DeviceClaim(code: pairing.code), as: nil).status
                    == 404)
            try await service.events(as: device.token) { lines in
                try await lines.untilReady()
                var page: DevicePage = try await olga.send(.GET, "devices").decode()
                #expect(page.devices.map(\.name) == ["Kitchen"])
                #expect(page.devices.first?.isConnected == true && page.devices.first?.lastSeen != nil)
                #expect(try await olga.send(.DELETE, "devices/\(device.id)").status == 204)
                while try await lines.next() != nil {}
                page = try await olga.send(.GET, "devices").decode()
                #expect(page.devices.first?.revokedAt == noon)
            }
            #expect(try await service.get("/api/v1/needs", as: device.token).status == 401)
        }
    }

    @Test("A code for a device is over after an hour")
    func devicesOver() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let new = NewPairing(id: UUID(), kind: .kiosk, name: "Bed", client: "maria")
            let pairing: Pairing = try await olga.send(.POST, "pairings", new).decode()
            service.clock.set(by: 3601)
            #expect(
                try await service.post("/api/v1/devices", DeviceClaim(code: pairing.code), as: nil).status
                    == 404)
        }
    }

    @Test("Codes are not guessed: after a few, everybody who guesses waits")
    func guesses() async throws {
        try await RunningService.with { service in
            var statuses: [Int: Int] = [:]
            for _ in 0..<200 {
                let status = try await service.get("/api/v1/invitations/\(Secrets.code())", as: nil).status
                statuses[status, default: 0] += 1
            }
            #expect(statuses == [404: 20, 429: 180])
        }
    }
}
