import Foundation
import RealTime
import Scanning

/// Feeds a session: one mailbox, one thread, one event after another.
final class SessionLoop<S: SessionReducer>: Sendable {
    private enum Mail: Sendable {
        case event(S.Event)
        /// The watchdog asks whether this thread still runs.
        case question(answer: @Sendable () -> Void)
    }

    private let mailbox = Mailbox<Mail>()

    /// Puts an event into the mailbox; callable from any thread.
    func post(_ event: S.Event) { mailbox.post(.event(event)) }

    /// Has the thread call `answer`, after all that is in the mailbox; it must not block.
    func ask(_ answer: @escaping @Sendable () -> Void) { mailbox.post(.question(answer: answer)) }

    /// Handles what is in the mailbox, then ends.
    func close() { mailbox.close() }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - perform: does one effect; must not block, because the next press waits behind it.
    ///   - afterwards: told after every event, with the session as it is now.
    /// - Returns: the thread, or `nil` where the system refuses one.
    func start(
        _ name: String, session: S, perform: @escaping @Sendable (S.Effect) -> Void,
        afterwards: @escaping @Sendable (borrowing S) -> Void = { _ in }
    ) -> OwnThread.Handle? {
        let mailbox = mailbox
        return OwnThread.start(name, urgency: .raised) {
            var session = session
            while true {
                let event: S.Event
                switch mailbox.next(deadline: session.nextWake) {
                case .event(.event(let next)): event = next
                case .event(.question(let answer)):
                    answer()
                    continue
                case .deadline: event = S.wakeEvent
                case .closed: return
                }
                for effect in session.handle(event, at: MonotonicClock.now, wall: Date()) { perform(effect) }
                afterwards(session)
            }
        }
    }
}
