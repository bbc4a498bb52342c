import NIOCore
import NIOHTTPTypes

/// Ends a connection whose message does not come whole, or whose answer nobody reads, and tells the admission which connections wait.
///
/// The server's own timeout restarts with each byte of a body, and never fires while an answer is being written. There are
/// only so many connections: whoever holds all of them, for a byte now and then and without a password, would keep the
/// home's own kiosks out.
final class SlowConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// For authenticated senders. The longest message, 3 MiB, comes in this at 52 kB/s; the longest answer is a picture of 4
    /// MiB.
    static let patience: TimeAmount = .seconds(60)
    /// For strangers: from the connection to their first message's head, TLS included; for each message; for an answer of which
    /// nothing is read. What they may send has 64 KiB, and what they may read is a page.
    static let patienceWithStrangers: TimeAmount = .seconds(10)

    /// `nil` where only the home's own devices come.
    private let admission: ConnectionAdmission?
    /// Since when a message is being read, or the first is waited for; `nil` between messages.
    private var readingSince: NIODeadline?
    /// Since when nothing could be handed on to the network although there is something; `nil` where all of it was.
    private var writingSince: NIODeadline?
    private var unwritten = 0
    /// Messages that came whole and are not answered to their end; one that is answered before it has come whole counts back.
    private var unanswered = 0
    /// At most one, and none on a connection that is at rest: it wakes the machine.
    private var timer: Scheduled<Void>?

    init(admission: ConnectionAdmission?) { self.admission = admission }

    func handlerAdded(context: ChannelHandlerContext) {
        guard admission != nil else { return }
        begin(\.readingSince, context)
        tell(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            begin(\.readingSince, context)
            tell(context)
        case .body: break
        case .end:
            readingSince = nil
            unanswered += 1
            tell(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        let written = promise ?? context.eventLoop.makePromise()
        unwritten += 1
        if unwritten == 1 { begin(\.writingSince, context) }
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            unwritten -= 1
            writingSince = unwritten > 0 ? context.eventLoop.now : nil
            guard isEnd else { return }
            unanswered -= 1
            tell(context)
        }
        context.write(data, promise: written)
    }

    /// Whether the other end reads: nothing more can be sent while it does not.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        tell(context)
        context.fireChannelWritabilityChanged()
    }

    /// Tells the admission which end is waiting now.
    private func tell(_ context: ChannelHandlerContext) {
        let id = ObjectIdentifier(context.channel)
        if unanswered > 0, context.channel.isWritable { admission?.works(id) } else { admission?.waits(id) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    private func begin(
        _ since: ReferenceWritableKeyPath<SlowConnectionGuard, NIODeadline?>, _ context: ChannelHandlerContext
    ) {
        self[keyPath: since] = context.eventLoop.now
        if timer == nil { look(at: context.eventLoop.now + patience(context), context) }
    }

    private func look(at moment: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            timer = nil
            guard let since = [readingSince, writingSince].compactMap(\.self).min() else { return }
            let end = since + patience(context)
            if end <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                look(at: end, context)
            }
        }
    }

    private func patience(_ context: ChannelHandlerContext) -> TimeAmount {
        guard let admission else { return Self.patience }
        return admission.isStranger(ObjectIdentifier(context.channel))
            ? Self.patienceWithStrangers : Self.patience
    }
}
