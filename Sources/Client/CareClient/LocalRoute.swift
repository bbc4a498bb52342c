import AsyncHTTPClient
import Foundation
import LocalSockets
import NIOCore
import Synchronization

/// The route to this machine's service through its socket file: used whenever the file exists and is listened
/// to.
final class LocalRoute: Sendable {
    private let socket: LocalSocket
    /// A socket file that nobody listens to: messages go to the port until there is a new file. A killed
    /// service leaves its file behind, and the next one may not be able to listen there.
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

    /// A message to the socket was not delivered. A message that was delivered and answered late does not
    /// count.
    func failed(_ error: any Error) {
        if error is IOError || (error as? HTTPClientError) == .connectTimeout {
            deaf.withLock { $0 = socket.file.map { ($0, .now) } }
        }
    }
}
