import Care
import CareStore
import Foundation
import NIOHTTP1
import OwnFolders
import Synchronization
import Testing

@testable import CareService

@Suite("Whom a service that runs alone misses, and whom after an upgrade", .timeLimit(.minutes(30)))
struct ExpectedKioskTests {
    private static let station = RunningService.tokens.station

    private static func alone(
        _ client: String, _ path: String
    ) -> @Sendable (inout CareServiceConfiguration) -> Void {
        {
            $0.storePath = path
            $0.client = client
            $0.expectsKioskOnceKnown = true
        }
    }

    /// The faults of kiosks that are away, once the time for them to come has passed: of those the service expects, one each.
    private static func missed(_ service: RunningService) async throws -> [Fault] {
        let expected = service.service.core.hub.presence.watched
        service.clock.pass(.seconds(91))
        service.service.clockHasMoved()
        guard !expected.isEmpty else { return [] }
        var told: [Fault] = []
        try await service.events(as: station, after: 0) { lines in
            while told.count < expected.count {
                if let fault = try await lines.nextEvent().fault, fault.kind == .kioskAway, fault.isActive {
                    told.append(fault)
                }
            }
        }
        return told
    }

    @Test("A client of the settings whom no kiosk serves is missed by nobody; the paired kiosk of another is")
    func nobodys() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        let otto = try await Self.pairedButNeverConnected(for: "otto", at: path, client: "client")
        try await RunningService.with(adjust: Self.alone("client", path)) { service in
            let missed = try await Self.missed(service)
            #expect(missed.map(\.client) == ["otto"] && missed.map(\.device) == [otto])
        }
    }

    @Test("A new home's service alone misses no kiosk that it has never known")
    func new() async throws {
        let folder = try OwnFolder()
        try await RunningService.with(adjust: Self.alone("maria", folder.file("care.sqlite"))) { service in
            #expect(service.service.core.hub.presence.watched.isEmpty)
        }
    }

    @Test(
        "A kiosk of the settings' client that was there once is missed; the settings name another: nobody is")
    func known() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        try await RunningService.with(adjust: Self.alone("maria", path)) { service in
            try await service.events(as: RunningService.tokens.kiosk) { lines in
                try await lines.untilReady()
                while try await service.service.core.read({ store throws(CareStoreError) in
                    try await !store.hasKiosk(of: "maria", isHomes: true)
                }) { await Task.yield() }
            }
        }
        try await RunningService.with(adjust: Self.alone("maria", path)) { service in
            let missed = try await Self.missed(service)
            #expect(missed.map(\.client) == ["maria"] && missed.map(\.device) == [nil])
        }
        // The settings name somebody else now: the home's own kiosk would be theirs, and never was.
        try await RunningService.with(adjust: Self.alone("otto", path)) { service in
            let watched = service.service.core.hub.presence.watched
            #expect(watched.allSatisfy { $0 == .station(device: nil) })
            let open: FaultPage = try await service.get(
                "/api/v1/faults?state=open", as: Self.station
            ).decode()
            #expect(!open.faults.contains { $0.kind == .kioskAway })
        }
    }

    @Test(
        "A kiosk that was paired and used before it was written down who is connected is missed from the start"
    )
    func upgraded() async throws {
        let folder = try OwnFolder()
        let path = folder.file("care.sqlite")
        let otto = try await Self.pairedButNeverConnected(for: "otto", at: path, client: "maria")
        try await RunningService.with(adjust: { $0.storePath = path }) { service in
            let missed = try await Self.missed(service)
            #expect(missed.map(\.client) == ["otto"] && missed.map(\.device) == [otto])
        }
    }

    /// Pairs a kiosk whose token is used once, without a stream, as older versions have kept it. Gives its id.
    private static func pairedButNeverConnected(
        for person: String, at path: String, client: String
    ) async throws -> UUID {
        let device = Mutex<UUID?>(nil)
        try await RunningService.with {
            $0.storePath = path
            $0.client = client
        } _: { service in
            let olga = try await service.setUp()
            let put = try await olga.send(
                .PUT, "people/\(person)", Person(id: person, name: person.capitalized, role: .client))
            try #require(put.status < 300)
            let paired = try await service.pair(.kiosk, client: person, by: olga)
            #expect(try await service.get("/api/v1/requests", as: paired.token).status == 200)
            device.withLock { $0 = paired.id }
        }
        return try #require(device.withLock { $0 })
    }
}
