import Care
import Coursework
import Foundation
import NIOHTTP1
import Recurrence

/// Reads a platform over HTTP: nothing is sent but the question and the token.
struct CourseworkFetcher: Sendable {
    /// What a reading came to.
    enum Outcome: Sendable, Equatable {
        case read(CourseReading, tag: String?)
        /// A calendar is as it was when it had this tag.
        case unchanged
        case failed(PlatformProblem, asked: Duration?)

        /// What of it counts for the next one.
        var end: PlatformPlaces.End {
            switch self {
            case .read(_, let tag): .whole(PlatformKnown(tag: tag))
            case .unchanged: .unchanged
            case .failed(let problem, let asked): .failed(problem, asked: asked)
            }
        }
    }

    /// Below so much of what a platform gives each reader, pages are asked for more slowly; Canvas begins at 600.
    private static let littleLeft = 150.0
    private static let slowly: Duration = .seconds(2)

    let access: PlatformAccess
    let zones: @Sendable (String) -> ZoneRules?

    /// - Parameters:
    ///   - tag: The `ETag` of the calendar as it is known.
    ///   - home: The home's zone.
    func read(
        _ kind: CourseworkLink.Kind, _ secret: CourseworkSecret, mayBeInside: Bool, tag: String?,
        home: ZoneRules, now: Date
    ) async -> Outcome {
        // It was checked when it was added: now the file is another one.
        guard let address = try? PlatformAddress.url(secret.address), address.host != nil else {
            return .failed(.secretLost, asked: nil)
        }
        do throws(PlatformTrouble) {
            return try await access.visit(address, mayBeInside: mayBeInside) {
                client throws(PlatformTrouble) in
                switch kind {
                case .planner: try await planner(address, secret.token ?? "", client, now: now)
                case .feed: try await feed(address, client, tag: tag, home: home)
                }
            }
        } catch { return .failed(error.problem, asked: error.asked) }
    }

    private func planner(
        _ platform: URL, _ token: String, _ client: PlatformClient, now: Date
    ) async throws(PlatformTrouble) -> Outcome {
        let span = CourseLimits.span(at: now)
        var parts = URLComponents(url: platform, resolvingAgainstBaseURL: false)
        parts?.path = "/api/v1/planner/items"
        parts?.fragment = nil
        parts?.queryItems = [
            URLQueryItem(name: "start_date", value: span.lowerBound.formatted(.iso8601)),
            URLQueryItem(name: "end_date", value: span.upperBound.formatted(.iso8601)),
            URLQueryItem(name: "per_page", value: "100"),
        ]
        guard var page = parts?.url else { throw PlatformTrouble(.secretLost) }
        var (pages, asked): ([PlannerPage], Set<URL>) = ([], [])
        while pages.count < CourseLimits.mostPages {
            // A list that leads in circles has no end.
            guard asked.insert(page).inserted else { throw PlatformTrouble(.unreadable) }
            // The address is the platform's own: where there is no planner, it is no platform of Canvas.
            let answer = try await client.ask(
                .GET, page, headers: [("Authorization", "Bearer \(token)"), ("Accept", "application/json")],
                limit: CourseLimits.longestPage
            ).checked(missing: .unreadable)
            pages.append(
                try await parsed { () throws(CourseworkReadError) in try PlannerPage(answer.body) })
            switch NextPage(link: answer.headers["Link"], of: page, platform: platform) {
            case .end: return .read(PlannerPage.reading(pages, isWhole: true), tag: nil)
            case .elsewhere: throw PlatformTrouble(.moved)
            case .next(let next): page = next
            }
            if let left = answer.headers.first(name: "X-Rate-Limit-Remaining").flatMap(Double.init),
                left < Self.littleLeft
            {
                do { try await Task.sleep(for: Self.slowly) } catch { throw PlatformTrouble(.unreachable) }
            }
        }
        return .read(PlannerPage.reading(pages, isWhole: false), tag: nil)
    }

    private func parsed<Value: Sendable>(
        _ parse: @escaping @Sendable () throws(CourseworkReadError) -> Value
    ) async throws(PlatformTrouble) -> Value {
        do throws(CourseworkReadError) { return try await access.parsed(parse).get() } catch {
            throw PlatformTrouble(.unreadable)
        }
    }

    private func feed(
        _ address: URL, _ client: PlatformClient, tag: String?, home: ZoneRules
    ) async throws(PlatformTrouble) -> Outcome {
        var headers = [("Accept", "text/calendar")]
        if let tag { headers.append(("If-None-Match", tag)) }
        let answer = try await client.ask(.GET, address, headers: headers, limit: CourseLimits.longestFeed)
            .checked(missing: .refused)
        if answer.isUnchanged {
            guard tag != nil else { throw PlatformTrouble(.unreadable) }
            return .unchanged
        }
        let zones = zones
        let reading = try await parsed { () throws(CourseworkReadError) in
            try CalendarFeed.reading(answer.body, home: home, zones: zones)
        }
        return .read(reading, tag: answer.headers.first(name: "ETag"))
    }
}
