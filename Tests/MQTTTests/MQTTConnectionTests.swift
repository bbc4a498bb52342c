import Foundation
import Glibc
import Logging
import MQTT
import Synchronization
import Testing

@Suite("A connection to a broker", .timeLimit(.minutes(10))) struct MQTTConnectionTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init() { signal(SIGPIPE, SIG_IGN) }

    private static func message(_ text: String) -> MQTTMessage {
        MQTTMessage(topic: "a/event", payload: Data(text.utf8))
    }

    private func start(
        _ settings: MQTTSettings
    ) throws -> (MQTTConnection, AsyncStream<MQTTEvent>.AsyncIterator) {
        let (events, event) = AsyncStream<MQTTEvent>.makeStream()
        let connection = MQTTConnection.start(settings, logger: logger) { event.yield($0) }
        return (try #require(connection), events.makeAsyncIterator())
    }

    /// The same bytes mean that MQTT 5 is not spoken, in MQTT 5 and in 3.1.1.
    @Test(
        "A broker of MQTT 3.1.1 is spoken to in that, whichever way it refuses MQTT 5",
        arguments: [[0x20, 3, 0, 0x84, 0], [0x20, 2, 0, 1]] as [[UInt8]])
    func older(refusal: [UInt8]) async throws {
        let levels = Mutex<[UInt8]>([])
        let broker = try BrokerStandIn { client, _ in
            guard let level = client.next()?.body[6] else { return }
            levels.withLock { $0.append(level) }
            guard level == 4 else {
                client.send(refusal)
                return
            }
            client.send([0x20, 2, 0, 0])
            while let packet = client.next() {
                if packet.kind == 8 { client.send([0x90, 3] + packet.body.prefix(2) + [0]) }
                if packet.kind == 3 { client.send([0x40, 2] + packet.body[9..<11]) }
            }
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        let first = await events.next()
        connection.publish(Self.message("x"), as: 7, in: 1)
        let second = await events.next()
        await connection.stop([])
        #expect(first == .connected(1))
        #expect(second == .acknowledged(7))
        let spoken = levels.withLock(\.self)
        #expect(spoken == [5, 4])
    }

    @Test(
        "Whoever is not let in is told why",
        arguments: [
            (0x86, .loginRefused), (0x87, .loginRefused), (0x85, .refused(0x85)),
            (0x88, .refused(0x88)),
            (0x9F, .refused(0x9F)),
        ] as [(UInt8, MQTTTrouble)])
    func refused(code: UInt8, trouble: MQTTTrouble) async throws {
        let broker = try BrokerStandIn { client, _ in
            _ = client.next()
            client.send([0x20, 3, 0, code, 0])
            _ = client.next()
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        let told = await events.next()
        await connection.stop([])
        #expect(told == .lost(trouble))
    }

    @Test("Whoever is stopped says goodbye") func goodbye() async throws {
        let (kinds, kind) = AsyncStream<UInt8>.makeStream()
        let broker = try BrokerStandIn { client, _ in
            client.welcome()
            while let packet = client.next() { kind.yield(packet.kind) }
            kind.finish()
        }
        defer { broker.close() }
        var settings = broker.settings
        settings.will = Self.message("gone")
        var (connection, events) = try start(settings)
        let told = await events.next()
        await connection.stop([])
        #expect(told == .connected(1))
        var seen: [UInt8] = []
        for await one in kinds { seen.append(one) }
        #expect(seen == [14])
    }

    @Test("A right that is missing is no acknowledgement", arguments: [true, false])
    func noRight(isSubscription: Bool) async throws {
        let broker = try BrokerStandIn { client, _ in
            if isSubscription {
                _ = client.next()
                client.send([0x20, 3, 0, 0, 0])
                if let packet = client.next() { client.send([0x90, 4] + packet.body.prefix(2) + [0, 0x87]) }
            } else {
                client.welcome()
                if let packet = client.next() {
                    client.send([0x40, 4] + packet.published.packet + [0x87, 0])
                }
            }
            _ = client.next()
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        if !isSubscription {
            _ = await events.next()
            connection.publish(Self.message("x"), as: 1, in: 1)
        }
        let event = await events.next()
        await connection.stop([])
        #expect(event == .lost(.refused(0x87)))
    }

    @Test("After a lost connection nothing of before overtakes what is published again") func again()
        async throws
    {
        let (texts, text) = AsyncStream<String>.makeStream()
        let broker = try BrokerStandIn { client, number in
            client.welcome()
            while let packet = client.next() {
                guard packet.kind == 3 else { break }
                text.yield("\(number): \(packet.published.text)")
                // The second message is taken, and its answer is lost with the connection.
                if number == 1, packet.published.text == "2" { return }
                client.send([0x40, 2] + packet.published.packet)
            }
            text.finish()
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        var told: [MQTTEvent] = []
        while let event = await events.next() {
            told.append(event)
            if event == .connected(1) {
                for number in 1...3 { connection.publish(Self.message("\(number)"), as: number, in: 1) }
            }
            if event == .connected(2) {
                connection.publish(Self.message("late"), as: 9, in: 1)
                for number in 2...3 { connection.publish(Self.message("\(number)"), as: number, in: 2) }
            }
            if event == .acknowledged(3) { break }
        }
        await connection.stop([Self.message("bye")])
        var seen: [String] = []
        for await one in texts { seen.append(one) }
        #expect(
            told == [
                .connected(1), .acknowledged(1), .lost(.brokenOff), .connected(2), .acknowledged(2),
                .acknowledged(3),
            ])
        #expect(
            seen == ["1: 1", "1: 2", "2: 2", "2: 3", "2: bye"]
                || seen == ["1: 1", "1: 2", "1: 3", "2: 2", "2: 3", "2: bye"])
    }

    @Test("What comes in while it subscribes is told when it is connected") func early() async throws {
        let broker = try BrokerStandIn { client, _ in
            _ = client.next()
            client.send([0x20, 3, 0, 0, 0])
            // A message that was kept, as brokers may send it before they answer: `on` for `b/status`.
            client.send([0x31, 13, 0, 8] + Array("b/status".utf8) + [0] + Array("on".utf8))
            for _ in 0..<2 { if let packet = client.next() { client.take(subscription: packet) } }
            client.send([0x30, 14, 0, 9] + Array("a/command".utf8) + [0] + Array("go".utf8))
            _ = client.next()
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        var told: [MQTTEvent] = []
        while told.count < 3, let event = await events.next() { told.append(event) }
        await connection.stop([])
        #expect(
            told == [
                .connected(1),
                .received(MQTTMessage(topic: "b/status", payload: Data("on".utf8), isRetained: true)),
                .received(MQTTMessage(topic: "a/command", payload: Data("go".utf8))),
            ])
    }

    @Test("A broker that sends without end is left") func endless() async throws {
        let broker = try BrokerStandIn { client, _ in
            client.welcome()
            // So begins a message of 256 MB.
            client.send([0x30, 0xFF, 0xFF, 0xFF, 0x7F, 0, 9] + Array("a/command".utf8) + [0])
            // More of it than what a system holds for a reader, and less than all.
            let piece = [UInt8](repeating: 0x78, count: 1 << 20)
            for _ in 0..<192 where !client.send(piece) { return }
            _ = client.next()
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        let told = [await events.next(), await events.next()]
        await connection.stop([])
        #expect(told == [.connected(1), .lost(.brokenOff)])
    }

    @Test(
        "A broker that answers no more is left: the wish to log in, that to subscribe, what was published",
        arguments: [0, 1, 2])
    func silent(answers: Int) async throws {
        let broker = try BrokerStandIn { client, _ in
            if answers == 1 {
                _ = client.next()
                client.send([0x20, 3, 0, 0, 0])
            } else if answers == 2 {
                client.welcome()
            }
            while let packet = client.next() { if packet.kind == 12 { client.send([0xD0, 0]) } }
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        var last = await events.next()
        if answers == 2 {
            connection.publish(Self.message("x"), as: 1, in: 1)
            last = await events.next()
        }
        await connection.stop([])
        #expect(last == .lost(.tooSlow))
    }

    @Test(
        "No broker that means well lets somebody in twice, or sends what nobody asked for in that way",
        arguments: [true, false])
    func against(isWelcome: Bool) async throws {
        var packet: [UInt8] = [0x20, 3, 0, 0, 0]
        if !isWelcome {
            // With QoS 2, as packet 1.
            packet = [0x34, 16, 0, 9] + Array("a/command".utf8)
            packet += [0, 1, 0] + Array("go".utf8)
        }
        let sent = packet
        let broker = try BrokerStandIn { client, _ in
            client.welcome()
            client.send(sent)
            while client.next() != nil {}
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        let told = [await events.next(), await events.next()]
        await connection.stop([])
        #expect(told == [.connected(1), .lost(.brokenOff)])
    }

    @Test("A message that is larger than any command is dropped, also where it cannot be forbidden")
    func large() async throws {
        let broker = try BrokerStandIn { client, _ in
            // MQTT 5 is refused; 3.1.1 knows no largest packet.
            guard client.next()?.body[6] == 4 else {
                client.send([0x20, 2, 0, 1])
                return
            }
            client.send([0x20, 2, 0, 0])
            for _ in 0..<2 {
                if let packet = client.next() { client.send([0x90, 3] + packet.body.prefix(2) + [0]) }
            }
            // 100,011 bytes: the topic and 100,000 of payload.
            client.send([0x30, 0xAB, 0x8D, 6, 0, 9] + Array("a/command".utf8))
            client.send([UInt8](repeating: 0x78, count: 100_000))
            client.send([0x30, 13, 0, 9] + Array("a/commandgo".utf8))
            while client.next() != nil {}
        }
        defer { broker.close() }
        var (connection, events) = try start(broker.settings)
        let told = [await events.next(), await events.next()]
        await connection.stop([])
        let go = MQTTMessage(topic: "a/command", payload: Data("go".utf8))
        #expect(told == [.connected(1), .received(go)])
    }

    @Test("It can be stopped at any time, and tells nothing from then on") func stopped() async throws {
        let broker = try BrokerStandIn { client, _ in _ = client.next().map { _ in client.next() } }
        defer { broker.close() }
        let hasStopped = Mutex(false)
        let connection = MQTTConnection.start(broker.settings, logger: logger) { event in
            let isLate = hasStopped.withLock(\.self)
            #expect(!isLate, "\(event)")
        }
        await connection?.stop([Self.message("bye")])
        hasStopped.withLock { $0 = true }
        await connection?.stop([])
    }

    @Test(
        "Where nothing listens, the name leads nowhere or out of the home, that is said",
        arguments: [
            ("127.0.0.1", MQTTTrouble.noConnection), ("nobody.invalid", .unknownHost),
            ("192.0.2.7", .notNear),
        ])
    func nobody(host: String, trouble: MQTTTrouble) async throws {
        let broker = try BrokerStandIn { _, _ in }
        broker.close()
        var settings = broker.settings
        settings.broker.host = host
        var (connection, events) = try start(settings)
        let told = await events.next()
        await connection.stop([])
        #expect(told == .lost(trouble))
    }
}
