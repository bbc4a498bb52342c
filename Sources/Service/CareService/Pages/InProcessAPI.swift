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

    func answer(_ message: PageAPI.Message) async -> PageAPI.Answer {
        do {
            let response = try await api.respond(to: request(message), as: caller, from: source)
            guard response.headers[.contentType] != "text/event-stream" else {
                throw CareProblem(.badRequest, "a page cannot listen: its script does")
            }
            let collected = Collected()
            try await response.body.write(Writer(collected: collected))
            return PageAPI.Answer(
                status: response.status.code, body: collected.data.withLock { $0 },
                cookies: response.headers[values: .setCookie])
        } catch {
            let problem =
                error as? CareProblem ?? CareProblem(.storeFailed, "the service could not answer: \(error)")
            // Only texts and numbers: encoding cannot fail.
            let body = (try? CareJSON.encoder().encode(problem)) ?? Data()
            return PageAPI.Answer(status: problem.status, body: body)
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
