import AsyncHTTPClient
import Care
import Encouragement
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import OwnFolders
import Synchronization
import Testing

@testable import CareService

/// Whoever asks: a device by its token, or somebody who has logged in.
struct Asker: Sendable {
    enum Credential: Sendable {
        case token(String)
        case person(Visitor)
    }

    let role: CallerRole
    /// The one client of a kiosk or display, or who has logged in, or whom a provider comes to see.
    var client: String?
    let credential: Credential
    let service: RunningService

    var visitor: Visitor? { if case .person(let visitor) = credential { visitor } else { nil } }
    var person: Person? { visitor?.session.person }

    func message(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil
    ) throws -> HTTPClientRequest {
        switch credential {
        case .person(let visitor): try visitor.message(method, path, body)
        case .token(let token):
            service.message(
                method, "/api/v1/" + path, as: token,
                body: try body.map { try CareJSON.encoder().encode($0) })
        }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ body: (any Encodable)? = nil
    ) async throws -> RunningService.Answer {
        try await service.send(try message(method, path, body))
    }

    func get(_ path: String) async throws -> RunningService.Answer { try await send(.GET, path) }

    /// What an event stream tells of the time before, as text.
    func eventsBefore() async throws -> String {
        var told = ""
        try await service.events(try message(.GET, "events?after=0")) { lines in
            while let block = try await lines.next(), !block.hasPrefix("event: ready") {
                told += block + "\n"
            }
        }
        return told
    }
}

/// A home of Maria, whose kiosk is the home's own, and Otto, whose kiosk was paired; with a screen of each, a station, a
/// caregiver, a provider of both and one of Maria alone, a coordinator and a phone of each client.
struct TwoClients: Sendable {
    static let ids = ["maria", "otto"]
    /// A file that is there.
    static let aFile = #filePath
    static func name(_ id: String) -> String { id.capitalized }

    let service: RunningService
    let coordinator: Visitor
    let maria: Asker
    let otto: Asker
    let ottosKiosk: UUID
    let others: [Asker]

    var all: [Asker] { [maria, otto] + others }
    var station: Asker {
        Asker(role: .station, credential: .token(RunningService.tokens.station), service: service)
    }

    func kiosk(of client: String) -> Asker { client == "maria" ? maria : otto }

    static func settings(_ configuration: inout CareServiceConfiguration) {
        Days.settings(&configuration)
        configuration.people.append(Person(id: "otto", name: "Otto", role: .client))
        configuration.files = .contents(
            of: { kiosk in
                let client = kiosk.client
                let file = ClientContents.File(
                    path: "boards/home.yaml", digest: digest(of: client), size: client.utf8.count)
                return ClientContents(
                    client: client, version: digest(of: client), settings: "client:\n  id: \(client)\n",
                    files: [file])
            },
            file: { wanted, kiosk throws(CareProblem) in
                let client = kiosk.client
                guard wanted == digest(of: client) else {
                    throw CareProblem(.notFound, "it is not this client's")
                }
                return Data(client.utf8)
            })
    }

    /// Of the one file that a client's board has.
    static func digest(of client: String) -> String { Secrets.checksum(of: client.utf8) }

    static func with(
        logger: Logger = quiet,
        adjust: @escaping @Sendable (inout CareServiceConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TwoClients) async throws -> Void
    ) async throws {
        try await RunningService.with(
            logger: logger,
            adjust: {
                settings(&$0)
                adjust(&$0)
            }
        ) { service async throws in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "otto", by: olga)
            var others = [
                Asker(role: .station, credential: .token(RunningService.tokens.station), service: service),
                Asker(role: .coordinator, credential: .person(olga), service: service),
            ]
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            others.append(Asker(role: .caregiver, credential: .person(ben), service: service))
            for (name, clients) in [("Pauli", ids), ("Petra", ["maria"])] {
                let visitor = try await service.invite(.provider, name, clients: clients, by: olga)
                others.append(
                    Asker(
                        role: .provider, client: clients.count == 1 ? clients[0] : nil,
                        credential: .person(visitor), service: service))
            }
            for client in ids {
                let display = try await service.pair(.display, client: client, by: olga)
                others.append(
                    Asker(role: .display, client: client, credential: .token(display.token), service: service)
                )
                let phone = try await service.link(
                    client, name(client), password: Visitor.password, by: olga)
                others.append(
                    Asker(role: .client, client: client, credential: .person(phone), service: service))
            }
            try await body(
                TwoClients(
                    service: service, coordinator: olga,
                    maria: Asker(
                        role: .kiosk, client: "maria", credential: .token(RunningService.tokens.kiosk),
                        service: service),
                    otto: Asker(
                        role: .kiosk, client: "otto", credential: .token(kiosk.token), service: service),
                    ottosKiosk: kiosk.id, others: others))
        }
    }

    // MARK: - What happens there

    /// - Parameter client: What the message says, which need not be so.
    static func call(_ client: String, words: String? = nil, id: UUID = UUID()) -> NewRequest {
        NewRequest(
            id: id, client: client, clientName: name(client), need: "water", label: "Water", called: "water",
            say: words ?? "These are the words of \(name(client)).", priority: .normal, askedAt: noon)
    }

    /// A client asks, at their own kiosk.
    func ask(_ client: String) async throws -> UUID {
        let new = Self.call(client)
        #expect(try await kiosk(of: client).send(.POST, "requests", new).status == 201)
        return new.id
    }

    static func fault(
        _ kind: FaultKind, isActive: Bool = true, of client: String? = nil, device: UUID? = nil,
        name: String? = nil, detail: String = "Buddy button", source: String = "kiosk"
    ) -> Fault {
        Fault(
            id: UUID(), source: source, kind: kind, client: client, device: device, isActive: isActive,
            clientName: name, detail: detail, at: noon)
    }

    /// The open faults as caregivers see them: kind and whose.
    func openFaults() async throws -> [String] {
        try await station.get("faults?state=open").decode(FaultPage.self).faults
            .filter { $0.kind != .stationAway }
            .map { "\($0.kind.rawValue) \($0.clientName ?? "–")" }.sorted()
    }
}

extension HomeFileDesk {
    /// A home whose kiosks elsewhere can fetch something, and nothing else.
    static func contents(
        of contents: @escaping @Sendable (ClientContents.Recipient) throws(CareProblem) -> ClientContents,
        file: @escaping @Sendable (String, ClientContents.Recipient) throws(CareProblem) -> Data
    ) -> HomeFileDesk {
        let none = CareProblem(.notFound, "this home has no such file")
        var desk = HomeFileDesk(
            list: { HomeFilePage(files: []) }, read: { _ throws(CareProblem) in throw none },
            check: { _, _ throws(CareProblem) in throw none },
            write: { _, _ throws(CareProblem) in throw none },
            options: { _, _ throws(CareProblem) in throw none },
            setOptions: { _, _ throws(CareProblem) in throw none },
            phrases: { () throws(CareProblem) in throw none },
            setPhrases: { _ throws(CareProblem) in throw none },
            rename: { _, _ in }, checkRename: { _, _ in })
        desk.contents = contents
        desk.contentFile = file
        desk.exercises = { client in
            ExerciseList(
                exercises: [("calm", true), ("box", client == nil)].map { id, isAllowed in
                    ExerciseList.Exercise(
                        id: id, name: id.capitalized, language: "en", instructions: "Breathe.",
                        isAllowed: isAllowed)
                }, breathing: client == nil ? "any" : "no_holds")
        }
        desk.setBreathing = { _, change throws(CareProblem) in
            ExerciseList(exercises: [], breathing: change.breathing)
        }
        desk.encouragement = { client in
            var settings = EncouragementSettings()
            settings.daily = 0
            return (
                EncouragementShelf(
                    language: "en",
                    items: [
                        Encouragement(
                            id: client, text: client, categories: ["courage"], recording: TwoClients.aFile,
                            video: TwoClients.aFile)
                    ]), settings
            )
        }
        desk.callCards = { client, _ in
            CallCardPage(cards: [
                CallCard(
                    need: "card-\(client)", label: client, called: client, say: client, priority: .normal)
            ])
        }
        return desk
    }
}
