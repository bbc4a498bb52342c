import NIOCore
import NIOHTTPTypes

/// Closes a connection whose message stays incomplete, or whose answer is not read, and tells the admission
/// which connections wait.
///
/// The server's own timeout restarts with each byte of a body, and never fires while an answer is being
/// written. The number of connections is limited: somebody without a password could hold all of them with a
/// byte now and then, and keep the home's own kiosks out.
final class SlowConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// For authenticated senders. The longest message, 3 MiB, arrives within this at 52 kB/s; the longest
    /// answer is a picture of 4 MiB.
    static let patience: TimeAmount = .seconds(60)
    /// For strangers: from the connection to the first message's head, TLS included; for each message; and
    /// for an answer that is not read. They may send 64 KiB and read pages.
    static let patienceWithStrangers: TimeAmount = .seconds(10)

    /// `nil` on the socket of the home's own devices.
    private let admission: ConnectionAdmission?
    /// Since when a message is being read, or the first is waited for; `nil` between messages.
    private var readingSince: NIODeadline?
    /// Since when output is waiting for the network; `nil` if all was handed over.
    private var writingSince: NIODeadline?
    private var unwritten = 0
    /// Complete messages without a complete answer; a message that is answered before it is complete is
    /// subtracted.
    private var unanswered = 0
    /// At most one timer, and none on an idle connection, because it wakes the machine.
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

    /// Whether the other end reads; while it does not, nothing more can be sent.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        tell(context)
        context.fireChannelWritabilityChanged()
    }

    /// Tells the admission which side is waiting now.
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
