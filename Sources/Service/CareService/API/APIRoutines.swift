import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Recurrence

/// What is to be done at set times, what is due, and what became of it.
enum APIRoutines {
    /// Clients make goals of their own.
    private static let makers = Set<CallerRole>.planners.union([.kiosk, .client])

    static let places = [
        APIPlace(
            "routines", APIMethod(.get, for: .planners, of: .clients, list),
            APIMethod(.post, for: makers, of: .clients, add)),
        APIPlace("routines/{id}", APIMethod(.get, for: .planners, of: .clients, read)),
        APIPlace("routines/{id}/changes", APIMethod(.post, for: makers, of: .clients, change)),
        APIPlace(
            "occurrences",
            APIMethod(.get, for: .planners.union([.kiosk, .client]), of: .clients, occurrences)),
        APIPlace(
            "entries", APIMethod(.get, for: .planners, of: .clients, history),
            APIMethod(.post, for: .household.union([.provider]), of: .clients, mark)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyActive = try call.query.isOnly("active", of: "state")
        let isOnlyChores = try call.query.isOnly("chores", of: "only")
        let (after, limit) = try call.page()
        let whose = caller.sight.plans
        return try await call.answer(to: caller) { store throws(CareStoreError) in
            try await store.routines(
                onlyActive: isOnlyActive, onlyChores: isOnlyChores, of: whose, after: after, limit: limit)
        }
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        var planned = try await call.plan(NewRoutine.self, from: caller)
        planned.by = try caller.signed(planned.by)
        // What a provider gives is theirs.
        if caller.role == .provider, planned.content.exercise != nil {
            planned.content.provider = planned.content.provider ?? caller.person?.id
        }
        let new = planned
        try APIRules.check(new, zones: call.core.configuration.zones)
        try APIRules.check(new.at, from: caller.role, call.core)
        for (index, one) in new.each.enumerated() {
            do throws(CareProblem) {
                try await checkAudience(of: one.content, call, caller)
            } catch {
                var problem = error
                problem.field = problem.field.map { NewRoutine.field($0, of: index) }
                throw problem
            }
            try await checkExercise(of: one, call)
        }
        let asking = caller.askingClient(in: call.core.configuration)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.addRoutine(new, asking: asking, receivedAt: now)
        }
        // Sent once more, it is as it is now: perhaps another client's.
        guard caller.sight.sees(made.0.content), asking == nil || made.0.content.client == asking else {
            throw CareProblem(.notFound, "there is no routine \(new.id)", field: "id")
        }
        return try APICall.response((try await call.shown(made.0, to: caller), isNew: made.isNew))
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let found = try await call.core.read { store throws(CareStoreError) in try await store.routine(id) }
        guard let found, caller.sight.sees(found.content) else {
            throw CareProblem(.notFound, "there is no routine \(id)", field: "id")
        }
        return try APICall.response(.ok, try await call.shown(found, to: caller))
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var planned = try await call.plan(RoutineChange.self, from: caller)
        planned.by = try caller.signed(planned.by)
        planned.content = try await keepingHidden(planned, caller, call)
        let change = planned
        try APIRules.check(change, zones: call.core.configuration.zones)
        try APIRules.check(change.at, from: caller.role, call.core)
        let before = try await checkAudience(of: id, change.occurrence, field: "id", call, caller)
        if let people = change.edit?.assignment?.people {
            try await checkNamed(people, was: before, "edit.assignment", call, caller)
        }
        if let content = change.content {
            try await checkAudience(of: content, was: before, call, caller)
            try await checkExercise(of: content, in: id, call)
        }
        let asking = caller.askingClient(in: call.core.configuration)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.changeRoutine(id, change, asking: asking, receivedAt: now)
        }
        return try APICall.response((try await call.shown(made.0, to: caller), isNew: made.isNew))
    }

    /// The new content of a change: what its writer cannot see, such as a colleague's appointment, stays.
    private static func keepingHidden(
        _ change: RoutineChange, _ caller: Caller, _ call: APICall
    ) async throws(CareProblem) -> RoutineContent? {
        guard caller.role == .provider || caller.role == .station, var content = change.content,
            content.appointment == nil,
            let id = UUID(uuidString: call.id)
        else { return change.content }
        let before = try await call.core.read { store throws(CareStoreError) in try await store.routine(id) }
        guard let before, before.content.client == content.client, before.content.exercise != nil,
            content.exercise != nil, caller.sight.sees(before.content),
            try await call.shown(before, to: caller).content.appointment != before.content.appointment
        else { return content }
        content.appointment = before.content.appointment
        return content
    }

    private static func occurrences(_ call: APICall, _ caller: Caller) async throws -> Response {
        let from = try call.query.date("from")
        let until = try call.query.date("until")
        guard from < until else {
            throw CareProblem(.notAcceptable, "it is not later than `from`", field: "until")
        }
        guard until.timeIntervalSince(from) <= Double(CareStore.longestView) * 86_400 else {
            throw CareProblem(
                .notAcceptable,
                "it is more than \(CareStore.longestView) days after from: ask for less at a time",
                field: "until")
        }
        let whose = reach(of: try call.query.text("client"), caller, call)
        let part: PlanPart =
            switch try call.query.word("only", of: ["chores", "exercises", "goals", "reminders"]) {
            case "chores": .chores
            case "exercises": .exercises
            case "goals": .goals
            case "reminders": .reminders
            default: .everything
            }
        let filter = PlanFilter(part: part, person: try call.query.text("person"))
        let now = call.core.clock.wall()
        // A station stands where everybody passes.
        let withMoods = caller.role != .station
        if let each = try call.query.number("per_day", in: 1...100) {
            return try await call.answer(to: caller) { store throws(CareStoreError) in
                try await store.days(
                    from: from, until: until, of: whose, only: filter, each: Int(each),
                    withMoods: withMoods, now: now)
            }
        }
        let routine = try call.query.text("routine").map { text throws(CareProblem) in
            guard let id = UUID(uuidString: text) else {
                throw CareProblem(.badRequest, "it is not a UUID", field: "routine")
            }
            return id
        }
        let need = try call.query.text("need")
        let after = try call.query.text("after").map { text throws(CareProblem) in
            guard let place = OccurrencePlace(text) else {
                throw CareProblem(.badRequest, "it is not the `next` of an earlier page", field: "after")
            }
            return place
        }
        let most = Int64(CareStore.longestPage)
        let limit = Int(try call.query.number("limit", in: 1...most) ?? most)
        return try await call.answer(to: caller) { store throws(CareStoreError) in
            try await store.occurrences(
                from: from, until: until, of: whose, routine: routine, need: need,
                only: filter, after: after, atMost: limit, withMoods: withMoods, now: now)
        }
    }

    /// Which due time of which routine is asked for, by `routine` and `key`.
    static func occurrence(_ call: APICall) throws(CareProblem) -> (routine: UUID, key: OccurrenceKey) {
        guard let routine = UUID(uuidString: try call.query.required("routine")) else {
            throw CareProblem(.badRequest, "it is not a UUID", field: "routine")
        }
        guard let key = OccurrenceKey(try call.query.required("key")) else {
            throw CareProblem(
                .badRequest, "it is not an occurrence such as 2026-03-28T02:30:00[Europe/Berlin]",
                field: "key")
        }
        return (routine, key)
    }

    private static func history(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (routine, key) = try occurrence(call)
        try await checkAudience(of: routine, key, field: "routine", call, caller)
        let whose = caller.sight.plans
        return try await call.answer { store throws(CareStoreError) in
            EntryPage(entries: try await store.history(routine, key, of: whose))
        }
    }

    /// Whose occurrences are asked for: of a client, or of all whom the caller sees.
    private static func reach(of client: String?, _ caller: Caller, _ call: APICall) -> PlanReach {
        let seen = caller.plans(in: call.core.configuration)
        guard let client, seen.isOfHousehold || client != RoutineOccurrence.noClient else { return seen }
        return seen.narrowed(to: client)
    }

    /// Throws where a provider does not see a routine, or the one occurrence of it, or a station a goal; returns what is planned.
    @discardableResult
    static func checkAudience(
        of id: UUID, _ key: OccurrenceKey? = nil, field: String, _ call: APICall, _ caller: Caller
    ) async throws(CareProblem) -> RoutineContent? {
        guard caller.role == .provider else {
            try await checkGoal(id, field: field, call, caller)
            return nil
        }
        let sight = caller.sight
        let (routine, client) = try await call.core.read { store throws(CareStoreError) in
            let routine = try await store.routine(id)
            // It may have been another client's when it was due.
            guard let key else { return (routine, routine?.content.client) }
            return (routine, try await store.client(of: id, key))
        }
        guard let routine else { return nil }
        guard sight.sees(routine.content), sight.plans.includes(client) else {
            throw CareProblem(.notFound, "there is no routine \(id)", field: field)
        }
        return routine.content
    }

    /// Throws where it is a goal, and those are not there for the caller. A routine that cannot be read any more is still found.
    private static func checkGoal(
        _ id: UUID, field: String, _ call: APICall, _ caller: Caller
    ) async throws(CareProblem) {
        guard !caller.sight.plans.includes(goal: true),
            try await call.core.read({ store throws(CareStoreError) in try await store.isGoal(id) })
        else { return }
        throw CareProblem(.notFound, "there is no routine \(id)", field: field)
    }

    /// - Parameter before: What was planned until now: who is named there stays named.
    private static func checkAudience(
        of content: RoutineContent, was before: RoutineContent? = nil, _ call: APICall, _ caller: Caller
    ) async throws(CareProblem) {
        guard caller.sight.plans.includes(goal: content.isGoal) else {
            throw CareProblem(.notFound, "there are no goals at a station: log in", field: "content.goal")
        }
        guard caller.role == .provider else { return }
        guard content.audience == .client else {
            throw CareProblem(
                .notAcceptable, "providers plan for clients alone: name a client",
                field: "content.audience")
        }
        // As if nobody had that id.
        guard caller.sight.sees(content) else {
            throw CareProblem(
                .notAcceptable, "nobody in this home has the id \(content.client ?? "")",
                field: "content.client")
        }
        try await checkNamed(content.assignable, was: before, "content.assignment", call, caller)
        try await checkAppointment(of: content, was: before, call, caller)
        // Nobody says of a colleague that they gave something.
        guard let giver = content.provider, giver != caller.person?.id, giver != before?.provider else {
            return
        }
        throw CareProblem(
            .notAcceptable,
            "no \(caller.role.rawValue) of this home has the id \(giver): look again whom there is",
            field: "content.provider")
    }

    /// A colleague's appointment with the same client is not there for them.
    private static func checkAppointment(
        of content: RoutineContent, was before: RoutineContent?, _ call: APICall, _ caller: Caller
    ) async throws(CareProblem) {
        guard let id = content.appointment, id != before?.appointment else { return }
        let reader = try caller.appointments(in: call.core.configuration)
        do throws(CareProblem) {
            _ = try await call.core.read { store throws(CareStoreError) in
                try await store.appointment(id, seenBy: reader)
            }
        } catch  where error.kind == .notFound {
            throw CareProblem(
                .notAcceptable, "\(content.client ?? "") has no appointment \(id)",
                field: "content.appointment")
        }
    }

    /// Whoever is named shows their name in what is planned: a provider names only whom they see.
    private static func checkNamed(
        _ named: [String], was before: RoutineContent? = nil, _ field: String, _ call: APICall,
        _ caller: Caller
    ) async throws(CareProblem) {
        let known = Set(before?.assignable ?? [])
        let ids = named.filter { !known.contains($0) }
        guard caller.role == .provider, !ids.isEmpty else { return }
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        guard let unseen = caller.sight.unseen(of: ids, among: people).first else { return }
        throw CareProblem(.notAcceptable, "nobody in this home has the id \(unseen)", field: field)
    }

    /// Whether what was done counts, is for those to say who live or work here and have logged in; a station cannot tell who presses.
    private static func checkApproval(by entry: OccurrenceEntry, _ caller: Caller) throws(CareProblem) {
        guard entry.kind == .approved || entry.kind == .notYet, !Set<CallerRole>.staff.contains(caller.role)
        else { return }
        throw CareProblem(
            .forbidden, "caregivers and coordinators who have logged in approve what was done", field: "kind")
    }

    private static func mark(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.report(OccurrenceEntry.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        // A kiosk speaks for its own client alone, and a client for themselves. What is the client's to mark, the store knows.
        let sender = caller.askingClient(in: call.core.configuration) ?? caller.person?.id
        let (entry, actor, isLoggedIn) = (written, caller.actor, caller.person != nil)
        let whose = caller.sight.plans
        try checkApproval(by: entry, caller)
        try await checkAudience(of: entry.routine, entry.key, field: "routine", call, caller)
        try await checkNamed([entry.person].compactMap(\.self), "person", call, caller)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.mark(
                entry, actor: actor, sender: sender, isLoggedIn: isLoggedIn, of: whose, receivedAt: now)
        }
        return try APICall.response((try await call.shown(made.0, to: caller), isNew: made.isNew))
    }
}
