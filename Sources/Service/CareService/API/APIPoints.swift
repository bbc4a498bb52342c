import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// Points that chores bring, and what they lead to. Whose are whose to see and to change, `PointReader` says.
enum APIPoints {
    static let places = [
        APIPlace("points", APIMethod(.get, for: .household, of: .points, standings)),
        APIPlace("points/{id}", APIMethod(.get, for: .household, of: .points, page)),
        APIPlace("points/{id}/gifts", APIMethod(.post, for: .staff, of: .clients, give)),
        APIPlace(
            "points/{id}/switch", APIMethod(.put, for: .staff.union([.kiosk, .client]), of: .points, turn)),
        APIPlace("rewards", APIMethod(.get, for: .household, of: .clients, rewards)),
        APIPlace("rewards/{id}", APIMethod(.put, for: .staff, setReward)),
        APIPlace(
            "grants", APIMethod(.get, for: .household, of: .points, grants),
            APIMethod(.post, for: .household, of: .points, ask)),
        APIPlace("grants/{id}/answers", APIMethod(.post, for: .household, of: .points, answer)),
    ]

    // MARK: - Points

    private static func standings(_ call: APICall, _ caller: Caller) async throws -> Response {
        let reader = reader(caller, call)
        return try await call.answer { store throws(CareStoreError) in
            try await store.pointStandings(seenBy: reader)
        }
    }

    private static func page(_ call: APICall, _ caller: Caller) async throws -> Response {
        let before = try call.query.number("before", in: 1...Int64.max)
        let (reader, id, limit) = (reader(caller, call), call.id, try call.limit())
        return try await call.answer { store throws(CareStoreError) in
            try await store.points(of: id, seenBy: reader, before: before, limit: limit)
        }
    }

    private static func give(_ call: APICall, _ caller: Caller) async throws -> Response {
        let gift = try await call.plan(PointGift.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try gift.check() }
        try APIRules.check(gift.at, from: caller.role, call.core)
        let (actor, id) = (try actor(caller, gift.by, call), call.id)
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            try await store.givePoints(to: id, gift, by: actor, receivedAt: now)
        }
    }

    private static func turn(_ call: APICall, _ caller: Caller) async throws -> Response {
        let change = try await call.plan(PointSwitch.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        let (actor, id) = (try actor(caller, change.by, call), call.id)
        return try await changed(call, caller, isMade: false) { store, now throws(CareStoreError) in
            try await store.switchPoints(of: id, change, by: actor, receivedAt: now)
        }
    }

    // MARK: - Rewards

    private static func rewards(_ call: APICall, _ caller: Caller) async throws -> Response {
        let state = try call.query.word("state", of: ["active", "all"])
        let person = caller.askingClient(in: call.core.configuration)
        return try await call.answer { store throws(CareStoreError) in
            try await store.rewards(onlyActive: state != "all", for: person)
        }
    }

    private static func setReward(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var planned = try await call.plan(RewardChange.self)
        try APIRules.check { [planned] () throws(FieldProblem) in try planned.check() }
        planned.by = try caller.signed(planned.by)
        let change = planned
        let cards = try await call.cardWords()
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            try await store.setReward(id, change, cards: cards, receivedAt: now)
        }
    }

    // MARK: - Grants

    private static func grants(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyOpen = try call.query.isOnly("open", of: "state")
        let person = try call.query.text("person")
        let before = try call.query.number("before", in: 1...Int64.max)
        let (reader, limit) = (reader(caller, call), try call.limit())
        return try await call.answer { store throws(CareStoreError) in
            try await store.grants(
                onlyOpen: isOnlyOpen, of: person, seenBy: reader, before: before, limit: limit)
        }
    }

    private static func ask(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewGrant.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try APIRules.check(new.at, from: caller.role, call.core)
        let actor = try actor(caller, new.by, call)
        return try await changed(call, caller, counted: .grants, of: new.person) {
            store, now throws(CareStoreError) in
            try await store.addGrant(new, by: actor, receivedAt: now)
        }
    }

    private static func answer(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let answer = try await call.plan(GrantAnswer.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try answer.check() }
        try APIRules.check(answer.at, from: caller.role, call.core)
        let actor = try actor(caller, answer.by, call)
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            try await store.answerGrant(id, answer, by: actor, receivedAt: now)
        }
    }

    // MARK: - Who asks

    private static func reader(_ caller: Caller, _ call: APICall) -> PointReader {
        switch caller.role {
        case .coordinator: .all
        case .station, .caregiver: .clients(besides: caller.person?.id)
        // No route is for a display, a provider or the house.
        case .kiosk, .client, .display, .provider, .house: .only(caller.client(of: call.core.configuration))
        }
    }

    private static func actor(
        _ caller: Caller, _ name: String?, _ call: APICall
    ) throws(CareProblem) -> PointActor {
        let client = caller.askingClient(in: call.core.configuration)
        return PointActor(
            reader: reader(caller, call), id: client ?? caller.person?.id, name: try caller.signed(name),
            decides: client == nil, isCoordinator: caller.role == .coordinator)
    }

    /// - Parameters:
    ///   - isMade: Whether something that was not there is made by it, which 201 says.
    ///   - kind: Of what only so much is taken within a day; `nil` for what is always taken.
    ///   - person: For whom that is counted.
    private static func changed<Value: Encodable & Sendable>(
        _ call: APICall, _ caller: Caller, isMade: Bool = true, counted kind: DayBudget.Kind? = nil,
        of person: String = "",
        _ body: (CareStore, Date) async throws(CareStoreError) -> (Value, isNew: Bool)
    ) async throws -> Response {
        let actor = call.actor(caller)
        let made = try await call.withinDay(kind, of: person, field: "person") {
            () async throws(CareProblem) in
            try await call.core.change { store, now throws(CareStoreError) in
                try await body(store.audited(as: actor, at: now), now)
            }
        }
        return try APICall.response((made.0, isNew: isMade && made.isNew))
    }
}

extension PointGift: CompletableMessage { static let timeMember: String? = "at" }
extension NewGrant: CompletableMessage { static let timeMember: String? = "at" }
extension GrantAnswer: CompletableMessage { static let timeMember: String? = "at" }
