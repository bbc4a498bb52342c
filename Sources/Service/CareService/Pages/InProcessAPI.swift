import Care
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Pages
import Synchronization

/// The API for pages: without a connection, but through the same code and in the reader's name, so that no
/// page can do what its reader may not.
struct InProcessAPI: Sendable {
    let api: APIResponder
    let caller: Caller?
    let source: CallSource
    let browser: String?

    /// A value that is to be the body of the present answer, kept instead of being written as JSON.
    final class Kept: Sendable {
        /// Where a page asks.
        @TaskLocal static var current: Kept?

        private let value = Mutex<(any Encodable & Sendable)?>(nil)

        func keep(_ value: some Encodable & Sendable) { self.value.withLock { $0 = value } }

        fileprivate var content: PageAPI.Answer.Content? { value.withLock { $0 }.map { .value($0) } }
    }

    func answer(_ message: PageAPI.Message) async -> PageAPI.Answer {
        do {
            let kept = Kept()
            let response = try await Kept.$current.withValue(kept) {
                try await api.respond(to: request(message), as: caller, from: source)
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

    private func request(_ message: PageAPI.Message) -> Hummingbird.Request {
        var headers = HTTPFields()
        if message.body != nil { headers[.contentType] = message.contentType }
        headers[.userAgent] = browser
        return Hummingbird.Request(
            head: HTTPRequest(
                method: HTTPRequest.Method(message.method) ?? .get, scheme: nil, authority: nil,
                path: "/api/v1/" + message.path, headerFields: headers),
            body: RequestBody(buffer: message.body.map { ByteBuffer(data: $0) } ?? ByteBuffer()))
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
