import Care
import Foundation
import Synchronization

/// How many event streams each token and each login has open, `/events` and `/displays/{id}/events` together.
///
/// A stream holds a connection for as long as somebody listens; without a limit, one login could take all
/// connections.
final class StreamBudget: Sendable {
    /// A kiosk or station has one, a page one for each tab that is seen, and a browser six connections to one host at most. A
    /// device that loses its network comes back before the service knows that the old ones are dead, which takes 45 s at most: a
    /// sign of life every 15 s, and 30 s in which it is not acknowledged (decision 0191).
    static let most = 20

    /// The group that is counted together.
    private enum Credential: Hashable {
        /// The token of a home's own kiosk or station, which may have been copied to several machines.
        case own(CallerRole)
        /// A session, or a device that was paired.
        case owner(UUID)

        init(_ caller: Caller) { self = caller.owner.map { .owner($0) } ?? .own(caller.role) }
    }

    private let open = Mutex<[Credential: Int]>([:])

    /// Takes a place for one more, which is returned when the stream ends, or when it is released without
    /// having started.
    func place(for caller: Caller) throws(CareProblem) -> StreamPlace {
        let credential = Credential(caller)
        let isFree = open.withLock { open in
            let count = open[credential] ?? 0
            guard count < Self.most else { return false }
            open[credential] = count + 1
            return true
        }
        guard isFree else {
            throw CareProblem(
                .tooMany,
                "\(Self.most) event streams are open with this token or log in, and there cannot be more: close one first"
            )
        }
        return StreamPlace { [self] in giveBack(credential) }
    }

    private func giveBack(_ credential: Credential) {
        open.withLock { open in
            let count = (open[credential] ?? 0) - 1
            open[credential] = count > 0 ? count : nil
        }
    }
}

/// One stream's place in the budget.
final class StreamPlace: Sendable {
    private let onEnd: @Sendable () -> Void
    private let isGiven = Atomic(false)

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { giveBack() }

    /// Returns the place; further calls do nothing.
    func giveBack() {
        if !isGiven.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }
}
