import Care
import Wording
import FoundationEssentials

/// What belongs to whoever has logged in: name, password, where they are logged in, reminders, absences.
struct OwnPage {
    struct Place {
        let key: String
        let id: String
        let browser: Text
        let words: Text
        /// How full it is; `nil` where the browser has never said it.
        let battery: Text?
        let isHere: Bool
        /// Whether it is asked first: nobody logs in there again by themselves.
        let isAsked: Bool
    }

    let face: Face
    let picture: PicturePart
    /// Clients do not name themselves: others know them by their name.
    let mayRename: Bool
    let isNaming: Bool
    let isSecuring: Bool
    let name: [FormField]
    let nameTrouble: FormTrouble?
    /// `false` for who was linked by a code alone: with the next one they can choose a password.
    let hasPassword: Bool
    let password: [FormField]
    let passwordTrouble: FormTrouble?
    let places: [Place]
    let languages: [FormOption]
    /// Clients do not: others care for them.
    let mayLeave: Bool
    /// `nil` for who is never reminded, and has no turns.
    let reminders: RemindersPart?
    let reach: ReachLink?
    let absences: AbsencesPart?

    static let template = """
        {{#hasPassword}}\(Form.post("/logout"))
        <div class="row who">{{> face}}<button>[[account.log_out]]</button></div></form>{{/hasPassword}}
        {{^hasPassword}}<div class="row who">{{> face}}<a class="button" href="/account/unlinking">[[account.unlink]]</a></div>{{/hasPassword}}
        {{#absences}}<h2>[[account.away]]</h2>{{> people.absences}}{{/absences}}
        {{#reminders}}<details{{#isOpen}} open{{/isOpen}}><summary><h2>[[account.reminders]]</h2></summary>{{> people.reminders}}</details>{{/reminders}}
        \(ReachLink.template)
        <p><a class="line" href="\(FeedPages.base)">\(Icon.share.html)[[feeds.title]]</a></p>
        <p><a class="line" href="\(WaysPage.base)">\(Icon.lock.html)[[ways.title]]</a></p>
        {{#mayRename}}<details{{#isNaming}} open{{/isNaming}}><summary><h2>[[account.name]]</h2></summary>
        \(Form.post("/account/name", class: "narrow"))
        \(Form.troubles("nameTrouble"))
        \(Form.fields("name"))
        <div class="row"><button>[[account.save_name]]</button></div></form></details>{{/mayRename}}
        {{#picture}}{{> people.picture}}{{/picture}}
        \(OwnLanguage.template)
        <details{{#isSecuring}} open{{/isSecuring}}><summary><h2>[[account.password]]</h2></summary>
        {{^hasPassword}}<p>[[account.no_password]]</p>{{/hasPassword}}{{#hasPassword}}\(Form.post("/account/password", class: "narrow"))
        \(Form.troubles("passwordTrouble"))
        \(Form.fields("password"))
        <div class="row"><button>[[account.change_password]]</button></div></form>{{/hasPassword}}</details>
        <h2>[[account.places]]</h2>
        <ul class="cards close">{{#places}}<li class="card" data-key="{{key}}"><p><b>{{browser}}</b>{{#isHere}} · [[account.here]]{{/isHere}}</p>
        <p class="quiet">{{words}}{{#.battery}} · {{.}}{{/.battery}}</p>
        {{^isHere}}{{#isAsked}}<a class="button" href="/account/sessions/{{id}}" aria-label="[[account.log_out_browser]]">[[account.log_out_there]]</a>{{/isAsked}}\
        {{^isAsked}}\(Form.post("/account/sessions/{{id}}"))
        <button aria-label="[[account.log_out_browser]]">[[account.log_out_there]]</button></form>{{/isAsked}}{{/isHere}}</li>{{/places}}</ul>
        <div class="row"><a class="button" href="/account/everywhere">[[account.everywhere]]</a>{{#mayLeave}}<a class="button danger" href="/account/leaving">[[leaving.title]]</a>{{/mayLeave}}</div>
        """

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/account", for: .everybody) { call, viewer in try await show(call, viewer) },
            PageRoute(.post, "/account/name", for: .everybody.subtracting([.client]), saveName),
            PageRoute(.post, "/account/password", for: .everybody, savePassword),
            PageRoute(.get, "/account/unlinking", for: .everybody) { call, _ in
                call.ask(
                    Text("account.unlink"), Text("account.unlink_question"), Text("account.unlink_meaning"),
                    action: "/logout", yes: Text("account.unlink"), no: Text("forms.cancel"), back: "/account"
                )
            },
            PageRoute(.get, "/account/sessions/{}", for: .everybody) { call, _ in
                call.ask(
                    Text("account.log_out_there"), Text("account.there_question"),
                    Text("account.unlink_meaning"),
                    action: "/account/sessions/" + PageText.escaped(call.parts[0]),
                    yes: Text("account.log_out_there"), no: Text("forms.cancel"), back: "/account")
            },
            PageRoute(.get, "/account/everywhere", for: .everybody) { call, _ in
                let hasPassword = try await call.api.get("session", as: Session.self).hasPassword
                return call.ask(
                    Text("account.everywhere"), Text("account.everywhere_question"),
                    Text(hasPassword ? "account.everywhere_meaning" : "account.everywhere_unlinked"),
                    action: "/account/everywhere", yes: Text("account.everywhere"),
                    no: Text("account.stay"), back: "/account")
            },
            PageRoute(.post, "/account/everywhere", for: .everybody) { call, _ in
                try await call.api.send("DELETE", "sessions", Ignored())
                return .seeOther("/login?did=out")
            },
            PageRoute(.post, "/account/sessions/{}", for: .everybody) { call, _ in
                do {
                    try await call.api.send(
                        "DELETE", "sessions/" + PageText.escaped(call.parts[0]), Ignored())
                } catch let problem as CareProblem where problem.kind == .notFound {
                    // It has ended already: that is what they want.
                }
                return .seeOther(PersonNotice.loggedOutThere.path("/account"))
            },
        ] + forms + pictures + OwnLanguage.routes

    private static let forms: [PageRoute] = [
        PageRoute(.post, "/account/reminders", for: .staff.union([.client])) { call, viewer in
            try await PersonForms.reminders(
                call, viewer.person.id, base: "/account", isClients: viewer.person.role == .client
            ) {
                try await show(call, viewer, attempt: $0)
            }
        },
        PageRoute(.post, "/account/absences", for: .staff) { call, viewer in
            try await PersonForms.addAbsence(call, viewer.person.id, base: "/account") {
                try await show(call, viewer, attempt: $0)
            }
        },
        PageRoute(.post, "/account/absences/removal", for: .staff) { call, viewer in
            try await PersonForms.removeAbsence(call, viewer.person.id, base: "/account")
        },
    ]

    private static let pictures: [PageRoute] = [
        PageRoute(.post, "/account/picture", for: .everybody) { call, viewer in
            try await PictureForms.save(call, viewer.person.id, base: "/account") {
                try await show(call, viewer, attempt: $0)
            }
        },
        PageRoute(.get, "/account/picture/removal", for: .everybody) { call, viewer in
            PictureForms.askRemoval(call, viewer.person, base: "/account", isOwn: true)
        },
        PageRoute(.post, "/account/picture/removal", for: .everybody) { call, viewer in
            try await PictureForms.remove(call, viewer.person.id, base: "/account")
        },
    ]

    private static func saveName(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write your name here", field: "name")
            }
            try await call.api.send("PUT", "account", AccountChange(name: name))
            return .seeOther(PersonNotice.saved.path("/account"))
        } catch let problem as CareProblem where problem.isShown {
            return try await show(call, viewer, name: problem)
        }
    }

    private static func savePassword(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do {
            guard let old = call.form.exactly("old_password"), !old.isEmpty else {
                throw CareProblem(.notAcceptable, "write your current password here", field: "old_password")
            }
            let password = try PasswordFields.chosen(
                in: call.form, of: viewer.person.name)
            try await call.api.send("PUT", "account", AccountChange(password: password, oldPassword: old))
            return .seeOther(PersonNotice.password.path("/account"))
        } catch let problem as CareProblem where problem.isShown || problem.field == "old_password" {
            return try await show(call, viewer, password: problem)
        }
    }

    private static func show(
        _ call: PageCall, _ viewer: Viewer, attempt: PersonAttempt? = nil,
        name nameProblem: CareProblem? = nil,
        password passwordProblem: CareProblem? = nil
    ) async throws -> PageResponse {
        // Read again: the session knows who it is, this knows their present data.
        let session: Session = try await call.api.get("session")
        let person = session.person
        let sessions = try await call.api.get("sessions", as: SessionPage.self).sessions
        let name = [
            FormField(
                "name", Text("person.name"),
                value: nameProblem.map { _ in call.form["name"] ?? "" } ?? person.name,
                autocomplete: "username", hint: Text("account.name_hint"),
                problem: nameProblem)
        ]
        let password =
            [
                FormField(
                    "old_password", Text("account.current_password"), type: "password",
                    autocomplete: "current-password", problem: passwordProblem)
            ] + PasswordFields.fields(passwordProblem)
        let face = await Pictures(call.api).face(person)
        let isStaff = Set<Person.Role>.staff.contains(person.role)
        let places = sessions.map { one in
            Place(
                key: "session-" + one.id.uuidString, id: one.id.uuidString,
                browser: BrowserWords.words(one.browser),
                words: Text(
                    one.address.isEmpty ? "account.place" : "account.place_from",
                    [
                        "since": .text(call.when(one.since)), "address": .verbatim(one.address),
                        "seen": .text(call.when(one.lastSeen)),
                    ]),
                battery: one.battery.map(DeviceWords.battery), isHere: one.isThis,
                isAsked: !session.hasPassword)
        }
        return call.page(
            Page(
                title: .verbatim(person.name), template: "access.own",
                content: OwnPage(
                    face: face,
                    picture: PicturePart(
                        person, face, base: "/account", isOwn: true, attempt: attempt),
                    mayRename: person.role != .client, isNaming: nameProblem != nil,
                    isSecuring: passwordProblem != nil,
                    name: name,
                    nameTrouble: FormTrouble(nameProblem, in: name), hasPassword: session.hasPassword,
                    password: password,
                    passwordTrouble: FormTrouble(passwordProblem, in: password), places: places,
                    languages: OwnLanguage(person, site: call.site).languages,
                    mayLeave: person.role != .client,
                    reminders: isStaff || person.role == .client
                        ? RemindersPart(person, base: "/account", attempt: attempt)
                        : nil,
                    reach: await ReachLink.find(person, base: "/account", isSelf: true, call),
                    absences: isStaff
                        ? AbsencesPart(person, base: "/account", call: call, attempt: attempt) : nil),
                notice: PersonNotice.notice(call, base: "/account", name: person.name),
                scripts: ["picture.js"]),
            status: (attempt?.problem ?? nameProblem ?? passwordProblem)?.status ?? 200)
    }
}
