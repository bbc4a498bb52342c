import Foundation

/// What Web Push needs of HTTP; tests put their own in its place.
struct PushTransport: Sendable {
    var post:
        @Sendable (_ url: String, _ headers: [(String, String)], _ body: Data)
            async
            throws(ChannelHTTP.Failure) -> ChannelHTTP.Answer
    var get: @Sendable (_ url: String) async throws(ChannelHTTP.Failure) -> ChannelHTTP.Answer
}

extension PushTransport {
    init(_ http: ChannelHTTP) {
        self.init(
            post: { (url, headers, body) async throws(ChannelHTTP.Failure) in
                try await http.post(url, headers: headers, body: body)
            },
            get: { (url) async throws(ChannelHTTP.Failure) in try await http.get(url) })
    }
}
