import Calendars
import Care
import CareStore
import Foundation
import NIOHTTP1

/// A calendar by the address that gives all of it: nothing is sent but the question.
struct LinkSource: CalendarSource {
    func tried(
        _ record: CalendarRecord, _ secret: CalendarSecret, in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarTrial {
        let outcome = try await read(record, secret, known: nil, in: core)
        guard case .read(let reading, _) = outcome else { throw PlatformTrouble(.unreadable) }
        return CalendarTrial(name: reading.name, first: outcome)
    }

    func work(
        _ record: CalendarRecord, _ secret: CalendarSecret, known: PlatformKnown?, in core: ServiceCore
    ) async -> CalendarOutcome {
        do throws(PlatformTrouble) {
            return try await read(record, secret, known: known, in: core)
        } catch { return .failed(error.problem, asked: error.asked) }
    }

    private func read(
        _ record: CalendarRecord, _ secret: CalendarSecret, known: PlatformKnown?, in core: ServiceCore
    ) async throws(PlatformTrouble) -> CalendarOutcome {
        // It was checked when it was added: now the file is another one.
        guard let address = try? PlatformAddress.url(secret.address) else {
            throw PlatformTrouble(.secretLost)
        }
        var headers = [("Accept", "text/calendar, */*;q=0.5")]
        if let tag = known?.tag { headers.append(("If-None-Match", tag)) }
        if let modified = known?.modified { headers.append(("If-Modified-Since", modified)) }
        let (asked, allDayAt) = (headers, record.link.taking?.allDayAt ?? CalendarLink.usualAllDayAt)
        return try await core.platforms.visit(address, mayBeInside: record.mayBeInside) {
            client throws(PlatformTrouble) in
            let answer = try await client.ask(.GET, address, headers: asked, limit: CalendarLink.longestText)
                .checked(missing: .refused)
            guard !answer.isUnchanged else {
                // Nobody asked whether it had changed.
                guard asked.count > 1 else { throw PlatformTrouble(.unreadable) }
                return .unchanged
            }
            let reading = try await core.calendar(in: answer.body, allDayAt: allDayAt)
            return .read(
                reading,
                PlatformKnown(
                    tag: answer.headers.first(name: "ETag"),
                    modified: answer.headers.first(name: "Last-Modified")))
        }
    }
}
