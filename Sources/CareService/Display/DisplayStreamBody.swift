import Care
import HTTPTypes
import Hummingbird
import NIOCore

/// The stream of one screen: first what it shows now, then each change.
///
/// Events are `screen`, with a whole screen, and `starting`, while no kiosk shows one. None has an `id:`: nothing is to be
/// caught up on.
struct DisplayStreamBody: Sendable {
    let hub: DisplayHub
    let client: String

    func response(to request: Hummingbird.Request) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let subscription = hub.subscribe(to: client)
                defer { hub.unsubscribe(subscription) }
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await subscription.run { try await writer.write(Self.text($0)) }
                } onInboundClosed: {
                    subscription.close()
                }
                try await writer.finish(nil)
            })
    }

    private static func text(_ pending: DisplaySubscription.Pending) -> ByteBuffer {
        let comment = pending.isKeepAliveDue ? ": here\n\n" : ""
        return switch pending.news {
        case .shown(let shown): ByteBuffer(string: "event: screen\ndata: \(shown.json)\n\n" + comment)
        case .starting: ByteBuffer(string: "event: starting\ndata: {}\n\n" + comment)
        case nil: ByteBuffer(string: comment)
        }
    }
}
