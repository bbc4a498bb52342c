import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

/// What the home and its people are called, while the service runs.
@Suite("Names take effect at once", .timeLimit(.minutes(10)))
struct NamesTests {
    private func names(_ home: String?, _ client: String, id: String = "maria") -> HomeNames {
        HomeNames(home: home, people: [Person(id: id, name: client, role: .client)])
    }

    private func adjust(_ configuration: inout CareServiceConfiguration) {
        configuration.people = names(nil, "Maria").people
    }

    @Test("A name of the file is in the store, on the pages and in invitations as soon as it is told")
    func told() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let olga = try await service.setUp()
            #expect(try await olga.send(.GET, "people/maria").decode(Person.self).name == "Maria")
            await service.service.adopt(names("Villa Rosa", "Mia"))
            #expect(try await olga.send(.GET, "people/maria").decode(Person.self).name == "Mia")
            let login = try await service.send(service.message(.GET, "/login", as: nil))
            #expect(String(decoding: login.body, as: UTF8.self).contains("<bdi>Villa Rosa</bdi>"))
            let view = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Ben"))
            let code = try view.decode(Invitation.self).code
            let seen = try await service.send(service.message(.GET, "/api/v1/invitations/\(code)", as: nil))
            #expect(try seen.decode(InvitationView.self).home == "Villa Rosa")
        }
    }

    @Test("Open pages are told to read themselves again, and devices are not told what they do not know")
    func pages() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let olga = try await service.setUp()
            try await olga.events { lines in
                try await lines.untilReady()
                await service.service.adopt(names("Villa Rosa", "Maria"))
                var isTold = false
                while !isTold, let block = try await lines.next() { isTold = block.hasPrefix("event: names") }
                #expect(isTold)
            }
        }
    }

    @Test("Somebody with another id is another person: that counts from the next start")
    func others() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let olga = try await service.setUp()
            await service.service.adopt(names("Villa Rosa", "Zoe", id: "zoe"))
            #expect(try await olga.send(.GET, "people/zoe").status == 404)
            #expect(try await olga.send(.GET, "people/maria").decode(Person.self).name == "Maria")
        }
    }
}
