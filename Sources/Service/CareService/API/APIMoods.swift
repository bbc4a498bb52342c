import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// How clients are, as they say themselves or as others find them.
enum APIMoods {
    /// Neither stations nor screens: they stand where everybody passes.
    private static let parties: Set<CallerRole> = [.kiosk, .client, .caregiver, .coordinator, .provider]
    private static let observers: Set<CallerRole> = [.caregiver, .coordinator, .provider]

    static let places = [
        APIPlace(
            "moods", APIMethod(.get, for: parties, of: .clients, list),
            APIMethod(.post, for: parties, of: .clients, add)),
        APIPlace(
            "people/{id}/signs", APIMethod(.get, for: parties, of: .clients, signs),
            APIMethod(.put, for: observers, of: .clients, setSigns)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let query = call.query
        var search = MoodSearch(
            client: try query.text("client"), from: try query.optionalDate("from"),
            to: try query.optionalDate("to"), before: try query.number("before", in: 1...Int64.max),
            limit: try call.limit())
        search.scale = try query.word("scale", of: MoodScale.allCases.map(\.rawValue))
            .flatMap { MoodScale(rawValue: $0) }
        try APIAppointments.checkSpan(search.from, search.to)
        let whose = reach(caller, call)
        var page = try await call.core.read { [search] store throws(CareStoreError) in
            try await store.moods(search, of: whose)
        }
        if search.before == nil { page.faces = try await faces(of: search.client, caller, call) }
        return try APICall.response(.ok, try await call.shown(page, to: caller))
    }

    /// Among which faces the one client chooses whose moods are asked for; `nil` where this home has no settings of theirs.
    private static func faces(
        of asked: String?, _ caller: Caller, _ call: APICall
    ) async throws -> MoodScale? {
        let own = caller.askingClient(in: call.core.configuration)
        guard let client = own ?? asked, asked == nil || asked == client,
            reach(caller, call).includes(client), call.core.configuration.files?.faces != nil
        else { return nil }
        return try await call.files().run { files throws(CareProblem) in files.faces?(client) }
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.report(NewMood.self, from: caller)
        try APIRules.check { [written] () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let asking = caller.askingClient(in: call.core.configuration)
        guard asking == nil || written.scale != .observation else {
            throw CareProblem(
                .forbidden, "an observation is what somebody else sees: use another scale", field: "scale")
        }
        let new = written
        let actor = MoodActor(
            actor: caller.actor, sender: asking ?? caller.person?.id, isLoggedIn: caller.person != nil,
            whose: reach(caller, call), appointments: try caller.appointments(in: call.core.configuration))
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.addMood(new, by: actor, receivedAt: now)
        }
        return try APICall.response((try await call.shown(made.0, to: caller), isNew: made.isNew))
    }

    private static func signs(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (client, whose) = (call.id, reach(caller, call))
        return try await call.answer { store throws(CareStoreError) in
            try await store.signs(of: client, for: whose)
        }
    }

    private static func setSigns(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (client, whose) = (call.id, reach(caller, call))
        let list = try await call.plan(SignList.self)
        try APIRules.check { () throws(FieldProblem) in try list.check() }
        let now = call.core.clock.wall()
        let set = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.setSigns(of: client, list, for: whose, at: now)
        }
        return try APICall.response(.ok, set.0)
    }

    /// Whose moods somebody reads and writes.
    private static func reach(_ caller: Caller, _ call: APICall) -> PlanReach {
        caller.plans(in: call.core.configuration)
    }
}

extension NewMood: CompletableMessage { static let timeMember: String? = "at" }
