import Logging
import NIOCore

/// Pauses accepting when the process, or the machine, has no file descriptor left.
///
/// A connection that cannot be accepted stays in the system's queue, and that queue stays readable. NIO's own
/// back-off delays the next read but leaves the channel registered, so its thread would spin and take half of
/// the CPU from a kiosk on the same machine.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = Channel

    /// Long enough to cost nothing, and short compared with the connection timeout of clients (3 s).
    private static let pause: TimeAmount = .milliseconds(500)
    /// How often the message for staff is logged at most.
    private static let silence: TimeAmount = .minutes(1)

    private let logger: Logger
    /// When it was last logged; while connections come and go at the limit, it happens twice a second.
    private var saidAt: NIODeadline?

    init(logger: Logger) { self.logger = logger }

    /// Puts one in front of all handlers of a listening channel.
    static func add(to channel: any Channel, logger: Logger) async throws {
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPause(logger: logger), position: .first)
        }.get()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        guard let error = error as? IOError else { return }
        if saidAt.map({ $0 + Self.silence <= .now() }) ?? true {
            saidAt = .now()
            logger.warning(
                "no more connections can be accepted for now: new ones wait until others end",
                metadata: ["error": "\(error)"])
        }
        listen(false, context)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in listen(true, context) }
    }

    /// Without `autoRead` the channel is not watched at all; with it, it is read at once.
    private func listen(_ isOn: Bool, _ context: ChannelHandlerContext) {
        do { try context.channel.syncOptions?.setOption(.autoRead, value: isOn) } catch {
            logger.debug("the channel has ended", metadata: ["error": "\(error)"])
        }
    }
}
