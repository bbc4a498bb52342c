import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// The work that people share: what is to be done, what each has done, and reminding each other of it.
enum APIChores {
    static let places = [
        APIPlace("chores", APIMethod(.get, for: .household, of: .clients, feed)),
        APIPlace("chores/shares", APIMethod(.get, for: .caregivers, shares)),
        APIPlace("chores/photos", APIMethod(.get, for: .people, of: .photos, photos)),
        APIPlace(
            "chores/photo", APIMethod(.get, for: .people, of: .photos, photo),
            APIMethod(.put, for: .people, of: .clients, setPhoto)),
        APIPlace("chores/reminders", APIMethod(.post, for: .household, of: .clients, remind)),
    ]

    private static func feed(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("person")
        let now = call.core.clock.wall()
        let isOnlyReminders = try call.query.isOnly("reminders", of: "only")
        let client = caller.askingClient(in: call.core.configuration)
        if let client {
            guard asked == nil || asked == client else {
                throw CareProblem(
                    .notFound, "there is nobody with the id \(asked ?? "")", field: "person")
            }
        }
        if isOnlyReminders {
            guard let person = client ?? asked ?? caller.person?.id else {
                throw CareProblem(
                    .badRequest, "it is missing: say whose reminders are asked for", field: "person")
            }
            guard person == client ?? caller.person?.id else {
                throw CareProblem(
                    .forbidden, "of what somebody is reminded is told to them alone", field: "person")
            }
            return try await call.answer { store throws(CareStoreError) in
                try await store.choreReminders(of: person, now: now)
            }
        }
        if let client {
            return try await call.answer { store throws(CareStoreError) in
                try await store.chores(ofClient: client, now: now)
            }
        }
        let own = caller.person?.id
        let person = asked ?? own
        return try await call.answer { store throws(CareStoreError) in
            try await store.chores(of: person, withReminders: person == own, now: now)
        }
    }

    private static func shares(_ call: APICall, _ caller: Caller) async throws -> Response {
        let range = ChoreShares.weeksRange
        let weeks =
            try call.query.number("weeks", in: Int64(range.lowerBound)...Int64(range.upperBound))
            ?? Int64(ChoreShares.usualWeeks)
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            try await store.choreShares(from: now.addingTimeInterval(-Double(weeks) * 7 * 86_400), until: now)
        }
    }

    private static func remind(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.plan(ChoreReminder.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let client = caller.askingClient(in: call.core.configuration)
        let (new, sender) = (written, client ?? caller.person?.id)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.remind(
                    of: new, sender: sender, onlyHousehold: client != nil, receivedAt: now)
            })
    }

    // MARK: - Photos

    private static func photos(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (sender, whose) = (try onlyOwn(caller), caller.sight.plans)
        return try await call.answer { store throws(CareStoreError) in
            ChorePhotoPage(photos: try await store.chorePhotos(sentBy: sender, of: whose))
        }
    }

    private static func photo(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (routine, key) = try APIRoutines.occurrence(call)
        let (sender, whose) = (try onlyOwn(caller), caller.sight.plans)
        let found = try await call.core.read { store throws(CareStoreError) in
            try await store.chorePhoto(of: routine, key, sentBy: sender, of: whose)
        }
        guard let (photo, bytes) = found else {
            throw CareProblem(.notFound, "there is no photo of \(key)", field: "key")
        }
        return try APIPictures.response(photo.kind, version: photo.version, bytes, to: call)
    }

    private static func setPhoto(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (routine, key) = try APIRoutines.occurrence(call)
        try await APIRoutines.checkAudience(of: routine, key, field: "routine", call, caller)
        let (person, actor, whose) = (try caller.loggedIn(), caller.actor, caller.sight.plans)
        let sent = try await APIPictures.sent(call)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.setChorePhoto(
                    of: routine, key, sent.kind, sent.bytes, actor: actor, sender: person.id,
                    by: person.name, of: whose, at: now)
            })
    }

    /// Whose photos alone a caller gets; `nil` for those who approve what was done, and so get all.
    private static func onlyOwn(_ caller: Caller) throws(CareProblem) -> String? {
        Set<CallerRole>.staff.contains(caller.role) ? nil : try caller.loggedIn().id
    }
}
