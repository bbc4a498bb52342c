import AsyncHTTPClient
import Foundation
import LocalSockets
import Synchronization

/// The way to the service of this machine by its socket file: taken whenever the file is there.
final class LocalRoute: Sendable {
    private let socket: LocalSocket
    /// Whether the last message by this way did not arrive: the next one goes to the port. A file stays where a service was killed,
    /// and the next one may not be able to listen there.
    private let isDoubted = Atomic(false)

    init(_ socket: LocalSocket) { self.socket = socket }

    /// What stands before a message's path; `nil` where it has to go to the port.
    var base: String? {
        guard !isDoubted.exchange(false, ordering: .relaxed), socket.isThere, let address = socket.address,
            let url = URL(httpURLWithSocketPath: address, uri: "/")
        else { return nil }
        return String(url.absoluteString.dropLast())
    }

    func failed() { isDoubted.store(true, ordering: .relaxed) }
}
