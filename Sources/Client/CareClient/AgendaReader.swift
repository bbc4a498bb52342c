import Care
import Logging
import Networking
import RealTime
import Synchronization

/// Fetches the whole agenda whenever part of it may have changed: one fetch at a time, and another if there
/// was news meanwhile. The event stream never waits for it.
final class AgendaReader: Sendable {
    private struct State {
        var isConnected = false
        /// Whether there was news since the last fetch began.
        var isStale = false
        /// Since when it has failed although the service was reachable.
        var failingSince: ContinuousClock.Instant?
        /// Whether this machine has reported that it fails.
        var isLost = false
        /// Whether that fault is still open, as far as is known here.
        var isTold = false
        /// Whether there was a connection in this run.
        var wasConnected = false
    }

    /// How long to wait before asking again a service that has refused this machine.
    private static let refusedInterval: Duration = .seconds(15)

    private let connection: ServiceConnection
    /// The source of this machine's faults, the same for all machines of its role.
    private let source: String
    /// How long it may fail before people are told.
    private let patience: Duration
    private let logger: Logger
    private let unreadable: UnreadableWatch
    private let emit: @Sendable (CareClientEvent) -> Void
    /// Called with the reason when it has failed for too long, and with `nil` when it works again.
    private let onLost: @Sendable (_ reason: String?) -> Void
    private let state = Mutex(State())
    private let bell = Bell()

    init(
        connection: ServiceConnection, source: String, patience: Duration, unreadable: UnreadableWatch,
        logger: Logger,
        emit: @escaping @Sendable (CareClientEvent) -> Void,
        onLost: @escaping @Sendable (_ reason: String?) -> Void
    ) {
        self.connection = connection
        self.source = source
        self.patience = patience
        self.unreadable = unreadable
        self.logger = logger
        self.emit = emit
        self.onLost = onLost
    }

    /// The event stream is open: earlier data may be old.
    ///
    /// - Parameter faults: The open faults. At the first connection, a fault about a missing agenda may be
    ///   from an earlier run of this machine, which then has to end it; later it is another machine's, unless
    ///   it was reported in this run.
    func connected(_ faults: [Fault]) {
        let isOpen = faults.contains(where: isLoss)
        change { state in
            if !state.wasConnected { state.isLost = isOpen }
            (state.isConnected, state.wasConnected, state.isStale) = (true, true, true)
            state.isTold = isOpen
        }
    }

    /// The event stream has ended; the next connection reads again. A report of it may still be on the way.
    func disconnected() {
        state.withLock { state in
            (state.isConnected, state.isStale, state.failingSince) = (false, false, nil)
        }
    }

    /// Checks whether an event may have changed the agenda, or whether another machine has ended a fault that
    /// this one has to report again.
    func note(_ event: JournalEvent) {
        if let fault = event.fault, isLoss(fault) { state.withLock { $0.isTold = fault.isActive } }
        guard event.concernsAgenda else { return }
        change { $0.isStale = true }
    }

    private func isLoss(_ fault: Fault) -> Bool { fault.kind == .planLost && fault.source == source }

    func run() async {
        let backOff = Mutex(RetryDelay.toService)
        await bell.run {
            while self.takeStale() {
                do throws(ServiceConnection.Failure) {
                    let agenda = try await self.connection.agenda()
                    backOff.withLock { $0.succeeded() }
                    self.worked()
                    self.unreadable.readAgenda(agenda.unreadable)
                    self.emit(.agenda(agenda))
                } catch {
                    if Task.isCancelled { return nil }
                    return self.failed(error, backOff)
                }
            }
            return nil
        }
    }

    /// Returns when to try again.
    private func failed(_ failure: ServiceConnection.Failure, _ backOff: borrowing Mutex<RetryDelay>)
        -> Duration?
    {
        let now = ContinuousClock.now
        let (isConnected, isToTell) = state.withLock { state in
            guard state.isConnected else { return (false, false) }
            state.isStale = true
            let since = state.failingSince ?? now
            state.failingSince = since
            guard state.isLost ? !state.isTold : now - since >= patience else { return (true, false) }
            (state.isLost, state.isTold) = (true, true)
            return (true, true)
        }
        // The event stream reports that the service is unreachable.
        guard isConnected else { return nil }
        let reason = "\(failure)"
        logger.log(
            level: isToTell ? .error : .debug, "the agenda cannot be read", metadata: ["reason": "\(reason)"])
        if isToTell { onLost(reason) }
        switch failure {
        case .unreachable, .notStored: return backOff.withLock { $0.failed() }
        case .refused, .notServed, .rejected: return Self.refusedInterval
        }
    }

    private func worked() {
        let wasLost = state.withLock { state in
            defer {
                state.failingSince = nil
                state.isLost = false
            }
            return state.isLost
        }
        if wasLost { onLost(nil) }
    }

    private func takeStale() -> Bool {
        state.withLock { state in
            defer { state.isStale = false }
            return state.isConnected && state.isStale
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        bell.ring()
    }
}

extension JournalEvent {
    /// Whether this event may have changed the agenda.
    var concernsAgenda: Bool { kind.concernsAgenda || appointment?.line.isToHear == true }
}

extension JournalEvent.Kind {
    /// Whether each such event may have changed the agenda.
    var concernsAgenda: Bool {
        switch self {
        case .needChanged, .proposed, .proposalDecided, .routineChanged, .occurrenceChanged, .reminder,
            .moodLogged:
            true
        case .asked, .heard, .onTheWay, .met, .declined, .cancelled, .escalated, .stillWaiting, .askAgain,
            .reached, .claimLapsed, .fault, .requestNoted, .pointsChanged, .grantChanged,
            .appointmentChanged, .words:
            false
        }
    }
}
