import Care
import CareService
import Foundation
import NIOHTTP1
import OwnFolders
import Testing

@Suite("What kiosks and stations ask of the service")
struct APITests {
    @Test("A request is asked, heard, answered and told, from press to answer")
    func wholeWay() async throws {
        try await RunningService.with { service in
            let new = water()
            let asked = try await service.post("/api/v1/requests", new)
            #expect(asked.status == 201)
            let request: Request = try asked.decode()
            #expect(request.state == .asked && request.sequence == 1)
            let path = "/api/v1/requests/\(new.id)/responses"
            for state in [RequestState.heard, .onTheWay, .met] {
                let moved = try await service.post(path, answer(state), as: RunningService.tokens.station)
                #expect(moved.status == 201)
                #expect(try moved.decode(Request.self).state == state)
            }
            #expect(try await service.get("/api/v1/requests/\(new.id)").decode(Request.self).state == .met)
            let open: RequestPage = try await service.get("/api/v1/requests?state=open").decode()
            #expect(open.requests.isEmpty && open.sequence == 4)
        }
    }

    @Test(
        "What nobody has answered comes with its count, the most urgent first, however many calls are older")
    func waiting() async throws {
        try await RunningService.with { service in
            for _ in 0..<4 { _ = try await service.post("/api/v1/requests", water()) }
            let (soon, urgent, taken) = (
                water(priority: .soon), water(priority: .urgent), water(priority: .urgent)
            )
            for new in [soon, urgent, taken] { _ = try await service.post("/api/v1/requests", new) }
            let path = "/api/v1/requests/\(taken.id)/responses"
            _ = try await service.post(path, answer(.onTheWay), as: RunningService.tokens.station)
            func waiting(_ limit: Int) async throws -> RequestPage {
                try await service.get("/api/v1/requests?state=waiting&limit=\(limit)").decode()
            }
            let few = try await waiting(2)
            #expect(few.requests.map(\.id) == [urgent.id, soon.id] && few.count == 6 && few.next == nil)
            let all = try await waiting(50)
            #expect(all.count == 6 && all.requests.count == 6 && all.requests.first?.id == urgent.id)
        }
    }

    @Test("The same message again is answered 200, with what the first made")
    func sameAgain() async throws {
        try await RunningService.with { service in
            let new = water()
            let first: Request = try await service.post("/api/v1/requests", new).decode()
            let again = try await service.post("/api/v1/requests", new)
            #expect(again.status == 200)
            #expect(try again.decode(Request.self) == first)
            let response = answer(.declined, reason: "dinner")
            let path = "/api/v1/requests/\(new.id)/responses"
            #expect(try await service.post(path, response, as: RunningService.tokens.station).status == 201)
            #expect(try await service.post(path, response, as: RunningService.tokens.station).status == 200)
        }
    }

    @Test("The same request from many connections at once is one request")
    func sameAtOnce() async throws {
        try await RunningService.with { service in
            let new = water()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 {
                    group.addTask { try await service.post("/api/v1/requests", new).status }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [201: 1, 200: 39])
            let page: RequestPage = try await service.get("/api/v1/requests").decode()
            #expect(page.requests.count == 1 && page.sequence == 1)
        }
    }

    @Test("A conflict tells the request as it is")
    func conflict() async throws {
        try await RunningService.with { service in
            let new = water()
            _ = try await service.post("/api/v1/requests", new)
            let path = "/api/v1/requests/\(new.id)/responses"
            _ = try await service.post(path, answer(.met), as: RunningService.tokens.station)
            let late = try await service.post(
                path, answer(.declined, reason: "dinner"), as: RunningService.tokens.station)
            #expect(late.status == 409)
            #expect(try late.problem.request?.state == .met)
            #expect(late.headers.first(name: "Content-Type") == "application/problem+json")
            var other = new
            other.label = "Tea"
            #expect(try await service.post("/api/v1/requests", other).status == 409)
        }
    }

    @Test("A decline without a reason is refused, with the field's name")
    func reason() async throws {
        try await RunningService.with { service in
            let new = water()
            _ = try await service.post("/api/v1/requests", new)
            let refused = try await service.post(
                "/api/v1/requests/\(new.id)/responses", answer(.declined), as: RunningService.tokens.station)
            #expect(refused.status == 422)
            #expect(try refused.problem.field == "reason")
        }
    }

    @Test("A token opens what is its own, and nothing without one but the health")
    func tokens() async throws {
        try await RunningService.with { service in
            #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            let paths = ["/api/v1/requests", "/api/v1/events", "/api/v1/faults", "/api/v1/openapi.json"]
            for token in [
                nil, "", "x", RunningService.tokens.kiosk + "x", String(repeating: "k", count: 9000),
            ] {
                for path in paths {
                    let refused = try await service.get(path, as: token)
                    #expect(refused.status == 401)
                    #expect(refused.headers.first(name: "WWW-Authenticate")?.hasPrefix("Bearer") == true)
                }
            }
            let wrongRole = try await service.post(
                "/api/v1/requests", water(), as: RunningService.tokens.station)
            #expect(wrongRole.status == 403)
        }
    }

    @Test("A fault begins, is open, and is over")
    func faults() async throws {
        try await RunningService.with { service in
            var fault = Fault(
                id: UUID(), source: "kiosk", kind: .switchUnplugged, isActive: true, clientName: "Maria",
                detail: "Buddy button", at: noon)
            #expect(try await service.post("/api/v1/faults", fault).status == 201)
            #expect(try await service.post("/api/v1/faults", fault).status == 200)
            let open: FaultPage = try await service.get("/api/v1/faults?state=open").decode()
            // The service says whose it is.
            fault.client = "maria"
            #expect(open.faults == [fault])
            fault.id = UUID()
            fault.isActive = false
            #expect(try await service.post("/api/v1/faults", fault).status == 201)
            #expect(try await service.get("/api/v1/faults?state=open").decode(FaultPage.self).faults.isEmpty)
            fault.source = "station"
            #expect(try await service.post("/api/v1/faults", fault).status == 403)
        }
    }

    @Test("Token files are made once, for their owner's eyes alone, and mended")
    func tokenFiles() throws {
        let folder = try OwnFolder()
        let home = folder.file("home")
        let made = try TokenFiles.ensure(inHome: home, logger: quiet)
        #expect(made.kiosk.count == 43 && made.station.count == 43 && made.kiosk != made.station)
        #expect(try TokenFiles.ensure(inHome: home, logger: quiet) == made)
        let path = home + "/tokens/kiosk"
        func rights(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try rights(path) == 0o600)
        #expect(try rights(home + "/tokens") == 0o700)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: home + "/tokens").sorted() == [
                "kiosk", "station",
            ])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try TokenFiles.read(.kiosk, inHome: home, logger: quiet) == made.kiosk)
        #expect(try rights(path) == 0o600)
        try Data("short\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: CareServiceError.self) { try TokenFiles.ensure(inHome: home, logger: quiet) }
    }
}
