import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("Up to where the house has the journal")
struct HouseStoreTests {
    private static let broker = StoredChannel.house
    private static let there = ["server": "mqtt://192.168.1.5"]

    /// Sets the channel, with the sequence that it has.
    @discardableResult
    private static func set(
        _ store: CareStore, isOn: Bool = true, _ settings: [String: String] = there,
        secrets: [String] = []
    ) async throws -> StoredChannel {
        let known = try await store.channels().first { $0.name == broker }
        return try await store.save(
            StoredChannel(
                name: broker, isOn: isOn, settings: settings, sequence: known?.sequence ?? 0),
            secrets: secrets, at: noon)
    }

    @Test("It begins at the end of the journal: what was before is told to nobody")
    func beginning() async throws {
        let store = try await RoutineHome([maria]).store
        #expect(try await store.houseCursor(of: Self.broker) == nil)
        _ = try await store.record(water(), receivedAt: noon)
        try await Self.set(store, isOn: false)
        #expect(try await store.houseCursor(of: Self.broker) == nil)
        #expect(try await store.countOfHouseEvents(waitingFor: Self.broker) == 0)
        try await Self.set(store)
        #expect(try await store.houseCursor(of: Self.broker) == store.latestSequence())
        #expect(try await store.countOfHouseEvents(waitingFor: Self.broker) == 0)
        _ = try await store.record(water(), receivedAt: noon)
        #expect(try await store.countOfHouseEvents(waitingFor: Self.broker) == 1)
    }

    @Test("Another login, topic or word keeps what waits; another server, and being off, begin anew")
    func settings() async throws {
        let store = try await RoutineHome([maria]).store
        try await Self.set(store)
        let begun = try await store.houseCursor(of: Self.broker)
        _ = try await store.record(water(), receivedAt: noon)
        try await Self.set(store, Self.there.merging(["user": "beckon", "topic": "home"]) { $1 })
        try await Self.set(store, Self.there.merging(["user": "beckon"]) { $1 }, secrets: ["password"])
        #expect(try await store.houseCursor(of: Self.broker) == begun)
        try await Self.set(store, ["server": "mqtts://broker.example.org"])
        let elsewhere = try await store.houseCursor(of: Self.broker)
        #expect(elsewhere == (try await store.latestSequence()))
        _ = try await store.record(water(), receivedAt: noon)
        try await Self.set(store, isOn: false, ["server": "mqtts://broker.example.org"])
        #expect(try await store.houseCursor(of: Self.broker) == elsewhere)
        try await Self.set(store, ["server": "mqtts://broker.example.org"])
        #expect(try await store.houseCursor(of: Self.broker) == store.latestSequence())
    }

    @Test("It goes forward alone, and only for the connection that was set when the events were sent")
    func moves() async throws {
        let home = try await RoutineHome([maria], restarts: true)
        let set = try await Self.set(try home.opened())
        let begun = try #require(try await home.opened().houseCursor(of: Self.broker))
        func move(to cursor: Int64, _ sequence: Int64) async throws -> Int64? {
            try await home.opened().moveHouseCursor(of: Self.broker, to: cursor, sequence: sequence)
            return try await home.opened().houseCursor(of: Self.broker)
        }
        #expect(try await move(to: begun + 2, set.sequence) == begun + 2)
        #expect(try await move(to: begun + 1, set.sequence) == begun + 2)
        #expect(try await move(to: begun + 3, set.sequence + 1) == begun + 2)
        let off = try await Self.set(try home.opened(), isOn: false)
        #expect(try await move(to: begun + 3, off.sequence) == begun + 2)
    }

    @Test("What the house is on the way to is known by who claims it, whatever they are called")
    func claims() async throws {
        let store = try await RoutineHome([maria]).store
        let (mine, _) = try await store.record(water(), receivedAt: noon)
        let (other, _) = try await store.record(water(), receivedAt: noon)
        for (request, claimant) in [(mine, "house mqtt"), (other, "device 1")] {
            let goes = NewResponse(id: UUID(), state: .onTheWay, by: "Home Assistant", at: noon)
            _ = try await store.respond(
                to: request.id, goes, actor: .station, claimant: claimant, receivedAt: noon)
        }
        #expect(try await store.requests(claimedBy: "house mqtt") == [mine.id])
        let done = NewResponse(id: UUID(), state: .met, by: "Home Assistant", at: noon)
        _ = try await store.respond(
            to: mine.id, done, actor: .station, claimant: "house mqtt", receivedAt: noon)
        #expect(try await store.requests(claimedBy: "house mqtt").isEmpty)
    }

    @Test("A home of the version before is opened with its channels, and the house can be told")
    func migration() async throws {
        let home = try await RoutineHome.reaching()
        _ = try await home.store.record(water(), receivedAt: noon)
        let old = try await TestHome.before(
            StoreFormat.house, holding: ["person", "journal", "request", "due", "reminder", "channel"],
            of: home.home)
        let store = try old.store()
        #expect(try await store.channels() == home.store.channels())
        #expect(try await store.houseCursor(of: Self.broker) == nil)
        try await Self.set(store)
        #expect(try await store.houseCursor(of: Self.broker) == store.latestSequence())
    }
}
