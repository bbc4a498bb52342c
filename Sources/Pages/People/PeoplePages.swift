import Care
import Wording

/// Who lives and works in the home: all see it, coordinators change it, everybody their own.
enum PeoplePages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/people", for: .staff, PeopleListPage.show),
            PageRoute(.get, "/people/new", for: coordinator) { call, _ in
                try await NewPersonPage.show(call)
            },
            PageRoute(.post, "/people/new", for: coordinator) { call, _ in
                try await NewPersonPage.make(call)
            },
            PageRoute(.get, "/people/{}", for: .staff) { call, viewer in
                try await PersonPage.show(call, viewer, call.parts[0])
            },
            PageRoute(.post, "/people/{}", for: coordinator, saveDetails),
            PageRoute(.post, "/people/{}/left", for: coordinator) { call, _ in
                try await setActive(call, false)
                return .seeOther(PersonNotice.left.path(PersonPage.path(call.parts[0])))
            },
            PageRoute(.post, "/people/{}/back", for: coordinator, letBack),
        ] + forms + places + logins + pictures + AuditPages.routes + RegistrationPages.routes
        + SayingPages.routes

    private static let forms: [PageRoute] = [
        PageRoute(.post, "/people/{}/reminders", for: .staff) { call, viewer in
            try await PersonForms.reminders(call, call.parts[0], base: PersonPage.path(call.parts[0])) {
                try await PersonPage.show(call, viewer, call.parts[0], attempt: $0)
            }
        },
        PageRoute(.post, "/people/{}/absences", for: .staff) { call, viewer in
            try await PersonForms.addAbsence(call, call.parts[0], base: PersonPage.path(call.parts[0])) {
                try await PersonPage.show(call, viewer, call.parts[0], attempt: $0)
            }
        },
        PageRoute(.post, "/people/{}/absences/removal", for: .staff) { call, _ in
            try await PersonForms.removeAbsence(call, call.parts[0], base: PersonPage.path(call.parts[0]))
        },
    ]

    private static let places: [PageRoute] = [
        PageRoute(.post, "/people/{}/place", for: coordinator, PersonPlacePart.save)
    ]

    private static let logins: [PageRoute] = [
        PageRoute(.get, "/people/{}/invitation", for: coordinator) { call, _ in
            try await InvitePage.show(call, call.parts[0])
        },
        PageRoute(.post, "/people/{}/invitation", for: coordinator) { call, _ in
            try await InvitePage.make(call, call.parts[0])
        },
        PageRoute(.get, "/people/{}/invitation/removal", for: coordinator) { call, _ in
            try await InvitePage.askRemoval(call, call.parts[0])
        },
        PageRoute(.post, "/people/{}/invitation/removal", for: coordinator) { call, _ in
            try await InvitePage.remove(call, call.parts[0])
        },
        PageRoute(.get, "/people/{}/login", for: coordinator) { call, _ in
            let person = try await PersonChanges.person(call.parts[0], call.api)
            let base = PersonPage.path(person.id)
            return call.ask(
                Text("logins.remove"), Text("logins.remove_question", ["name": .verbatim(person.name)]),
                Text("logins.remove_meaning"), action: base + "/login", yes: Text("logins.remove"),
                no: Text("forms.cancel"), back: base)
        },
        PageRoute(.post, "/people/{}/login", for: coordinator) { call, _ in
            try await call.api.send("DELETE", "accounts/" + PageText.escaped(call.parts[0]), Ignored())
            return .seeOther(PersonNotice.unlogged.path(PersonPage.path(call.parts[0])))
        },
        PageRoute(.get, "/people/{}/second-step", for: coordinator) { call, _ in
            let person = try await PersonChanges.person(call.parts[0], call.api)
            let base = PersonPage.path(person.id)
            guard try await Logins(call.api).hasSecondStep(person.id) else {
                throw CareProblem(.notFound, "this page does not exist")
            }
            return call.ask(
                Text("logins.second_step_off"),
                Text("logins.second_step_question", ["name": .verbatim(person.name)]),
                Text("logins.second_step_meaning"), action: base + "/second-step",
                yes: Text("logins.second_step_yes"), no: Text("forms.cancel"), back: base)
        },
        PageRoute(.post, "/people/{}/second-step", for: coordinator) { call, _ in
            let base = PersonPage.path(call.parts[0])
            let wasOn = try await endSecondStep(call.parts[0], call.api)
            return .seeOther(wasOn ? PersonNotice.stepless.path(base) : base)
        },
    ]

    private static let pictures: [PageRoute] = [
        PageRoute(.post, "/people/{}/picture", for: coordinator) { call, viewer in
            try await PictureForms.save(call, call.parts[0], base: PersonPage.path(call.parts[0])) {
                try await PersonPage.show(call, viewer, call.parts[0], attempt: $0)
            }
        },
        PageRoute(.get, "/people/{}/picture/removal", for: coordinator) { call, _ in
            let person = try await PersonChanges.person(call.parts[0], call.api)
            return PictureForms.askRemoval(call, person, base: PersonPage.path(person.id), isOwn: false)
        },
        PageRoute(.post, "/people/{}/picture/removal", for: coordinator) { call, _ in
            try await PictureForms.remove(call, call.parts[0], base: PersonPage.path(call.parts[0]))
        },
    ]

    static let templates: [String: String] = RegistrationPages.templates.merging([
        "face": Face.template,
        "people.picture": PicturePart.template,
        "people.list": PeopleListPage.template,
        "audit": AuditPages.template,
        "people.card": PeopleListPage.card,
        "people.person": PersonPage.template,
        "people.details": PersonDetailsPart.template,
        "people.login": PersonLoginPart.template,
        "people.new": NewPersonPage.template,
        "people.clients": ClientsChoice.template,
        "people.invite": InvitePage.template,
        "people.reminders": RemindersPart.template,
        "people.absences": AbsencesPart.template,
        "people.place": PersonPlacePart.template,
        "people.chores": PersonChoresPart.template,
        "people.duties": PersonDutiesPart.template,
        "people.conflict": ConflictPart.template,
        "people.words": SayingPages.template,
    ]) { first, _ in first }

    private static func saveDetails(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = call.parts[0]
        do {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            var person = try await PersonChanges.person(id, call.api)
            let role = call.form["role"].flatMap(Person.Role.init) ?? person.role
            if role != person.role, call.form["sure"] == nil {
                return askRole(call, viewer, person, name: name, role: role)
            }
            person.name = name
            let isOther = role != person.role
            if isOther { person.reminders = person.reminders.limited(to: role) }
            person.role = role
            // Only a client lives in a place.
            if role != .client { person.place = nil }
            person.clients = ClientsChoice.sent(call.form, role)
            person.sequence = call.form["sequence"].flatMap { Int64($0) } ?? person.sequence
            let isBack = call.form["back"] != nil
            if isBack { person.isActive = true }
            try await PersonChanges.put(person, call.api)
            return .seeOther(
                (isBack ? PersonNotice.back : isOther ? .role : .saved).path(PersonPage.path(id)))
        } catch let problem as CareProblem where problem.isShown {
            return try await PersonPage.show(
                call, viewer, id, attempt: PersonAttempt(form: .details, fields: call.form, problem: problem))
        }
    }

    /// With a role somebody gains or loses what they may do; whoever takes their own away cannot give it back to themselves.
    private static func askRole(
        _ call: PageCall, _ viewer: Viewer, _ person: Person, name: String, role: Person.Role
    ) -> PageResponse {
        let isSelf = viewer.person.id == person.id
        let new = Text.Value.text(RoleWords.name(role))
        let meaning: [String: Text.Value] = [
            "role": new, "meaning": .text(RoleWords.meaning(role)), "old": .text(RoleWords.name(person.role)),
        ]
        let base = PersonPage.path(person.id)
        return call.ask(
            Text("person.change_role"),
            isSelf
                ? Text("person.own_role_question", ["role": new])
                : Text("person.role_question", ["name": .verbatim(name), "role": new]),
            .joined(
                [
                    Text(isSelf ? "person.own_role_meaning" : "person.role_meaning", meaning),
                    isSelf
                        ? Text("person.own_role_ends")
                        : Text("person.role_ends", ["name": .verbatim(person.name)]),
                ], separator: " "), action: base,
            yes: Text("person.yes_role", ["role": new]), no: Text("forms.cancel"), back: base,
            fields: [
                .init(name: "name", value: name), .init(name: "role", value: role.rawValue),
                .init(name: "sequence", value: call.form["sequence"] ?? "\(person.sequence)"),
                .init(name: "sure", value: "yes"),
            ] + (call.form["back"].map { [.init(name: "back", value: $0)] } ?? [])
                + ClientsChoice.again(call.form))
    }

    /// Whether it was on: where it was not, or they or another coordinator were faster, nothing is done. Throws where nobody has the id.
    private static func endSecondStep(_ id: String, _ api: PageAPI) async throws(CareProblem) -> Bool {
        do throws(CareProblem) {
            try await api.send("DELETE", "accounts/\(PageText.escaped(id))/second-step", Ignored())
            return true
        } catch {
            guard error.kind == .notFound else { throw error }
            _ = try await PersonChanges.person(id, api)
            return false
        }
    }

    private static func setActive(_ call: PageCall, _ isActive: Bool) async throws(CareProblem) {
        try await PersonChanges.change(call.parts[0], call.api) { $0.isActive = isActive }
    }

    /// Where somebody else has their name meanwhile, the form asks for another one, and lets them back with that.
    private static func letBack(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = call.parts[0]
        do {
            try await setActive(call, true)
        } catch {
            guard error.isShown, error.field == "name" else { throw error }
            let person = try await PersonChanges.person(id, call.api)
            let fields = [("name", person.name), ("role", person.role.rawValue), ("back", "yes")]
            return try await PersonPage.show(
                call, viewer, id,
                attempt: PersonAttempt(
                    form: .details, fields: PageFields(fields + ClientsChoice.fields(of: person)),
                    problem: error))
        }
        return .seeOther(PersonNotice.back.path(PersonPage.path(id)))
    }
}

extension CareProblem {
    /// Whether the form is shown once more with it: whoever is logged out or asks for nobody gets another page.
    var isShown: Bool { kind != .unauthorized && kind != .notFound && !asksForPassword }
}
