import Care
import CareStore
import Foundation
import Logging
import MQTT
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

/// A broker whose other side is the test.
final class HouseStandIn: Sendable {
    /// One connection.
    final class Line: Sendable {
        struct Published: Sendable {
            let message: MQTTMessage
            let number: Int
            /// As it was reported when that was published.
            let connection: Int
        }

        let settings: MQTTSettings
        let report: @Sendable (MQTTEvent) -> Void
        private let confirms = Mutex(true)
        private let published = AsyncStream<Published>.makeStream()
        private let farewells = AsyncStream<[MQTTMessage]>.makeStream()

        fileprivate init(_ settings: MQTTSettings, _ report: @escaping @Sendable (MQTTEvent) -> Void) {
            self.settings = settings
            self.report = report
        }

        fileprivate var connection: HouseLink.Connection {
            HouseLink.Connection(
                publish: { [self] message, number, connection in
                    published.continuation.yield(
                        Published(message: message, number: number, connection: connection))
                    if confirms.withLock({ $0 }) { report(.acknowledged(number)) }
                },
                stop: { [self] last in farewells.continuation.yield(last) })
        }

        /// Whether it confirms what is published from now on.
        func confirms(_ new: Bool) { confirms.withLock { $0 = new } }

        /// What the home's topics begin with.
        var base: String { String((settings.will?.topic ?? "").dropLast("/status".count)) }

        /// The next message under one of the home's topics.
        func next(_ topic: String) async throws -> Published {
            for await one in published.stream where one.message.topic == "\(base)/\(topic)" { return one }
            throw CancellationError()
        }

        /// Waits until a state is this.
        func until(_ topic: String, is payload: String) async throws {
            while try await next(topic).message.payload != Data(payload.utf8) {}
        }

        /// What it is left with.
        func farewell() async throws -> [MQTTMessage] {
            for await last in farewells.stream { return last }
            throw CancellationError()
        }

        /// Somebody presses a button of the house, or writes words there.
        func send(
            _ command: String, of client: String, _ payload: String = "PRESS", isRetained: Bool = false
        ) {
            report(
                .received(
                    MQTTMessage(
                        topic: "\(base)/\(client)/command/\(command)", payload: Data(payload.utf8),
                        isRetained: isRetained)))
        }
    }

    private let first: MQTTEvent
    private let lines = AsyncStream<Line>.makeStream()

    /// - Parameter first: What comes of each first attempt.
    init(_ first: MQTTEvent) { self.first = first }

    var link: HouseLink {
        HouseLink { [self] settings, report in
            let line = Line(settings, report)
            lines.continuation.yield(line)
            report(first)
            return line.connection
        }
    }

    /// The next connection that is begun.
    func next() async throws -> Line {
        for await line in lines.stream { return line }
        throw CancellationError()
    }
}

/// What has happened to a call, as the house is told it.
struct HouseCall: Decodable, Equatable {
    let type: String
    let sequence: Int64
    let request: String
    let by: String?

    enum CodingKeys: String, CodingKey {
        case sequence, request, by
        case type = "event_type"
    }

    init(_ published: HouseStandIn.Line.Published) throws {
        self = try JSONDecoder().decode(HouseCall.self, from: published.message.payload)
    }
}

/// A home of two clients that has a broker.
struct HouseScene: Sendable {
    static let settings = ["server": "mqtt://192.168.1.5"]

    let reach: ReachScene
    let broker: HouseStandIn

    /// - Parameter first: What comes of each connection's first attempt.
    static func with(
        first: MQTTEvent = .connected(1), logger: Logger = quiet,
        _ body: @escaping @Sendable (HouseScene) async throws -> Void
    ) async throws {
        let broker = HouseStandIn(first)
        try await ReachScene.with(logger: logger, adjust: { $0.house = broker.link }) { reach in
            try await body(HouseScene(reach: reach, broker: broker))
        }
    }

    var home: TwoClients { reach.home }

    func channel() async throws -> HomeChannel {
        let page: ChannelPage = try await reach.olga.get("channels").decode()
        return try #require(page.channels.first { $0.name == StoredChannel.house })
    }

    /// Sets the channel, with the sequence that it has.
    @discardableResult
    func set(
        _ settings: [String: String] = settings, isOn: Bool = true, secrets: [String: String]? = nil
    ) async throws -> HomeChannel {
        let change = ChannelChange(
            isOn: isOn, settings: settings, secrets: secrets, sequence: try await channel().sequence)
        let answer = try await reach.olga.send(.PUT, "channels/mqtt", change)
        #expect(answer.status == 200)
        return try answer.decode()
    }

    /// Switches it on, and waits until the broker has been told how things stand.
    func begin(_ settings: [String: String] = settings) async throws -> HouseStandIn.Line {
        try await set(settings)
        let line = try await broker.next()
        _ = try await line.next("open_calls")
        return line
    }
}
