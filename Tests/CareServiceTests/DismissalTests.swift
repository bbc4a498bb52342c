import Care
import Foundation
import NIOHTTP1
import OwnFolders
import Testing

@testable import CareService

@Suite("Who is dismissed is out at once, and stays out")
struct DismissalTests {
    /// What a coordinator does to another one.
    enum Dismissal: CaseIterable, Sendable {
        case demoted, left, loginTaken, newPassword
    }

    private static func dismiss(
        _ ben: Visitor, _ how: Dismissal, by olga: Visitor, in service: RunningService
    ) async throws {
        var person = ben.session.person
        switch how {
        case .demoted:
            person.role = .caregiver
            #expect(try await olga.send(.PUT, "people/ben", person).status == 200)
        case .left:
            person.isActive = false
            #expect(try await olga.send(.PUT, "people/ben", person).status == 200)
        case .loginTaken: #expect(try await olga.send(.DELETE, "accounts/ben").status == 204)
        case .newPassword:
            let new = NewInvitation(id: UUID(), role: .coordinator, name: "Ben", person: "ben")
            let invitation: Invitation = try await olga.send(.POST, "invitations", new).decode()
            #expect(try await service.accept(invitation.code, "Ben", "seven slow old trams").status == 201)
        }
    }

    @Test(
        "Streams end, and sessions, codes and pairings open nothing, also once everything is given back",
        arguments: Dismissal.allCases)
    func out(_ how: Dismissal) async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let maria = Person(id: "client", name: "Maria", role: .client)
            #expect(try await olga.send(.PUT, "people/client", maria).status == 201)
            let ben = try await service.invite(.coordinator, "Ben", by: olga)
            let phone = try Visitor(service, await service.logIn("Ben"))
            let invitation: Invitation = try await ben.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .coordinator, name: "Eve")
            ).decode()
            let pairing: Pairing = try await ben.send(
                .POST, "pairings", NewPairing(id: UUID(), kind: .station, name: "Kitchen")
            ).decode()
            let screen = try phone.message(.GET, "displays/client/events")
            try await ben.events { lines in
                try await lines.untilReady()
                try await service.events(screen) { shown in
                    #expect(try await shown.next() == "event: starting\ndata: {}")
                    try await Self.dismiss(ben, how, by: olga, in: service)
                    while try await shown.next() != nil {}
                }
                while try await lines.next() != nil {}
            }
            func isNothingLeft() async throws {
                for visitor in [ben, phone] {
                    #expect(try await visitor.send(.GET, "session").status == 401)
                    #expect(try await service.status(visitor.message(.GET, "events")) == 401)
                }
                #expect(try await service.accept(invitation.code, "Eve").status == 404)
                let claim = DeviceClaim(code: pairing.code)
                #expect(try await service.post("/api/v1/devices", claim, as: nil).status == 404)
            }
            try await isNothingLeft()
            for change in [{ $0.role = .coordinator }, { $0.isActive = true }] as [(inout Person) -> Void] {
                var person: Person = try await olga.send(.GET, "people/ben").decode()
                change(&person)
                #expect(try await olga.send(.PUT, "people/ben", person).status == 200)
            }
            try await isNothingLeft()
        }
    }

    @Test("An invitation for somebody who has had another role since opens nothing")
    func otherRole() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            var ben = Person(id: "ben", name: "Ben", role: .coordinator)
            ben = try await olga.send(.PUT, "people/ben", ben).decode()
            let invitation: Invitation = try await olga.send(
                .POST, "invitations",
                NewInvitation(id: UUID(), role: .coordinator, name: "Ben", person: "ben")
            ).decode()
            for role in [Person.Role.caregiver, .coordinator] {
                ben.role = role
                ben = try await olga.send(.PUT, "people/ben", ben).decode()
                #expect(try await service.accept(invitation.code, "Ben").status == 404)
            }
        }
    }

    @Test("A link that was asked for on the machine lets one in, also if two come at once and its file stays")
    func linkAtOnce() async throws {
        let token = TokenFiles.token()
        try await RunningService.with {
            $0.setup = SetupToken(
                make: { RunningService.setupToken }, forget: {}, again: { token }, forgetAgain: {})
        } _: { service async throws in
            _ = try await service.setUp()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    let setup = Setup(token: token, name: "Eve \(number)", password: Visitor.password)
                    group.addTask { try await service.post("/api/v1/setup", setup, as: nil).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 403 } == 7)
            #expect(try await service.get("/api/v1/setup/" + token, as: nil).status == 403)
        }
    }

    @Test("A link of the machine that made nobody can be used again")
    func linkPutBack() async throws {
        let token = TokenFiles.token()
        try await RunningService.with {
            $0.setup = SetupToken(
                make: { RunningService.setupToken }, forget: {}, again: { token }, forgetAgain: {})
        } _: { service async throws in
            let olga = try await service.setUp()
            _ = try await service.invite(.caregiver, "Ben", by: olga)
            // With a Cyrillic letter: nobody else gets a name that looks like his.
            let taken = Setup(token: token, name: "B\u{435}n", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", taken, as: nil).status == 422)
            let free = Setup(token: token, name: "Eve", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", free, as: nil).status == 201)
        }
    }

    @Test("The link of the first start opens nothing as long as anybody can log in, and somebody always can")
    func firstLink() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            #expect(try await olga.send(.DELETE, "accounts/olga").status == 403)
            #expect(try await olga.send(.DELETE, "sessions").status == 204)
            let path = "/api/v1/setup/" + RunningService.setupToken
            #expect(try await service.get(path, as: nil).status == 403)
        }
    }
}
