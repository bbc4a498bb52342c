import Care
import Dispatch
import Foundation
import GRDB
import NIOHTTP1
import OwnFolders
import StoreFiles
import Synchronization
import Testing

@testable import CareService
@testable import CareStore

@Suite("Paired devices while the store cannot be read", .timeLimit(.minutes(30)))
struct KnownDeviceTests {
    private struct Tokens {
        var kiosk = ""
        var station = ""
        var revoked = ""
    }

    @Test(
        "After a start with a damaged store, a paired kiosk's call is called out, and a paired station hears it"
    )
    func damaged() async throws {
        let folder = try OwnFolder()
        let (store, file) = (folder.file("care.sqlite"), folder.file("devices"))
        let kept = Mutex(Tokens())
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { service in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let station = try await service.pair(.station, by: olga)
            let revoked = try await service.pair(.station, by: olga)
            #expect(try await olga.send(.DELETE, "devices/\(revoked.id)").status == 204)
            kept.withLock { $0 = Tokens(kiosk: kiosk.token, station: station.token, revoked: revoked.token) }
        }
        let tokens = kept.withLock { $0 }
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for token in [tokens.kiosk, tokens.station, tokens.revoked] { #expect(!text.contains(token)) }
        // A start with the store writes it anew where it is gone.
        try FileManager.default.removeItem(atPath: file)
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { service async throws in
            #expect(try await service.get("/api/v1/requests", as: tokens.kiosk).status == 200)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        try Data(repeating: 0x5a, count: 9000).write(to: URL(fileURLWithPath: store))
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { service in
            try await service.events(as: tokens.station) { lines in
                try await lines.untilReady()
                #expect(try await lines.nextEvent().fault?.kind == .serviceStoreFailed)
                #expect(try await service.post("/api/v1/requests", water(), as: tokens.kiosk).status == 503)
                let told = try await lines.nextEvent().fault
                #expect(told?.kind == .requestNotStored && told?.client == "maria")
            }
            for path in ["events", "requests"] {
                #expect(try await service.get("/api/v1/" + path, as: tokens.revoked).status == 503)
            }
            let stranger = String(repeating: "x", count: 43)
            #expect(try await service.post("/api/v1/requests", water(), as: stranger).status == 503)
        }
    }

    @Test("A paired kiosk's call is taken where the devices alone cannot be read")
    func devicesAlone() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let other = try Locked.queue(service.storePath)
            try await other.write { db in try db.execute(sql: "ALTER TABLE device RENAME TO gone") }
            #expect(try await service.post("/api/v1/requests", water(), as: kiosk.token).status == 201)
        }
    }

    @Test(
        "Where a device's own row cannot be read, it is let in by what was known; a token that nobody knows is no lost call"
    )
    func damagedRow() async throws {
        let folder = try OwnFolder()
        let (store, file) = (folder.file("care.sqlite"), folder.file("devices"))
        let kept = Mutex("")
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { service in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let other = try Locked.queue(store)
            try await other.write { db in
                try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
                try db.execute(sql: "UPDATE device SET kind = 'of another version'")
            }
            try other.close()
            #expect(try await service.post("/api/v1/requests", water(), as: kiosk.token).status == 201)
            kept.withLock { $0 = kiosk.token }
        }
        let token = kept.withLock { $0 }
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { (service: RunningService) async throws in
            #expect(try await service.post("/api/v1/requests", water(), as: token).status == 201)
        }
        try FileManager.default.removeItem(atPath: file)
        try await RunningService.with {
            ($0.storePath, $0.devicesFile) = (store, file)
        } _: { (service: RunningService) async throws in
            // 503 and nothing else: its kiosk keeps the call and calls it out.
            #expect(try await service.post("/api/v1/requests", water(), as: token).status == 503)
        }
    }

    @Test("A call under another name of this machine waits for nothing but calls")
    func misnamed() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let core = service.service.core
            let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            let store = try #require(core.state.withLock { $0.store })
            async let held: Void = StoreLane.$current.withValue(.care) {
                try await store.read { _ in
                    begun.continuation.finish()
                    end.wait()
                }
            }
            for await _ in begun.stream {}
            let call = service.message(
                .POST, "/api/v1/requests", as: kiosk.token, body: try CareJSON.encoder().encode(water()),
                headers: [("Host", "elsewhere.example")])
            do { #expect(try await service.send(call).status == 201) } catch {
                end.signal()
                throw error
            }
            end.signal()
            try await held
        }
    }

    @Test("When a device was here is written down after its message, once in some minutes")
    func seen() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let core = service.service.core
            #expect(try await service.get("/api/v1/requests", as: kiosk.token).status == 200)
            let written: @Sendable () async throws -> Date? = {
                try await core.read { store throws(CareStoreError) in try await store.devices() }.first?
                    .lastSeen
            }
            while try await written() == nil { await Task.yield() }
            #expect(!core.gate.sees(kiosk.id, last: nil, at: noon + AccessDesk.seenEvery - 1))
            #expect(core.gate.takeSeen().isEmpty)
            #expect(core.gate.sees(kiosk.id, last: nil, at: noon + AccessDesk.seenEvery))
            #expect(Set(core.gate.takeSeen().keys) == [kiosk.id])
        }
    }
}
