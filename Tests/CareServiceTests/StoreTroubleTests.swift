import Care
import CareStore
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("When the service cannot store", .timeLimit(.minutes(30)))
struct StoreTroubleTests {
    private static let station = RunningService.tokens.station

    @Test("A request that cannot be stored is called out, and stored when that works again")
    func lockedMeanwhile() async throws {
        try await RunningService.with { service in
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                let new = water()
                try await Locked.hold(service.storePath) {
                    let refused = try await service.post("/api/v1/requests", new)
                    #expect(refused.status == 503)
                    #expect(refused.headers.first(name: "Retry-After") == "5")
                    #expect(try refused.problem.kind == .storeFailed)
                    let told = [try await lines.nextEvent(), try await lines.nextEvent()]
                    #expect(told.map(\.sequence) == [0, 0])
                    #expect(told.map(\.fault?.kind) == [.serviceStoreFailed, .requestNotStored])
                    #expect(told.last?.fault?.clientName == "Maria")
                    #expect(told.last?.fault?.detail == new.say)
                    // Tried again, as a client does: told only once.
                    #expect(try await service.post("/api/v1/requests", new).status == 503)
                    #expect(try await service.get("/api/v1/health", as: nil).status == 503)
                    let open: FaultPage = try await service.get("/api/v1/faults").decode()
                    #expect(open.faults.map(\.kind) == [.serviceStoreFailed, .requestNotStored])
                }
                #expect(try await service.post("/api/v1/requests", new).status == 201)
                var told: [String] = []
                while told.count < 3 {
                    let event = try await lines.nextEvent()
                    told.append(
                        event.fault.map { "\($0.kind.rawValue) \($0.isActive)" } ?? event.kind.rawValue)
                }
                #expect(told.sorted() == ["asked", "request_not_stored false", "service_store_failed false"])
                #expect(try await service.get("/api/v1/faults").decode(FaultPage.self).faults.isEmpty)
                #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            }
        }
    }

    @Test(
        "Who goes to see after a call that was only called out ends it everywhere, also while nothing can be stored"
    )
    func seen() async throws {
        try await RunningService.with { service in
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                func end(_ call: NewRequest) -> Fault {
                    Fault(
                        id: UUID(), source: "station", kind: .requestNotStored, client: "maria",
                        isActive: false, clientName: "Maria", detail: call.say, at: noon)
                }
                var calls = [water(), water()]
                calls[1].say = "It hurts."
                try await Locked.hold(service.storePath) {
                    for call in calls {
                        #expect(try await service.post("/api/v1/requests", call).status == 503)
                    }
                    var told: [JournalEvent] = []
                    while told.count < 3 { told.append(try await lines.nextEvent()) }
                    let over = end(calls[0])
                    #expect(try await service.post("/api/v1/faults", over, as: Self.station).status == 201)
                    #expect(try await lines.nextEvent().fault?.id == over.id)
                    let open = try await service.get("/api/v1/faults").decode(FaultPage.self).faults
                    #expect(open.map(\.detail).last == "It hurts." && open.count == 2)
                }
                let over = end(calls[1])
                #expect(try await service.post("/api/v1/faults", over, as: Self.station).status == 200)
                while true {
                    let fault = try await lines.nextEvent().fault
                    if fault?.id == over.id { break }
                }
                #expect(try await service.get("/api/v1/faults").decode(FaultPage.self).faults.isEmpty)
            }
        }
    }

    @Test("A kiosk's return is stored once storing works again")
    func back() async throws {
        try await RunningService.with { service in
            let core = service.service.core
            func turn(until isDone: @escaping @Sendable () async throws -> Bool) async throws {
                while try await !isDone() {
                    service.service.clockHasMoved()
                    await Task.yield()
                }
            }
            let stored: @Sendable () async throws -> [FaultKind] = {
                try await core.read { store throws(CareStoreError) in try await store.openFaults() }.map(
                    \.kind)
            }
            let isHere: @Sendable () -> Bool = { !core.hub.presence.here.isEmpty }
            try await service.events(as: RunningService.tokens.kiosk) { try await $0.untilReady() }
            try await turn { !isHere() }
            service.clock.pass(.seconds(6))
            try await turn { try await stored() == [.kioskAway] }
            try await Locked.hold(service.storePath) {
                try await service.events(as: RunningService.tokens.kiosk) { lines in
                    try await lines.untilReady()
                    try await turn { core.state.withLock { !$0.unstoredPresence.isEmpty } }
                }
                // It goes for less than the grace.
            }
            try await turn { try await stored() == [] }
            // It is struck off once it is stored.
            try await turn { core.state.withLock { $0.unstoredPresence.isEmpty } }
        }
    }

    @Test("A damaged database stops nothing but the storing, stays as it is, and is told")
    func damaged() async throws {
        let garbage = Data(repeating: 0x5a, count: 9000)
        try await RunningService.with {
            #expect(FileManager.default.createFile(atPath: $0.storePath, contents: garbage))
        } _: { service in
            let health: ServiceHealth = try await service.get("/api/v1/health", as: nil).decode()
            #expect(health.status == .storeFailed)
            #expect(health.detail?.contains("is damaged") == true)
            try await service.events(as: Self.station) { lines in
                try await lines.untilReady()
                #expect(try await lines.nextEvent().fault?.kind == .serviceStoreFailed)
                #expect(try await service.post("/api/v1/requests", water()).status == 503)
                #expect(try await lines.nextEvent().fault?.kind == .requestNotStored)
            }
            #expect(try await service.get("/api/v1/requests").status == 503)
            #expect(try Data(contentsOf: URL(fileURLWithPath: service.storePath)) == garbage)
        }
    }

    @Test("A second service on the same home says that there is one")
    func second() async throws {
        try await RunningService.with { service in
            let second = CareService(
                configuration: CareServiceConfiguration(
                    port: 0, storePath: service.storePath, tokens: RunningService.tokens),
                logger: quiet)
            await #expect(throws: CareServiceError.self) { try await second.run() }
            await #expect(throws: CareServiceError.self) { _ = try await second.boundPort() }
        }
    }

    @Test("A port that is in use is reported as such")
    func port() async throws {
        try await RunningService.with { service in
            let path = service.storePath + ".other"
            let second = CareService(
                configuration: CareServiceConfiguration(
                    port: service.port, storePath: path, tokens: RunningService.tokens),
                logger: quiet)
            do {
                try await second.run()
                Issue.record("it listens twice")
            } catch let error as CareServiceError {
                guard case .cannotListen("127.0.0.1", service.port, _) = error else { throw error }
            }
        }
    }
}
