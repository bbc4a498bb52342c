import Care
import HTTPTypes
import Hummingbird
import NIOCore
import RealTime

/// The stream of one screen: first what it shows now, then each change.
///
/// Events are `screen`, with a whole screen, and `starting`, while no kiosk shows one; its `was_shown` says that
/// one did before. None has an `id:`: nothing is to be
/// caught up on.
struct DisplayStreamBody: Sendable {
    let core: ServiceCore
    let caller: Caller
    let client: String
    let place: StreamPlace
    let line: StreamLine?

    func response(to request: Hummingbird.Request) -> Response {
        Response(
            status: .ok,
            headers: EventText.headers,
            body: ResponseBody { writer in
                let subscription = core.displays.subscribe(to: client, owner: caller.owner, line: line)
                defer {
                    core.displays.unsubscribe(subscription)
                    place.giveBack()
                }
                core.streamBell.ring()
                // The viewer may have been logged out before this stream could be ended with the others.
                guard await core.mayStillListen(caller) else { return try await writer.finish(nil) }
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await writer.write(ByteBuffer(string: EventText.retry))
                    try await subscription.run { try await writer.write(Self.text($0)) }
                } onInboundClosed: {
                    subscription.close()
                }
                try await writer.finish(nil)
            })
    }

    private static func text(_ news: DisplaySubscription.News) -> ByteBuffer {
        switch news {
        case .shown(let shown): ByteBuffer(string: "event: screen\ndata: \(shown.json)\n\n")
        case .starting(let wasShown):
            ByteBuffer(string: "event: starting\ndata: \(wasShown ? #"{"was_shown":true}"# : "{}")\n\n")
        }
    }
}
