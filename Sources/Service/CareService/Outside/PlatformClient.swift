import AsyncHTTPClient
import Care
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Networking
import Time

/// Asks one machine of one platform, at the address that was looked at; follows no redirect, and takes no more than it was told to.
struct PlatformClient: Sendable {
    /// The longest answer that is none of success, bytes.
    private static let longestRefusal = 4096

    private let platform: URL
    private let version: String
    private let patience: Duration
    private let client: HTTPClient

    /// - Parameters:
    ///   - platform: Scheme, host and port of all that it asks.
    ///   - target: The address of the machine that is asked.
    ///   - patience: How long one answer may take, from the question to its last byte.
    init(_ platform: URL, at target: String, version: String, patience: Duration) {
        self.platform = platform
        self.version = version
        self.patience = patience
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: .nanoseconds((patience / 4).nanoseconds),
                read: .nanoseconds((patience / 2).nanoseconds)))
        let host = platform.host ?? ""
        // However it is written: the connection is made to no other address than the one that was looked at.
        for name in Set([host, host.lowercased()]) where name != target {
            configuration.dnsOverride[name] = target
        }
        configuration.httpVersion = .http1Only
        // Who refuses a connection would else be asked again until the whole patience is over, and the next machine never.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Nothing waits for an answer any more.
    func close() async {
        // A connection that cannot be closed in order is cut.
        try? await client.shutdown()
    }

    /// One question, and its answer, whatever its status is.
    ///
    /// - Parameters:
    ///   - url: At the platform; anything else is `moved`, and nobody is asked.
    ///   - limit: A longer answer is `tooLarge`; bytes.
    func ask(
        _ method: HTTPMethod, _ url: URL, headers: [(String, String)], body: Data? = nil, limit: Int
    ) async throws(PlatformTrouble) -> PlatformAnswer {
        guard PlatformAddress.isSame(url, platform), let target = withHost(url) else {
            throw PlatformTrouble(.moved)
        }
        // The client's own deadline ends with the answer's head.
        let found: Result<PlatformAnswer, PlatformTrouble>? = await Patience.within(patience) {
            await answer(method, target, headers, body, limit: limit)
        }
        guard let found else { throw PlatformTrouble(.unreachable) }
        return try found.get()
    }

    /// With the host as the platform's address has it: the machine is known by that name, and another way of writing it would be looked
    /// up anew.
    private func withHost(_ url: URL) -> URL? {
        guard url.host != platform.host else { return url }
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.host = platform.host
        return parts?.url
    }

    private func answer(
        _ method: HTTPMethod, _ url: URL, _ headers: [(String, String)], _ body: Data?, limit: Int
    ) async -> Result<PlatformAnswer, PlatformTrouble> {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = method
        request.headers.add(name: "User-Agent", value: "Beckon/\(version)")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(data: body)) }
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            var answer = PlatformAnswer(
                status: Int(response.status.code), headers: response.headers, body: Data())
            if answer.isSuccess {
                answer.body = Data(buffer: try await response.body.collect(upTo: limit))
            } else {
                // It only tells one reason from another: without it, the status has to do.
                let start = try? await response.body.collect(upTo: Self.longestRefusal)
                answer.body = start.map { Data(buffer: $0) } ?? Data()
            }
            return .success(answer)
        } catch is NIOTooManyBytesError {
            return .failure(PlatformTrouble(.tooLarge))
        } catch {
            // What the client says of it may have the address in it, and so what opens a calendar: it is told to nobody.
            return .failure(PlatformTrouble(.unreachable))
        }
    }
}
