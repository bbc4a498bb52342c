internal import CEvdev
internal import Glibc

/// A thread that blocks in the kernel, and the descriptor that ends it.
final class ReaderThread: Sendable {
    private final class Body {
        let run: (Int32) -> Void
        let stop: Int32

        init(run: @escaping (Int32) -> Void, stop: Int32) {
            self.run = run
            self.stop = stop
        }
    }

    private let thread: pthread_t
    private let stopDescriptor: Int32

    /// - Parameter run: Gets a descriptor that becomes readable when it shall return.
    init(run: sending @escaping (Int32) -> Void) throws(SwitchError) {
        stopDescriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard stopDescriptor >= 0 else { throw .cannotStart(what: "eventfd", errno: errno) }
        let body = Unmanaged.passRetained(Body(run: run, stop: stopDescriptor))
        var made = pthread_t()
        let status = pthread_create(&made, nil, readerThreadMain, body.toOpaque())
        guard status == 0 else {
            body.release()
            close(stopDescriptor)
            throw .cannotStart(what: "thread", errno: status)
        }
        thread = made
    }

    deinit { close(stopDescriptor) }

    /// Ends the thread and waits for it; called once. From the thread itself it cannot wait.
    func stop() {
        var one: UInt64 = 1
        write(stopDescriptor, &one, MemoryLayout<UInt64>.size)
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    fileprivate static func main(_ argument: UnsafeMutableRawPointer) {
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        body.run(body.stop)
    }
}

/// A file-level function: a closure would inherit its creator's isolation and trap on this thread.
private func readerThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { ReaderThread.main(argument) }
    return nil
}
