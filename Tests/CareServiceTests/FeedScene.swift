import Care
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import CareService

/// A home of two clients, each with a medicine, whose people make addresses for their calendar programs.
struct FeedScene: Sendable {
    let home: TwoClients
    let olga: Asker
    let ben: Asker
    /// Comes to see Maria alone.
    let petra: Asker
    /// Maria's.
    let phone: Asker
    /// Maria's medicine.
    let medicine: Routine

    var service: RunningService { home.service }

    static func with(
        logger: Logger = quiet, _ body: @escaping @Sendable (FeedScene) async throws -> Void
    ) async throws {
        try await TwoClients.with(logger: logger) { home in
            var medicines: [Routine] = []
            for client in TwoClients.ids {
                var new = try Days.medicine()
                new.content.client = client
                new.content.title = "Medicine of \(client)"
                new.content.details = "With water, \(client)."
                new.content.minutes = 15
                medicines.append(try await home.station.send(.POST, "routines", new).decode())
            }
            func asker(_ role: CallerRole, _ client: String? = nil) throws -> Asker {
                try #require(home.others.first { $0.role == role && $0.client == client })
            }
            try await body(
                FeedScene(
                    home: home, olga: try asker(.coordinator), ben: try asker(.caregiver),
                    petra: try asker(.provider, "maria"), phone: try asker(.client, "maria"),
                    medicine: try #require(medicines.first)))
        }
    }

    func make(
        _ asker: Asker, _ client: String? = "maria", _ detail: FeedLink.Detail = .everything
    ) async throws -> FeedLink {
        let answer = try await asker.send(
            .POST, "feeds", NewFeed(id: UUID(), client: client, detail: detail))
        #expect(answer.status == 201)
        return try answer.decode()
    }

    /// As a calendar program does: without a login.
    func read(
        _ path: String?, _ method: HTTPMethod = .GET, headers: [(String, String)] = []
    ) async throws -> RunningService.Answer {
        try await service.send(
            service.message(method, try #require(path), as: nil, headers: headers))
    }

    /// What a program gets, with its lines in one again (RFC 5545, 3.1).
    func text(_ path: String?) async throws -> String {
        let answer = try await read(path)
        #expect(answer.status == 200)
        return String(decoding: answer.body, as: UTF8.self).replacing("\r\n ", with: "")
    }

    func change(_ person: String?, _ change: (inout Person) -> Void) async throws {
        let path = "people/\(try #require(person))"
        var person: Person = try await olga.get(path).decode()
        change(&person)
        #expect(try await olga.send(.PUT, path, person).status == 200)
    }
}
