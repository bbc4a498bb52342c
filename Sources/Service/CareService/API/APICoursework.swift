import Care
import CareStore
import Coursework
import Foundation
import Hummingbird
import Logging
import RealTime

/// Where clients' school tasks are read, which become goals of theirs. What opens a place is taken, and never given.
enum APICoursework {
    /// Neither stations nor screens, and no provider: a school is none of theirs.
    private static let parties: Set<CallerRole> = [.client, .caregiver, .coordinator]

    static let places = [
        APIPlace(
            "coursework", APIMethod(.get, for: parties, of: .clients, list),
            APIMethod(.post, for: parties, of: .clients, add)),
        APIPlace("coursework/{id}/changes", APIMethod(.post, for: parties, of: .clients, change)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("client")
        let seen = reach(caller, call)
        let whose: PlanReach = asked.map(seen.narrowed) ?? seen
        return try await call.answer { store throws(CareStoreError) in
            CourseworkPage(links: try await store.coursework(of: whose).map(\.link))
        }
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.plan(NewCourseworkLink.self, from: caller)
        try APIRules.check { [written] () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let new = written
        let (url, core) = (try url(new.address), call.core)
        guard reach(caller, call).includes(new.client) else { throw PlatformRules.unknown(new.client) }
        let (people, records) = try await core.read { store throws(CareStoreError) in
            (try await store.people(), try await store.coursework(of: .only([new.client])))
        }
        guard people.contains(where: { $0.id == new.client && $0.role == .client }) else {
            throw PlatformRules.unknown(new.client)
        }
        try await core.checkMayRead(for: new.client)
        let platform = PlatformAddress.origin(of: url)
        let record = CourseworkRecord(
            link: CourseworkLink(
                id: new.id, client: new.client, kind: new.kind, platform: platform,
                reminders: new.reminders.sorted(), addedAt: core.clock.wall(), addedBy: new.by),
            // What a coordinator has allowed once for a client is allowed.
            mayBeInside: caller.role == .coordinator
                || records.contains { $0.link.platform == platform && $0.mayBeInside })
        // One of each id at a time; what it may overwrite or forget is its own then.
        while core.coursework.places.begin(new.id) == nil { await core.coursework.places.ended(new.id) }
        defer { core.coursework.places.finish(new.id) }
        // Whosever it is.
        let known = try await core.coursework(new.id) != nil
        if !known {
            try core.coursework.places.ask(of: new.client, at: core.clock.uptime())
            guard records.count < CourseworkLink.mostOfClient else {
                throw CareProblem(
                    .notAcceptable,
                    "this client has \(CourseworkLink.mostOfClient) connections already: remove one first",
                    field: "client")
            }
        }
        // A token goes to its platform alone, whatever stands behind the platform's name.
        let secret = CourseworkSecret(
            address: new.kind == .planner ? platform : url.absoluteString, token: new.token)
        let outcome = known ? nil : try await tried(secret, record, call)
        if outcome != nil { try await core.coursework.secrets.write(secret, new.id) }
        let made: (CourseworkRecord, isNew: Bool)
        do throws(CareProblem) {
            made = try await core.write { store throws(CareStoreError) in
                try await store.addCoursework(record)
            }
        } catch {
            // A link that has it all the same keeps it, also where nobody can say so now.
            let isWithout = try? await core.coursework(new.id) == nil
            if outcome != nil, isWithout == true {
                core.coursework.secrets.forget(new.id)
            }
            throw error
        }
        guard let outcome, made.isNew else { return try APICall.response((made.0.link, isNew: false)) }
        var link = made.0.link
        do throws(CareProblem) {
            let generation = core.coursework.places.raise(new.id)
            if let kept = try await core.keepCoursework(outcome, of: new.id, generation) { link = kept.link }
        } catch {
            // The place is there all the same, and is read again soon.
            core.causes.log(.warning, "school tasks could not be stored", reason: "\(error)")
        }
        return try APICall.response((link, isNew: true))
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        let change = try await call.plan(CourseworkChange.self)
        guard let record = try await core.coursework(id), reach(caller, call).includes(record.link.client)
        else { throw gone(id) }
        try APIRules.check { () throws(FieldProblem) in try change.check(of: record.link) }
        let after: CourseworkRecord?
        switch change.kind {
        case .read, .resume, .renew: try await core.checkMayRead(for: record.link.client)
        case .pause, .remove: break
        }
        switch change.kind {
        case .read:
            try core.coursework.places.ask(of: record.link.client, at: core.clock.uptime())
            after = record.link.isActive ? try await core.readCoursework(record) : record
        case .pause, .resume:
            let isActive = change.kind == .resume
            after = try await core.write { store throws(CareStoreError) in
                try await store.changeCoursework(id) { link in
                    link.isActive = isActive
                    if !isActive { (link.problem, link.failingSince) = (nil, nil) }
                }
            }
            core.coursework.places.raise(id)
        case .renew: after = try await renew(record, change, call)
        case .remove:
            let removed = try await core.change { store, now throws(CareStoreError) in
                (try await store.removeCoursework(id, keepsGoals: change.keepsGoals, now: now), true)
            }.0
            core.coursework.secrets.forget(id)
            core.coursework.places.forget(id)
            after = removed ? record : nil
        }
        await core.tellCoursework()
        guard let after else { throw gone(id) }
        return try APICall.response(.ok, after.link)
    }

    /// Another token, or another address of the same calendar.
    private static func renew(
        _ record: CourseworkRecord, _ change: CourseworkChange, _ call: APICall
    ) async throws -> CourseworkRecord? {
        let core = call.core
        var secret = CourseworkSecret(address: record.link.platform, token: change.token)
        if let address = change.address {
            let url = try url(address)
            guard PlatformAddress.origin(of: url) == record.link.platform else {
                throw CareProblem(
                    .notAcceptable, "it is another platform's: remove this one, and add that",
                    field: "address")
            }
            secret.address = url.absoluteString
        }
        try core.coursework.places.ask(of: record.link.client, at: core.clock.uptime())
        let outcome = try await tried(secret, record, call)
        try await core.coursework.secrets.write(secret, record.id)
        do throws(CareProblem) { try await core.checkMayRead(for: record.link.client) } catch {
            // They have left while it was tried.
            core.coursework.secrets.forget(record.id)
            throw error
        }
        return try await core.keepCoursework(outcome, of: record.id, core.coursework.places.raise(record.id))
    }

    /// What a first reading gives; throws where it fails.
    private static func tried(
        _ secret: CourseworkSecret, _ record: CourseworkRecord, _ call: APICall
    ) async throws(CareProblem) -> CourseworkFetcher.Outcome {
        let core = call.core
        let outcome = await core.coursework.fetcher.read(
            record.link.kind, secret, mayBeInside: record.mayBeInside, tag: nil, home: core.home.rules,
            now: core.clock.wall())
        guard case .failed(let problem, _) = outcome else { return outcome }
        throw CareProblem(
            .notAcceptable, words(problem),
            field: problem == .refused && record.link.kind == .planner ? "token" : "address")
    }

    private static func words(_ problem: PlatformProblem) -> String {
        switch problem {
        // Nothing is written there, and what is missing is told as something else.
        case .refused, .readOnly, .gone:
            "the platform does not accept it: make a new one there, and copy all of it"
        case .busy: "the platform asks for more time: try again in some minutes"
        case .unreachable: PlatformRules.unreachable
        case .failing: "the platform answers that something is wrong with it: try again later"
        case .moved:
            "the platform leads to another address: copy it from the browser, once you are logged in there"
        case .unreadable: "what is there is neither a planner nor a calendar of Canvas: check the address"
        case .tooLarge: PlatformRules.tooLarge
        case .insideHome: PlatformRules.insideHome
        case .secretLost: PlatformRules.secretLost
        }
    }

    private static func url(_ address: String) throws(CareProblem) -> URL {
        try PlatformRules.url(address, such: "https://school.instructure.com")
    }

    private static func gone(_ id: UUID) -> CareProblem {
        CareProblem(.notFound, "these school tasks are not read any more", field: "id")
    }

    private static func reach(_ caller: Caller, _ call: APICall) -> PlanReach {
        caller.plans(in: call.core.configuration)
    }
}

extension NewCourseworkLink: CompletableMessage { static let timeMember: String? = "at" }
