import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connection of a stream, on which it is shown that the stream is alive.
///
/// All connections of one event loop are written to in one go. A stream's own task would have to be woken for it, which changes threads
/// four times for each stream.
final class StreamLine: Sendable {
    private static let comment = ByteBuffer(string: ": here\n\n")

    private let channel: any Channel
    /// Whether the answer's body is being written, so that a comment may stand between two events.
    private let isOpen = Atomic(false)

    init(_ channel: any Channel) { self.channel = channel }

    /// The head of the answer must have been handed to the connection.
    func open() { isOpen.store(true, ordering: .releasing) }

    /// Must come before the answer's end is handed to the connection.
    func close() { isOpen.store(false, ordering: .releasing) }

    /// Writes a comment to each stream that is open and whose listener reads: what they have not read yet shows it as well.
    static func keepAlive(_ lines: [StreamLine]) {
        for those in Dictionary(grouping: lines, by: { ObjectIdentifier($0.channel.eventLoop) }).values {
            those[0].channel.eventLoop.execute { for line in those { line.keepAlive() } }
        }
    }

    /// Only on the connection's event loop: the answer's end is written there, too, and after ``close()``.
    private func keepAlive() {
        guard isOpen.load(ordering: .acquiring), channel.isWritable else { return }
        channel.writeAndFlush(HTTPResponsePart.body(Self.comment), promise: nil)
    }
}
