import Calendars
import Care
import Foundation
import NIOHTTP1

/// Asks one CalDAV server, as somebody who has an account there.
struct DAVClient: Sendable {
    /// Of one answer, bytes.
    private static let longestAnswer = 2 * CalendarLink.longestText

    private let client: PlatformClient
    private let platforms: PlatformAccess
    private let login: (String, String)

    /// - Parameter client: At an address that is https or this machine's: what a password may be sent to (RFC 7617, 4).
    init(_ client: PlatformClient, _ secret: CalendarSecret, _ platforms: PlatformAccess) {
        self.client = client
        self.platforms = platforms
        let pair = Data("\(secret.user ?? ""):\(secret.password ?? "")".utf8)
        login = ("Authorization", "Basic \(pair.base64EncodedString())")
    }

    /// A question with its answer, whatever its status is.
    func ask(
        _ method: HTTPMethod, _ url: URL, depth: Int, _ body: [UInt8]
    ) async throws(PlatformTrouble) -> PlatformAnswer {
        try await client.ask(
            method, url,
            headers: [
                login, ("Depth", String(depth)), ("Content-Type", "application/xml; charset=utf-8"),
                ("Accept", "application/xml, text/xml"),
            ],
            body: Data(body), limit: Self.longestAnswer)
    }

    /// What an answer says of resources; throws where it is another one.
    ///
    /// - Parameter missing: What it means that nothing is there.
    func told(
        _ answer: PlatformAnswer, missing: PlatformProblem = .gone
    ) async throws(PlatformTrouble) -> DAVAnswer {
        let answer = try answer.checked(missing: missing)
        guard answer.status == 207 else { throw PlatformTrouble(.unreadable) }
        let body = Array(answer.body)
        switch await platforms.parsed({ () throws(XMLReadError) in try DAVAnswer(body) }) {
        case .success(let told): return told
        case .failure(.tooLarge): throw PlatformTrouble(.tooLarge)
        case .failure(.malformed), .failure(.hasDocumentType): throw PlatformTrouble(.unreadable)
        }
    }

    /// How a collection of calendars is now.
    func state(of collection: URL) async throws(PlatformTrouble) -> DAVResource {
        let told = try await told(ask(.PROPFIND, collection, depth: 0, DAVQuestion.state))
        guard let state = told.resources.first else { throw PlatformTrouble(.unreadable) }
        guard state.isThere else {
            throw PlatformTrouble(state.isGone ? .gone : .refused)
        }
        guard state.isCalendar == true else { throw PlatformTrouble(.unreadable) }
        return state
    }

    /// The events of a collection, each with its tag, by key.
    ///
    /// - Parameter from: Only those that happen later, where the server can tell them from others; `nil`: all.
    func events(of collection: URL, from: Date?) async throws(PlatformTrouble) -> [String: DAVResource] {
        var answer = try await ask(.REPORT, collection, depth: 1, DAVQuestion.events(from: from))
        // It does not answer such questions, or not this one: what it has is read whole.
        if [400, 403, 405, 409, 415, 422, 501].contains(answer.status) {
            answer = try await ask(.PROPFIND, collection, depth: 1, DAVQuestion.members)
        }
        let told = try await told(answer)
        // What was left out would be taken for something that has vanished.
        guard !told.isCut else { throw PlatformTrouble(.tooLarge) }
        return Self.byKey(told, in: collection)
    }

    /// What has changed in a collection since then, by key, and what is gone; `nil` where the server does not know that any more.
    func changes(
        of collection: URL, since token: String
    ) async throws(PlatformTrouble) -> (changed: [String: DAVResource], gone: Set<String>)? {
        let answer = try await ask(.REPORT, collection, depth: 0, DAVQuestion.changes(since: token))
        guard answer.status == 207 || [401, 429].contains(answer.status) || answer.status >= 500 else {
            return nil
        }
        let told = try await told(answer)
        guard !told.isCut else { return nil }
        let gone = told.resources.filter { $0.status == 404 }
        return (
            Self.byKey(told, in: collection),
            Set(gone.compactMap { DAVPath.key($0.href, in: collection) })
        )
    }

    /// Some of a collection with their texts, by key; what is gone with its status, and what is too long without a text.
    ///
    /// - Parameter hrefs: As the server has written them.
    func texts(
        of hrefs: [String], in collection: URL
    ) async throws(PlatformTrouble) -> [String: DAVResource] {
        guard !hrefs.isEmpty else { return [:] }
        do throws(PlatformTrouble) {
            let answer = try await ask(.REPORT, collection, depth: 1, DAVQuestion.texts(of: hrefs))
            return Self.byKey(try await told(answer), in: collection, withGone: true)
        } catch  where error.problem == .tooLarge {
            guard hrefs.count > 1 else {
                let (href, key) = (hrefs[0], DAVPath.key(hrefs[0], in: collection))
                return key.map { [$0: DAVResource(href: href)] } ?? [:]
            }
            let half = hrefs.count / 2
            let first = try await texts(of: Array(hrefs[..<half]), in: collection)
            let second = try await texts(of: Array(hrefs[half...]), in: collection)
            return first.merging(second) { one, _ in one }
        } catch { throw error }
    }

    /// The same of many, so many at once.
    func texts(
        of hrefs: [String], _ atOnce: Int, in collection: URL
    ) async throws(PlatformTrouble) -> [String: DAVResource] {
        var found: [String: DAVResource] = [:]
        for start in stride(from: 0, to: hrefs.count, by: atOnce) {
            let some = Array(hrefs[start..<min(start + atOnce, hrefs.count)])
            found.merge(try await texts(of: some, in: collection)) { first, _ in first }
        }
        return found
    }

    private static func byKey(
        _ answer: DAVAnswer, in collection: URL, withGone: Bool = false
    ) -> [String: DAVResource] {
        var found: [String: DAVResource] = [:]
        for resource in answer.resources where resource.isThere || withGone && resource.status == 404 {
            guard let key = DAVPath.key(resource.href, in: collection) else { continue }
            found[key] = resource
        }
        return found
    }

    /// What has to stand where something is put.
    enum Condition: Sendable, Equatable {
        case nothing
        /// What has this tag. A weak one is no condition (RFC 9110, 13.1.1).
        case tagged(String)

        /// That of what stands there; `nil`: nothing does.
        init(_ tag: String?) { self = tag.map { .tagged($0) } ?? .nothing }

        fileprivate var header: (String, String)? {
            switch self {
            case .nothing: ("If-None-Match", "*")
            case .tagged(let tag): tag.hasPrefix("W/") ? nil : ("If-Match", tag)
            }
        }
    }

    /// Puts a text, unless something else stands there.
    func put(
        _ text: [UInt8], at url: URL, over there: Condition
    ) async throws(PlatformTrouble) -> PlatformAnswer {
        let headers = [login, ("Content-Type", "text/calendar; charset=utf-8"), there.header]
        return try await client.ask(
            .PUT, url, headers: headers.compactMap(\.self), body: Data(text), limit: Self.longestAnswer)
    }

    /// - Parameter tag: Of what is to stand there; `nil`: whatever does.
    func delete(_ url: URL, of tag: String?) async throws(PlatformTrouble) -> PlatformAnswer {
        let headers = [login, tag.flatMap { Condition.tagged($0).header }]
        return try await client.ask(
            .DELETE, url, headers: headers.compactMap(\.self), limit: Self.longestAnswer)
    }
}
