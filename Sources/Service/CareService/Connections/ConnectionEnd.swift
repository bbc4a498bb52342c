import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection after the last answer, if the message asked for that or the answer says so.
///
/// Hummingbird looks for the very word `close`; a browser or proxy may write `Close`, or `keep-alive, close` (RFC 9110, 7.6.1), and
/// would wait for the end as long as the idle connection lasts.
final class ConnectionEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the other end may take to read the answer and close, before this end is closed: a body that still comes on a
    /// closed connection would take the answer away from under it.
    static let patience: TimeAmount = .seconds(5)

    private enum State {
        case goesOn
        /// The answer that is being written is the last.
        case ending
        case ended
    }

    private var state = State.goesOn
    /// Of each message that has no whole answer yet, whether it asks for the end; they are answered in this order.
    private var asked: [Bool] = []
    private var timer: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .ended: return
        case .goesOn, .ending: break
        }
        switch unwrapInboundIn(data) {
        case .head(let head): asked.append(head.headerFields.asksForEnd)
        case .body, .end: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch (unwrapOutboundIn(data), state) {
        case (.head(var head), .goesOn)
        where head.status.kind != .informational && (asked.first == true || head.headerFields.asksForEnd):
            state = .ending
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case (.end, .goesOn):
            if !asked.isEmpty { asked.removeFirst() }
            context.write(data, promise: promise)
        case (.end, .ending):
            state = .ended
            let written = promise ?? context.eventLoop.makePromise()
            written.futureResult.assumeIsolated().whenComplete { [self] _ in end(context) }
            context.write(data, promise: written)
        case (.head, _), (.body, _), (.end, .ended):
            context.write(data, promise: promise)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    /// Shuts down the sending side; the other end reads that and closes.
    private func end(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        context.close(mode: .output, promise: nil)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) { [self] in
            timer = nil
            context.close(promise: nil)
        }
    }
}

extension HTTPFields {
    /// Whether the connection is to end with this message's answer.
    fileprivate var asksForEnd: Bool {
        (self[.connection] ?? "").split(separator: ",").contains {
            $0.trimmingPrefix { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased()
                == "close"
        }
    }
}
