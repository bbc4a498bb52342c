import Care
import FoundationEssentials
import Wording

/// The ways to reach people on their own devices: each person's own, those of others for coordinators, and the home's own.
enum ReachPages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = ofOneself + ofOthers + ofHome

    private static let ofOneself: [PageRoute] = [
        PageRoute(.get, "/account/reach", for: .all) { call, viewer in try await show(.own(viewer), call) },
        PageRoute(.post, "/account/reach", for: .all) { call, viewer in try await add(.own(viewer), call) },
        PageRoute(.post, "/account/reach/{}", for: .all) { call, viewer in
            try await change(.own(viewer), call.parts[0], call)
        },
        PageRoute(.post, "/account/reach/{}/proofs", for: .all) { call, viewer in
            try await prove(.own(viewer), call.parts[0], call)
        },
    ]

    private static let ofOthers: [PageRoute] = [
        PageRoute(.get, "/people/{}/reach", for: .staff) { call, _ in
            try await show(try await .other(call.parts[0], call.api), call)
        },
        PageRoute(.post, "/people/{}/reach", for: .staff) { call, _ in
            try await add(try await .other(call.parts[0], call.api), call)
        },
        PageRoute(.post, "/people/{}/reach/{}", for: .staff) { call, _ in
            try await change(try await .other(call.parts[0], call.api), call.parts[1], call)
        },
        PageRoute(.post, "/people/{}/reach/{}/proofs", for: .staff) { call, _ in
            try await prove(try await .other(call.parts[0], call.api), call.parts[1], call)
        },
    ]

    private static let ofHome: [PageRoute] = [
        PageRoute(.get, "/channels/reach", for: coordinator) { call, _ in try await show(.home, call) },
        PageRoute(.post, "/channels/reach", for: coordinator) { call, _ in try await add(.home, call) },
        PageRoute(.post, "/channels/reach/{}", for: coordinator) { call, _ in
            try await change(.home, call.parts[0], call)
        },
        PageRoute(.post, "/channels/reach/{}/proofs", for: coordinator) { call, _ in
            try await prove(.home, call.parts[0], call)
        },
    ]

    static let templates = ["reach": ReachView.template]

    /// Those of the home's channels over which a way is typed: a browser subscribes itself, and programs are a coordinator's to add.
    static func byHand(_ channels: ChannelPage, _ call: PageCall) -> [HomeChannel] {
        let mayAddPrograms = call.request.viewer?.person.role == .coordinator
        return channels.inUse.filter {
            $0.name != HomeChannel.push
                && (mayAddPrograms || $0.name != ContactChannel.webhook.rawValue)
        }
    }

    private static func show(
        _ owner: ReachOwner, _ call: PageCall, attempt: ReachAttempt? = nil, news: ReachNews? = nil,
        problem: CareProblem? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let channels: ChannelPage = try await call.api.get("channels")
        let list: ContactPage = try await call.api.get("contacts")
        let hasPush = owner.isSelf && channels.inUse.contains { $0.name == HomeChannel.push }
        let push = hasPush ? try await call.api.get("push", as: PushKey.self) : nil
        let contacts = list.contacts.filter { $0.person == owner.person?.id }
        let view = ReachView(
            contacts, of: owner, channels, push, call, attempt: attempt,
            news: news ?? ReachTrial.said(of: contacts, call), problem: problem)
        // With no form left, what is wrong with what was sent stands above the page.
        let refused = view.form == nil ? problem.map { Notice(text: $0.sentence, isProblem: true) } : nil
        return call.page(
            Page(
                title: owner.title, template: "reach", content: view,
                notice: refused ?? ReachNotice.notice(call), back: owner.back), status: status)
    }

    private static func add(_ owner: ReachOwner, _ call: PageCall) async throws -> PageResponse {
        let channels: ChannelPage = try await call.api.get("channels")
        do throws(CareProblem) {
            let new = try ReachForm.contact(of: owner, byHand(channels, call), call)
            try await put(new, as: UUIDs.draft(call.form), call.api)
        } catch {
            // The same form has come before.
            if error.kind == .conflict { return .seeOther(ReachNotice.added.path(owner.base)) }
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            return try await show(owner, call, problem: error, status: error.status)
        }
        return .seeOther(ReachNotice.added.path(owner.base))
    }

    private static func change(
        _ owner: ReachOwner, _ id: String, _ call: PageCall
    ) async throws -> PageResponse {
        let known = try await contact(id, of: owner, call.api)
        guard let kind = call.form["kind"].flatMap(ReachChange.init) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        do throws(CareProblem) {
            if kind == .remove {
                try await call.api.send("DELETE", "contacts/\(known.id)", Ignored())
            } else {
                try await put(try kind.made(of: known, call.form), as: known.id, call.api)
            }
        } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            if kind == .save, ["label", "after"].contains(error.field) {
                let attempt = ReachAttempt(id: known.id, fields: call.form, problem: error)
                return try await show(owner, call, attempt: attempt, status: error.status)
            }
            let news = ReachNews(contact: known.id, words: error.ofReading.sentence, isProblem: true)
            return try await show(owner, call, news: news, status: error.status)
        }
        return .seeOther(kind.notice.path(owner.base))
    }

    private static func prove(
        _ owner: ReachOwner, _ id: String, _ call: PageCall
    ) async throws -> PageResponse {
        let known = try await contact(id, of: owner, call.api)
        let trial = try await ReachTrial.send(to: known.id, call.api)
        return .seeOther(trial.path(owner.base, to: known.id, at: ReachCard.key(of: known.id)))
    }

    /// Throws where there is none, or where it is somebody else's: that has a page of its own.
    private static func contact(
        _ id: String, of owner: ReachOwner, _ api: PageAPI
    ) async throws(CareProblem) -> Contact {
        guard let id = UUID(uuidString: id) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        let known: Contact = try await api.get("contacts/\(id)")
        guard known.person == owner.person?.id else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        return known
    }

    private static func put(
        _ change: ContactChange, as id: UUID, _ api: PageAPI
    ) async throws(CareProblem) {
        try await api.send("PUT", "contacts/\(id)", change)
    }
}

/// What can be changed of one way.
enum ReachChange: String {
    case on, off, save, remove

    var notice: ReachNotice {
        switch self {
        case .on: .on
        case .off: .off
        case .save: .saved
        case .remove: .removed
        }
    }

    /// The way as it is then, with the number that its reader saw. Throws what is wrong with what was typed.
    func made(of known: Contact, _ form: PageFields) throws(CareProblem) -> ContactChange {
        var contact = ContactChange(
            person: known.person, channel: known.channel, label: known.label, address: known.address,
            after: known.after, isOn: known.isOn)
        contact.sequence = form["sequence"].flatMap { Int64($0) } ?? known.sequence
        switch self {
        case .on: contact.isOn = true
        case .off, .remove: contact.isOn = false
        case .save: (contact.label, contact.after) = (try ReachForm.label(form), try ReachForm.after(form))
        }
        return contact
    }
}

extension CareProblem {
    /// Where somebody else was faster: what a reader does about it, in the place of what a program does. The page shows it as it is by now.
    var ofReading: CareProblem {
        guard kind == .conflict else { return self }
        return CareProblem(
            .conflict, "somebody else has changed this meanwhile: look at it as it is now, and try again")
    }
}
