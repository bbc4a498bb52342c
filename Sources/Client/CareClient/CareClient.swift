import AsyncHTTPClient
public import Care
public import Foundation
public import LocalSockets
public import Logging
import NIOCore
import RealTime
public import StoreFiles

/// The service as a kiosk or station sees it: stores their commands durably until they are delivered, and
/// passes events to them.
///
/// Events come in the order in which they happen, from any thread; the receiver must not block.
public final class CareClient: Sendable {
    /// Times that tests make shorter.
    public struct Timing: Sendable {
        /// How long the service may be away before that is reported.
        public var lostAfter: Duration = .milliseconds(1500)
        /// How long a stream may be silent before it counts as dead; the service sends something every 15 s.
        public var silence: Duration = .seconds(40)
        /// How long fetching the agenda from a reachable service may fail before people are told.
        public var agendaLostAfter: Duration = .seconds(60)

        public init() {}
    }

    private static let connectTimeout: TimeAmount = .seconds(3)
    /// Shorter than the service's timeout, so that a message is never sent into a connection that the service
    /// is just closing.
    private static let poolIdleTimeout: TimeAmount = .seconds(20)

    private let base: String
    private let local: LocalRoute?
    private let host: String?
    private let trust: ServiceTrust
    private let token: String
    private let client: String?
    private let role: Actor
    private let timing: Timing
    private let logger: Logger
    private let pending = PendingCommands()
    /// The service keeps them only in memory.
    private let screens: NewestSender<Screen>
    private let uses: NewestSender<Date>
    private let lines: LineSender
    /// Again after each connection: a service may have become one that knows it.
    private let machine: NewestSender<MachineState>
    /// A kiosk keeps it, and each answer has all of it: the newest is enough.
    private let encouragement: NewestSender<ClientEncouragement>
    private let writer: OutboxWriter
    /// Rung when somebody looks at the household.
    private let looks = Looks()
    private let contents: ContentsPlace?
    private let clock: @Sendable () -> Date
    private let onEvent: @Sendable (CareClientEvent) -> Void

    /// Opens the outbox at once, on its own queue: `restored`, or `storeFailed`, comes even before `run()`.
    ///
    /// - Parameters:
    ///   - localSocket: The socket file of this machine's service, used while the service listens there.
    ///   - client: For whom a kiosk of several clients connects here, as the service knows them; `nil`: for the one whom the
    ///     token stands for.
    ///   - contents: Where a kiosk keeps what it fetches of its client's settings and boards; `nil`: it fetches none.
    ///   - clock: This machine's, by which it knows around which days to read appointments until the service has told its own time.
    public init(
        serviceURL: URL, localSocket: LocalSocket? = nil, trust: ServiceTrust = ServiceTrust(), token: String,
        client: String? = nil, storePath: String, role: Actor,
        timing: Timing = Timing(), contents: ContentsPlace? = nil,
        clock: @escaping @Sendable () -> Date = { Date() },
        logger: Logger, onEvent: @escaping @Sendable (CareClientEvent) -> Void
    ) {
        var logger = logger
        logger[metadataKey: "role"] = "\(role.rawValue)"
        let address = serviceURL.absoluteString
        base = address.hasSuffix("/") ? String(address.dropLast()) : address
        local = localSocket.map(LocalRoute.init)
        self.trust = trust
        host = serviceURL.host
        self.token = token
        self.client = client
        self.role = role
        screens = NewestSender("a screen", isSentAgain: true, logger: logger) {
            connection, screen throws(ServiceConnection.Failure) in try await connection.show(screen)
        }
        uses = NewestSender("where a press was", isSentAgain: false, logger: logger) {
            connection, pressed throws(ServiceConnection.Failure) in
            let ago = Int(min(max(Date().timeIntervalSince(pressed), 0), Double(KioskUse.longest)))
            onEvent(.speaks(try await connection.use(KioskUse(secondsAgo: ago))))
        }
        machine = NewestSender("how this machine is", isSentAgain: true, logger: logger) {
            connection, state throws(ServiceConnection.Failure) in try await connection.tell(state)
        }
        encouragement = NewestSender("what was heard", isSentAgain: true, logger: logger) {
            connection, known throws(ServiceConnection.Failure) in
            onEvent(.encouragement(try await connection.merge(known)))
        }
        lines = LineSender(logger: logger, emit: onEvent)
        self.timing = timing
        self.contents = contents
        self.clock = clock
        self.logger = logger
        self.onEvent = onEvent
        writer = OutboxWriter(path: storePath, pending: pending, logger: logger, emit: onEvent)
    }

    /// Checks that an outbox could be opened, without writing to it or creating it; returns whether it
    /// exists.
    public static func examineOutbox(_ path: String) throws(StoreFileError) -> Bool {
        try StoreFile.examine(path, format: .outbox)
    }

    /// Takes a command, from any thread, without waiting. Its results come as events with its id.
    public func post(_ command: CareCommand) { writer.add(command) }

    /// Sets the client's screen; callable from any thread, without waiting. Only the newest is sent.
    public func show(_ screen: Screen) { screens.send(screen) }

    /// Tells how this machine is, now and after each connection; callable from any thread, without waiting.
    public func tell(_ machine: MachineState) { self.machine.send(machine) }

    /// The client uses this kiosk; callable from any thread, without waiting. `speaks` tells what comes of it.
    public func use(at: Date) { uses.send(at) }

    /// Tells what the client has heard and likes of encouragement, now and after each connection; callable from any thread, without waiting. What
    /// comes of it is an event.
    public func keep(_ encouragement: ClientEncouragement) { self.encouragement.send(encouragement) }

    /// Sends a line of an appointment, at once or never; callable from any thread, without waiting. `notTold` tells that it was not sent.
    public func tell(_ line: NewAppointmentLine, to appointment: UUID) { lines.send(line, to: appointment) }

    /// Reads the client's chores, points and rewards anew; callable from any thread, without waiting. Only a kiosk has them.
    public func readHousehold() { looks.look() }

    /// Acknowledges the event with this number and all before it: they are not sent again after a restart.
    public func acknowledge(sequence: Int64) { writer.acknowledge(sequence) }

    /// Notes that the events with these numbers were told, although an earlier one is not acknowledged: after a restart they
    /// are sent again, and `connected` says that they were told.
    public func told(_ sequences: [Int64]) { writer.told(sequences) }

    /// Sends and listens until the task is cancelled. When it returns, all commands taken before are on disk.
    public func run() async {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: Self.connectTimeout, read: .init(timing.silence)),
            connectionPool: .init(idleTimeout: Self.poolIdleTimeout))
        configuration.httpVersion = .http1Only
        configuration.tlsConfiguration = trust.configuration(for: host)
        // Retries are made here, where they can be reported, not in the library.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .shared(OwnLoop.group), configuration: configuration)
        let connection = ServiceConnection(
            client: client, base: base, local: local, token: token, servedClient: self.client)
        let link = LinkWatch(patience: timing.lostAfter, emit: onEvent)
        let sender = Sender(
            connection: connection, pending: pending, writer: writer, link: link, logger: logger,
            emit: onEvent)
        let unreadable = UnreadableWatch(source: role.rawValue, emit: onEvent) { [self] in post(.fault($0)) }
        let watch = role == .kiosk ? AppointmentWatch(clock: clock) : nil
        let emit: @Sendable (CareClientEvent) -> Void = { [onEvent] event in
            onEvent(event)
            watch?.note(event)
        }
        let agenda = AgendaReader(
            connection: connection, source: role.rawValue, patience: timing.agendaLostAfter,
            unreadable: unreadable, logger: logger, emit: emit
        ) { [self] reason in
            post(
                .fault(
                    Fault(
                        id: UUID(), source: role.rawValue, kind: .planLost, isActive: reason != nil,
                        clientName: nil, detail: String((reason ?? "").prefix(500)), at: Date())))
        }
        let household = role == .kiosk ? householdReader(connection) : nil
        let appointments = watch?.reader(
            logger: logger,
            read: { client, time throws(ServiceConnection.Failure) in
                try await connection.appointments(of: client, within: time)
            }, emit: emit)
        if let household { looks.tell { household.refresh() } }
        let contents = contents.map { ContentsReader(connection: connection, place: $0, logger: logger) }
        let listener = Listener(
            connection: connection, writer: writer, agenda: agenda, household: household,
            appointments: appointments,
            unreadable: unreadable, link: link, isKiosk: role == .kiosk, logger: logger, emit: emit,
            onConnected: { [pending, screens, uses, machine, encouragement] in
                pending.bell.ring()
                screens.connected()
                contents?.connected()
                uses.connected()
                machine.connected()
                encouragement.connected()
            }, onEncouragement: { [encouragement] in encouragement.connected() })
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await sender.run() }
            group.addTask { await listener.run() }
            group.addTask { await agenda.run() }
            if let household { group.addTask { await household.run() } }
            if let appointments { group.addTask { await appointments.run() } }
            if let contents { group.addTask { await contents.run() } }
            group.addTask { [screens] in await screens.run(connection) }
            group.addTask { [uses] in await uses.run(connection) }
            group.addTask { [lines] in await lines.run(connection) }
            group.addTask { [machine] in await machine.run(connection) }
            group.addTask { [encouragement] in await encouragement.run(connection) }
        }
        await writer.flush()
        do { try await client.shutdown() } catch {
            logger.debug("connections were not closed cleanly", metadata: ["error": "\(error)"])
        }
    }

    /// What a kiosk reads of its client's household beside the agenda. That it fails is nobody's fault to be told: the agenda fails for the
    /// same reasons.
    private func householdReader(_ connection: ServiceConnection) -> ClientReader<ClientHousehold> {
        ClientReader(
            "chores and points", logger: logger, concerns: { $0.concernsHousehold },
            read: { client throws(ServiceConnection.Failure) in try await connection.household(of: client) },
            emit: { [onEvent] in onEvent(.household($0)) })
    }
}
