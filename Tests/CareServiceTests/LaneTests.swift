import NIOCore
import AsyncHTTPClient
import Care
import CareStore
import Dispatch
import Foundation
import HTTPTypes
import NIOHTTP1
import StoreFiles
import Testing

@testable import CareService

@Suite("Nothing that people read holds up a call", .timeLimit(.minutes(30)))
struct LaneTests {
    /// Holds the one thread of a lane until `body` has ended: as a page does that is drawn without end.
    private func holding(
        _ lane: StoreLane, of service: RunningService, _ body: () async throws -> Void
    ) async throws {
        let work = service.service.core.work
        let begun = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        async let held: Void = work.run(on: lane) {
            begun.continuation.finish()
            Self.wait(end)
        }
        for await _ in begun.stream {}
        do { try await body() } catch {
            end.signal()
            throw error
        }
        end.signal()
        await held
    }

    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }

    /// An urgent call is stored, told to a station, and answered.
    private func expectCall(_ service: RunningService) async throws {
        let station = RunningService.tokens.station
        try await service.events(as: station) { lines in
            try await lines.untilReady()
            let new = water(priority: .urgent)
            #expect(try await service.post("/api/v1/requests", new).status == 201)
            #expect(try await lines.nextEvent().request?.id == new.id)
            let open = try await service.get("/api/v1/requests?state=open", as: station)
            #expect(try open.decode(RequestPage.self).requests.map(\.id) == [new.id])
            let answered = try await service.post(
                "/api/v1/requests/\(new.id)/responses", answer(.onTheWay), as: station)
            #expect(answered.status == 201)
            #expect(try await lines.nextEvent().kind == .onTheWay)
        }
    }

    @Test(
        "While the thread that draws pages stands still, calls go their way",
        arguments: [StoreLane.page, .care])
    func threads(_ lane: StoreLane) async throws {
        try await RunningService.with { service async throws in
            try await holding(lane, of: service) { try await expectCall(service) }
        }
    }

    @Test("While that thread stands still, somebody who has logged in answers a call from the page Now")
    func answers() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let new = water(priority: .urgent)
            _ = try await service.post("/api/v1/requests", new)
            try await holding(.page, of: service) {
                let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
                let form = "csrf=\(olga.session.csrfToken)&id=\(UUID())&state=on_the_way"
                let message = service.message(
                    .POST, "/now/\(new.id)/answers", as: nil, body: Data(form.utf8),
                    headers: [
                        ("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", olga.cookie),
                    ])
                // Shut down whatever comes: a client that is left alone ends the process.
                let answer: Result<HTTPClientResponse, any Error>
                do {
                    answer = .success(try await client.execute(message, timeout: .minutes(5)))
                } catch {
                    answer = .failure(error)
                }
                try await client.shutdown()
                #expect(try answer.get().status == .seeOther)
                let request = try await service.get("/api/v1/requests/\(new.id)").decode(Request.self)
                #expect(request.state == .onTheWay && request.changedBy == "Olga")
            }
        }
    }

    @Test("What a session asks for beyond its share is refused; others and calls are not")
    func budget() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let pat = try await service.invite(.provider, "Pat", by: olga)
            let core = service.service.core
            let limits = WorkBudget.pages
            let session = try #require(
                try await core.read { store throws(CareStoreError) in
                    try await store.sessions(of: pat.session.person.id, asking: UUID(), at: noon)
                }.first?.id)
            // Waits without end: as 50 connections do that load a page that takes long.
            let end = AsyncStream<Void>.makeStream()
            await withTaskGroup(of: Void.self) { tasks in
                for _ in 0..<limits.each + limits.eachWaiting {
                    tasks.addTask {
                        try? await core.work.pages.run(for: .credential(session)) {
                            for await _ in end.stream {}
                        }
                    }
                }
                while core.work.pages.load != (limits.each, limits.eachWaiting) { await Task.yield() }
                await expectNoThrow {
                    for path in ["/today", "/plan", "/api/v1/agenda"] {
                        let refused = try await service.send(
                            service.message(.GET, path, as: nil, headers: [("Cookie", pat.cookie)]))
                        #expect(refused.status == 429, "\(path)")
                        #expect(refused.headers.first(name: "Retry-After") == "1")
                    }
                    #expect(try await olga.send(.GET, "agenda").status == 200)
                    try await expectCall(service)
                }
                end.continuation.finish()
            }
            #expect(try await pat.send(.GET, "agenda").status == 200)
            #expect(core.work.pages.load == (0, 0))
        }
    }

    private func expectNoThrow(_ body: () async throws -> Void) async {
        do { try await body() } catch { Issue.record(error) }
    }

    @Test("The lane for calls has exactly the API routes that ask, answer and announce calls")
    func places() {
        let all = Set(APIPlace.all.map(\.name))
        #expect(APIRoute.calls.isSubset(of: all))
        #expect(
            all.filter { $0.hasPrefix("requests") || $0.hasPrefix("faults") }.subtracting(APIRoute.calls) == [
                "requests/{id}/notes"
            ])
    }

    @Test("Page reads come last, devices next, and messages about calls first")
    func lanes() throws {
        func lane(_ method: HTTPRequest.Method, _ path: String, token: Bool) throws -> StoreLane {
            try APIRoute(method: method, path: ("/api/v1/" + path)[...]).lane(isDevice: token)
        }
        #expect(try lane(.post, "requests", token: true) == .call)
        #expect(try lane(.get, "requests", token: true) == .call)
        #expect(try lane(.get, "requests", token: false) == .page)
        #expect(try lane(.post, "requests/1/responses", token: false) == .call)
        #expect(try lane(.get, "events", token: false) == .call)
        #expect(try lane(.get, "health", token: false) == .call)
        #expect(try lane(.get, "agenda", token: true) == .care)
        #expect(try lane(.get, "agenda", token: false) == .page)
        #expect(try lane(.post, "entries", token: false) == .page)
        #expect(try lane(.post, "reminders/1/receipts", token: true) == .call)
    }
}
