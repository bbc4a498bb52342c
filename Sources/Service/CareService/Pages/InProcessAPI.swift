import Care
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Pages
import Synchronization

/// The API for pages, and for the house: without a connection, but through the same code and in the name of whoever asks, so that neither
/// can do what they may not.
struct InProcessAPI: Sendable {
    let api: APIResponder
    let caller: Caller?
    let source: CallSource
    let browser: String?
    /// What binds a login with a provider to this browser; `nil` where none is under way.
    var loginCookie: String?

    /// A value that is to be the body of the present answer, kept instead of being written as JSON.
    final class Kept: Sendable {
        /// Where a page asks.
        @TaskLocal static var current: Kept?

        private let value = Mutex<(any Encodable & Sendable)?>(nil)

        func keep(_ value: some Encodable & Sendable) { self.value.withLock { $0 = value } }

        fileprivate var content: PageAPI.Answer.Content? { value.withLock { $0 }.map { .value($0) } }
    }

    func answer(_ message: PageAPI.Message) async -> PageAPI.Answer {
        await answer(
            HTTPRequest.Method(message.method) ?? .get, message.path, message.body, as: message.contentType)
    }

    /// - Parameters:
    ///   - path: After `/api/v1/`, with the query, percent-encoded.
    ///   - mediaType: What the body is.
    func answer(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data?, as mediaType: String = "application/json"
    ) async -> PageAPI.Answer {
        do {
            let kept = Kept()
            let response = try await Kept.$current.withValue(kept) {
                try await api.respond(
                    to: request(method, path, body, mediaType), as: caller, from: source)
            }
            guard response.headers[.contentType] != "text/event-stream" else {
                throw CareProblem(.badRequest, "a page cannot listen: its script does")
            }
            let collected = Collected()
            try await response.body.write(Writer(collected: collected))
            let body = collected.data.withLock { $0 }
            return PageAPI.Answer(
                status: response.status.code, body.isEmpty ? kept.content ?? .json(body) : .json(body),
                cookies: response.headers[values: .setCookie])
        } catch {
            let problem =
                error as? CareProblem ?? CareProblem(.storeFailed, "the service could not answer: \(error)")
            return PageAPI.Answer(status: problem.status, .value(problem))
        }
    }

    private func request(
        _ method: HTTPRequest.Method, _ path: String, _ body: Data?, _ mediaType: String
    ) -> Hummingbird.Request {
        var headers = HTTPFields()
        if body != nil { headers[.contentType] = mediaType }
        headers[.userAgent] = browser
        headers[.cookie] = loginCookie
        return Hummingbird.Request(
            head: HTTPRequest(
                method: method, scheme: nil, authority: nil, path: "/api/v1/" + path, headerFields: headers),
            body: RequestBody(buffer: body.map { ByteBuffer(data: $0) } ?? ByteBuffer()))
    }

    private final class Collected: Sendable {
        let data = Mutex(Data())
    }

    private struct Writer: ResponseBodyWriter {
        let collected: Collected

        mutating func write(_ buffer: ByteBuffer) async throws {
            collected.data.withLock { $0.append(contentsOf: buffer.readableBytesView) }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
