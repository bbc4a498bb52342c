import Care
import CareClient
import Foundation
import Testing

@Suite("What a kiosk tells reaches the service, once, in order", .timeLimit(.minutes(30)))
struct CareClientTests {
    let home: Home

    init() throws { home = try Home() }

    @Test("A request is recorded, then delivered, and comes back as an event")
    func wholeWay() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                let new = water()
                log.client.post(.ask(new))
                try await log.untilDelivered(new.id)
                let told = log.told.compactMap { if case .journal(let event) = $0 { event } else { nil } }
                let event = if let first = told.first { first } else { try await log.untilJournal() }
                #expect(event.kind == .asked && event.request?.id == new.id)
                let recorded = log.told.firstIndex(of: .recorded(new.id))
                let delivered = log.told.firstIndex { if case .delivered = $0 { true } else { false } }
                let (first, second) = (try #require(recorded), try #require(delivered))
                #expect(first < second)
            }
        }
    }

    @Test("While the service is away requests are recorded and wait; then they arrive in order, once")
    func away() async throws {
        let port = try await home.serve { $0 }
        let asked = (0..<20).map { _ in water() }
        try await home.client(port: port) { [home] log in
            for new in asked { log.client.post(.ask(new)) }
            var recorded: [UUID] = []
            var isLost = false
            while recorded.count < asked.count || !isLost {
                let event = try await log.next()
                if case .recorded(let id) = event { recorded.append(id) }
                if case .serviceLost = event { isLost = true }
            }
            #expect(recorded == asked.map(\.id))
            try await log.deliver(asked, to: home, port: port)
            // It is told by the event stream, the deliveries by the sender: either may come first.
            if !log.told.contains(.serviceBack) { try await log.until { $0 == .serviceBack ? () : nil } }
            #expect(log.told.filter { $0 == .serviceBack }.count == 1)
        }
    }

    @Test("A kiosk that starts again knows what it had not sent, and sends it")
    func restarted() async throws {
        let port = try await home.serve { $0 }
        let new = water()
        let cancel = CareCommand.respond(requestID: new.id, answer(.cancelled))
        try await home.client(port: port) { (log: inout ClientLog) async throws in
            log.client.post(.ask(new))
            log.client.post(cancel)
            try await log.until { $0 == .recorded(cancel.id) ? () : nil }
        }
        try await home.serve(port: port) { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                try await log.until { $0 == .restored([.ask(new), cancel]) ? () : nil }
                try await log.untilDelivered(new.id)
                try await log.untilDelivered(cancel.id)
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                // Nothing is left to restore, and nothing is open.
                #expect(try await log.untilConnected().open.isEmpty)
                #expect(log.told.count { if case .restored = $0 { true } else { false } } == 0)
            }
        }
    }

    @Test("A new client begins now; later it hears again what it has not said it had heard")
    func cursor() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                let old = water()
                log.client.post(.ask(old))
                try await log.untilDelivered(old.id)
            }
            try await home.client(port: port, store: "station.sqlite", as: .station) {
                (log: inout ClientLog) async throws in
                let (open, sequence) = try await log.untilConnected()
                #expect(open.count == 1 && sequence == 1)
                for _ in 0..<2 { log.client.post(.respond(requestID: open[0].id, answer(.onTheWay))) }
                #expect(try await log.untilJournal().sequence == 2)
                #expect(try await log.untilJournal().sequence == 3)
                log.client.acknowledge(sequence: 2)
            }
            try await home.client(port: port, store: "station.sqlite", as: .station) {
                (log: inout ClientLog) async throws in
                #expect(try await log.untilJournal().sequence == 3)
                log.client.acknowledge(sequence: 3)
                log.client.acknowledge(sequence: 1)
            }
            try await home.client(port: port, store: "station.sqlite", as: .station) {
                (log: inout ClientLog) async throws in
                let (open, _) = try await log.untilConnected()
                log.client.post(.respond(requestID: open[0].id, answer(.met)))
                #expect(try await log.untilJournal().sequence == 4)
            }
        }
    }

    @Test("What was told before something that waits comes again, and is said to have been told")
    func toldAhead() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                for _ in 0..<4 { log.client.post(.ask(water())) }
                for number: Int64 in 1...4 { #expect(try await log.untilJournal().sequence == number) }
                log.client.told([3, 4])
                log.client.acknowledge(sequence: 1)
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                #expect(try await log.untilTold() == [3, 4])
                #expect(try await log.untilJournal().sequence == 2)
                log.client.told([2])
                log.client.acknowledge(sequence: 3)
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                #expect(try await log.untilTold() == [4])
                log.client.acknowledge(sequence: 4)
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                #expect(try await log.untilTold().isEmpty)
            }
        }
    }

    @Test("What the service never takes is told, and does not hold up what follows")
    func rejected() async throws {
        try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                let new = water()
                log.client.post(.ask(new))
                try await log.untilDelivered(new.id)
                let forbidden = CareCommand.respond(requestID: new.id, answer(.met))
                let unknown = CareCommand.respond(requestID: UUID(), answer(.cancelled))
                var other = new
                other.say = "Tea, please."
                let next = water()
                for command in [forbidden, unknown, .ask(other), .ask(next)] { log.client.post(command) }
                var problems: [CareProblem.Kind?] = []
                var current: [Request?] = []
                while problems.count < 3 {
                    if case .rejected(_, let problem, let request) = try await log.next() {
                        problems.append(problem.kind)
                        current.append(request)
                    }
                }
                #expect(problems == [.forbidden, .notFound, .conflict])
                #expect(current.last??.id == new.id)
                try await log.untilDelivered(next.id)
            }
        }
    }

    @Test("With a wrong token nothing is lost: it waits until people have mended that")
    func wrongToken() async throws {
        let new = water()
        try await home.serve { [home] port in
            var timing = CareClient.Timing()
            timing.lostAfter = .milliseconds(500)
            var reason = ""
            // Why it is lost is told once, as it is known by then: a service that has not said it yet has longer.
            while !reason.contains("token") {
                try await home.client(port: port, token: String(repeating: "x", count: 40), timing: timing) {
                    (log: inout ClientLog) async throws in
                    if reason.isEmpty { log.client.post(.ask(new)) }
                    reason = try await log.until {
                        if case .serviceLost(let reason) = $0 { reason } else { nil }
                    }
                }
                timing.lostAfter *= 2
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                try await log.until { $0 == .restored([.ask(new)]) ? () : nil }
                try await log.untilDelivered(new.id)
            }
        }
    }

    @Test("A service that has begun a new database is followed from there on")
    func newDatabase() async throws {
        let port = try await home.serve { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                for _ in 0..<5 {
                    let new = water()
                    log.client.post(.ask(new))
                    var (isHeard, isDelivered) = (false, false)
                    while !isHeard || !isDelivered {
                        let event = try await log.next()
                        if case .journal(let event) = event {
                            log.client.acknowledge(sequence: event.sequence)
                            isHeard = true
                        }
                        if case .delivered = event { isDelivered = true }
                    }
                }
                log.client.told([6])
            }
            return port
        }
        try await home.serve(port: port, store: "new.sqlite") { [home] port in
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                #expect(try await log.untilConnected().sequence == 0)
                log.client.post(.ask(water()))
                #expect(try await log.untilJournal().sequence == 1)
            }
            try await home.client(port: port) { (log: inout ClientLog) async throws in
                // Its numbers are others.
                #expect(try await log.untilTold().isEmpty)
            }
        }
    }
}

extension ClientLog {
    /// Starts the service and reads until everything has been delivered; expects order, and each once.
    fileprivate mutating func deliver(_ asked: [NewRequest], to home: Home, port: Int) async throws {
        try await home.serve(port: port) { _ in
            var delivered: [UUID] = []
            while delivered.count < asked.count {
                if case .delivered(let id, _) = try await next() { delivered.append(id) }
            }
            #expect(delivered == asked.map(\.id))
        }
    }
}
