import CLinux
import Glibc
public import Time

/// Events in the order in which they came, for one consumer on a thread of its own.
///
/// A lock and a condition on the monotonic clock: waking the consumer takes one system call, and its
/// deadlines do not move when the wall clock is set.
///
/// `@unchecked Sendable`, because the compiler cannot see what a `pthread_mutex_t` guards. The proof: the three stored
/// variables `events`, `head` and `isClosed` are private, and only `post`, `close` and `next` touch them, each with
/// `mutex` locked from before the first access to after the last (`pthread_cond_wait` gives it back locked). The two
/// pointers are constants, and what they point to is made for use by several threads. `init` and `deinit` have the object
/// to themselves. What is handed through is `Sendable` by the constraint on `Event`.
public final class Mailbox<Event: Sendable>: @unchecked Sendable {
    /// What the consumer gets.
    public enum Delivery: Sendable {
        case event(Event)
        /// The deadline has come first.
        case deadline
        /// The mailbox is closed and empty.
        case closed
    }

    /// How many taken events may remain in front of the waiting ones.
    private static var mostTaken: Int { 1024 }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var events: [Event] = []
    private var head = 0
    private var isClosed = false

    public init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Puts an event at the end; after `close` it is dropped. Never blocks for longer than the lock is held.
    public func post(_ event: Event) {
        pthread_mutex_lock(mutex)
        if !isClosed { events.append(event) }
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
    }

    /// Waiting events can still be taken; no new ones are accepted.
    public func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
    }

    /// Waits for the next event, at most until the deadline.
    public func next(deadline: Instant?) -> Delivery {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while head == events.count {
            if isClosed { return .closed }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var until = timespec(
                tv_sec: Int(deadline.nanoseconds / 1_000_000_000),
                tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &until) == ETIMEDOUT, head == events.count {
                return isClosed ? .closed : .deadline
            }
        }
        let event = events[head]
        head += 1
        if head == events.count {
            events.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= Self.mostTaken {
            // A mailbox that is never empty must still free the events taken from it.
            events.removeFirst(head)
            head = 0
        }
        return .event(event)
    }
}
