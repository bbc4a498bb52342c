import AsyncHTTPClient
import Care
import Costs
import Digests
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// What devices read.
extension ServiceConnection {
    /// A client's appointments of a time, as they stand now.
    func appointments(of client: String, within time: DateInterval) async throws(Failure) -> [Appointment] {
        let from = CareJSON.string(from: time.start)
        let to = CareJSON.string(from: time.end)
        let page: AppointmentPage = try await answer(
            to: message(
                .GET,
                "appointments?client=\(Self.escaped(client))&from=\(Self.escaped(from))&to=\(Self.escaped(to))&limit=\(Self.page)"
            ))
        return page.appointments
    }

    /// What a client is to pay, as it is now; nothing where the service is older and tells no kiosk of it.
    private func owed(by client: String) async throws(Failure) -> [OwedAmount] {
        do throws(Failure) {
            let charges: ChargePage = try await answer(
                to: message(.GET, "charges?state=open&limit=\(Self.page)"))
            let balances: Balances = try await answer(to: message(.GET, "balances"))
            return OwedAmount.all(of: client, charges, balances)
        } catch {
            switch error {
            case .refused, .rejected, .notServed: return []
            case .unreachable, .notStored: throw error
            }
        }
    }

    /// A client's chores, points and rewards as they are now, and what they are to pay.
    func household(of client: String) async throws(Failure) -> ClientHousehold {
        let person = Self.escaped(client)
        let chores: ChoreFeed = try await answer(to: message(.GET, "chores"))
        let points: PointPage = try await answer(
            to: message(.GET, "points/\(person)?limit=\(ClientHousehold.lines)"))
        let grants: GrantPage = try await answer(to: message(.GET, "grants?state=open&person=\(person)"))
        return ClientHousehold(
            chores: chores, standing: points.standing, lines: points.lines, grants: grants.grants,
            owed: try await owed(by: client))
    }

    /// What a kiosk's client has of settings and boards; `nil` while it is still this version.
    func contents(unless version: String?) async throws(Failure) -> ClientContents? {
        var message = message(.GET, "contents")
        if let version { message.headers.add(name: "If-None-Match", value: "\"\(version)\"") }
        let contents: ClientContents? = try await answer(to: message, isConditional: true)
        if let contents { try checkServed(contents.client) }
        return contents
    }

    /// The bytes of one of those files, which are what its digest says.
    func contentFile(_ file: ClientContents.File) async throws(Failure) -> Data {
        let message = message(.GET, "contents/\(file.digest)")
        do {
            let response = try await client.execute(message, timeout: Self.patienceForFiles)
            guard response.status == .ok else { throw await problem(response) }
            let bytes = Data(buffer: try await response.body.collect(upTo: max(file.size, 1)))
            guard Digests.sha256Digits(bytes) == file.digest else {
                throw Failure.unreachable("\(file.path) did not arrive as it was sent")
            }
            return bytes
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    /// Everything that is open, and the journal's position.
    func snapshot() async throws(Failure) -> (page: RequestPage, faults: FaultPage) {
        var page: RequestPage = try await answer(to: message(.GET, "requests?state=open&limit=\(Self.page)"))
        try checkServed(page.client)
        // Faults come second, so that they include everything up to the page's journal number.
        let faults: FaultPage = try await answer(to: message(.GET, "faults?state=open"))
        while let next = page.next {
            let more: RequestPage = try await answer(
                to: message(.GET, "requests?state=open&limit=\(Self.page)&after=\(next)"))
            page.requests += more.requests
            page.unreadable += more.unreadable
            page.next = more.next
        }
        return (page, faults)
    }

    /// The requests of the last day that are met or declined; empty if they cannot be had, or the service is too
    /// old to list them.
    func recentRequests() async -> [Request] {
        do throws(Failure) {
            let page: RequestPage = try await answer(to: message(.GET, "requests?state=recent"))
            return page.requests
        } catch { return [] }
    }

    /// What happened in a shift; the service parses the times.
    func handover(since: String, until: String?) async throws(Failure) -> Handover {
        let times = [("since", since), ("until", until)].compactMap { name, text in
            text?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
        }
        return try await answer(to: message(.GET, "handover?\(times.joined(separator: "&"))"))
    }

    /// How the service is, and who is connected.
    func status() async throws(Failure) -> HomeStatus { try await answer(to: message(.GET, "status")) }

    /// Needs, routines and reminders as they are now.
    func agenda() async throws(Failure) -> Agenda { try await answer(to: message(.GET, "agenda")) }

    /// Opens the event stream. Its body fails if nothing comes for longer than the client's read timeout.
    func events(after cursor: JournalCursor?) async throws(Failure) -> HTTPClientResponse.Body {
        var message = message(.GET, "events")
        message.headers.replaceOrAdd(name: "Accept", value: "text/event-stream")
        if let cursor { message.headers.replaceOrAdd(name: "Last-Event-ID", value: "\(cursor.sequence)") }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(message, deadline: .distantFuture)
        } catch { throw unreachable(error, message) }
        guard response.status == .ok else { throw await problem(response) }
        return response.body
    }
}
