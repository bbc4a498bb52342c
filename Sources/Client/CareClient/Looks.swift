import Care
import Synchronization

/// Whom to tell that somebody looks at the household; nobody until there is a connection.
final class Looks: Sendable {
    private let onLook = Mutex<(@Sendable () -> Void)?>(nil)

    func tell(_ onLook: @escaping @Sendable () -> Void) { self.onLook.withLock { $0 = onLook } }

    func look() { onLook.withLock { $0 }?() }
}

extension JournalEvent.Kind {
    /// Whether this event may have changed a client's chores, points or rewards.
    var concernsHousehold: Bool {
        switch self {
        case .routineChanged, .occurrenceChanged, .pointsChanged, .grantChanged: true
        case .needChanged, .proposed, .proposalDecided, .reminder, .asked, .heard, .onTheWay, .met, .declined,
            .cancelled, .escalated, .stillWaiting, .askAgain, .reached, .claimLapsed, .fault, .requestNoted,
            .appointmentChanged, .moodLogged, .words:
            false
        }
    }
}
