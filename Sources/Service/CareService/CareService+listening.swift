import Care
import Hummingbird
import HummingbirdCore
import LocalSockets
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import RealTime
import ServiceLifecycle
import Synchronization

/// Where it is reached: the port to other machines, and the socket of the home's own kiosk and station.
extension CareService {
    /// How long an idle connection, or a message that does not continue, is kept.
    private static let idleTimeout: Duration = .seconds(30)
    /// How many connections may wait in the system's queue until they are accepted, which takes microseconds each; the system
    /// takes less where `net.core.somaxconn` says so.
    private static let backlog = 4096
    /// How many connections are accepted before existing ones get their turn.
    private static let acceptsAtOnce: UInt = 32
    /// Kiosk and station have a few each; a home may have several of them on one machine.
    private static let localConnections = 64
    /// Browsers send some 2 kB of header, cookies of other services on the same host included some more.
    private static let longestHead = 32 << 10
    private static let mostHeaders = 128

    /// Where it is reached, as it was set up at the start; `host` is an address of this machine.
    public var place: (host: String, isSecure: Bool) {
        let reach = core.certificate.reach
        return (reach.host, reach.isSecure)
    }

    /// Listens until it is asked to stop: on this machine alone while the certificate cannot be used, then as
    /// the settings say.
    func serveNetwork() async throws {
        let certificate = core.certificate
        if certificate.reach.isOwnMachine, let problem = certificate.problem {
            logger.error("no TLS, so listening to this machine alone: \(problem)")
        } else if let files = core.configuration.certificate, files.isKeyOpenToAll {
            logger.warning(
                "every user of this machine can read the key: chmod 600", metadata: ["path": "\(files.key)"])
        }
        try await listen(certificate.reach, port: core.configuration.port)
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            let port = try await port.value()
            let before = certificate.reach
            if let reach = certificate.takeMove() {
                try await move(from: before, to: reach, port)
                continue
            }
            guard certificate.isMended else { break }
            do {
                logger.notice("the certificate can be used again: listening with TLS")
                try await listen(certificate.wanted, port: port)
            } catch let error where !(error is CancellationError) {
                // The client on this machine must still be able to call.
                logger.error(
                    "TLS could not be started; listening to this machine alone until the next restart: \(error)"
                )
                certificate.staysOnItsOwnMachine()
                try await listen(certificate.reach, port: port)
            }
        }
    }

    /// Listens at another address from now on; at the old one if that cannot be.
    private func move(
        from before: ServedCertificate.Reach, to reach: ServedCertificate.Reach, _ port: Int
    ) async throws {
        do {
            logger.notice("the settings have changed: listening there", metadata: ["host": "\(reach.host)"])
            try await listen(reach, port: port)
        } catch let error where !(error is CancellationError) {
            logger.error("it cannot be listened there: \(error)", metadata: ["host": "\(reach.host)"])
            core.certificate.listens(at: before)
            try await listen(before, port: port)
        }
    }

    /// Listens at another address of this machine from now on: for a service that was started for its own machine alone, and is
    /// opened to others, or closed again. Its port stays.
    ///
    /// The caller has looked whether others may reach it without TLS.
    public func listen(at host: String) {
        guard !core.certificate.move(to: host) else { return }
        logger.warning(
            "another address takes effect at the next start: the home's own kiosk and station need the port as it is",
            metadata: ["host": "\(host)"])
    }

    /// Listens until it is asked to stop, or until it could accept other machines, too.
    private func listen(_ reach: ServedCertificate.Reach, port: Int) async throws {
        let core = core
        var configuration = ServiceGroupConfiguration(
            services: [try networkServer(reach, port: port)], logger: logger)
        // A slow reader keeps nobody out.
        configuration.maximumGracefulShutdownDuration = Self.farewell
        let group = ServiceGroup(configuration: configuration)
        let waiting = Task {
            for await _ in core.certificate.changes() {
                // A certificate that can be used again matters only to who listens without it.
                guard core.certificate.isMoved || reach.isOwnMachine && core.certificate.isMended else {
                    continue
                }
                await group.triggerGracefulShutdown()
                core.hub.disconnectAll()
            }
        }
        defer { waiting.cancel() }
        do {
            try await withGracefulShutdownHandler {
                try await group.run()
            } onGracefulShutdown: {
                Task { await group.triggerGracefulShutdown() }
            }
        } catch let error as IOError {
            throw cannotListen(error, at: reach.host, port)
        }
    }

    /// The handlers of network connections: the admission check, then TLS if there is a certificate, then
    /// HTTP.
    private func networkServer(_ reach: ServedCertificate.Reach, port wanted: Int) throws -> any Service {
        let certificate = core.certificate
        let (core, port, logger, bell) = (core, port, logger, core.timeBell)
        let admission = ConnectionAdmission(
            .init(places: ConnectionLimit.current()), peerTimeout: core.configuration.peerTimeout,
            uptime: core.clock.uptime, logger: logger)
        let builder = HTTPServerBuilder { responder in
            let http = Self.http(responder, admission)
            return AdmittedChannel(
                base: CertifiedChannel(base: http, certificate: certificate, isSecure: reach.isSecure),
                admission: admission)
        }
        return try server(
            builder, at: .hostname(reach.host, port: wanted),
            on: MultiThreadedEventLoopGroup.singleton
        ) { channel in
            CallSource(
                address: channel.remoteAddress?.ipAddress ?? "", isSecure: reach.isSecure,
                connection: ConnectionPlace(admission: admission, id: ObjectIdentifier(channel)),
                channel: channel,
                localAddress: channel.localAddress?.ipAddress ?? "",
                localPort: channel.localAddress?.port ?? 0)
        } onListening: { channel in
            do {
                try await AdmissionHandler.add(to: channel, admission)
                try await AcceptPause.add(to: channel, logger: logger)
                try await channel.setOption(.maxMessagesPerRead, value: Self.acceptsAtOnce).get()
            } catch {
                logger.debug("the listening channel has ended", metadata: ["error": "\(error)"])
            }
            certificate.listens(at: reach)
            let found = channel.localAddress?.port ?? wanted
            core.state.withLock { $0.port = found }
            await port.found(found)
            // The problem with the certificate may be over.
            bell.ring()
        }
    }

    /// The home's own kiosk and station have a socket file, an event loop and reserved places, which
    /// strangers cannot use.
    func localServer(onListening: @escaping @Sendable () -> Void) throws -> (any Service)? {
        guard let socket = core.configuration.localSocket else { return nil }
        let address: String
        do throws(LocalSocketError) { address = try socket.prepare() } catch {
            return noLocalSocket("\(error)")
        }
        return try server(
            HTTPServerBuilder { Self.http($0, nil) }, at: .unixDomainSocket(path: address), on: OwnLoop.group,
            limit: MaximumAvailableConnections(Self.localConnections)
        ) { channel in
            CallSource(channel: channel)
        } onListening: { channel in
            do { try await AcceptPause.add(to: channel, logger: logger) } catch {
                logger.debug("the local listening channel has ended", metadata: ["error": "\(error)"])
            }
            core.certificate.portMayChange(true)
            onListening()
        }
    }

    func serveLocally(_ server: (any Service)?) async {
        guard let server else { return }
        do { try await server.run() } catch { _ = noLocalSocket("\(error)") }
        core.configuration.localSocket?.remove()
    }

    /// This is no reason to stop: the home's own kiosk then connects to the port, as those of other machines
    /// do.
    private func noLocalSocket(_ reason: String) -> (any Service)? {
        core.certificate.portMayChange(false)
        core.configuration.localSocket?.remove()
        logger.error(
            "the home's own kiosk and station have no socket of their own: they connect to its port, as other machines do",
            metadata: ["path": "\(core.configuration.localSocket?.path ?? "")", "reason": "\(reason)"])
        return nil
    }

    private static func http(
        _ responder: @escaping HTTPChannelHandler.Responder, _ admission: ConnectionAdmission?
    ) -> HTTP1Channel {
        HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [SlowConnectionGuard(admission: admission), ConnectionEnd()],
                idleTimeout: .init(Self.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: Self.longestHead, maxHeaderListSize: Self.longestHead,
                    maxHeaderFieldCount: Self.mostHeaders)))
    }

    /// Hummingbird's server without its `Application`, whose cache of the date wakes the machine every second.
    private func server(
        _ builder: HTTPServerBuilder, at address: BindAddress, on group: MultiThreadedEventLoopGroup,
        limit: MaximumAvailableConnections? = nil,
        source: @escaping @Sendable (any Channel) -> CallSource,
        onListening: @escaping @Sendable (any Channel) async -> Void
    ) throws -> any Service {
        let responder = SiteResponder(core: core)
        return
            try builder
            .buildServer(
                configuration: .init(
                    address: address, backlog: Self.backlog, availableConnectionsDelegate: limit),
                eventLoopGroup: group, logger: EndingLog.of(logger)
            ) { request, writer, channel in
                let response = try await responder.respond(to: request, from: source(channel))
                do {
                    try await writer.write(response: response.head, body: response.body)
                } catch is HTTPParserError {
                    // Answering that would write a second head into the first answer.
                    throw CancellationError()
                }
            } onServerRunning: { channel in
                await onListening(channel)
            }
    }

    private func cannotListen(_ error: IOError, at host: String, _ port: Int) -> CareServiceError {
        .cannotListen(host: host, port: port, errno: error.errnoCode)
    }
}
