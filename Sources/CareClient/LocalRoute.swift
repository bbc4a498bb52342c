import AsyncHTTPClient
import Foundation
import LocalSockets
import NIOCore
import Synchronization

/// The way to the service of this machine by its socket file: taken whenever the file is there and somebody listens.
final class LocalRoute: Sendable {
    private let socket: LocalSocket
    /// To which nobody listens: messages go to the port until there is another. A file stays where a service was killed, and the
    /// next one may not be able to listen there.
    private let deaf = Mutex<LocalSocket.File?>(nil)

    init(_ socket: LocalSocket) { self.socket = socket }

    /// What stands before a message's path; `nil` where it has to go to the port.
    var base: String? {
        guard let file = socket.file, file != deaf.withLock({ $0 }), let address = socket.address,
            let url = URL(httpURLWithSocketPath: address, uri: "/")
        else { return nil }
        return String(url.absoluteString.dropLast())
    }

    /// A message by this way did not arrive. One that arrived and was answered late says nothing of the way.
    func failed(_ error: any Error) {
        if error is IOError || (error as? HTTPClientError) == .connectTimeout {
            deaf.withLock { $0 = socket.file }
        }
    }
}
