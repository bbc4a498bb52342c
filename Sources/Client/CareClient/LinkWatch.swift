import Networking
import Synchronization

/// Reports once when the service has been unreachable for too long, and once when it is back.
///
/// A message that the service answers shows that it is back before its events are followed again. What comes after it is another
/// outage: a service that answers once and then hangs is reported anew.
final class LinkWatch: Sendable {
    private struct Outage {
        var reason: String
        /// The service answers, but not with all that has happened: that it answers is no end of this.
        var isAnswering: Bool
    }

    private enum State {
        case up
        /// Away; it is reported when `timer` fires.
        case down(Outage, timer: Task<Void, Never>)
        case lost(Outage)
    }

    private let patience: Duration
    private let grace: Duration
    private let emit: @Sendable (CareClientEvent) -> Void
    private let state = Mutex(State.up)

    /// - Parameters:
    ///   - patience: How long the service may be away before that is reported.
    ///   - grace: How long its events may be missing besides, once it has answered: whoever follows them may just have begun to wait
    ///     for `RetryDelay.longestToService`, and has as long to connect.
    init(
        patience: Duration, grace: Duration = RetryDelay.longestToService * 2,
        emit: @escaping @Sendable (CareClientEvent) -> Void
    ) {
        self.patience = patience
        self.grace = grace
        self.emit = emit
    }

    func down(_ reason: String, isAnswering: Bool = false) {
        let outage = Outage(reason: reason, isAnswering: isAnswering)
        state.withLock { state in
            switch state {
            case .up: state = .down(outage, timer: timer(patience))
            case .down(_, let timer): state = .down(outage, timer: timer)
            case .lost: state = .lost(outage)
            }
        }
    }

    /// Its events are followed.
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

    /// A message was answered.
    func answered() {
        state.withLock { state in
            guard case .lost(let outage) = state, !outage.isAnswering else { return }
            emit(.serviceBack)
            state = .down(outage, timer: timer(patience + grace))
        }
    }

    /// Nothing more is reported: this side stops.
    func stop() {
        state.withLock { state in
            if case .down(_, let timer) = state { timer.cancel() }
        }
    }

    private func timer(_ patience: Duration) -> Task<Void, Never> {
        Task { [self] in
            do { try await Task.sleep(for: patience) } catch { return }
            state.withLock { state in
                // A timer that was cancelled too late finds another state, or a newer timer's.
                guard !Task.isCancelled, case .down(let outage, _) = state else { return }
                state = .lost(outage)
                emit(.serviceLost(reason: outage.reason))
            }
        }
    }
}
