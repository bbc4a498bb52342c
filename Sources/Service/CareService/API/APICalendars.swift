import Calendars
import Care
import CareStore
import Foundation
import Hummingbird
import Logging
import RealTime

/// Calendars outside that are read into the plan, or into which it is written. What opens one is taken, and never given.
enum APICalendars {
    static let places = [
        APIPlace(
            "calendars", APIMethod(.get, for: .staff, of: .clients, list),
            APIMethod(.post, for: .staff, of: .clients, add)),
        APIPlace("calendars/search", APIMethod(.post, for: .staff, search)),
        APIPlace("calendars/{id}/changes", APIMethod(.post, for: .staff, of: .clients, change)),
    ]

    /// Of a message with the text of a file in it, bytes: the end of each line, and other scripts, may take more there than in the file.
    private static let longestMessage = 2 * CalendarLink.longestText + APIBody.limit

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("client")
        return try await call.answer { store throws(CareStoreError) in
            CalendarsPage(
                calendars: try await store.calendars().map(\.link)
                    .filter { asked == nil || $0.client == asked })
        }
    }

    // MARK: - Adding one

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
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

    // MARK: - Changing one

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        let change = try await call.uploaded {
            try await call.plan(CalendarChange.self, limit: longestMessage)
        }
        guard let record = try await core.calendar(id) else { throw gone(id) }
        try APIRules.check { () throws(FieldProblem) in try change.check(of: record.link) }
        switch change.kind {
        case .now, .resume, .renew: try await core.checkMayHaveCalendars(record.link.client)
        case .pause, .set, .keep, .end, .remove: break
        }
        let author = try caller.signed(nil)
        let after: CalendarRecord?
        switch change.kind {
        case .now:
            try core.calendars.places.ask(of: record.link.client ?? "", at: core.clock.uptime())
            after = record.link.isActive ? try await core.workCalendar(record) : record
        case .pause, .resume:
            let isActive = change.kind == .resume
            after = try await core.write { store throws(CareStoreError) in
                try await store.changeCalendar(id) { link in
                    link.isActive = isActive
                    if !isActive { (link.problem, link.failingSince) = (nil, nil) }
                }
            }
            core.calendars.places.raise(id)
        case .set:
            after = try await core.change { store, now throws(CareStoreError) in
                let set = try await store.setCalendar(
                    id, name: change.name, taking: change.taking, by: author, now: now)
                return (set, true)
            }.0
            core.calendars.places.raise(id)
        case .renew: after = try await renew(record, change, core)
        case .keep, .end:
            guard let event = change.event else { throw gone(id) }
            after = try await core.change { store, now throws(CareStoreError) in
                let decided = try await store.decideVanished(
                    id, uid: event, keeps: change.kind == .keep, by: author, now: now)
                return (decided, true)
            }.0
        case .remove: after = try await remove(record, change, by: author, core)
        }
        await core.tellCalendars()
        guard let after else { throw gone(id) }
        switch change.kind {
        case .now, .keep, .end: break
        case .pause, .resume, .set, .renew: await note(.calendarChanged, after.link, call, caller)
        case .remove: await note(.calendarRemoved, after.link, call, caller)
        }
        return try APICall.response(.ok, after.link)
    }

    /// Another address of the same server, another password, or another file.
    private static func renew(
        _ record: CalendarRecord, _ change: CalendarChange, _ core: ServiceCore
    ) async throws -> CalendarRecord? {
        let (id, places) = (record.id, core.calendars.places)
        let secret = try record.link.kind == .file ? nil : renewed(record, change, core)
        try places.ask(of: record.link.client ?? "", at: core.clock.uptime())
        let trial = try await tried(secret, change.text, record, core)
        if let secret {
            try await core.calendars.secrets.write(secret, id)
            do throws(CareProblem) { try await core.checkMayHaveCalendars(record.link.client) } catch {
                // They have left while it was tried; where the store cannot say so, it opens the calendar all the same.
                if error.kind == .notAcceptable { core.calendars.secrets.forget(id) }
                throw error
            }
            // It was removed while it was tried.
            guard try await core.calendar(id) != nil else {
                core.calendars.secrets.forget(id)
                throw gone(id)
            }
        }
        let generation = places.raise(id)
        guard let first = trial.first else {
            // What is under way with what opened it before does not count any more.
            while places.begin(id) == nil { await places.ended(id) }
            defer { places.finish(id) }
            guard record.link.isActive else { return record }
            return try await core.keepCalendar(await core.outcome(of: record), of: id, generation)
        }
        return try await core.keepCalendar(first, of: id, generation)
    }

    /// What opens a calendar from now on: what is not written anew stays.
    private static func renewed(
        _ record: CalendarRecord, _ change: CalendarChange, _ core: ServiceCore
    ) throws(CareProblem) -> CalendarSecret {
        let before = core.calendars.secrets.read(record.id)
        guard let address = change.address ?? before?.address else {
            throw CareProblem(
                .notAcceptable, "what opens it was lost: write its address once more", field: "address")
        }
        let url = try url(address)
        guard PlatformAddress.origin(of: url) == record.link.server else {
            throw CareProblem(
                .notAcceptable, "it is another server's: remove this calendar, and add that",
                field: "address")
        }
        // What is known of what stands in a collection is of that one, with a slash at its end or without.
        if record.link.kind.isDAV, let known = before.flatMap({ URL(string: $0.address) }),
            DAVPath.collection(url).absoluteString != DAVPath.collection(known).absoluteString
        {
            throw CareProblem(
                .notAcceptable, "it is another calendar: remove this one, and add that", field: "address")
        }
        return secret(url, change.user ?? before?.user, change.password ?? before?.password)
    }

    private static func remove(
        _ record: CalendarRecord, _ change: CalendarChange, by author: String?, _ core: ServiceCore
    ) async throws -> CalendarRecord? {
        let (id, places) = (record.id, core.calendars.places)
        places.raise(id)
        // What is under way ends first: afterwards nothing is written there any more.
        while places.begin(id) == nil { await places.ended(id) }
        defer {
            places.finish(id)
            places.forget(id)
        }
        // Somebody else may have removed it meanwhile.
        guard let known = try await core.calendar(id) else { return nil }
        if known.link.kind == .davOut, !change.keepsEvents {
            try await takeAway(known, core)
        }
        let removed = try await core.change { store, now throws(CareStoreError) in
            let removed = try await store.removeCalendar(
                id, keepsEvents: change.keepsEvents, by: author, now: now)
            return (removed, true)
        }.0
        core.calendars.secrets.forget(id)
        return removed ? known : nil
    }

    private static func takeAway(
        _ record: CalendarRecord, _ core: ServiceCore
    ) async throws(CareProblem) {
        guard let source = record.link.kind.source, let secret = core.calendars.secrets.read(record.id) else {
            throw CareProblem(
                .notAcceptable,
                "what opens it was lost, so that nothing can be taken away there: keep what was written",
                field: "keep_events")
        }
        do throws(PlatformTrouble) { try await source.takeAway(record, secret, in: core) } catch {
            throw CareProblem(
                .notAcceptable,
                "what was written could not be taken away there: try again, or keep it (\(words(error.problem, of: record.link.kind)))",
                field: "keep_events")
        }
    }

    // MARK: - What both need

    /// What a first reading, or looking whether it can be read and written, comes to; throws where that fails.
    ///
    /// - Parameters:
    ///   - secret: `nil` for a file.
    ///   - text: A file's.
    private static func tried(
        _ secret: CalendarSecret?, _ text: String?, _ record: CalendarRecord, _ core: ServiceCore
    ) async throws(CareProblem) -> CalendarTrial {
        let kind = record.link.kind
        do throws(PlatformTrouble) {
            if let secret, let source = kind.source {
                return try await source.tried(record, secret, in: core)
            }
            let reading = try await core.calendar(
                in: Data((text ?? "").utf8),
                allDayAt: record.link.taking?.allDayAt ?? CalendarLink.usualAllDayAt)
            return CalendarTrial(name: reading.name, first: .read(reading, PlatformKnown()))
        } catch {
            throw failed(error, kind)
        }
    }

    static func failed(_ trouble: PlatformTrouble, _ kind: CalendarLink.Kind) -> CareProblem {
        let field =
            switch kind {
            case .file: "text"
            case .dav, .davOut: trouble.problem == .refused ? "password" : "address"
            case .link: "address"
            }
        return CareProblem(.notAcceptable, words(trouble.problem, of: kind), field: field)
    }

    static func words(_ problem: PlatformProblem, of kind: CalendarLink.Kind) -> String {
        switch problem {
        case .refused where kind.isDAV:
            "the server does not accept the name and the password: some want a password made there for apps"
        case .refused: "there is no calendar for this address any more: copy all of it once more"
        case .busy: "the calendar’s server asks for more time: try again in some minutes"
        case .unreachable: PlatformRules.unreachable
        case .failing: "the calendar’s server answers that something is wrong with it: try again later"
        case .moved: "the calendar’s server leads to another address: copy that one"
        case .unreadable where kind == .file: "this file is no calendar: choose one that ends with .ics"
        case .unreadable: "what is there is no calendar: check the address"
        case .tooLarge: PlatformRules.tooLarge
        case .insideHome: PlatformRules.insideHome
        case .secretLost: PlatformRules.secretLost
        }
    }

    private static func secret(_ url: URL, _ user: String?, _ password: String?) -> CalendarSecret {
        CalendarSecret(address: url.absoluteString, user: user, password: password)
    }

    static func url(_ address: String) throws(CareProblem) -> URL {
        try PlatformRules.url(address, such: "https://calendar.example/team.ics")
    }

    private static func note(
        _ kind: AuditKind, _ link: CalendarLink, _ call: APICall, _ caller: Caller
    ) async {
        await call.note(kind, about: link.name, changes: link.client.map { [.client($0)] } ?? [], by: caller)
    }

    private static func gone(_ id: UUID) -> CareProblem {
        CareProblem(.notFound, "this calendar is not read or written any more", field: "id")
    }
}

extension NewCalendarLink: CompletableMessage { static let timeMember: String? = "at" }
