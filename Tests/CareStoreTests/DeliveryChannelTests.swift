import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("The channels over which people are reached")
struct DeliveryChannelTests {
    private let home: TestHome
    private static let page = DeliveryChannel.named("command", to: "/usr/bin/page")
    private static let pager = DeliveryChannel.named("pager", to: "0170")

    init() throws { home = try TestHome() }

    private func store(_ channels: DeliveryChannel...) throws -> CareStore {
        try CareStore(path: home.path, channels: channels, zone: "Europe/Berlin", zones: testZones)
    }

    /// An escalation of the request for water, which is told over all channels of the store.
    private func escalate(_ store: CareStore) async throws {
        _ = try await store.record(water(priority: .urgent), receivedAt: noon)
        _ = try await store.takeDue(now: noon.addingTimeInterval(60))
    }

    private let later = noon.addingTimeInterval(3600)

    @Test("An escalation goes over each channel that the home uses, and each has its own")
    func each() async throws {
        let store = try store(Self.page, Self.pager, .named("unused", to: nil))
        try await escalate(store)
        for (name, recipient) in [("command", "/usr/bin/page"), ("pager", "0170")] {
            let delivery = try #require(try await store.pendingDelivery(over: name, now: later))
            #expect(delivery.channel == name && delivery.recipient == recipient)
            _ = try await store.settle(delivery, .sent, at: later)
            #expect(try await store.nextDelivery(over: name) == nil)
        }
        #expect(try await store.nextDelivery() == nil)
    }

    @Test("How often it is tried is the channel's own, and one that fails does not make another one fail")
    func retries() async throws {
        var once = Self.pager
        once.retry.maximumAttempts = 2
        once.retry.tellingAttempts = 1
        once.retry.firstWait = 7
        let store = try store(Self.page, once)
        try await escalate(store)
        let first = try #require(try await store.pendingDelivery(over: "pager", now: later))
        #expect(try await store.settle(first, .failed("busy"), at: later) == false)
        #expect(try await store.nextDelivery(over: "pager") == later.addingTimeInterval(7))
        #expect(try await store.failingDelivery(over: once) == "busy")
        #expect(try await store.failingDelivery(over: Self.page) == nil)
        let second = try #require(try await store.pendingDelivery(over: "pager", now: .distantFuture))
        #expect(try await store.settle(second, .failed("busy"), at: later))
        #expect(try await store.pendingDelivery(over: "command", now: later)?.attempts == 0)
    }

    @Test(
        "What waits for a channel that this program does not have is counted, stays, and goes once it has it")
    func unknown() async throws {
        var store = try self.store(Self.page, Self.pager)
        try await escalate(store)
        try reopen(&store, Self.page)
        #expect(try await store.strandedDeliveries() == ["pager": 1])
        let known = try #require(try await store.pendingDelivery(now: later))
        #expect(known.channel == "command")
        _ = try await store.settle(known, .sent, at: later)
        #expect(try await store.pendingDelivery(now: later) == nil)
        #expect(try await store.nextDelivery() == nil)
        try reopen(&store, Self.page, Self.pager)
        #expect(try await store.strandedDeliveries().isEmpty)
        #expect(try await store.pendingDelivery(now: later)?.channel == "pager")
    }

    @Test("What waits for a channel that the home does not use any more stays, and nobody is told")
    func unused() async throws {
        var store = try self.store(Self.page)
        try await escalate(store)
        try reopen(&store, .named("command", to: nil))
        #expect(try await store.strandedDeliveries().isEmpty)
        #expect(try await store.pendingDelivery(now: later) == nil)
        try reopen(&store, Self.page)
        #expect(try await store.pendingDelivery(now: later) != nil)
    }

    /// Closes the store and opens it with other channels.
    private func reopen(_ store: inout CareStore, _ channels: DeliveryChannel...) throws {
        let elsewhere = try TestHome()
        // The old one gives back its lock when nobody holds it any more.
        store = try elsewhere.store()
        store = try CareStore(path: home.path, channels: channels, zone: "Europe/Berlin", zones: testZones)
    }

    @Test("An upgraded store has its deliveries as they were, those under way too, and takes any channel")
    func upgraded() async throws {
        // Before the step of channels; those behind it have come since.
        let count = StoreFormat.care.steps.count - 3
        let old = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(StoreFormat.care.steps.prefix(count)))
        let queue = try StoreFile.open(home.path, format: old).queue
        let id = UUID().uuidString
        try await queue.write { db in
            try db.put(
                sql: """
                    INSERT INTO journal (sequence, at, kind, subject, content, late)
                        VALUES (1, 0, 'note', 'x', '{}', 0)
                    """)
            try db.put(
                sql: """
                    INSERT INTO request (id, client, client_name, need, label, called, say, priority, state,
                        asked_at, received_at, changed_at, sequence)
                    VALUES (?, 'maria', 'Maria', 'water', 'Water', 'water', 'Water, please.', 'urgent', 'asked',
                        ?2, ?2, ?2, 1)
                    """, arguments: [id, noon.milliseconds])
            for (recipient, state, attempts, next) in [
                ("a", "pending", 2, noon.milliseconds), ("b", "sent", 1, nil), ("c", "failed", 294, nil),
            ] as [(String, String, Int, Int64?)] {
                try db.put(
                    sql: """
                        INSERT INTO delivery (sequence, request_id, channel, recipient, state, attempts, next_try_at)
                        VALUES (1, ?, 'command', ?, ?, ?, ?)
                        """, arguments: [id, recipient, state, attempts, next])
            }
            #expect(throws: DatabaseError.self) {
                try db.put(sql: "UPDATE delivery SET channel = 'pager' WHERE recipient = 'b'")
            }
        }
        let before = try await queue.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM delivery ORDER BY id").map { "\($0)" }
        }
        try queue.close()
        let store = try self.store(Self.page, Self.pager)
        let after = try await store.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM delivery ORDER BY id").map { "\($0)" }
        }
        #expect(after == before)
        let delivery = try #require(try await store.pendingDelivery(now: noon))
        #expect(delivery.recipient == "a" && delivery.attempts == 2)
        _ = try await store.settle(delivery, .sent, at: noon)
        #expect(try await store.pendingDelivery(now: later) == nil)
        try await store.write { db in
            try db.put(sql: "UPDATE delivery SET channel = 'pager' WHERE recipient = 'b'")
        }
    }
}
