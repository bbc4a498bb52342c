import Calendars
import Care
import Foundation
import NIOHTTP1
import Networking

/// Finds the calendars of an account (RFC 6764 and 4791, 6.2.1): from the address that somebody has typed to who they are there, to
/// where their collections are, to these.
struct DAVDiscovery: Sendable {
    private static let mostRedirects = 5
    private static let mostHomes = 5
    /// So many are shown.
    private static let most = 100
    private static let longestName = 100

    let platforms: PlatformAccess
    let secret: CalendarSecret
    let mayBeInside: Bool

    /// All of it takes no longer than one visit may: a server that leads on and on, and answers slowly, keeps nobody waiting.
    ///
    /// - Parameter typed: A collection, or anything at the server.
    func calendars(at typed: URL) async throws(PlatformTrouble) -> [FoundCalendars.Found] {
        let found: Result<[FoundCalendars.Found], PlatformTrouble>? = await Patience.within(
            platforms.wholePatience
        ) {
            do throws(PlatformTrouble) { return .success(try await search(at: typed)) } catch {
                return .failure(error)
            }
        }
        guard let found else { throw PlatformTrouble(.unreachable) }
        return try found.get()
    }

    private func search(at typed: URL) async throws(PlatformTrouble) -> [FoundCalendars.Found] {
        var trouble: PlatformTrouble?
        var hasAnswered = false
        for start in [typed, URL(string: "/.well-known/caldav", relativeTo: typed)?.absoluteURL] {
            guard let start else { continue }
            do throws(PlatformTrouble) {
                let found = try await calendars(from: start)
                guard found.isEmpty else { return found }
                hasAnswered = true
            } catch {
                // What another address of the same machine cannot change.
                guard ![.unreachable, .insideHome, .busy].contains(error.problem) else { throw error }
                // Whoever is refused at one of them learns that, and not that the other one is none.
                trouble = trouble?.problem == .refused ? trouble : error
            }
        }
        if let trouble, !hasAnswered { throw trouble }
        return []
    }

    private func calendars(from start: URL) async throws(PlatformTrouble) -> [FoundCalendars.Found] {
        let (url, answer) = try await ask(start, depth: 0, DAVQuestion.place)
        guard let here = answer.resources.first, here.isThere else {
            // An address that is none says nothing of the password.
            throw PlatformTrouble(answer.resources.first?.isGone == true ? .unreadable : .refused)
        }
        if here.isCalendar == true { return [Self.found(here, url)].compactMap(\.self) }
        var (homes, base) = (here.homes, url)
        if homes.isEmpty, let principal = here.principal.flatMap({ DAVPath.url($0, from: url) }) {
            let answer: DAVAnswer
            (base, answer) = try await ask(principal, depth: 0, DAVQuestion.place)
            homes = answer.resources.first?.homes ?? []
        }
        // Perhaps it is where the collections are, at a server that does not say so.
        var places = homes.prefix(Self.mostHomes).compactMap { DAVPath.url($0, from: base) }
        if homes.isEmpty { places = [url] }
        var found: [FoundCalendars.Found] = []
        for place in places {
            let (url, answer) = try await ask(DAVPath.collection(place), depth: 1, DAVQuestion.collections)
            for resource in answer.resources where resource.isThere && resource.isCalendar == true {
                guard resource.takesEvents, let address = DAVPath.url(resource.href, from: url),
                    let one = Self.found(resource, address),
                    !found.contains(where: { $0.address == one.address })
                else { continue }
                found.append(one)
            }
        }
        return Array(found.prefix(Self.most))
    }

    private static func found(_ resource: DAVResource, _ url: URL) -> FoundCalendars.Found? {
        let address = DAVPath.collection(url).absoluteString
        guard address.count <= CalendarLink.longestAddress else { return nil }
        let name = DirectionMarks.removed(from: resource.name ?? url.lastPathComponent)
            .filter { !$0.isNewline }
        return FoundCalendars.Found(
            name: String(name.prefix(longestName)), address: address, mayWrite: resource.mayBeWritten)
    }

    /// Follows where it is sent to, within the domain.
    ///
    /// - Returns: The address that has answered, and its answer.
    private func ask(
        _ start: URL, depth: Int, _ body: [UInt8]
    ) async throws(PlatformTrouble) -> (URL, DAVAnswer) {
        var url = start
        for _ in 0...Self.mostRedirects {
            let (here, platforms, secret) = (url, platforms, secret)
            let found: (next: URL?, answer: DAVAnswer?) = try await platforms.visit(
                here, mayBeInside: mayBeInside
            ) { client throws(PlatformTrouble) in
                let dav = DAVClient(client, secret, platforms)
                let answer = try await dav.ask(.PROPFIND, here, depth: depth, body)
                if [301, 302, 307, 308].contains(answer.status),
                    let next = answer.headers.first(name: "Location").flatMap({ DAVPath.url($0, from: here) })
                {
                    return (next, nil)
                }
                // An address that is none says nothing of the password.
                return (nil, try await dav.told(answer, missing: .unreadable))
            }
            if let answer = found.answer { return (url, answer) }
            guard let next = found.next else { break }
            url = next
        }
        throw PlatformTrouble(.moved)
    }
}
