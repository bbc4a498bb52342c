import AsyncHTTPClient
import Foundation
import LocalSockets
import NIOCore
import Synchronization

/// The way to the service of this machine by its socket file: taken whenever the file is there and somebody listens.
final class LocalRoute: Sendable {
    private let socket: LocalSocket
    /// A file to which nobody listens: messages go to the port until there is another one. A file stays where a service was
    /// killed, and the next one may not be able to listen there.
    private let deaf = Mutex<(file: LocalSocket.File, since: ContinuousClock.Instant)?>(nil)
    /// It is tried again after this time.
    private static let pause: Duration = .seconds(30)

    init(_ socket: LocalSocket) { self.socket = socket }

    /// The prefix of a message's path; `nil` where the message has to go to the port.
    var base: String? {
        guard let file = socket.file, !isDeaf(file), let address = socket.address,
            let url = URL(httpURLWithSocketPath: address, uri: "/")
        else { return nil }
        return String(url.absoluteString.dropLast())
    }

    private func isDeaf(_ file: LocalSocket.File) -> Bool {
        deaf.withLock { deaf in
            guard let known = deaf else { return false }
            return known.file == file && known.since.duration(to: .now) < Self.pause
        }
    }

    /// A message sent to the socket did not arrive. One that arrived and was answered late is not counted.
    func failed(_ error: any Error) {
        if error is IOError || (error as? HTTPClientError) == .connectTimeout {
            deaf.withLock { $0 = socket.file.map { ($0, .now) } }
        }
    }
}
