import NIOCore
import NIOHTTPTypes

/// Ends a connection whose message does not come whole, or whose answer nobody reads.
///
/// The server's own timeout begins anew with each byte of a body, and waits for ever while an answer is being written. There
/// are only so many connections: whoever holds all of them, for a byte now and then and without a password, would keep the
/// home's own kiosks out.
final class SlowConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The longest message, 3 MiB, comes in this at 52 kB/s; the longest answer is a picture of 4 MiB.
    static let patience: TimeAmount = .seconds(60)

    /// Since when a message is being read; `nil` between messages.
    private var readingSince: NIODeadline?
    /// Since when nothing could be handed on to the network although there is something; `nil` where all of it was.
    private var writingSince: NIODeadline?
    private var unwritten = 0
    /// At most one, and none on a connection that is at rest: it wakes the machine.
    private var timer: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begin(\.readingSince, context)
        case .body: break
        case .end: readingSince = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise()
        unwritten += 1
        if unwritten == 1 { begin(\.writingSince, context) }
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwritten -= 1
            writingSince = unwritten > 0 ? context.eventLoop.now : nil
        }
        context.write(data, promise: written)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func begin(
        _ since: ReferenceWritableKeyPath<SlowConnectionGuard, NIODeadline?>, _ context: ChannelHandlerContext
    ) {
        self[keyPath: since] = context.eventLoop.now
        if timer == nil { look(at: context.eventLoop.now + Self.patience, context) }
    }

    private func look(at moment: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            timer = nil
            guard let since = [readingSince, writingSince].compactMap(\.self).min() else { return }
            if since + Self.patience <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                look(at: since + Self.patience, context)
            }
        }
    }
}
