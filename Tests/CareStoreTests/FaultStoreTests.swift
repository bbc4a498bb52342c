import Care
import Foundation
import GRDB
import StoreFiles
import Testing

@testable import CareStore

@Suite("Faults by device and client")
struct FaultStoreTests {
    private let home: TestHome
    private static let (bed, chair) = (UUID(), UUID())

    init() throws { home = try TestHome() }

    private func report(
        _ kind: FaultKind = .switchUnplugged, isActive: Bool = true, of client: String?, device: UUID? = nil,
        source: String = "kiosk", detail: String = "Buddy button"
    ) -> Fault {
        Fault(
            id: UUID(), source: source, kind: kind, client: client, device: device, isActive: isActive,
            clientName: client?.capitalized, detail: detail, at: noon)
    }

    @Test(
        "Another device or another client has another fault, and ends only that",
        arguments: [
            ("another client", ("otto", nil)), ("another device", ("maria", bed)),
            ("another device of the same client", ("maria", chair)),
        ] as [(String, (String, UUID?))])
    func keys(_ what: String, _ other: (client: String, device: UUID?)) async throws {
        let store = try home.store()
        let own = report(of: "maria", device: what == "another device of the same client" ? Self.bed : nil)
        #expect(try await store.record(own, receivedAt: noon) != nil)
        let end = report(isActive: false, of: other.client, device: other.device)
        #expect(try await store.record(end, receivedAt: noon) == nil, "\(what)")
        let theirs = report(of: other.client, device: other.device)
        #expect(try await store.record(theirs, receivedAt: noon)?.fault == theirs)
        #expect(try await Set(store.openFaults().map(\.id)) == [own.id, theirs.id])
        #expect(
            try await store.record(
                report(isActive: false, of: other.client, device: other.device), receivedAt: noon) != nil)
        #expect(try await store.openFaults() == [own])
    }

    @Test("Of one device and client, the same fault is open once, whatever the service does")
    func once() async throws {
        let store = try home.store()
        let fault = report(of: "maria", device: Self.bed)
        _ = try await store.record(fault, receivedAt: noon)
        await #expect(throws: CareStoreError.self) {
            try await store.write { db in
                try db.execute(
                    literal: """
                        INSERT INTO fault (id, source, kind, client, device, is_active, detail, at, is_open)
                        SELECT \(UUID().uuidString), source, kind, client, device, is_active, detail, at, is_open
                        FROM fault
                        """)
            }
        }
    }

    @Test("Lost calls with the same words are each their client's")
    func lostCalls() async throws {
        let store = try home.store()
        let calls = ["maria", "otto"].map { report(.requestNotStored, of: $0, detail: "Some water, please.") }
        for call in calls { #expect(try await store.record(call, receivedAt: noon) != nil) }
        let seen = report(
            .requestNotStored, isActive: false, of: "maria", source: "station", detail: calls[0].detail)
        #expect(try await store.record(seen, receivedAt: noon) != nil)
        #expect(try await store.openFaults() == [calls[1]])
        // By a station of before clients were told apart.
        var old = report(
            .requestNotStored, isActive: false, of: nil, source: "station", detail: calls[1].detail)
        old.clientName = "Otto"
        #expect(try await store.record(old, receivedAt: noon) != nil)
        #expect(try await store.openFaults().isEmpty)
    }

    // MARK: - From before

    /// A store as the version before left it, with Maria and Otto and open faults of three kiosks and a station.
    private func old(_ faults: [(id: UUID, source: String, kind: FaultKind, name: String?)]) throws {
        let index = try #require(StoreFormat.care.steps.firstIndex(of: StoreFormat.clients))
        let format = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(StoreFormat.care.steps[..<index]))
        let file = try StoreFile.open(home.path, format: format)
        try file.queue.write { db in
            for person in [
                Person(id: "maria", name: "Maria", role: .client),
                Person(id: "otto", name: "Otto", role: .client),
                Person(id: "anna", name: "Ina", role: .caregiver),
            ] { try People.put(person, at: noon, in: db) }
            try db.execute(
                literal:
                    "INSERT INTO person (id, content, is_active, changed_at) VALUES ('torn', '{\"name', 1, 0)"
            )
            for fault in faults {
                try db.execute(
                    literal: """
                        INSERT INTO fault (id, source, kind, is_active, client_name, detail, at, is_open)
                        VALUES (\(fault.id.uuidString), \(fault.source), \(fault.kind.rawValue), 1, \(fault.name), 'detail',
                            0, 1)
                        """)
            }
        }
        try file.queue.close()
    }

    @Test(
        "An open fault of an older version goes to the client of that name, and the kiosk that told it ends it"
    )
    func carried() async throws {
        let ids = (0..<6).map { _ in UUID() }
        try old([
            (ids[0], "kiosk", .switchUnplugged, "Otto"), (ids[1], "kiosk", .soundLost, "Maria"),
            (ids[2], "station", .soundLost, nil), (ids[3], "service", .kioskAway, "Maria"),
            (ids[4], "kiosk", .planLost, nil), (ids[5], "service", .stationAway, "Maria"),
        ])
        let store = try home.store()
        try await store.adoptFaults(for: "maria")
        let open = Dictionary(uniqueKeysWithValues: try await store.openFaults().map { ($0.id, $0) })
        #expect(open.count == 6 && open.values.allSatisfy { $0.device == nil })
        #expect(ids.map { open[$0]?.client } == ["otto", "maria", nil, "maria", "maria", nil])
        // Maria's kiosk does not end Otto's; his paired one does.
        #expect(
            try await store.record(report(isActive: false, of: "maria", device: Self.bed), receivedAt: noon)
                == nil)
        #expect(
            try await store.record(report(isActive: false, of: "otto", device: Self.chair), receivedAt: noon)
                != nil)
        for (kind, client, device, source) in [
            (FaultKind.soundLost, "maria", Self.bed, "kiosk"), (.soundLost, nil, Self.chair, "station"),
            (.kioskAway, "maria", Self.bed, "service"), (.planLost, "maria", nil, "kiosk"),
            (.stationAway, nil, nil, "service"),
        ] as [(FaultKind, String?, UUID?, String)] {
            let end = report(kind, isActive: false, of: client, device: device, source: source)
            #expect(try await store.record(end, receivedAt: noon) != nil, "\(kind) \(source)")
        }
        #expect(try await store.openFaults().isEmpty)
    }

    // MARK: - Requests of one client

    @Test("A client's requests are found without looking through everybody's")
    func plans() async throws {
        let store = try home.store()
        let steps: @Sendable (String) async throws -> [String] = { sql in
            try await store.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).compactMap { $0["detail"] }
            }
        }
        let all = try await steps(
            "SELECT * FROM request WHERE client = 'otto' AND number > 0 ORDER BY number LIMIT 51")
        #expect(all == ["SEARCH request USING INDEX request_of (client=? AND number>?)"])
        let open = try await steps(
            """
            SELECT * FROM request WHERE state IN ('asked', 'heard', 'on_the_way') AND +client = 'otto'
            AND number > 0 ORDER BY number LIMIT 51
            """)
        #expect(open == ["SEARCH request USING INDEX request_open (number>?)"])
    }

    @Test("A page of one client's requests has no other's, also where theirs lie between")
    func requestsOfOne() async throws {
        let store = try home.store()
        var his: [UUID] = []
        for number in 0..<10 {
            var new = water()
            if number % 3 == 0 { (new.client, new.clientName) = ("otto", "Otto") }
            if new.client == "otto" { his.append(new.id) }
            _ = try await store.record(new, receivedAt: noon)
        }
        for isOnlyOpen in [true, false] {
            let first = try await store.requests(onlyOpen: isOnlyOpen, of: "otto", limit: 3)
            let next = try #require(first.next.flatMap(Int64.init))
            let rest = try await store.requests(onlyOpen: isOnlyOpen, of: "otto", after: next, limit: 3)
            #expect((first.requests + rest.requests).map(\.id) == his && rest.next == nil)
        }
    }

    // MARK: - Who was connected

    @Test("Those that were connected are known after a restart, the newest, without what was revoked")
    func seen() async throws {
        let store = try home.store()
        let devices = (0..<3).map { number in
            SeenDevice(kind: .kiosk, device: nil, client: "client-\(number)")
        }
        for (number, device) in devices.enumerated() {
            try await store.saw([device], at: noon.addingTimeInterval(Double(number) * 60))
        }
        try await store.saw([devices[0]], at: noon.addingTimeInterval(600))
        #expect(try await store.seenDevices(since: noon) == [devices[0], devices[2], devices[1]])
        #expect(try await store.seenDevices(since: noon.addingTimeInterval(100)) == [devices[0], devices[2]])
        // Of a device that is not the home's, or not any more, nothing is expected.
        try await store.saw([SeenDevice(kind: .station, device: UUID(), client: nil)], at: noon)
        #expect(try await store.seenDevices(since: noon).count == 3)
        let many = (0..<CareStore.mostSeenDevices).map {
            SeenDevice(kind: .kiosk, device: nil, client: "other-\($0)")
        }
        try await store.saw(many, at: noon.addingTimeInterval(1200))
        #expect(try await Set(store.seenDevices(since: .distantPast)) == Set(many))
    }

    @Test("A clock of 1970 does not say that who is connected was last seen then, but keeps whoever is new")
    func seenByWrongClock() async throws {
        let store = try home.store()
        let known = SeenDevice(kind: .station, device: nil, client: nil)
        let new = SeenDevice(kind: .kiosk, device: nil, client: "maria")
        try await store.follow(noon, uptime: .seconds(10))
        try await store.saw([known], at: noon)
        try await store.saw([known, new], at: Date(timeIntervalSince1970: 60))
        #expect(try await store.seenDevices(since: noon) == [known])
        #expect(try await store.hasKiosk(of: "maria", isHomes: false))
        try await store.saw([new], at: noon.addingTimeInterval(60))
        #expect(try await store.seenDevices(since: noon) == [new, known])
        // Nor does one of 9999 keep alive what is gone, once it is right again.
        let far = Date(timeIntervalSince1970: 253_370_764_800)
        try await store.follow(far, uptime: .seconds(20))
        try await store.saw([known], at: far)
        let right = noon.addingTimeInterval(120)
        try await store.follow(right, uptime: .seconds(140))
        #expect(try await store.seenDevices(since: right) == [known])
        #expect(try await store.seenDevices(since: right.addingTimeInterval(1)).isEmpty)
    }
}
