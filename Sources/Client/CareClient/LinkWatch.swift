import Synchronization

/// Reports once when the service has been unreachable for too long, and once when it is back.
final class LinkWatch: Sendable {
    private enum State {
        case up
        /// Away; it is reported when `timer` fires.
        case down(reason: String, timer: Task<Void, Never>)
        case lost
    }

    private let patience: Duration
    private let emit: @Sendable (CareClientEvent) -> Void
    private let state = Mutex(State.up)

    init(patience: Duration, emit: @escaping @Sendable (CareClientEvent) -> Void) {
        self.patience = patience
        self.emit = emit
    }

    func down(_ reason: String) {
        state.withLock { state in
            switch state {
            case .up: state = .down(reason: reason, timer: timer())
            case .down(_, let timer): state = .down(reason: reason, timer: timer)
            case .lost: break
            }
        }
    }

    func up() {
        state.withLock { state in
            switch state {
            case .up: break
            case .down(_, let timer): timer.cancel()
            case .lost: emit(.serviceBack)
            }
            state = .up
        }
    }

    /// Nothing more is reported: this side stops.
    func stop() {
        state.withLock { state in
            if case .down(_, let timer) = state { timer.cancel() }
        }
    }

    private func timer() -> Task<Void, Never> {
        Task { [self] in
            do { try await Task.sleep(for: patience) } catch { return }
            state.withLock { state in
                // A timer that was cancelled too late finds another state, or a newer timer's.
                guard !Task.isCancelled, case .down(let reason, _) = state else { return }
                state = .lost
                emit(.serviceLost(reason: reason))
            }
        }
    }
}
