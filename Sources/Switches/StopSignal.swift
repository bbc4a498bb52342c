internal import CEvdev
internal import Glibc

/// A descriptor that becomes readable when a thread shall end; open as long as anybody holds it.
final class StopSignal: Sendable {
    let descriptor: Int32

    init() throws(SwitchError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard descriptor >= 0 else { throw .cannotStart(what: "eventfd", errno: errno) }
    }

    deinit { close(descriptor) }

    func raise() {
        var one: UInt64 = 1
        write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
