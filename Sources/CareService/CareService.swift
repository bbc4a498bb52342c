import RealTime
import Care
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
public import ServiceLifecycle

/// The service of a home: keeps requests, tells them to whoever is connected, and reminds people of them.
public struct CareService: Service {
    /// From the request to stop until connections are cut and programs are ended, within the 2 s that a stop may take.
    private static let farewell: Duration = .milliseconds(1200)
    /// A connection on which nothing is asked is ended after so long, and so is a message that does not go on.
    private static let idleTimeout: Duration = .seconds(30)

    private let desk: CareDesk
    private let courier: Courier
    private let timekeeper: Timekeeper
    private let port = BoundPort()
    private let logger: Logger

    public init(configuration: CareServiceConfiguration, clock: CareClock = .system, logger: Logger) {
        let timeBell = Bell()
        let presence = Presence(
            expected: configuration.expected, firstWait: configuration.firstWait, grace: configuration.grace,
            now: clock.uptime())
        let hub = EventHub(presence: presence, uptime: clock.uptime, bell: timeBell)
        desk = CareDesk(
            configuration: configuration, clock: clock, hub: hub, timeBell: timeBell, logger: logger)
        courier = Courier(desk: desk, farewell: Self.farewell)
        timekeeper = Timekeeper(desk: desk)
        self.logger = logger
    }

    /// The port that it listens on, as soon as it does; throws if it ends without having listened.
    public func boundPort() async throws(CareServiceError) -> Int { try await port.value() }

    /// The path of the page on which the first coordinator is made, as soon as the service listens; `nil` once anybody can log
    /// in, or where that cannot be found out.
    public func setupPath() async -> String? {
        do {
            _ = try await port.value()
            return try await desk.setupToken().map { "/setup/" + $0 }
        } catch {
            logger.warning("whether anybody can log in is not known", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Calls `answer` when every event loop has come round.
    public func ask(_ answer: @escaping @Sendable () -> Void) {
        var answer = answer
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            let next = answer
            answer = { loop.execute(next) }
        }
        answer()
    }

    /// The clocks that were given have been moved: looks at once what is due.
    public func clockHasMoved() {
        desk.timeBell.ring()
        desk.courierBells.ring()
    }

    /// Serves until it is asked to stop. Throws if another Beckon serves this home, or the port is taken.
    public func run() async throws {
        do {
            let configuration = desk.configuration
            guard
                configuration.allowsPlainHTTP || configuration.certificate != nil
                    || CareServiceConfiguration.isLoopback(configuration.host)
            else {
                throw CareServiceError.plainHTTP(host: configuration.host)
            }
            try await desk.openStore()
            try await serve()
            await port.end(with: .ended)
        } catch let error as CareServiceError {
            await port.end(with: error)
            throw error
        } catch {
            await port.end(with: .ended)
            throw error
        }
    }

    private func serve() async throws {
        let server = try server()
        let desk = desk
        let watch = ClockWatch {
            desk.logger.notice("the clock was set, or the machine has slept: looking what is due")
            desk.timeBell.ring()
            desk.courierBells.ring()
        }
        if watch == nil {
            desk.logger.warning(
                "the system does not tell when its clock is set: it is looked at once a minute")
        }
        defer { watch?.stop() }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do { try await server.run() } catch let error as IOError {
                        throw cannotListen(error)
                    }
                }
                group.addTask { await timekeeper.run() }
                group.addTask { await courier.run() }
                group.addTask {
                    try await gracefulShutdown()
                    try await Task.sleep(for: Self.farewell)
                    throw CancellationError()
                }
                defer {
                    desk.hub.close()
                    desk.displays.close()
                }
                do {
                    // The courier of a home without a command has nothing to do and ends first.
                    while let _ = try await group.next(), !Task.isShuttingDownGracefully {}
                } catch is CancellationError {
                    logger.debug("connections were cut")
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            desk.hub.close()
            desk.displays.close()
        }
    }

    /// Hummingbird's server without its `Application`, whose cache of the date wakes the machine every second.
    private func server() throws -> any Service {
        let configuration = desk.configuration
        let responder = SiteResponder(desk: desk)
        let (port, logger) = (port, logger)
        let isSecure = configuration.certificate != nil
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [SlowConnectionGuard(), ConnectionEnd()],
                idleTimeout: .init(Self.idleTimeout)))
        var builder = plain
        if let files = configuration.certificate {
            builder = try .tls(plain, tlsConfiguration: files.configuration())
        }
        return
            try builder
            .buildServer(
                configuration: .init(
                    address: .hostname(configuration.host, port: configuration.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(ConnectionLimit.current())),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger
            ) { request, writer, channel in
                let source = CallSource(
                    address: channel.remoteAddress?.ipAddress ?? "", isSecure: isSecure,
                    localAddress: channel.localAddress?.ipAddress ?? "",
                    localPort: channel.localAddress?.port ?? 0)
                let response = try await responder.respond(to: request, from: source)
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    // Answering that would write a second head into the first answer.
                    throw CancellationError()
                }
            } onServerRunning: { channel in
                do { try await AcceptPause.add(to: channel, logger: logger) } catch {
                    logger.debug("the listening channel has ended", metadata: ["error": "\(error)"])
                }
                await port.found(channel.localAddress?.port ?? configuration.port)
            }
    }

    private func cannotListen(_ error: IOError) -> CareServiceError {
        .cannotListen(
            host: desk.configuration.host, port: desk.configuration.port,
            detail: String(cString: strerror(error.errnoCode)))
    }
}
