import Care
import Wording

/// One person: who they are, whether they can log in, when they are away, what they are reminded of.
struct PersonPage {
    let id: String
    let name: String
    let face: Face
    let role: Text
    /// Whom a provider comes to see.
    let sees: Text?
    let away: Text?
    let hasLeft: Bool
    let base: String
    let isSelf: Bool
    let mayChange: Bool
    /// The page on which something is said to a client; `nil` for everybody else.
    let saying: String?
    /// The page with a client's settings; `nil` for everybody else, and for who may not change them.
    let settings: String?
    /// The page where it is said where a client can be paid; it stands beside the settings.
    let paymentLink: String
    /// What may be changed on this page; `nil` for who may only read it.
    let details: PersonDetailsPart?
    let picture: PicturePart?
    let login: PersonLoginPart?
    let reminders: RemindersPart?
    /// `nil` for who may not change them.
    let reach: ReachLink?
    let absences: AbsencesPart?
    let place: PersonPlacePart?
    let duties: PersonDutiesPart?
    let chores: PersonChoresPart?
    /// For who may not change them, in words.
    let absenceWords: [Text]
    let quiet: Text

    static let template = """
        <p class="who">{{> face}}<span><b>{{role}}</b>{{#away}} · <span class="word soon">{{.}}</span>{{/away}}{{#hasLeft}} · [[person.left_home]]{{/hasLeft}}</span></p>
        {{#sees}}<p>{{.}}</p>{{/sees}}
        {{#isSelf}}<p>[[person.this_is_you]] <a href="/account">[[person.own_page]]</a>.</p>{{/isSelf}}
        {{#saying}}<p class="row"><a class="button" href="{{.}}">[[saying.open]]</a></p>{{/saying}}
        {{#.settings}}<div class="row"><a class="button" href="{{.}}">[[settings.title]]</a>
        <a class="button" href="{{paymentLink}}">[[costs.link_short]]</a></div>{{/.settings}}
        {{#place}}{{> people.place}}{{/place}}
        {{#duties}}{{> people.duties}}{{/duties}}
        {{#chores}}{{> people.chores}}{{/chores}}
        {{#login}}{{> people.login}}{{/login}}
        {{#absences}}<h2>[[person.away]]</h2>{{> people.absences}}{{/absences}}
        {{^absences}}<h2>[[person.away]]</h2>
        <ul>{{#absenceWords}}<li>{{.}}</li>{{/absenceWords}}{{^absenceWords}}<li>[[person.no_absences]]</li>{{/absenceWords}}</ul>
        <p>[[person.quiet_hours]]</p><p class="quiet">[[person.who_changes]]</p>{{/absences}}
        {{#reminders}}<details{{#isOpen}} open{{/isOpen}}><summary><h2>[[person.reminders]]</h2></summary>{{> people.reminders}}</details>{{/reminders}}
        \(ReachLink.template)
        {{#details}}{{> people.details}}{{/details}}
        {{#picture}}{{> people.picture}}{{/picture}}
        {{#mayChange}}{{^hasLeft}}<details><summary><h2>[[person.leaving]]</h2></summary>\(Form.post("{{base}}/left"))
        <p class="quiet">[[person.leaving_meaning]]</p>
        <button>[[person.has_left]]</button></form></details>{{/hasLeft}}
        {{#hasLeft}}\(Form.post("{{base}}/back"))
        <button>[[person.is_back]]</button></form>{{/hasLeft}}{{/mayChange}}
        """

    static func show(
        _ call: PageCall, _ viewer: Viewer, _ id: String, attempt: PersonAttempt? = nil
    ) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        let base = path(id)
        let isSelf = viewer.person.id == id
        let mayChange = viewer.person.role == .coordinator
        let isOpen = isSelf || mayChange
        let needsLogin = mayChange && !isSelf && person.isActive
        let now = call.request.now
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let face = await Pictures(call.api).face(person)
        return call.page(
            Page(
                title: .nameOf(person), template: "people.person",
                content: PersonPage(
                    id: id, name: person.name, face: face, role: RoleWords.title(person.role),
                    sees: ClientsChoice.words(person, among: people),
                    away: PeopleListPage.away(person, call), hasLeft: !person.isActive, base: base,
                    isSelf: isSelf, mayChange: mayChange && !isSelf,
                    saying: person.role == .client && person.isActive ? SayingPages.path(id) : nil,
                    settings: mayChange && person.role == .client && person.isActive
                        ? base + "/settings" : nil,
                    paymentLink: PaymentLinkPage.path(of: id),
                    details: mayChange
                        ? PersonDetailsPart(
                            person, among: people, base: base, attempt: attempt,
                            isAsked: call.query["edit"] == "name") : nil,
                    picture: mayChange
                        ? PicturePart(
                            person, face, base: base, isOwn: false, attempt: attempt)
                        : nil,
                    login: needsLogin
                        ? PersonLoginPart(person, try await Logins(call.api), base: base, call) : nil,
                    reminders: isOpen
                        ? RemindersPart(person, base: base, attempt: attempt) : nil,
                    reach: isOpen
                        ? await ReachLink.find(person, base: base, isSelf: false, call) : nil,
                    absences: isOpen
                        ? AbsencesPart(person, base: base, call: call, attempt: attempt) : nil,
                    place: try await PersonPlacePart(person, base: base, call, mayChange: mayChange),
                    duties: try await PersonDutiesPart(person, call, mayChange: mayChange),
                    chores: try await PersonChoresPart(person, call),
                    absenceWords: person.absences.filter { $0.until.map { now < $0 } ?? true }.map {
                        AbsencesPart.words($0, now: now, zone: call.request.zone)
                    }, quiet: RemindersPart.quietWords(person.reminders.quiet)),
                notice: PersonNotice.notice(call, base: base, name: person.name), back: "/people",
                scripts: mayChange ? ["picture.js"] : []),
            status: attempt?.problem.status ?? 200)
    }

    static func path(_ id: String) -> String { "/people/" + PageText.escaped(id) }
}

/// Name and role.
struct PersonDetailsPart {
    let action: String
    /// Whether the form is unfolded: something has to be said in it.
    let isOpen: Bool
    /// Whether it also lets somebody come back whose name is taken.
    let isBack: Bool
    let sequence: Int64
    let fields: [FormField]
    let roles: [FormOption]
    let choice: ClientsChoice
    let trouble: FormTrouble?
    let conflict: ConflictPart?

    /// - Parameter isAsked: Whether it was asked for by a link.
    init(
        _ person: Person, among people: [Person], base: String, attempt: PersonAttempt?, isAsked: Bool
    ) {
        let attempt = attempt.flatMap { $0.form == .details ? $0 : nil }
        action = base
        isOpen = attempt != nil || isAsked
        isBack = attempt?.fields["back"] != nil
        sequence = (attempt?.current ?? person).sequence
        let name = attempt.map { $0.fields["name"] ?? "" } ?? person.name
        let role = attempt?.fields["role"].flatMap(Person.Role.init) ?? person.role
        fields = [
            FormField(
                "name", Text("person.name"), value: name, autocomplete: "off", problem: attempt?.problem)
        ]
        roles = RoleChoice.all(chosen: role)
        choice = ClientsChoice(people, stored: person, typed: attempt?.fields)
        trouble = attempt?.current == nil ? FormTrouble(attempt?.problem, in: fields) : nil
        conflict = attempt?.current.map { current in
            var lines: [Text] = []
            if current.name != name {
                lines.append(Text("person.name_is", ["name": .verbatim(current.name)]))
            }
            if current.role != role {
                lines.append(Text("person.role_is", ["role": .text(RoleWords.name(current.role))]))
            }
            let typed = attempt.flatMap { ClientsChoice.sent($0.fields, role) }.map(Set.init)
            if current.clients.map(Set.init) != typed, let words = ClientsChoice.words(current, among: people)
            {
                lines.append(words)
            }
            return ConflictPart(lines: lines, keep: base)
        }
    }

    static let template = """
        <details{{#isOpen}} open{{/isOpen}}><summary><h2>[[person.name_and_role]]</h2></summary>
        \(Form.post("{{action}}", class: "narrow", sends: ["sequence": "{{sequence}}"]))
        {{#conflict}}{{> people.conflict}}{{/conflict}}
        \(Form.troubles())
        \(Form.fields())
        \(RoleChoice.fields)
        {{#choice}}{{> people.clients}}{{/choice}}
        {{#isBack}}\(Form.hidden("back", "yes"))<div class="row"><button>[[person.save_and_back]]</button></div>{{/isBack}}
        {{^isBack}}<div class="row"><button>[[person.save_name_and_role]]</button></div>{{/isBack}}
        </form></details>
        """
}

/// The roles to choose from.
enum RoleChoice {
    static func all(chosen: Person.Role) -> [FormOption] { of(Person.Role.allCases, chosen: chosen) }

    static func of(_ roles: [Person.Role], chosen: Person.Role) -> [FormOption] {
        roles.map { role in
            FormOption(
                value: role.rawValue, name: RoleWords.choice(role),
                meaning: RoleWords.meaning(role), isChosen: role == chosen)
        }
    }

    /// For a page with `roles`.
    static let fields = Form.group("[[person.role]]", Form.radios("role", of: "roles"))
}

/// Whether somebody can log in, and what a coordinator can do about it.
struct PersonLoginPart {
    let base: String
    let words: Text
    let draft: String
    let isClient: Bool
    let has: Bool
    let isInvited: Bool
    let hasSecondStep: Bool
    /// What a new password by link ends; `nil` where there is no password to be replaced.
    let newPassword: Text?

    init(_ person: Person, _ logins: Logins, base: String, _ call: PageCall) {
        self.base = base
        words = logins.words(person, call)
        draft = UUIDs.new()
        isClient = person.role == .client
        has = logins.has(person.id)
        isInvited = logins.invitation(person) != nil
        hasSecondStep = logins.hasSecondStep(person.id)
        newPassword = has && !isClient ? logins.newPasswordMeans(person.id) : nil
    }

    static let template = """
        <h2>[[logins.title]]</h2>
        <p>{{words}}</p>{{#hasSecondStep}}<p data-key="second-step">[[logins.second_step]]</p>{{/hasSecondStep}}\
        {{#isClient}}<p class="quiet">[[logins.client_means]]</p>{{/isClient}}<div class="row">
        {{#isInvited}}<a class="button main" href="{{base}}/invitation">[[logins.show_code]]</a>{{/isInvited}}
        {{^isInvited}}\(Form.post("{{base}}/invitation", sends: ["id": "{{draft}}"]))
        {{#isClient}}<button{{^has}} class="main"{{/has}}>[[logins.link]]</button>{{/isClient}}{{^isClient}}\
        {{#has}}<button>[[logins.new_password]]</button>{{/has}}{{^has}}<button class="main">[[logins.invite]]</button>{{/has}}{{/isClient}}</form>{{/isInvited}}
        {{#hasSecondStep}}<a class="button" href="{{base}}/second-step">[[logins.second_step_off]]</a>{{/hasSecondStep}}
        {{#has}}<a class="button" href="{{base}}/login">[[logins.remove]]</a>{{/has}}</div>
        {{#newPassword}}<p class="quiet" data-key="new-password">{{.}}</p>{{/newPassword}}
        """
}
