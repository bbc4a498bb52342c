import Care
import CareStore
import Channels
import Foundation
import Hummingbird

/// The ways by which people are reached on their own devices. What opens one is taken, and never given.
enum APIContacts {
    static let places = [
        APIPlace("contacts", APIMethod(.get, for: .reached, of: .contacts, list)),
        APIPlace(
            "contacts/{id}", APIMethod(.get, for: .reached, of: .contacts, read),
            APIMethod(.put, for: .reached, of: .contacts, set),
            APIMethod(.delete, for: .reached, of: .contacts, remove)),
        APIPlace("contacts/{id}/proofs", APIMethod(.post, for: .reached, of: .contacts, prove)),
        APIPlace("push", APIMethod(.get, for: .reached, push)),
        APIPlace("push/left", APIMethod(.post, for: .people, leave)),
        APIPlace("coverage", APIMethod(.get, for: .caregivers, of: .clients, coverage)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let own = try caller.loggedIn().id
        let isCoordinator = caller.role == .coordinator
        let contacts = try await call.core.read { store throws(CareStoreError) in
            if isCoordinator { try await store.allContacts() } else { try await store.contacts(of: own) }
        }
        return try APICall.response(.ok, ContactPage(contacts: contacts))
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(.ok, try await contact(call, caller))
    }

    /// For whoever may not see one, it does not exist.
    private static func contact(_ call: APICall, _ caller: Caller) async throws -> Contact {
        let id = try call.uuid()
        guard let found = try await stored(id, call), mayReach(found.person, caller) else {
            throw CareProblem(.notFound, "this way to reach somebody is not there any more", field: "id")
        }
        return found
    }

    private static func stored(_ id: UUID, _ call: APICall) async throws(CareProblem) -> Contact? {
        try await call.core.read { store throws(CareStoreError) in try await store.contact(id) }
    }

    private static func mayReach(_ person: String?, _ caller: Caller) -> Bool {
        caller.role == .coordinator || person != nil && person == caller.person?.id
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        let written = try await call.body(ContactChange.self)
        let known = try await stored(id, call)
        if let known, !mayReach(known.person, caller) {
            throw CareProblem(.notFound, "this way to reach somebody is not there any more", field: "id")
        }
        guard mayReach(written.person, caller) else {
            throw CareProblem(
                .forbidden, "you add ways to reach yourself: for others, ask a coordinator", field: "person")
        }
        let new = Contact(
            id: id, person: written.person, channel: written.channel, label: written.label,
            address: written.address, after: written.after, isOn: written.isOn, sequence: written.sequence)
        // It may lead to any machine of the home, and tells whoever asks what that answers.
        let isProgram = new.channel == ContactChannel.webhook.rawValue
        guard !isProgram || caller.role == .coordinator || new.address == known?.address else {
            throw CareProblem(
                .forbidden, "the address of a program is for a coordinator to write", field: "address.url")
        }
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try await check(person: new.person, core)
        let before = try await core.messages.secrets.read().contacts[id.uuidString] ?? [:]
        let secrets = before.merging(written.secret ?? [:]) { _, new in new }.filter { !$0.value.isEmpty }
        try checkFields(of: new, secrets, written.secret ?? [:], core)
        if new.isOn { try await check(new, secrets, core) }
        try await core.check(subscriptionOf: new, secrets)
        let isRenewed = secrets != before
        // First what opens it: it is tried as soon as it is stored.
        if isRenewed { try await core.messages.secrets.set(secrets, of: id) }
        let actor = call.actor(caller)
        let saved: Contact
        do throws(CareProblem) {
            saved = try await core.change { store, now throws(CareStoreError) in
                let audited = store.audited(as: actor, at: now)
                return (try await audited.save(new, isRenewed: isRenewed, at: now), isNew: true)
            }.0
        } catch {
            if isRenewed { try? await core.messages.secrets.takeBack(secrets, to: before, of: id) }
            throw error
        }
        core.messages.renewed(id)
        core.deliveryBells.ring()
        // With the first way, messages are one of their channels.
        core.agendaChanged()
        return try APICall.response((saved, isNew: known == nil))
    }

    /// Messages are for those who care; a client has their kiosk.
    private static func check(person: String?, _ core: ServiceCore) async throws(CareProblem) {
        guard let person else { return }
        guard let found = try await core.person(person), found.isActive else {
            throw CareProblem(.notAcceptable, "nobody in this home has the id \(person)", field: "person")
        }
        guard found.role != .client else {
            throw CareProblem(
                .notAcceptable, "clients are told at their kiosks: choose somebody who cares for them",
                field: "person")
        }
    }

    /// What is switched off may be incomplete, and may hold nothing that its channel does not have.
    ///
    /// - Parameter typed: The secrets that were just written.
    private static func checkFields(
        of contact: Contact, _ secrets: [String: String], _ typed: [String: String], _ core: ServiceCore
    ) throws(CareProblem) {
        guard let channel = core.messages.channels[contact.channel] else {
            // One of another version can still be switched off.
            guard contact.isOn || !typed.isEmpty else { return }
            throw noWay
        }
        let asked = channel.address.map { field in
            var field = field
            field.isRequired = field.isRequired && contact.isOn
            return field
        }
        try ChannelForm.check(contact.address, asked.filter { !$0.isSecret }, "address")
        try ChannelForm.check(secrets, asked.filter(\.isSecret), "secret", typed: Array(typed.keys))
    }

    private static let noWay = CareProblem(
        .notAcceptable, "this home cannot reach anybody in this way", field: "channel")

    /// Whether the channel can use it.
    private static func check(
        _ contact: Contact, _ secrets: [String: String], _ core: ServiceCore
    ) async throws(CareProblem) {
        guard let channel = core.messages.channels[contact.channel],
            try await core.storedChannel(contact.channel)?.isOn ?? false
        else { throw noWay }
        let target = try await core.destination(of: contact, secrets: secrets)
        try APIRules.check { () throws(FieldProblem) in try channel.check(target) }
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        // What is gone already is gone; another's is not there.
        if let found = try await stored(id, call) {
            guard mayReach(found.person, caller) else {
                throw CareProblem(.notFound, "this way to reach somebody is not there any more", field: "id")
            }
            let actor = call.actor(caller)
            _ = try await core.change { store, now throws(CareStoreError) in
                try await store.audited(as: actor, at: now).removeContact(id, at: now)
                return (true, isNew: true)
            }
            try await core.messages.secrets.set(nil, of: id)
            core.agendaChanged()
        }
        return APICall.nothing()
    }

    /// A test that its owner sees.
    private static func prove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let found = try await contact(call, caller)
        let core = call.core
        try core.messages.test(
            by: try caller.loggedIn().id, over: found.channel, at: core.clock.uptime())
        let outcome = try await core.test(found)
        await core.note(outcome, ofProof: found)
        core.deliveryBells.ring()
        return try APICall.response(
            .ok, ContactProof(outcome: outcome.word, problem: outcome.problem))
    }

    private static let noPush = CareProblem(
        .notFound, "this home sends nothing to browsers: a coordinator can switch it on")

    /// With what browsers subscribe.
    private static func push(_ call: APICall, _ caller: Caller) async throws -> Response {
        let core = call.core
        guard core.messages.channels[MessageDesk.webPush] != nil,
            try await core.storedChannel(MessageDesk.webPush)?.isOn ?? false
        else { return try APICall.response(.ok, PushKey(problem: noPush.detail)) }
        return try APICall.response(.ok, PushKey(key: try await core.messages.secrets.vapid().publicKey))
    }

    /// The answer says nothing of whose it was, nor whether it was anybody's.
    private static func leave(_ call: APICall, _ caller: Caller) async throws -> Response {
        let left = try await call.body(LeftSubscription.self)
        try await call.core.leave(left, to: try caller.loggedIn())
        return APICall.nothing()
    }

    private static func coverage(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(.ok, try await call.core.coverage())
    }
}

extension ChannelOutcome {
    fileprivate var word: ContactProof.Outcome {
        switch self {
        case .accepted: .accepted
        case .confirmed, .answered: .confirmed
        case .failed: .failed
        case .later: .later
        case .gone: .gone
        }
    }
}
