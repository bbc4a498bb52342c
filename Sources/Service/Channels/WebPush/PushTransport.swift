import Foundation

/// What Web Push needs of HTTP; tests put their own in its place.
struct PushTransport: Sendable {
    struct Reply: Sendable, Equatable {
        var status: Int
        /// The header `Retry-After`.
        var retryAfter: String? = nil
        var body = Data()
    }

    /// There was no answer. Says why, in words for people.
    struct Failure: Error, Equatable {
        var words: String
    }

    var post:
        @Sendable (_ url: String, _ headers: [(String, String)], _ body: Data) async throws(Failure) -> Reply
    var get: @Sendable (_ url: String) async throws(Failure) -> Reply
}
