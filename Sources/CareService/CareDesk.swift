import ZoneFiles
import RealTime
import Care
import CareStore
import Dispatch
import Foundation
import Logging
import StoreFiles
import Synchronization

/// Where everything that is asked of the service is done, whoever asks: HTTP, time, or the service itself.
///
/// Its second duty is the bad day: what cannot be stored is called out to whoever is connected.
final class CareDesk: Sendable {
    struct State {
        var store: CareStore?
        /// Why nothing can be stored at this moment.
        var failure: StoreFileError?
        /// Faults that are told but stored nowhere, the oldest first. Bounded.
        var volatileFaults: [Fault] = []
        /// Requests that were called out because they could not be stored. Bounded.
        var unstoredRequests: Set<UUID> = []
        /// What the service itself has said last of its own faults: the detail, `nil` for none.
        var toldOwn: [FaultKind: String?] = [:]

        static let maximumVolatile = 1000

        /// Gives whether there were any.
        mutating func removeVolatile(_ source: String, _ kind: FaultKind) -> Bool {
            let before = volatileFaults.count
            volatileFaults.removeAll { $0.source == source && $0.kind == kind }
            return volatileFaults.count < before
        }
    }

    let hub: EventHub
    /// What clients' screens show.
    let displays = DisplayHub()
    let clock: CareClock
    let logger: Logger
    let configuration: CareServiceConfiguration
    let home: HomeZone
    let gate: AccessDesk
    let state = Mutex(State())
    /// Rung when something may be due earlier than before.
    let timeBell: Bell
    /// Rung when the home's own program may have something to be told.
    let courierBells = Bells(Courier.bells)

    init(
        configuration: CareServiceConfiguration, clock: CareClock, hub: EventHub, timeBell: Bell,
        logger: Logger
    ) {
        self.configuration = configuration
        home = HomeZone(
            zones: configuration.zones, wanted: configuration.zone, machine: configuration.machineZone)
        gate = AccessDesk(cost: configuration.passwordCost, uptime: clock.uptime)
        self.clock = clock
        self.hub = hub
        self.timeBell = timeBell
        self.logger = logger
    }

    var failure: StoreFileError? { state.withLock { $0.failure } }

    // MARK: - The store

    /// Opens the store unless it is open. Only another owner stops the service: everything else may pass, or is
    /// for people to mend while requests are at least called out.
    func openStore() async throws(CareServiceError) {
        guard state.withLock({ $0.store == nil }) else { return }
        let (configuration, zone, logger) = (configuration, home.rules.id, logger)
        let result = await withCheckedContinuation { continuation in
            // Checking the file blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: Self.open(configuration, zone: zone, logger: logger))
            }
        }
        switch result {
        case .success(let store):
            // Before anybody can ask for something that names them.
            await putPeopleIn(store)
            state.withLock { $0.store = store }
            noteSuccess()
            if home.rules.id != zone { await tellHome(to: store) }
            // Whoever connected without a journal connects again and reads it.
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
                path: configuration.storePath, policy: configuration.policy, zone: zone,
                // Why a zone is not there was said when it was written down.
                zones: zones.known,
                busyTimeout: configuration.busyTimeout / .seconds(1), logger: logger)
        }
    }

    /// The people of the settings are in the store before anybody asks.
    private func putPeopleIn(_ store: CareStore) async {
        let now = clock.wall()
        for person in configuration.people {
            do throws(CareStoreError) {
                try await store.ensurePerson(id: person.id, name: person.name, role: person.role, at: now)
            } catch {
                logger.error(
                    "somebody of beckon.yaml could not be put in",
                    metadata: ["person": "\(person.id)", "error": "\(error)"])
            }
        }
    }

    /// What could not be planned is tried again with the next look at what is due.
    func reckonAgain() { state.withLock { $0.store }?.reckonAgain() }

    /// Looks whether a store that failed works again.
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

    func write<Value: Sendable>(
        _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        guard let store = state.withLock({ $0.store }) else { throw unavailable() }
        do throws(CareStoreError) {
            let value = try await body(store)
            noteSuccess()
            return value
        } catch {
            if case .file(let failure) = error { note(failure) }
            throw CareProblem(error)
        }
    }

    func read<Value: Sendable>(
        _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        guard let store = state.withLock({ $0.store }) else { throw unavailable() }
        do throws(CareStoreError) { return try await body(store) } catch { throw CareProblem(error) }
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

    // MARK: - Faults that are stored nowhere

    /// Tells a fault to whoever is connected, once, and keeps it for who connects later.
    func tellVolatile(_ fault: Fault) {
        let isNews = state.withLock { state in
            guard fault.isActive else { return state.removeVolatile(fault.source, fault.kind) }
            guard !state.volatileFaults.contains(where: { $0.id == fault.id }),
                state.volatileFaults.count < State.maximumVolatile
            else { return false }
            // Each request that could not be stored is news of its own; other faults just last.
            if fault.kind != .requestNotStored { _ = state.removeVolatile(fault.source, fault.kind) }
            state.volatileFaults.append(fault)
            return true
        }
        guard isNews else { return }
        hub.tell(JournalEvent(sequence: 0, at: clock.wall(), kind: .fault, fault: fault))
    }

    var volatileFaults: [Fault] { state.withLock { $0.volatileFaults } }

    // MARK: - Screens

    /// A kiosk's stream has ended: unless it has another one already, its screen is not true any more.
    func forgetScreen(of stream: EventSubscription) {
        guard stream.listener.isKiosk, !hub.hasKiosk(of: stream.listener.client) else { return }
        displays.kioskWent(of: stream.listener.client)
    }

    func serviceFault(_ kind: FaultKind, isActive: Bool, detail: String) -> Fault {
        Fault(
            id: UUID(), source: "service", kind: kind, isActive: isActive,
            clientName: configuration.clientName, detail: detail, at: clock.wall())
    }
}
