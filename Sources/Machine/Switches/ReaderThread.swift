internal import Glibc
internal import RealTime
internal import Synchronization

/// The single thread of a reader, which blocks in the kernel until it is told to end; it is started and ended
/// only once.
///
/// Its urgency is raised, because presses come through this thread.
final class ReaderThread: Sendable {
    private enum State {
        case idle
        case running(OwnThread.Handle)
        case stopped
    }

    private let stopper = WakeUp()
    private let state = Mutex<State>(.idle)

    /// Starts it, unless it was started or stopped before.
    ///
    /// - Parameter prepare: Makes the thread's work, which gets a descriptor that becomes readable when it
    ///   must return.
    func start(
        _ name: String, prepare: () throws(SwitchError) -> sending (Int32) -> Void
    ) throws(SwitchError) {
        guard stopper.descriptor >= 0 else { throw .cannotStart(what: "eventfd", errno: EMFILE) }
        try state.withLock { (state) throws(SwitchError) in
            guard case .idle = state else { return }
            let run = try prepare()
            let stopper = stopper
            // The only error that the system documents for a thread of the usual kind.
            guard let thread = OwnThread.start(name, urgency: .raised, body: { run(stopper.descriptor) })
            else {
                throw .cannotStart(what: "thread", errno: EAGAIN)
            }
            state = .running(thread)
        }
    }

    /// Ends it and waits for that; from the thread itself it cannot wait.
    func stop() {
        let thread = state.withLock { state -> OwnThread.Handle? in
            defer { state = .stopped }
            if case .running(let thread) = state { return thread }
            return nil
        }
        guard let thread else { return }
        stopper.signal()
        thread.join()
    }
}
