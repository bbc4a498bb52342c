internal import Glibc

/// A thread that blocks in the kernel until it is told to end.
final class ReaderThread: Sendable {
    private final class Body {
        let run: (Int32) -> Void
        let stop: StopSignal

        init(run: @escaping (Int32) -> Void, stop: StopSignal) {
            self.run = run
            self.stop = stop
        }
    }

    private let thread: pthread_t
    private let signal: StopSignal

    /// - Parameter run: Gets a descriptor that becomes readable when it shall return.
    init(run: sending @escaping (Int32) -> Void) throws(SwitchError) {
        signal = try StopSignal()
        let body = Unmanaged.passRetained(Body(run: run, stop: signal))
        var made = pthread_t()
        let status = pthread_create(&made, nil, readerThreadMain, body.toOpaque())
        guard status == 0 else {
            body.release()
            throw .cannotStart(what: "thread", errno: status)
        }
        thread = made
    }

    /// Ends the thread and waits for it; called once. From the thread itself it cannot wait.
    func stop() {
        signal.raise()
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    fileprivate static func main(_ argument: UnsafeMutableRawPointer) {
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        body.run(body.stop.descriptor)
    }
}

/// A file-level function: a closure would inherit its creator's isolation and trap on this thread.
private func readerThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { ReaderThread.main(argument) }
    return nil
}
