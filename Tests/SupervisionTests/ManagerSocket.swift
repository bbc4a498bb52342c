import Foundation
import Glibc

@testable import Supervision

/// What systemd has at its end: a real datagram socket, at a path or at a name without a folder.
final class ManagerSocket: Sendable {
    /// As it stands in `NOTIFY_SOCKET`.
    let name: String
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "manager")

    init(isAbstract: Bool) throws {
        let place = "/tmp/beckon-notify-\(UUID().uuidString)"
        name = isAbstract ? "@" + place : place
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = isAbstract ? [0] + Array(place.utf8) : Array(place.utf8) + [0]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // A test that waits for a notice that never comes fails instead of hanging.
        var patience = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
        if !name.hasPrefix("@") { unlink(name) }
    }

    /// The same for a test beside which something else has to run: no thread of the test's waits.
    func comes() async -> [String] {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: next()) }
        }
    }

    /// The next datagram's lines, waited for; `["nothing"]` after 20 s.
    func next() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { return ["nothing"] }
        return String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
