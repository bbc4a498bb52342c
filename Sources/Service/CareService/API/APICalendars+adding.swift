import Care
import CareStore
import Foundation
import Hummingbird
import Logging

extension APICalendars {
    /// Reads, or tries, one that somebody adds, and keeps it if that works.
    static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let core = call.core
        var written = try await call.uploaded {
            try await call.plan(NewCalendarLink.self, from: caller, limit: longestMessage)
        }
        try APIRules.check { [written] () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, core)
        written.by = try caller.signed(written.by)
        let new = written
        let url = try new.address.map(url)
        let (people, records) = try await core.read { store throws(CareStoreError) in
            (try await store.people(), try await store.calendars())
        }
        if let client = new.client {
            guard people.contains(where: { $0.id == client && $0.role == .client }) else {
                throw PlatformRules.unknown(client)
            }
            try await core.checkMayHaveCalendars(client)
        }
        let server = url.map(PlatformAddress.origin)
        var record = CalendarRecord(
            link: CalendarLink(
                id: new.id, client: new.client, kind: new.kind, name: new.name ?? "", server: server,
                taking: new.kind.isRead ? new.taking ?? CalendarLink.Taking() : nil,
                addedAt: core.clock.wall(), addedBy: new.by),
            // What a coordinator has allowed once is allowed.
            mayBeInside: caller.role == .coordinator
                || records.contains { $0.link.server == server && $0.mayBeInside })
        let places = core.calendars.places
        // One of each id at a time; what it may overwrite or forget is its own then.
        while places.begin(new.id) == nil { await places.ended(new.id) }
        defer { places.finish(new.id) }
        var trial: CalendarTrial?
        if let known = try await core.calendar(new.id) {
            record.link.name = known.link.name
        } else {
            // Twice the same would be in the plan twice, and two that write would undo each other's work.
            if let url, records.contains(where: { isSame($0, new, url, core) }) {
                throw CareProblem(
                    .notAcceptable, "it is among the calendars already: change that one", field: "address")
            }
            try places.ask(of: new.client ?? "", at: core.clock.uptime())
            guard records.count < CalendarLink.most else {
                throw CareProblem(
                    .notAcceptable,
                    "this home has \(CalendarLink.most) calendars already: remove one first", field: "kind")
            }
            let opening = url.map { secret($0, new.user, new.password) }
            let tried = try await tried(opening, new.text, record, core)
            record.link.name = try new.name ?? name(tried.name, url)
            if let opening { try await core.calendars.secrets.write(opening, new.id) }
            trial = tried
        }
        let made = try await kept(record, isTried: trial != nil, core)
        guard let trial, made.isNew else { return try APICall.response((made.0.link, isNew: false)) }
        await note(.calendarAdded, made.0.link, call, caller)
        var link = made.0.link
        do throws(CareProblem) {
            let generation = places.raise(new.id)
            let outcome: CalendarOutcome
            if let first = trial.first {
                outcome = first
            } else {
                outcome = await core.outcome(of: made.0)
            }
            if let kept = try await core.keepCalendar(outcome, of: new.id, generation) { link = kept.link }
        } catch {
            // The calendar is there all the same, and is read or written again soon.
            core.causes.log(.warning, "calendars could not be stored", reason: "\(error)")
        }
        return try APICall.response((link, isNew: true))
    }

    /// Whether one that is there is read for the same client from the same address, or writes into the same collection.
    private static func isSame(
        _ record: CalendarRecord, _ new: NewCalendarLink, _ url: URL, _ core: ServiceCore
    ) -> Bool {
        let link = record.link
        guard link.server == PlatformAddress.origin(of: url), link.kind.isRead == new.kind.isRead,
            link.kind == .davOut || link.client == new.client,
            let known = core.calendars.secrets.read(record.id).flatMap({ URL(string: $0.address) })
        else { return false }
        return DAVPath.collection(known).absoluteString == DAVPath.collection(url).absoluteString
    }

    /// - Parameter isTried: Whether it is new, and what opens it was kept for it.
    private static func kept(
        _ record: CalendarRecord, isTried: Bool, _ core: ServiceCore
    ) async throws(CareProblem) -> (CalendarRecord, isNew: Bool) {
        do throws(CareProblem) {
            return try await core.write { store throws(CareStoreError) in
                try await store.addCalendar(record)
            }
        } catch {
            // A calendar that has it all the same keeps it, also where nobody can say so now.
            let isWithout = try? await core.calendar(record.id) == nil
            if isTried, isWithout == true { core.calendars.secrets.forget(record.id) }
            throw error
        }
    }

    /// As it calls itself, in one line; or else as its server is called.
    private static func name(_ said: String?, _ url: URL?) throws(CareProblem) -> String {
        let words = DirectionMarks.removed(from: said ?? "").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ").unicodeScalars.prefix(CalendarLink.longestName)
        for name in [String(String.UnicodeScalarView(words)), url?.host ?? ""] {
            do throws(FieldProblem) {
                try FieldChecks.name(name, "name", limit: CalendarLink.longestName)
                return name
            } catch { continue }
        }
        throw CareProblem(
            .notAcceptable, "the calendar does not say how it is called: write a name for it", field: "name")
    }
}

extension NewCalendarLink: CompletableMessage { static let timeMember: String? = "at" }
