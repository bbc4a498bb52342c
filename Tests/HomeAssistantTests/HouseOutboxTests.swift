import Care
import Foundation
import Testing

@testable import HomeAssistant

@Suite("Events on their way to the house")
struct HouseOutboxTests {
    /// A broker that loses connections, and a journal that grows meanwhile.
    private struct World {
        var session = HouseSession(topics: PlayedHouse.topics, words: PlayedHouse.words, cursor: 0)
        var journal: [JournalEvent] = []
        var recorded: Int64 = 0
        /// What was published and not confirmed: its number and, for events, the sequence.
        var underWay: [(number: Int, sequence: Int64?)] = []
        /// In the order in which the broker got them.
        var delivered: [Int64] = []
        var confirmed: Set<Int64> = []
        var most = 0
        var random: SeededRandom

        mutating func run(_ effects: [HouseSession.Effect]) {
            var waiting = effects
            while !waiting.isEmpty {
                switch waiting.removeFirst() {
                case .publish(let message, let number):
                    let sequence = message.isRetained ? nil : Self.sequence(of: message)
                    underWay.append((number, sequence))
                    most = max(most, underWay.count { $0.sequence != nil })
                    if let sequence { delivered.append(sequence) }
                case .readView: waiting += session.handle(.view(PlayedHouse.view()), at: .zero)
                case .readJournal(let after):
                    if random.next(below: 10) == 0 {
                        waiting += session.handle(.unread, at: .zero)
                    } else {
                        let page = Array(journal.filter { $0.sequence > after }.prefix(100))
                        waiting += session.handle(.journal(page, isAll: page.count < 100), at: .zero)
                    }
                case .record(let cursor):
                    recorded = cursor
                    waiting += session.handle(.recorded, at: .zero)
                case .perform, .refuse: Issue.record("nobody has asked for anything")
                }
            }
        }

        static func sequence(of message: HouseMessage) -> Int64? {
            let object = try? JSONSerialization.jsonObject(with: message.payload) as? [String: Any]
            return (object?["sequence"] as? NSNumber)?.int64Value
        }

        mutating func confirm(_ place: Int) {
            let entry = underWay.remove(at: place)
            if let sequence = entry.sequence { confirmed.insert(sequence) }
            run(session.handle(.acknowledged(entry.number), at: .zero))
        }

        mutating func lose() {
            underWay = []
            run(session.handle(.lost, at: .zero))
        }
    }

    private struct SeededRandom {
        var state: UInt64
        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
    }

    @Test(
        "None is lost and the order holds, whatever happens to the connection",
        arguments: 1...20 as ClosedRange<UInt64>)
    func nothingLost(seed: UInt64) throws {
        var world = World(random: SeededRandom(state: seed))
        var (isConnected, calls): (Bool, Set<Int64>) = (false, [])
        for step in 0..<3000 {
            switch world.random.next(below: 20) {
            case 0..<8:
                let sequence = Int64(world.journal.count) * 2 + 1
                if world.random.next(below: 3) == 0 {
                    world.journal.append(
                        JournalEvent(
                            sequence: sequence, at: Date(timeIntervalSince1970: 0), content: .needChanged))
                } else {
                    world.journal.append(PlayedHouse.event(sequence))
                    calls.insert(sequence)
                }
                world.run(world.session.handle(.news, at: .zero))
            case 8..<17:
                guard !world.underWay.isEmpty else { continue }
                // Mostly in order, as brokers do; not always.
                let place =
                    world.random.next(below: 4) == 0 ? world.random.next(below: world.underWay.count) : 0
                world.confirm(place)
            case 17 where isConnected && step % 7 == 0:
                world.lose()
                isConnected = false
            default:
                guard !isConnected else { continue }
                isConnected = true
                world.run(world.session.handle(.connected, at: .zero))
            }
            // What is recorded is at the broker.
            let (recorded, confirmed) = (world.recorded, world.confirmed)
            #expect(calls.allSatisfy { $0 > recorded || confirmed.contains($0) })
        }
        if !isConnected { world.run(world.session.handle(.connected, at: .zero)) }
        while !world.underWay.isEmpty || world.session.waiting > 0 || Set(world.delivered) != calls {
            if world.underWay.isEmpty {
                world.run(world.session.handle(.news, at: .zero))
            } else {
                world.confirm(0)
            }
        }
        #expect(Set(world.delivered) == calls)
        // What comes for the first time comes in the order of the journal.
        var seen: Set<Int64> = []
        let first = world.delivered.filter { seen.insert($0).inserted }
        #expect(first == first.sorted())
        #expect(world.most <= HouseOutbox.atOnce)
        // Others may have come after the last call.
        #expect(world.recorded >= calls.max() ?? 0)
    }

    @Test("The cursor goes over no gap")
    func noGap() {
        var outbox = HouseOutbox(cursor: 10)
        let message = HouseMessage("t", "x", isRetained: false)
        outbox.add([(11, message), (12, nil), (13, message)])
        var number = 0
        let due = outbox.next {
            number += 1
            return number
        }
        #expect(due.map(\.number) == [1, 2])
        let isSecond = outbox.confirm(2)
        #expect(isSecond)
        #expect(outbox.cursor == 10)
        let isFirst = outbox.confirm(1)
        #expect(isFirst)
        #expect(outbox.cursor == 13)
        let again = outbox.confirm(1)
        #expect(!again)
    }

    @Test("News that are of no call move the cursor, and are written down seldom")
    func others() {
        var session = PlayedHouse.connected()
        func page(_ range: ClosedRange<Int64>) -> [JournalEvent] {
            range.map {
                JournalEvent(sequence: $0, at: Date(timeIntervalSince1970: 0), content: .routineChanged)
            }
        }
        let few = session.handle(.journal(page(1...50), isAll: true), at: .zero)
        #expect(!few.contains(.record(cursor: 50)))
        let many = session.handle(.journal(page(51...600), isAll: true), at: .zero)
        #expect(many.contains(.record(cursor: 600)))
    }

    @Test("An event says what happened, to whom, and its number")
    func event() throws {
        let message = try #require(
            try HouseEvents.message(for: PlayedHouse.event(41, .onTheWay, of: "tom"), PlayedHouse.topics))
        #expect(message.topic == PlayedHouse.topics.state("call", of: "tom"))
        #expect(!message.isRetained)
        let object = try #require(
            try JSONSerialization.jsonObject(with: message.payload) as? [String: Any])
        #expect(object["event_type"] as? String == "on_the_way")
        #expect((object["sequence"] as? NSNumber)?.int64Value == 41)
        #expect(object["client"] as? String == "Tom")
        #expect(object["need"] as? String == "water")
    }

    @Test("Each state of a call, and its escalation, is an event; what is no news of a call is none")
    func types() throws {
        for state in RequestState.allCases {
            #expect(HouseDiscovery.eventTypes.contains(state.rawValue))
            #expect(try HouseEvents.message(for: PlayedHouse.event(1, state), PlayedHouse.topics) != nil)
        }
        for news in [JournalEvent.RequestNews.reached, .claimLapsed, .noted, .stillWaiting(minutes: 1)] {
            let event = JournalEvent(
                sequence: 1, at: Date(timeIntervalSince1970: 0),
                content: .request(PlayedHouse.request(), news))
            #expect(try HouseEvents.message(for: event, PlayedHouse.topics) == nil)
        }
    }
}
