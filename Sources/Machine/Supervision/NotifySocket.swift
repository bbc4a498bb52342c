import Glibc

/// The datagram socket on which notices are told; the protocol is that of sd_notify(3).
final class NotifySocket: Sendable {
    private let descriptor: Int32
    private let address: sockaddr_un
    private let length: socklen_t

    /// - Parameter path: as `NOTIFY_SOCKET` has it: a path, or `@` and a name that is in no folder. The protocol also
    ///   knows `vsock:`, for machines within machines, which is refused.
    init(path: String) throws(SupervisionError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        // A path ends with a zero, a name begins with one.
        if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
        guard isAbstract || bytes.first == UInt8(ascii: "/"), bytes.count > 1,
            bytes.count <= MemoryLayout.size(ofValue: address.sun_path)
        else { throw .noAddress(path) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        self.address = address
        // On Linux only the family comes before the path.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .noSocket(errno) }
    }

    deinit { close(descriptor) }

    /// Sends these notices in one datagram; never blocks.
    func send(_ notices: [Notice]) throws(SupervisionError) {
        let text = Array(notices.map { $0.line + "\n" }.joined().utf8)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let sent = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, flags, $0, length)
            }
        }
        guard sent == text.count else { throw .notTold(errno) }
    }
}
