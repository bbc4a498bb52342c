import Care
import CareClient
import Foundation
import GRDB
import Recurrence
import Synchronization
import Testing

@Suite("When the wire or the disk fails a kiosk", .timeLimit(.minutes(30)))
struct TroubleTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("A service that dies between storing and answering has one request in the end")
    func cutAnswer() async throws {
        try await home.serve { [home] port in
            try await Proxy.run(to: port) { proxy, proxyPort in
                try await home.client(port: proxyPort) { (log: inout ClientLog) async throws in
                    _ = try await log.untilConnected()
                    proxy.mode.withLock { $0 = .cutsNextAnswer }
                    let new = water()
                    log.client.post(.ask(new))
                    try await log.untilDelivered(new.id)
                    #expect(proxy.cuts.withLock { $0 } == 1)
                }
                try await home.client(port: port, store: "other.sqlite") {
                    (log: inout ClientLog) async throws in
                    // Its later events are others', where the machine was slow: that it still waits.
                    let (open, _) = try await log.untilConnected()
                    #expect(open.count == 1)
                }
            }
        }
    }

    @Test("What a kiosk tells of a client whom it does not serve holds up no call of theirs")
    func notServed() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port, client: "otto") { (log: inout ClientLog) async throws in
                log.client.post(
                    .fault(
                        Fault(
                            id: UUID(), source: "kiosk", kind: .soundLost, isActive: true, clientName: nil,
                            detail: "", at: wholeSecond())))
                let (first, second) = (water(), water())
                log.client.post(.ask(first))
                log.client.post(.respond(requestID: first.id, answer(.cancelled)))
                log.client.post(.ask(second))
                try await log.untilDelivered(first.id)
                try await log.untilDelivered(second.id)
            }
        }
    }

    @Test("A dead stream is noticed by its silence, and no event is lost")
    func deadStream() async throws {
        var timing = Home.quick
        timing.silence = .milliseconds(300)
        let quickly = timing
        try await home.serve { [home] port in
            try await Proxy.run(to: port) { proxy, proxyPort in
                try await home.client(port: proxyPort, timing: quickly) {
                    (log: inout ClientLog) async throws in
                    _ = try await log.untilConnected()
                    proxy.mode.withLock { $0 = .isDead }
                    let new = water()
                    try await home.client(port: port, store: "other.sqlite") { other in
                        other.client.post(.ask(new))
                        try await other.untilDelivered(new.id)
                    }
                    try await log.until { if case .serviceLost = $0 { () } else { nil } }
                    proxy.mode.withLock { $0 = .passes }
                    #expect(try await log.untilJournal().request?.id == new.id)
                    #expect(log.told.contains(.serviceBack))
                }
            }
        }
    }

    @Test("With a store that is locked, requests go directly, and that is told once until it works again")
    func locked() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                var configuration = Configuration()
                configuration.allowsUnsafeTransactions = true
                configuration.busyMode = .timeout(300)
                let other = try DatabaseQueue(path: home.path("kiosk.sqlite"), configuration: configuration)
                try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
                let (first, second, third) = (water(), water(), water())
                log.client.post(.ask(first))
                log.client.post(.ask(second))
                try await log.untilDelivered(first.id)
                try await log.untilDelivered(second.id)
                try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
                log.client.post(.ask(third))
                try await log.untilDelivered(third.id)
                for new in [first, second, third] { #expect(log.told.contains(.recorded(new.id))) }
                #expect(log.told.count { if case .storeFailed = $0 { true } else { false } } == 1)
                #expect(log.told.count { $0 == .storeRestored } == 1)
            }
        }
    }

    @Test("A goal that has to wait until tomorrow waits, is not given up, and holds up nothing else")
    func waitsUntilTomorrow() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                var all: [UUID] = []
                for _ in 0..<(Goal.mostADay / 2) {
                    let new = try goal()
                    let end = RoutineChange(id: UUID(), scope: .all, replaces: 0, at: new.at)
                    log.client.post(.household(.addGoal(new)))
                    log.client.post(.household(.endGoal(routine: new.id, end)))
                    all += [new.id, end.id]
                }
                let (late, call) = (try goal(), water())
                log.client.post(.household(.addGoal(late)))
                for id in all { try await log.untilDelivered(id) }
                log.client.post(.ask(call))
                try await log.untilDelivered(call.id)
                #expect(!log.told.contains { if case .rejected = $0 { true } else { false } })
                #expect(!log.told.contains(.delivered(late.id, nil)))
            }
        }
    }

    /// One of Maria's, made now.
    private func goal() throws -> NewRoutine {
        NewRoutine(
            id: UUID(),
            content: RoutineContent(
                title: "Walk", client: "maria", assignment: .fixed(person: "maria"),
                schedule: RecurrenceSet(start: try #require(WallTime("2026-03-28T13:00:00")), zone: "UTC"),
                reminders: ReminderPlan(tellsDue: false), graceMinutes: Goal.openEnd, isClientsOwn: true,
                isGoal: true), at: Date())
    }

    @Test("With a damaged store and no service, it is told that nothing was recorded; the file stays")
    func damaged() async throws {
        let port = try await home.serve { $0 }
        let garbage = Data(repeating: 0x5a, count: 9000)
        let file = URL(fileURLWithPath: home.path("kiosk.sqlite"))
        try garbage.write(to: file)
        try await home.client(port: port) { (log: inout ClientLog) async throws in
            let detail = try await log.until { if case .storeFailed(let detail) = $0 { detail } else { nil } }
            #expect(detail.contains("is damaged"))
            let new = water()
            log.client.post(.ask(new))
            try await log.until { if case .notRecorded(new.id, _) = $0 { () } else { nil } }
            #expect(!log.told.contains(.recorded(new.id)))
        }
        #expect(try Data(contentsOf: file) == garbage)
    }

    @Test("With a damaged store and a service, requests still arrive")
    func damagedWithService() async throws {
        try Data(repeating: 0x5a, count: 9000).write(to: URL(fileURLWithPath: home.path("kiosk.sqlite")))
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                let new = water()
                log.client.post(.ask(new))
                try await log.untilDelivered(new.id)
                #expect(log.told.contains(.recorded(new.id)))
            }
        }
    }

    @Test(
        "A service that cannot store still calls out each call: the station hears all while the kiosk keeps them"
    )
    func serviceStoreDamaged() async throws {
        try Data(repeating: 0x5a, count: 9000).write(to: URL(fileURLWithPath: home.path("care.sqlite")))
        var calls = ["I would like some water, please.", "I would like some tea.", "It hurts."].map { say in
            var call = water()
            call.say = say
            return call
        }
        calls[2].priority = .urgent
        let all = calls
        try await home.serve { [home] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                #expect(try await station.untilJournal().fault?.kind == .serviceStoreFailed)
                try await home.client(port: port) { kiosk in
                    for call in all { kiosk.client.post(.ask(call)) }
                    for call in all {
                        let called = try await station.untilJournal()
                        #expect(called.fault?.kind == .requestNotStored && called.fault?.detail == call.say)
                    }
                }
            }
        }
        try FileManager.default.removeItem(atPath: home.path("care.sqlite"))
        try await home.serve { [home] port in
            try await home.client(port: port) { (kiosk: inout ClientLog) async throws in
                for call in all { try await kiosk.untilDelivered(call.id) }
            }
        }
    }
}
