import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// Appointments of clients and providers. What of them is whose, `AppointmentReader` says, and who writes what, the kinds of lines.
enum APIAppointments {
    /// Those who have something to do with appointments: neither stations nor screens.
    private static let parties: Set<CallerRole> = [.kiosk, .client, .caregiver, .coordinator, .provider]
    private static let planners: Set<CallerRole> = [.coordinator, .provider]

    static let places = [
        APIPlace(
            "appointments", APIMethod(.get, for: parties, of: .clients, list),
            APIMethod(.post, for: planners, of: .clients, add)),
        APIPlace("appointments/wishes", APIMethod(.get, for: .coordinators, of: .clients, wishes)),
        APIPlace(
            "appointments/{id}", APIMethod(.get, for: parties, of: .clients, read),
            APIMethod(.put, for: planners, of: .clients, change),
            APIMethod(.delete, for: planners, of: .clients, cancel)),
        APIPlace(
            "appointments/{id}/lines",
            APIMethod(
                .post, for: parties.subtracting([.caregiver]), of: .clients, addLine)),
    ]

    // MARK: - What is read

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let query = call.query
        let state = try query.word("state", of: ["open", "waiting"])
        let search = AppointmentSearch(
            client: try query.text("client"), provider: try query.text("provider"),
            from: try query.optionalDate("from"), to: try query.optionalDate("to"),
            isOnlyOpen: state == "open", isOnlyWaiting: state == "waiting", text: try query.text("text"),
            after: try query.number("after", in: 1...Int64.max), limit: try call.limit())
        try checkSpan(search.from, search.to)
        let reader = try caller.appointments(in: call.core.configuration)
        return try await call.answer { store throws(CareStoreError) in
            try await store.appointments(search, seenBy: reader)
        }
    }

    /// Throws where the end is not after the beginning.
    static func checkSpan(_ from: Date?, _ to: Date?) throws(CareProblem) {
        guard let from, let to, from >= to else { return }
        throw CareProblem(.notAcceptable, "it is not later than `from`", field: "to")
    }

    private static func wishes(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in try await store.appointmentWishes() }
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let reader = try caller.appointments(in: call.core.configuration)
        return try await call.answer { store throws(CareStoreError) in
            try await store.appointment(id, seenBy: reader)
        }
    }

    // MARK: - What is written

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewAppointment.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        let actor = try actor(caller, new.by, call)
        // As if nobody had that id.
        guard caller.role != .provider || caller.sight.plans.includes(new.content.client) else {
            throw CareProblem(
                .notAcceptable,
                "no client of this home has the id \(new.content.client): look again whom there is",
                field: "content.client")
        }
        guard actor.reader.sees(new.content) else {
            throw CareProblem(
                .forbidden, "providers make their own appointments: a coordinator may do it for others",
                field: "content.provider")
        }
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.addAppointment(new, by: actor, receivedAt: now)
            })
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let change = try await call.plan(AppointmentChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        let actor = try actor(caller, change.by, call)
        let changed = try await call.core.change { store, now throws(CareStoreError) in
            try await store.changeAppointment(id, change, by: actor, receivedAt: now)
        }
        return try APICall.response(.ok, changed.0)
    }

    private static func cancel(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let actor = try actor(caller, nil, call)
        _ = try await call.core.change { store, now throws(CareStoreError) in
            try await store.cancelAppointment(id, by: actor, receivedAt: now)
        }
        return APICall.nothing()
    }

    private static func addLine(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let line = try await call.report(NewAppointmentLine.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try line.check() }
        let actor = try actor(caller, nil, call)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.addAppointmentLine(id, line, by: actor, receivedAt: now)
            })
    }

    private static func actor(
        _ caller: Caller, _ name: String?, _ call: APICall
    ) throws(CareProblem) -> AppointmentActor {
        AppointmentActor(
            reader: try caller.appointments(in: call.core.configuration), name: try caller.signed(name),
            id: caller.person?.id)
    }
}

extension NewAppointment: CompletableMessage { static let timeMember: String? = nil }
extension NewAppointmentLine: CompletableMessage { static let timeMember: String? = nil }
