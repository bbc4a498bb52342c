import Care
import CareStore
import Foundation
import Hummingbird

extension APICalendars {
    /// Does with one what somebody asks for.
    static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
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
}
