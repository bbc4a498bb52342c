import AsyncHTTPClient
import Care
import Coursework
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import Networking
import RealTime
import Recurrence
import Time

/// Reads a platform over HTTP: nothing is sent but the question and the token.
struct CourseworkFetcher: Sendable {
    /// What a reading came to.
    enum Outcome: Sendable, Equatable {
        case read(CourseReading, tag: String?)
        /// A calendar is as it was when it had this tag.
        case unchanged
        case failed(PlatformProblem, asked: Duration?)
    }

    /// Below so much of what a platform gives each reader, pages are asked for more slowly; Canvas begins at 600.
    private static let littleLeft = 150.0
    private static let slowly: Duration = .seconds(2)

    let zones: @Sendable (String) -> ZoneRules?
    var version: String
    /// How long one answer may take, from the question to its last byte.
    var patience: Duration = .seconds(40)
    /// How long one reading may take, of however many pages: others wait for their turn.
    var wholePatience: Duration = .seconds(180)
    var resolver = CourseworkHost.ofThisMachine
    /// Where answers are parsed, one after the other: a calendar of megabytes is computed for without a pause, and calls and pages
    /// must not wait for that. Decision 0499.
    private let parser = OwnExecutor("school", urgency: .patient)

    /// - Parameters:
    ///   - tag: The `ETag` of the calendar as it is known.
    ///   - home: The home's zone.
    func read(
        _ kind: CourseworkLink.Kind, _ secret: CourseworkSecrets.Secret, mayBeInside: Bool, tag: String?,
        home: ZoneRules, now: Date
    ) async -> Outcome {
        // It was checked when it was added: now the file is another one.
        guard let address = try? PlatformAddress.url(secret.address), let host = address.host else {
            return .failed(.secretLost, asked: nil)
        }
        let targets: [String]
        do throws(PlatformProblem) {
            targets = try await CourseworkHost.addresses(of: host, mayBeInside: mayBeInside, by: resolver)
        } catch { return .failed(error, asked: nil) }
        let outcome = await Patience.within(wholePatience) {
            // Where nothing answers, the host may have another machine that does: it is asked from the first page on, also where
            // one of the later pages did not come.
            for target in targets {
                let outcome = await read(kind, address, secret, at: target, tag: tag, home: home, now: now)
                guard outcome == .failed(.unreachable, asked: nil), !Task.isCancelled else { return outcome }
            }
            return .failed(.unreachable, asked: nil)
        }
        return outcome ?? .failed(.unreachable, asked: nil)
    }

    /// - Parameter target: The address of the machine that is asked.
    private func read(
        _ kind: CourseworkLink.Kind, _ address: URL, _ secret: CourseworkSecrets.Secret, at target: String,
        tag: String?, home: ZoneRules, now: Date
    ) async -> Outcome {
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: configuration(address.host ?? "", target))
        let outcome: Outcome
        switch kind {
        case .planner: outcome = await planner(address, secret.token ?? "", client, now: now)
        case .feed: outcome = await feed(address, client, tag: tag, home: home)
        }
        // Nothing waits for an answer any more; a connection that cannot be closed in order is cut.
        try? await client.shutdown()
        return outcome
    }

    private func configuration(_ host: String, _ target: String) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: .nanoseconds((patience / 4).nanoseconds),
                read: .nanoseconds((patience / 2).nanoseconds)))
        // However it is written: the connection is made to no other address than the one that was looked at.
        for name in Set([host, host.lowercased()]) where name != target {
            configuration.dnsOverride[name] = target
        }
        configuration.httpVersion = .http1Only
        // Who refuses a connection would else be asked again until the whole patience is over, and the next machine never.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    private func planner(
        _ platform: URL, _ token: String, _ client: HTTPClient, now: Date
    ) async -> Outcome {
        let span = CourseLimits.span(at: now)
        var parts = URLComponents(url: platform, resolvingAgainstBaseURL: false)
        parts?.path = "/api/v1/planner/items"
        parts?.fragment = nil
        parts?.queryItems = [
            URLQueryItem(name: "start_date", value: span.lowerBound.formatted(.iso8601)),
            URLQueryItem(name: "end_date", value: span.upperBound.formatted(.iso8601)),
            URLQueryItem(name: "per_page", value: "100"),
        ]
        guard var page = parts?.url else { return .failed(.secretLost, asked: nil) }
        var (pages, asked): ([PlannerPage], Set<URL>) = ([], [])
        while pages.count < CourseLimits.mostPages {
            // A list that leads in circles has no end.
            guard asked.insert(page).inserted else { return .failed(.unreadable, asked: nil) }
            let answer: Answer
            do throws(Trouble) {
                // The address is the platform's own: where there is no planner, it is no platform of Canvas.
                answer = try await ask(
                    page, client, limit: CourseLimits.longestPage, missing: .unreadable,
                    ["Authorization": "Bearer \(token)", "Accept": "application/json"])
                let body = answer.body
                pages.append(
                    try await parsed { () throws(CourseworkReadError) in try PlannerPage(body) })
            } catch { return .failed(error.problem, asked: error.asked) }
            switch NextPage(link: answer.headers["Link"], of: page, platform: platform) {
            case .end: return .read(PlannerPage.reading(pages, isWhole: true), tag: nil)
            case .elsewhere: return .failed(.moved, asked: nil)
            case .next(let next): page = next
            }
            if let left = answer.headers.first(name: "X-Rate-Limit-Remaining").flatMap(Double.init),
                left < Self.littleLeft
            {
                do { try await Task.sleep(for: Self.slowly) } catch {
                    return .failed(.unreachable, asked: nil)
                }
            }
        }
        return .read(PlannerPage.reading(pages, isWhole: false), tag: nil)
    }

    /// What `parse` makes of an answer, on the thread for that.
    private func parsed<Value: Sendable>(
        _ parse: @escaping @Sendable () throws(CourseworkReadError) -> Value
    ) async throws(Trouble) -> Value {
        let found = await withTaskExecutorPreference(parser) { await Self.result(of: parse) }
        do throws(CourseworkReadError) { return try found.get() } catch {
            throw Trouble(problem: .unreadable)
        }
    }

    private static func result<Value: Sendable>(
        of parse: @Sendable () throws(CourseworkReadError) -> Value
    ) async -> Result<Value, CourseworkReadError> {
        do throws(CourseworkReadError) { return .success(try parse()) } catch { return .failure(error) }
    }

    private func feed(
        _ address: URL, _ client: HTTPClient, tag: String?, home: ZoneRules
    ) async -> Outcome {
        do throws(Trouble) {
            var headers = ["Accept": "text/calendar"]
            if let tag { headers["If-None-Match"] = tag }
            let answer = try await ask(
                address, client, limit: CourseLimits.longestFeed, missing: .refused, headers)
            if answer.isUnchanged { return tag == nil ? .failed(.unreadable, asked: nil) : .unchanged }
            let (body, zones) = (answer.body, zones)
            let reading = try await parsed { () throws(CourseworkReadError) in
                try CalendarFeed.reading(body, home: home, zones: zones)
            }
            return .read(reading, tag: answer.headers.first(name: "ETag"))
        } catch { return .failed(error.problem, asked: error.asked) }
    }

    private struct Answer {
        var isUnchanged: Bool
        var headers: HTTPHeaders
        var body: Data
    }

    private struct Trouble: Error {
        var problem: PlatformProblem
        var asked: Duration?
    }

    /// - Parameter missing: What it means that nothing is there.
    private func ask(
        _ address: URL, _ client: HTTPClient, limit: Int, missing: PlatformProblem,
        _ headers: [String: String]
    ) async throws(Trouble) -> Answer {
        // The client's own deadline ends with the answer's head.
        let found: Result<Answer, Trouble>? = await Patience.within(patience) {
            await answer(address, client, limit: limit, missing: missing, headers)
        }
        guard let found else { throw Trouble(problem: .unreachable) }
        return try found.get()
    }

    private func answer(
        _ address: URL, _ client: HTTPClient, limit: Int, missing: PlatformProblem,
        _ headers: [String: String]
    ) async -> Result<Answer, Trouble> {
        var request = HTTPClientRequest(url: address.absoluteString)
        request.headers.add(name: "User-Agent", value: "Beckon/\(version)")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            let status = Int(response.status.code)
            guard status == 200 || status == 304 else {
                // It only tells one reason from another: without it, the status has to do.
                let start = (try? await response.body.collect(upTo: 4096)).map { String(buffer: $0) } ?? ""
                return .failure(Self.trouble(status, response.headers, start, missing: missing))
            }
            let body = try await response.body.collect(upTo: limit)
            return .success(
                Answer(isUnchanged: status == 304, headers: response.headers, body: Data(buffer: body)))
        } catch is NIOTooManyBytesError {
            return .failure(Trouble(problem: .tooLarge))
        } catch {
            // What the client says of it may have the address in it, and so what opens a calendar: it is told to nobody.
            return .failure(Trouble(problem: .unreachable))
        }
    }

    /// Canvas answers 403 both to whoever may not, and to whoever asks too often; the body tells them apart.
    private static func trouble(
        _ status: Int, _ headers: HTTPHeaders, _ body: String, missing: PlatformProblem
    ) -> Trouble {
        let asked = headers.first(name: "Retry-After").flatMap(Double.init)
            .flatMap { $0 > 0 && $0 < 1e6 ? Duration.seconds($0) : nil }
        switch status {
        case 429: return Trouble(problem: .busy, asked: asked)
        case 403 where body.lowercased().contains("rate limit"): return Trouble(problem: .busy, asked: asked)
        case 401, 403: return Trouble(problem: .refused)
        case 404, 410: return Trouble(problem: missing)
        case 300..<400: return Trouble(problem: .moved)
        case 500...: return Trouble(problem: .failing, asked: asked)
        default: return Trouble(problem: .unreadable)
        }
    }
}
