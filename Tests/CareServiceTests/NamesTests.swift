import Care
import CareStore
import Foundation
import Logging
import NIOHTTP1
import OwnFolders
import Synchronization
import Testing

@testable import CareService

/// What the home and its people are called, while the service runs.
@Suite("Names take effect at once", .timeLimit(.minutes(30)))
struct NamesTests {
    private func names(_ home: String?, _ client: String, id: String = "maria") -> HomeFacts {
        HomeFacts(home: home, people: [Person(id: id, name: client, role: .client)])
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

    @Test("When the home's shifts begin is on the page of the handover as soon as it is told")
    func shifts() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let olga = try await service.setUp()
            func page() async throws -> String {
                String(
                    decoding: try await service.send(
                        service.message(.GET, "/handover", as: nil, headers: [("Cookie", olga.cookie)])
                    ).body, as: UTF8.self)
            }
            #expect(try await page().contains(#"href="/handover?shift=06:00""#))
            var own = names(nil, "Maria")
            own.shifts = [420, 1140]
            await service.service.adopt(own)
            let now = try await page()
            #expect(
                now.contains("shift=07:00") && now.contains("shift=19:00") && !now.contains("shift=06:00"))
            #expect(now.contains("Day <small>") && now.contains("Night <small>"))
        }
    }

    @Test("Who reads in none of the pages' languages reads them in the home's own as soon as that is told")
    func homeLanguage() async throws {
        func adjustLanguage(_ configuration: inout CareServiceConfiguration) {
            adjust(&configuration)
            configuration.homeLanguage = "fr"
        }
        try await RunningService.with(adjust: adjustLanguage) { service in
            func language() async throws -> String? {
                let login = try await service.send(
                    service.message(.GET, "/login", as: nil, headers: [("Accept-Language", "cy")]))
                let page = String(decoding: login.body, as: UTF8.self)
                return page.firstMatch(of: /<html lang="([^"]+)"/).map { String($0.1) }
            }
            let before = try await language()
            #expect(before == "fr")
            var own = names(nil, "Maria")
            own.language = "de-AT"
            await service.service.adopt(own)
            let after = try await language()
            #expect(after == "de")
            #expect(service.service.core.homeLanguage == "de-AT")
        }
    }

    @Test("Where the home meets by video is on the pages of a session's two people as soon as it is told")
    func videoLink() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let olga = try await service.setUp()
            let pauli = try await service.invite(.provider, "Pauli", clients: ["maria"], by: olga)
            let maria = try await service.link("maria", "Maria", by: olga)
            let made: Appointment = try await pauli.send(
                .POST, "appointments",
                NewAppointment(
                    id: UUID(),
                    content: AppointmentContent(
                        provider: pauli.session.person.id, client: "maria",
                        at: Date(timeIntervalSince1970: 1_800_000_000), minutes: 45))
            ).decode()
            let came: [(Visitor, AppointmentLine.Kind)] = [(pauli, .providerCame), (maria, .clientCame)]
            for (visitor, kind) in came {
                let line = NewAppointmentLine(id: UUID(), kind: kind)
                let sent = try await visitor.send(.POST, "appointments/\(made.id)/lines", line)
                #expect(sent.status == 201)
            }
            let id = made.id.uuidString.lowercased()
            func hasLink(_ visitor: Visitor, _ base: String) async throws -> Bool {
                let page = try await service.send(
                    service.message(.GET, "\(base)/\(id)", as: nil, headers: [("Cookie", visitor.cookie)]))
                #expect(page.status == 200)
                return String(decoding: page.body, as: UTF8.self).contains(
                    #"href="https://meet.example.org/\#(id)""#)
            }
            let readers = [(pauli, "/sessions"), (maria, "/mine/sessions"), (olga, "/sessions")]
            for (visitor, base) in readers { #expect(try await !hasLink(visitor, base)) }
            var own = names(nil, "Maria")
            own.videoLink = VideoLink("https://meet.example.org/{appointment}")
            await service.service.adopt(own)
            for ((visitor, base), isTold) in zip(readers, [true, true, false]) {
                #expect(try await hasLink(visitor, base) == isTold)
            }
            await service.service.adopt(names(nil, "Maria"))
            for (visitor, base) in readers { #expect(try await !hasLink(visitor, base)) }
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
            // What the home is called does not depend on them.
            #expect(service.service.core.homeName == "Villa Rosa")
        }
    }

    @Test("The last of many changes at once is what the store has")
    func order() async throws {
        try await RunningService.with(adjust: adjust) { service in
            let core = service.service.core
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask { await core.adopt(names("Villa Rosa", "Mia \(number)")) }
                }
            }
            let last = core.facts.withLock { $0.now.people[0].name }
            let stored = try await core.read { store throws(CareStoreError) in
                try await store.personName("maria")
            }
            #expect(stored == last && core.facts.withLock { $0.isStored })
        }
    }

    @Test("A name that could not be stored is stored as soon as that is possible")
    func later() async throws {
        let folder = try OwnFolder()
        var configuration = CareServiceConfiguration(
            storePath: folder.file("care.sqlite"), tokens: RunningService.tokens)
        adjust(&configuration)
        let core = CareService(configuration: configuration, logger: .init(label: "test")).core
        // There is no store yet.
        await core.adopt(names("Villa Rosa", "Mia"))
        #expect(!core.facts.withLock { $0.isStored })
        func stored() async throws -> String? {
            try await core.read { store throws(CareStoreError) in try await store.personName("maria") }
        }
        try await core.openStore()
        #expect(try await stored() == "Mia")
        // It is lost while it is being written, and comes with the next look at what is due.
        core.facts.withLock { _ = $0.take(names("Villa Rosa", "Zoe")) }
        await core.storeNamesLeft()
        #expect(try await stored() == "Zoe" && core.facts.withLock { $0.isStored })
    }
}
