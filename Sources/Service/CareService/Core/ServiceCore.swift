import Care
import CareStore
import Dispatch
import Foundation
import Logging
import RealTime
import Recurrence
import StoreFiles
import Synchronization
import ZoneFiles

/// Carries out all operations of the service, for HTTP, for timers, and for the service itself.
///
/// It also handles degraded operation: what cannot be stored is called out to all connected clients.
final class ServiceCore: Sendable {
    struct State {
        var store: CareStore?
        /// Why nothing can be stored at this moment.
        var failure: StoreFileError?
        /// Faults that are reported but not stored, the oldest first. Bounded.
        var volatileFaults: [Fault] = []
        /// Requests that were called out because they could not be stored, with their clients. Bounded.
        var unstoredRequests: [UUID: String] = [:]
        /// Where it listens, as soon as it does.
        var port: Int?
        /// The last reported state of the service's own faults: the detail, `nil` for none.
        var toldOwn: [FaultKind: String?] = [:]

        /// Whether a gap of duties may be told as a fault: after the start, an earlier run may have told one.
        var mayHaveToldGaps = true
        /// Reports of missing and returned devices that could not be stored yet: the newest for each.
        var unstoredPresence: [Fault.Key: Fault] = [:]

        static let maximumVolatile = 1000

        /// Returns whether there were any.
        mutating func removeVolatile(_ key: Fault.Key) -> Bool {
            let before = volatileFaults.count
            volatileFaults.removeAll { $0.key == key }
            return volatileFaults.count < before
        }
    }

    let hub: EventHub
    /// What clients' screens show.
    let displays = DisplayHub()
    /// How many streams of both kinds a caller may have open.
    let streams = StreamBudget()
    let clock: CareClock
    /// When this run began, by the clock's uptime.
    let begunAt: Duration
    let logger: Logger
    /// For log lines that one cause repeats.
    let causes: CauseLog
    let refusedNames: RefusedNames
    let configuration: CareServiceConfiguration
    /// What `beckon.yaml` says of the home: at the start as in `configuration`.
    let facts: Mutex<FactsInForce>
    let home: HomeZone
    /// The TLS certificate, and thus where it listens.
    let certificate: ServedCertificate
    let gate: AccessDesk
    /// Of files that are sent to the API.
    let uploads = UploadBudget()
    /// Of those who register, by their addresses: they must not keep others' forms waiting.
    let strangersUploads = UploadBudget(each: 1, all: 2)
    let devices: KnownDevices
    /// The lanes in which messages are answered, and how many of one sender at once.
    let work = WorkLanes()
    let state = Mutex(State())
    /// Rung when something may be due earlier than before.
    let timeBell: Bell
    /// Rung when a stream has been opened.
    let streamBell = Bell()
    /// Rung when something may wait for a channel.
    let deliveryBells: Bells
    /// How platforms outside of the home are reached.
    let platforms: PlatformAccess
    /// Where clients' school tasks are read.
    let coursework: CourseworkDesk
    /// Calendars outside that are read or written.
    let calendars: CalendarDesk
    /// The providers by which people log in.
    let logins: LoginProviderDesk
    /// What is known of messages to people's own devices.
    let messages: MessageDesk
    /// How people's own calendar programs are told what is planned.
    let feeds: FeedDesk
    /// What is known of the house's broker.
    let house: HouseDesk

    init(
        configuration: CareServiceConfiguration, clock: CareClock, hub: EventHub, home: HomeZone,
        timeBell: Bell,
        logger: Logger
    ) {
        self.configuration = configuration
        facts = Mutex(
            FactsInForce(
                HomeFacts(
                    home: configuration.homeName, people: configuration.people, shifts: configuration.shifts,
                    language: configuration.homeLanguage, videoLink: configuration.videoLink)))
        deliveryBells = Bells(DeliveryWorker.bells(of: configuration.channels) + MessageWorker.bells)
        var platforms = PlatformAccess(version: configuration.version)
        platforms.patience = configuration.platformPatience
        platforms.wholePatience = max(platforms.wholePatience, platforms.patience)
        self.platforms = platforms
        coursework = CourseworkDesk(configuration, access: platforms, logger: logger)
        calendars = CalendarDesk(configuration)
        logins = LoginProviderDesk(configuration, access: platforms, uptime: clock.uptime)
        messages = MessageDesk(configuration, logger: logger)
        feeds = FeedDesk(configuration, logger: logger)
        house = HouseDesk(news: hub.news)
        self.home = home
        certificate = ServedCertificate(
            configuration.certificate, host: configuration.host, uptime: clock.uptime())
        gate = AccessDesk(cost: configuration.passwordCost, uptime: clock.uptime)
        devices = KnownDevices(path: configuration.devicesFile, logger: logger)
        self.clock = clock
        begunAt = clock.uptime()
        self.hub = hub
        self.timeBell = timeBell
        self.logger = logger
        refusedNames = RefusedNames(logger: logger)
        causes = CauseLog(logger: logger, uptime: clock.uptime)
    }

    var failure: StoreFileError? { state.withLock { $0.failure } }
    /// On which it listens; before it does, the one that was asked for.
    var port: Int { state.withLock { $0.port } ?? configuration.port }

    // MARK: - The store

    /// Opens the store unless it is open. Only another owner stops the service: other errors may pass, or
    /// people repair them while requests are at least called out.
    func openStore() async throws(CareServiceError) {
        guard state.withLock({ $0.store == nil }) else { return }
        let (configuration, zone, logger) = (configuration, home.rules.id, logger)
        let result = await withCheckedContinuation { continuation in
            // Checking the file blocks, and Swift's own threads are too few for that.
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: Self.open(configuration, zone: zone, logger: logger))
            }
        }
        switch result {
        case .success(let store):
            // Before anybody can send a message that refers to them.
            await putPeople(in: store)
            await takeOverFaults(of: store)
            await rememberDevices(of: store)
            await rememberPlaces(of: store)
            await forgetLostCoursework(in: store)
            await forgetLostCalendars(in: store)
            await forgetLostProviders(in: store)
            await forgetLostContacts(in: store)
            await rememberLinks(of: store)
            state.withLock { $0.store = store }
            await expectThoseSeen(in: store)
            noteSuccess()
            if home.rules.id != zone { await tellHome(to: store) }
            // Clients that connected without a journal connect again and read it.
            hub.disconnectAll()
            await stripPictures(in: store)
        case .failure(.owned(let path, let owner)): throw .store(.owned(path: path, by: owner))
        case .failure(let error): note(error)
        }
    }

    private static func open(
        _ configuration: CareServiceConfiguration, zone: String, logger: Logger
    ) -> Result<CareStore, StoreFileError> {
        Result { () throws(StoreFileError) in
            let zones = configuration.zones
            return try CareStore(
                path: configuration.storePath, policy: configuration.policy, channels: configuration.channels,
                zone: zone,
                // The reason for a missing zone was logged when it was stored.
                zones: zones.known,
                busyTimeout: configuration.busyTimeout / .seconds(1), logger: logger)
        }
    }

    /// What could not be planned is tried again with the next look at what is due.
    func reckonAgain() { state.withLock { $0.store }?.reckonAgain() }

    /// Checks whether a store that failed works again.
    func probe() async {
        guard let failure else { return }
        do {
            guard let store = state.withLock({ $0.store }) else {
                if failure.mayPass || access(configuration.storePath, F_OK) != 0 { try await openStore() }
                return
            }
            try await store.probe()
            noteSuccess()
        } catch {
            logger.debug("the store still fails", metadata: ["error": "\(error)"])
        }
    }

    /// What has changed of the plan is soon written into calendars outside.
    ///
    /// - Parameter lane: `nil` for the lane of the message that is being answered.
    func write<Value: Sendable>(
        on lane: StoreLane? = nil, _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        guard let store = state.withLock({ $0.store }) else { throw unavailable() }
        // Also where it has failed in the end: what it had stored until then stays.
        defer { if store.takePlanChange() { calendars.planHasChanged(at: clock.uptime()) } }
        do throws(CareStoreError) {
            let value = try await Self.run(on: lane, store, body)
            noteSuccess()
            return value
        } catch {
            if case .file(let failure) = error { note(failure) }
            throw CareProblem(error)
        }
    }

    /// - Parameter lane: `nil` for the lane of the message that is being answered.
    func read<Value: Sendable>(
        on lane: StoreLane? = nil, _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        guard let store = state.withLock({ $0.store }) else { throw unavailable() }
        do throws(CareStoreError) { return try await Self.run(on: lane, store, body) } catch {
            throw CareProblem(error)
        }
    }

    private static func run<Value: Sendable>(
        on lane: StoreLane?, _ store: CareStore, _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareStoreError) -> Value {
        let result = await StoreLane.$current.withValue(lane ?? .current) {
            () async -> Result<Value, CareStoreError> in
            do throws(CareStoreError) { return .success(try await body(store)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func unavailable() -> CareProblem {
        CareProblem(.storeFailed, failure?.description ?? "the store is being opened; try again in a moment")
    }

    private func note(_ failure: StoreFileError) {
        let isNew = state.withLock { state in
            defer { state.failure = failure }
            return state.failure == nil
        }
        guard isNew else { return }
        logger.error("nothing can be stored: requests are only called out", metadata: ["error": "\(failure)"])
        tellVolatile(serviceFault(.serviceStoreFailed, isActive: true, detail: failure.description))
        timeBell.ring()
    }

    private func noteSuccess() {
        let wasFailing = state.withLock { state in
            defer { state.failure = nil }
            return state.failure != nil
        }
        guard wasFailing else { return }
        logger.notice("the store works again")
        tellVolatile(serviceFault(.serviceStoreFailed, isActive: false, detail: ""))
    }

    // MARK: - Faults that are not stored

    /// Reports a fault once to all connected clients, and keeps it for those that connect later.
    func tellVolatile(_ fault: Fault) {
        let isNews = state.withLock { state in
            guard fault.isActive else { return state.removeVolatile(fault.key) }
            guard !state.volatileFaults.contains(where: { $0.id == fault.id }),
                state.volatileFaults.count < State.maximumVolatile
            else { return false }
            // Each request that could not be stored is separate news; other faults just last.
            if fault.kind != .requestNotStored { _ = state.removeVolatile(fault.key) }
            state.volatileFaults.append(fault)
            return true
        }
        guard isNews else { return }
        hub.tell(JournalEvent(sequence: 0, at: clock.wall(), content: .fault(fault)))
    }

    var volatileFaults: [Fault] { state.withLock { $0.volatileFaults } }

    // MARK: - Screens

    /// A kiosk's stream has ended: unless it already has another one, its screen is out of date.
    func forgetScreen(of stream: EventSubscription) {
        let device = stream.listener.owner
        guard let client = stream.listener.kioskOf, !hub.hasKiosk(of: client, at: .some(device)) else {
            return
        }
        displays.kioskWent(device, of: client, place: hub.place(of: client))
    }

    /// A fault that the service itself has found, and that belongs to no client.
    func serviceFault(_ kind: FaultKind, isActive: Bool, detail: String) -> Fault {
        Fault(
            id: UUID(), source: "service", kind: kind, isActive: isActive, clientName: nil, detail: detail,
            at: clock.wall())
    }
}
