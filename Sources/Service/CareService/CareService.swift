public import Care
import Foundation
public import Logging
import NIOCore
import NIOPosix
import RealTime
public import ServiceLifecycle

/// The service of a home: keeps requests, tells them to whoever is connected, and reminds people of them.
public struct CareService: Service {
    /// From the request to stop until connections are cut and programs are ended, within the 2 s that a stop may take.
    static let farewell: Duration = .milliseconds(1200)

    let core: ServiceCore
    private let deliveryWorker: DeliveryWorker
    private let timekeeper: Timekeeper
    private let keepAlives: KeepAlives
    let courseworkReader: PlatformWorker
    let calendarWorker: PlatformWorker
    private let messageWorker: MessageWorker
    private let houseWorker: HouseWorker
    let port = BoundPort()
    let logger: Logger

    public init(configuration: CareServiceConfiguration, clock: CareClock = .system, logger: Logger) {
        let timeBell = Bell()
        var presence = Presence(grace: configuration.grace)
        let deadline = clock.uptime() + configuration.firstWait
        if configuration.expected.contains(.kiosk) {
            presence.expectUnseen(.kiosk(client: configuration.client, device: nil), until: deadline)
        }
        if configuration.expected.contains(.station) {
            presence.expectUnseen(.station(device: nil), until: deadline)
        }
        let home = HomeZone(
            zones: configuration.zones, wanted: configuration.zone, machine: configuration.machineZone)
        let hub = EventHub(
            presence: presence, uptime: clock.uptime,
            wall: clock.wall, zone: { home.rules }, bell: timeBell)
        hub.changePlaces { $0.ownClients = configuration.ownClients }
        core = ServiceCore(
            configuration: configuration, clock: clock, hub: hub, home: home, timeBell: timeBell,
            logger: logger)
        deliveryWorker = DeliveryWorker(core: core, farewell: Self.farewell)
        timekeeper = Timekeeper(core: core)
        keepAlives = KeepAlives(core: core)
        courseworkReader = core.courseworkReader()
        calendarWorker = core.calendarWorker()
        messageWorker = MessageWorker(core: core)
        houseWorker = HouseWorker(core: core)
        self.logger = logger
    }

    /// The port that it listens on, as soon as it does; throws if it ends without having listened.
    public func boundPort() async throws(CareServiceError) -> Int { try await port.value() }

    /// The path of the page on which the first coordinator is made, as soon as the service listens; `nil` once anybody can log
    /// in, or where that cannot be found out.
    public func setupPath() async -> String? {
        do {
            _ = try await port.value()
            return try await core.setupToken().map { "/setup/" + $0 }
        } catch {
            logger.warning("could not check whether anybody can log in", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Where other machines find it, as soon as it listens; `nil` where it listens to its own machine alone, or is in no network.
    public func networkAddress() async -> String? {
        guard let port = try? await port.value() else { return nil }
        return core.networkAddress(port: port)
    }

    /// Calls `answer` when every event loop has run once.
    public func ask(_ answer: @escaping @Sendable () -> Void) {
        var answer = answer
        let groups = [MultiThreadedEventLoopGroup.singleton, OwnLoop.group]
        for loop in groups.flatMap({ Array($0.makeIterator()) }) {
            let next = answer
            answer = { loop.execute(next) }
        }
        answer()
    }

    /// Takes over what `beckon.yaml` says of the home from now on; open pages show it at once.
    public func adopt(_ facts: HomeFacts) async { await core.adopt(facts) }

    /// For tests that have moved the injected clocks: checks at once what is due.
    public func clockHasMoved() {
        core.timeBell.ring()
        core.streamBell.ring()
        core.deliveryBells.ring()
        core.hub.news.wake()
    }

    /// Serves until it is asked to stop. Throws if another Beckon serves this home, or the port is taken.
    public func run() async throws {
        do {
            let configuration = core.configuration
            guard
                configuration.allowsPlainHTTP || configuration.certificate != nil
                    || CareServiceConfiguration.isLoopback(configuration.host)
            else {
                throw CareServiceError.plainHTTP(host: configuration.host)
            }
            try await core.openStore()
            try await serve()
            await core.configuration.endChannels()
            await port.end(with: .ended)
        } catch let error as CareServiceError {
            await core.configuration.endChannels()
            await port.end(with: error)
            throw error
        } catch {
            await core.configuration.endChannels()
            await port.end(with: .ended)
            throw error
        }
    }

    private func serve() async throws {
        // Returns once it is known whether the local socket could be opened, because callers that know the
        // port may look for it.
        let (local, isKnown) = AsyncStream<Never>.makeStream()
        let localServer = try localServer { isKnown.finish() }
        let core = core
        let watch = ClockWatch {
            core.logger.notice("the clock was set, or the machine has slept: checking what is due")
            core.timeBell.ring()
            core.deliveryBells.ring()
        }
        if watch == nil {
            core.logger.warning(
                "the system does not report when its clock is set: it is checked once a minute")
        }
        defer { watch?.stop() }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Calls of the home's own kiosk are answered first, on threads that strangers' messages do
                // not use.
                group.addTask(priority: .high) {
                    await serveLocally(localServer)
                    isKnown.finish()
                }
                group.addTask(priority: .medium) {
                    for await _ in local {}
                    try await serveNetwork()
                }
                group.addTask { await timekeeper.run() }
                group.addTask { await keepAlives.run() }
                group.addTask { await deliveryWorker.run() }
                group.addTask { await courseworkReader.run() }
                group.addTask { await calendarWorker.run() }
                group.addTask { await messageWorker.run() }
                group.addTask { await houseWorker.run() }
                group.addTask {
                    try await gracefulShutdown()
                    try await Task.sleep(for: Self.farewell)
                    throw CancellationError()
                }
                defer {
                    core.hub.close()
                    core.displays.close()
                }
                do {
                    // The delivery worker of a home without a command has nothing to do and ends first.
                    while let _ = try await group.next(), !Task.isShuttingDownGracefully {}
                } catch is CancellationError {
                    logger.debug("connections were cut")
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            core.hub.close()
            core.displays.close()
        }
    }
}
