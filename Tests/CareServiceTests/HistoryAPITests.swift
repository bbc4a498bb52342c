import Care
import CareService
import Foundation
import NIOHTTP1
import Testing

@Suite("The history over HTTP")
struct HistoryAPITests {
    private static let station = RunningService.tokens.station

    @Test("What was asked is found again, page by page, with its answers")
    func found() async throws {
        try await RunningService.with { service in
            let (first, second) = (water(), water())
            for new in [first, second] {
                #expect(try await service.post("/api/v1/requests", new).status == 201)
            }
            let responses = "/api/v1/requests/\(first.id)/responses"
            #expect(try await service.post(responses, answer(.met), as: Self.station).status == 201)
            var page: HistoryPage = try await service.get("/api/v1/history?limit=1", as: Self.station)
                .decode()
            #expect(page.items.map(\.id) == [second.id])
            let next = try #require(page.next)
            page = try await service.get("/api/v1/history?limit=1&after=\(next)", as: Self.station).decode()
            #expect(page.items.map(\.id) == [first.id] && page.next == nil)
            let path = "/api/v1/history/requests/\(first.id)"
            let story: RequestStory = try await service.get(path, as: Self.station).decode()
            #expect(story.moves.map(\.kind) == [.asked, .met] && story.moves.last?.by == "Anna")
        }
    }

    @Test(
        "A wrong query parameter is reported by name",
        arguments: [
            ("from=yesterday", 400, "from"), ("kind=faults", 422, "kind"), ("after=7", 400, "after"),
            ("limit=201", 422, "limit"), ("text=", 422, "text"),
            ("from=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z", 422, "until"),
        ])
    func refused(query: String, status: Int, field: String) async throws {
        try await RunningService.with { service in
            let answer = try await service.get("/api/v1/history?\(query)", as: Self.station)
            #expect(answer.status == status)
            #expect(try answer.problem.field == field)
        }
    }

    @Test("A kiosk cannot look back, and what is not there is not found")
    func others() async throws {
        try await RunningService.with { service in
            let kiosk = try await service.get("/api/v1/history")
            let nobody = try await service.get("/api/v1/history", as: nil)
            let missing = try await service.get("/api/v1/history/requests/\(UUID())", as: Self.station)
            #expect([kiosk, nobody, missing].map(\.status) == [403, 401, 404])
        }
    }
}

@Suite("Kinds of needs over HTTP")
struct NeedKindAPITests {
    private static let station = RunningService.tokens.station

    @Test("A need keeps its kind, and the history is found and counted by it; a kind that is none is refused")
    func kinds() async throws {
        try await RunningService.with { service in
            func put(_ kind: String) async throws -> (Int, String?) {
                let body =
                    #"{"label": "Water here", "priority": "normal", "uses": ["asked"], "active": true, "replaces": 0, "kind": "\#(kind)"}"#
                let answer = try await service.send(
                    service.message(.PUT, "/api/v1/needs/water-here", as: Self.station, body: Data(body.utf8))
                )
                return (answer.status, answer.status < 300 ? nil : try answer.problem.field)
            }
            #expect(try await put("none") == (422, "kind"))
            #expect(try await put("") == (422, "kind"))
            #expect(try await put("social").0 == 201)
            let needs: NeedPage = try await service.get("/api/v1/needs", as: Self.station).decode()
            #expect(needs.needs.map(\.kind) == [.social])
            var new = water()
            new.need = "water-here"
            for one in [new, water()] {
                #expect(try await service.post("/api/v1/requests", one).status == 201)
            }
            let page: HistoryPage = try await service.get(
                "/api/v1/history?need_kind=social", as: Self.station
            ).decode()
            #expect(page.items.map(\.id) == [new.id])
            let counted: HistoryKinds = try await service.get("/api/v1/history/kinds", as: Self.station)
                .decode()
            #expect(
                counted.kinds == [
                    .init(kind: .social, requests: 1, entries: 0), .init(kind: nil, requests: 1, entries: 0),
                ])
            #expect(try await service.get("/api/v1/history/kinds").status == 403)
        }
    }
}
