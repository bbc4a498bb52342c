import Care
import CareStore
import Digests
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import StoreFiles

/// Answers what calendar programs read: `/feeds/TOKEN.ics`. No login: the token says whose it is, and no cookie is read.
struct FeedResponder: Sendable {
    static let folder = "/feeds/"
    static let ending = ".ics"
    private static let methods = "GET, HEAD"
    /// Programs ask again once an hour at most; what lies between them and the service keeps nothing.
    private static let kept = "private, max-age=3600"
    /// What the body's digest is shortened to, hexadecimal digits: 128 bits.
    private static let tagLength = 32

    let core: ServiceCore

    /// - Parameter path: Undecoded, without a query.
    static func answers(_ path: Substring) -> Bool { path.hasPrefix(folder) }

    func respond(to request: Hummingbird.Request, from source: CallSource) async throws -> Response {
        try await APIResponder.answering {
            if let misnamed = source.misnamed {
                core.refuses(request.head.authority)
                throw misnamed
            }
            guard [.get, .head].contains(request.method) else {
                throw APIFailure(
                    CareProblem(
                        .methodNotAllowed,
                        "\(request.method.rawValue) is not allowed here; use \(Self.methods.replacing(", ", with: " or "))"
                    ),
                    headers: [.allow: Self.methods])
            }
            return try await core.work.run(on: .page) {
                try await core.work.pages.run(for: .init(nil, source)) {
                    try await answer(request, source)
                }
            }
        }.without(bodyOf: request)
    }

    private func answer(_ request: Hummingbird.Request, _ source: CallSource) async throws -> Response {
        switch try await core.feed(withToken: Self.token(in: request)) {
        case .found(let feed, as: let owner): return try await answer(request, feed, as: owner)
        // Programs go on asking: that is no guess.
        case .ended: throw Self.nothing
        case .unknown:
            try await failed(source)
            throw Self.nothing
        }
    }

    private func answer(
        _ request: Hummingbird.Request, _ feed: FeedLink, as owner: Caller
    ) async throws -> Response {
        // What is too much needs no plan; who has read it before may still hear that nothing has changed.
        let asksWhole = request.method == .get && request.headers[.ifNoneMatch] == nil
        if asksWhole { try Self.refuse(core.feeds.wait(for: feed.id, at: core.clock.uptime())) }
        let calendar = try await core.calendar(of: feed, as: owner)
        let tag = "\"\(Digests.sha256Digits(calendar).prefix(Self.tagLength))\""
        var headers: HTTPFields = [.eTag: tag, .cacheControl: Self.kept]
        let isKnown = request.headers.know(tag)
        if !isKnown, request.method == .get {
            try Self.refuse(core.feeds.take(feed.id, at: core.clock.uptime()))
        }
        await core.wasRead(feed)
        if isKnown { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = "text/calendar; charset=utf-8"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: calendar)))
    }

    /// What stands in the place of a token, undecoded; empty where there is none.
    private static func token(in request: Hummingbird.Request) -> String {
        let path = (request.head.path ?? "").prefix { $0 != "?" }
        guard answers(path), path.hasSuffix(ending), path.count >= folder.count + ending.count else {
            return ""
        }
        return String(path.dropFirst(folder.count).dropLast(ending.count))
    }

    /// Counts a guess. Only guesses wait: a token has 128 bits, and nobody who guesses is to keep the calendars of others at the same
    /// address waiting.
    private func failed(_ source: CallSource) async throws {
        let actor = AuditActor(address: source.address)
        do throws(APIFailure) { try core.gate.attempt([.feeds(source.address)]) } catch {
            await core.failed(.limited, about: nil, by: actor)
            throw error
        }
        await core.failed(.tokenFailed, about: nil, by: actor)
    }

    /// The same whatever the reason, so that it tells nothing.
    private static let nothing = CareProblem(.notFound, "there is no calendar at this address")

    /// Throws where there is something to wait for.
    private static func refuse(_ wait: Duration?) throws(APIFailure) {
        guard let wait else { return }
        throw APIFailure(
            CareProblem(
                .tooMany,
                "this calendar was read \(FeedBudget.most) times within an hour: ask less often, with If-None-Match"
            ), headers: [.retryAfter: "\(max(1, Int((wait / .seconds(1)).rounded(.up))))"])
    }
}

extension Response {
    /// For HEAD only how long the body would be (RFC 9110, 9.3.2).
    func without(bodyOf request: Hummingbird.Request) -> Response {
        guard request.method == .head else { return self }
        var response = self
        let length = body.contentLength
        // The other one sets the field to the length that it has itself.
        response.body = ResponseBody()
        response.headers[.contentLength] = length.map(String.init)
        return response
    }
}
