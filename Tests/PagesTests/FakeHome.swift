import Care
import FoundationEssentials
import Recurrence
import Synchronization

@testable import Pages

/// The people, logins and devices of a home, behind a `PageAPI` that keeps roles as the service does.
final class FakeHome: Sendable {
    struct State {
        var people: [Person]
        var logins: Set<String> = ["anna", "cora"]
        /// When they were last seen who are logged in now.
        var seen: [String: Date] = [:]
        /// Who has a login without a password: their phone is linked.
        var linked: Set<String> = []
        /// Whose password needs a second step.
        var secondSteps: Set<String> = []
        var invitations: [Invitation] = []
        var registrations: [Registration] = []
        var isRegistrationOpen = false
        /// Open chores of people by their ids.
        var chores: [RoutineOccurrence] = []
        var devices: [Device] = []
        var own: [OwnDevice] = []
        var places: [Place] = []
        var duties: [Duty] = []
        var faults: [Fault] = []
        var password = "three green boats"
        /// Whether the password was typed a moment ago.
        var isConfirmed = true
        var pictures: [PersonPicture] = []
        /// What was sent as somebody's picture, last.
        var sentPicture: PageAPI.Message?
        var sent: [String] = []
        /// Done before the next `PUT people/…`: somebody else is faster.
        var meanwhile: (@Sendable (inout State) -> Void)?
        /// What was answered of the first start, and what is there.
        var steps = FirstSteps(
            steps: FirstStep.allCases.map { FirstStepState(step: $0, state: .open) }, client: "maria",
            hasKiosk: true, hasStation: true, address: nil, obstacle: .closed,
            commands: .init(
                kiosk: "beckon kiosk --home '/srv/our home'",
                open: "beckon network open --home '/srv/our home'"))
        /// When somebody has logged in elsewhere.
        var otherSince = now.addingTimeInterval(-180_000)
        var otherBattery: MachineBattery?
        /// What devices were asked to show.
        var trials: [Trial] = []
        /// The newest first.
        var audit: [AuditEntry] = []
        /// Calls that are there.
        var requests: [Request] = []
        /// With what people log in elsewhere, and how whoever asks does.
        var providers: [LoginProvider] = []
        var ways = OwnLogins(
            identities: [], secondStep: SecondStepState(isOn: false), passkeys: [], canAddPasskey: true)
        /// Answered to everything that is sent, where it is set.
        var refusal: CareProblem?
    }

    /// Where the browser has found the site.
    let address: String?
    /// Where whoever asks is logged in besides.
    static let otherSession = UUID()
    static let now = Date(timeIntervalSince1970: 1_773_153_000)
    let state: Mutex<State>

    init(address: String? = nil, _ change: (inout State) -> Void = { _ in }) {
        self.address = address
        var state = State(people: [
            Person(id: "anna", name: "Anna", role: .caregiver, sequence: 3),
            Person(id: "cora", name: "Cora", role: .coordinator, sequence: 4),
            Person(id: "maria", name: "Maria", role: .client, sequence: 5),
        ])
        change(&state)
        self.state = Mutex(state)
    }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// As it is now.
    var isNow: State { state.withLock { $0 } }

    var sent: [String] { state.withLock { $0.sent } }

    func person(_ id: String) -> Person? { state.withLock { $0.people.first { $0.id == id } } }

    /// Asks for a page as somebody; `nil` for nobody.
    func ask(
        _ path: String, as id: String? = "cora", post form: [(String, String)]? = nil,
        file: PageFile? = nil, languages: [String] = [], isOfEndedSession: Bool = false
    ) async throws -> (status: Int, text: String, location: String?) {
        let parts = path.split(separator: "?", maxSplits: 1)
        let viewer = id.flatMap(person).map { Viewer(person: $0, csrfToken: "token-1") }
        var request = PageRequest(
            method: form == nil ? .get : .post, path: String(parts[0]),
            query: parts.count > 1 ? PageFields(encoded: parts[1]) : PageFields(),
            form: PageFields(form?.map { ($0.0, $0.1) } ?? []), viewer: viewer, now: Self.now, zone: .utc,
            address: address)
        request.files = file.map { [$0] } ?? []
        request.languages = languages
        request.isOfEndedSession = isOfEndedSession
        let api = PageAPI { [self] message in answer(message, id) }
        let response = await (try PageSite.shipped()).respond(request, api: api)
        return (
            response.status, String(decoding: response.body, as: UTF8.self),
            response.headers.first { $0.name == "location" }?.value
        )
    }

    private func answer(_ message: PageAPI.Message, _ id: String?) -> PageAPI.Answer {
        do {
            return try state.withLock { state in
                if message.method != "GET" {
                    state.sent.append("\(message.method) \(message.path)")
                    if let refusal = state.refusal { throw refusal }
                }
                return try Self.answer(message, id, &state)
            }
        } catch let problem as CareProblem {
            return .init(status: problem.status, body: (try? CareJSON.encoder().encode(problem)) ?? Data())
        } catch {
            return .init(status: 500, body: Data("\(error)".utf8))
        }
    }

    private static func answer(
        _ message: PageAPI.Message, _ id: String?, _ state: inout State
    ) throws -> PageAPI.Answer {
        let parts = message.path.split(separator: "?")[0].split(separator: "/").map(String.init)
        func json(_ value: some Encodable, _ status: Int = 200) throws -> PageAPI.Answer {
            .init(status: status, body: try CareJSON.encoder().encode(value))
        }
        func body<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try CareJSON.decoder().decode(type, from: message.body ?? Data())
        }
        func session(_ name: String) throws -> PageAPI.Answer {
            let person = Person(id: "new", name: name, role: .coordinator)
            return .init(
                status: 201, body: try CareJSON.encoder().encode(Session(person: person, csrfToken: "t")),
                cookies: ["beckon_session=1"])
        }
        let me = state.people.first { $0.id == id }
        func onlyConfirmed() throws {
            guard state.isConfirmed else {
                throw CareProblem(.forbidden, "type your password again", field: "current_password")
            }
        }
        func onlyCoordinators() throws {
            guard me?.role == .coordinator else { throw CareProblem(.forbidden, "a caregiver may not") }
        }
        switch (message.method, parts[0], parts.count) {
        case ("GET", "people", 1): return try json(PeoplePage(people: state.people))
        case ("GET", "pictures", 1): return try json(PicturePage(pictures: state.pictures))
        case ("PUT", "people", 3):
            if parts[1] != id { try onlyCoordinators() }
            state.sentPicture = message
            return try json(Ignored(), 201)
        case ("DELETE", "people", 3):
            if parts[1] != id { try onlyCoordinators() }
            state.pictures.removeAll { $0.person == parts[1] }
            return .init(status: 204, body: Data())
        case ("GET", "people", 2):
            guard let person = state.people.first(where: { $0.id == parts[1] }) else {
                throw CareProblem(.notFound, "there is nobody with the id \(parts[1])")
            }
            return try json(person)
        case ("PUT", "people", 2):
            state.meanwhile?(&state)
            state.meanwhile = nil
            var person = try body(Person.self)
            if parts[1] != id { try onlyCoordinators() }
            do { try person.check() } catch {
                throw CareProblem(.notAcceptable, error.message, field: error.field)
            }
            let index = state.people.firstIndex { $0.id == parts[1] }
            if let index, state.people[index].sequence != person.sequence {
                throw CareProblem(.conflict, "it was changed", current: .person(state.people[index]))
            }
            if let index, state.people[index].role != person.role, !state.isConfirmed {
                throw CareProblem(.forbidden, "type your password again", field: "current_password")
            }
            person.sequence += 10
            if let index { state.people[index] = person } else { state.people.append(person) }
            return try json(person)
        case ("GET", "accounts", 1):
            try onlyCoordinators()
            return try json(
                AccountPage(
                    accounts: state.people.map { person in
                        Account(
                            person: person, hasLogin: state.logins.contains(person.id),
                            hasSecondStep: state.secondSteps.contains(person.id),
                            sessions: state.seen[person.id] == nil ? 0 : 1, lastSeen: state.seen[person.id])
                    }))
        case ("GET", "registrations", 1):
            try onlyCoordinators()
            return try json(RegistrationPage(registrations: state.registrations))
        case ("DELETE", "registrations", 2):
            try onlyCoordinators()
            guard state.registrations.contains(where: { $0.id.uuidString == parts[1] }) else {
                throw CareProblem(.notFound, "there is no registration \(parts[1]) that still waits")
            }
            state.registrations.removeAll { $0.id.uuidString == parts[1] }
            return try json(Ignored())
        case ("POST", "registrations", 3):
            try onlyCoordinators()
            let acceptance = try body(RegistrationAcceptance.self)
            guard let one = state.registrations.first(where: { $0.id.uuidString == parts[1] }) else {
                throw CareProblem(.notFound, "there is no registration")
            }
            let name = acceptance.name ?? one.name
            if acceptance.person == nil, state.people.contains(where: { $0.name == name }) {
                throw CareProblem(.notAcceptable, "somebody called \(name) is there already", field: "name")
            }
            let person =
                state.people.first { $0.id == acceptance.person }
                ?? Person(
                    id: name.lowercased(), name: name, role: acceptance.role,
                    clients: acceptance.role.clients(acceptance.clients))
            state.registrations.removeAll { $0.id == one.id }
            state.people.removeAll { $0.id == person.id }
            state.people.append(person)
            state.logins.insert(person.id)
            return try json(person)
        case ("GET", "chores", 1):
            return try json(ChoreFeed(of: state.chores, for: me?.id, isComplete: true, now: Self.now))
        case ("GET", "registration", 1): return try json(RegistrationSwitch(isOpen: state.isRegistrationOpen))
        case ("PUT", "registration", 1):
            try onlyCoordinators()
            let wanted = try body(RegistrationSwitch.self)
            state.isRegistrationOpen = wanted.isOpen
            return try json(wanted)
        case ("DELETE", "accounts", 3):
            try onlyCoordinators()
            guard state.secondSteps.remove(parts[1]) != nil else {
                throw CareProblem(.notFound, "it is off")
            }
            return try json(Ignored())
        case ("DELETE", "accounts", 2):
            try onlyCoordinators()
            state.logins.remove(parts[1])
            return try json(Ignored())
        case ("GET", "invitations", 1):
            try onlyCoordinators()
            return try json(InvitationPage(invitations: state.invitations))
        case ("POST", "invitations", 1):
            try onlyCoordinators()
            let new = try body(NewInvitation.self)
            let made = Invitation(
                id: new.id, role: new.role, name: new.name, person: new.person, code: "K7M-4QX",
                path: "/join/K7M-4QX", expiresAt: now.addingTimeInterval(7200))
            state.invitations.append(made)
            return try json(made, 201)
        case ("DELETE", "invitations", 2):
            state.invitations.removeAll { $0.id.uuidString.lowercased() == parts[1] }
            return try json(Ignored())
        case ("GET", "invitations", 2):
            guard parts[1] == "K7M-4QX" else { throw CareProblem(.notFound, "no such code") }
            return try json(InvitationView(role: .caregiver, name: "Ben", home: "Sunrise House"))
        case ("POST", "invitations", 3): return try session(try body(Acceptance.self).name)
        case ("GET", "setup", 2):
            guard parts[1] == "first" else {
                throw CareProblem(.forbidden, "this is not the link", field: "token")
            }
            return try json(Ignored())
        case ("POST", "setup", 1):
            let setup = try body(Setup.self)
            guard setup.token == "first" else {
                throw CareProblem(.forbidden, "this is not the link", field: "token")
            }
            return try session(setup.name)
        case ("POST", "sessions", 1):
            let login = try body(LogIn.self)
            guard AccessRules.nameKey(login.name) == "anna", login.password == state.password else {
                throw CareProblem(.unauthorized, "the name or the password is wrong", field: "password")
            }
            return try session(login.name)
        case ("GET", "session", 1):
            guard let me else { throw CareProblem(.unauthorized, "log in") }
            return try json(
                Session(person: me, hasPassword: !state.linked.contains(me.id), csrfToken: "token-1"))
        case ("GET", "sessions", 1):
            return try json(
                SessionPage(sessions: [
                    SessionEntry(
                        id: UUID(), since: now.addingTimeInterval(-90_000), lastSeen: now,
                        browser: "Mosaic <b>on</b> Amiga", isThis: true),
                    SessionEntry(
                        id: Self.otherSession, since: state.otherSince,
                        lastSeen: now.addingTimeInterval(-3600), browser: "Firefox/124.0 (Android 13)",
                        address: "192.0.2.17", isThis: false, battery: state.otherBattery),
                ]))
        case ("DELETE", "session", 1), ("DELETE", "sessions", 1), ("DELETE", "sessions", 2):
            return try json(Ignored())
        case ("POST", "session", 2):
            guard try body(PasswordConfirmation.self).currentPassword == state.password else {
                throw CareProblem(.forbidden, "this is not your password", field: "current_password")
            }
            state.isConfirmed = true
            return try json(Ignored())
        case ("PUT", "account", 1):
            let change = try body(AccountChange.self)
            if change.password != nil, change.oldPassword != state.password {
                throw CareProblem(.forbidden, "this is not your password", field: "old_password")
            }
            if let reminders = change.reminders, let index = state.people.firstIndex(where: { $0.id == id }) {
                guard change.sequence ?? state.people[index].sequence == state.people[index].sequence else {
                    throw CareProblem(.conflict, "it was changed", current: .person(state.people[index]))
                }
                state.people[index].reminders = reminders
            }
            return try json(Ignored())
        case ("GET", "login-providers", 1):
            return try json(LoginProviderPage(providers: state.providers))
        case ("GET", "account", 2): return try json(state.ways)
        case ("POST", "account", 2) where parts[1] == "second-step":
            try onlyConfirmed()
            return try json(
                NewSecondStep(
                    secret: "JBSWY3DPEHPK3PXP", address: "otpauth://totp/Home:Anna?secret=JBSWY3DPEHPK3PXP",
                    expiresAt: now), 201)
        case ("PUT", "account", 2):
            guard try body(SecondStepProof.self).code == "123456" else {
                throw CareProblem(
                    .forbidden,
                    "this is not the code that the app shows now: type the newest one, and see whether your phone's clock is right",
                    field: "code")
            }
            state.ways.secondStep = SecondStepState(isOn: true, since: now, recoveryCodesLeft: 10)
            return try json(RecoveryCodes(codes: ["K7M4Q-X2ABC", "ZZZZZ-22222"]))
        case ("DELETE", "account", 2):
            try onlyConfirmed()
            state.ways.secondStep = SecondStepState(isOn: false)
            return .init(status: 204, body: Data())
        case ("POST", "account", 2):
            guard try body(Leaving.self).password == state.password else {
                throw CareProblem(.forbidden, "this is not your password", field: "password")
            }
            return try json(Ignored())
        case ("GET", "audit", 1):
            try onlyCoordinators()
            return try json(AuditPage(entries: state.audit))
        case ("GET", "devices", 1): return try json(DevicePage(devices: state.devices, own: state.own))
        case ("PUT", "devices", 2):
            try onlyCoordinators()
            let change = try body(DeviceChange.self)
            for index in state.devices.indices
            where state.devices[index].id.uuidString.lowercased() == parts[1].lowercased() {
                if let serves = change.serves {
                    if let known = serves.replaces, known != state.devices[index].clients {
                        throw CareProblem(.conflict, "somebody has changed it meanwhile", field: "replaces")
                    }
                    state.devices[index].clients = serves.clients
                }
                state.devices[index].name = change.name ?? state.devices[index].name
                state.devices[index].place = change.place
            }
            for index in state.own.indices where state.own[index].kind.rawValue == parts[1] {
                if let serves = change.serves {
                    if let known = serves.replaces, known != state.own[index].clients {
                        throw CareProblem(.conflict, "somebody has changed it meanwhile", field: "replaces")
                    }
                    state.own[index].clients = serves.clients
                }
                state.own[index].place = change.place
            }
            return try json(DevicePage(devices: state.devices, own: state.own))
        case ("GET", "places", 1): return try json(PlacePage(places: state.places))
        case ("GET", "duties", 1): return try json(DutyPage(duties: state.duties))
        case ("DELETE", "devices", 2):
            try onlyCoordinators()
            for index in state.devices.indices
            where state.devices[index].id.uuidString.lowercased() == parts[1] {
                state.devices[index].revokedAt = now
            }
            return try json(Ignored())
        case ("POST", "pairings", 1):
            try onlyCoordinators()
            let new = try body(NewPairing.self)
            return try json(
                Pairing(
                    id: new.id, kind: new.kind, name: new.name, client: new.client, code: "AB2-3CD",
                    expiresAt: now.addingTimeInterval(600)), 201)
        case ("GET", "first-steps", 1):
            try onlyCoordinators()
            return try json(state.steps)
        case ("PUT", "first-steps", 2):
            try onlyCoordinators()
            let change = try body(FirstStepChange.self)
            for index in state.steps.steps.indices where state.steps.steps[index].step.rawValue == parts[1] {
                state.steps.steps[index].state = change.state
            }
            return try json(Ignored())
        case ("POST", "trials", 1):
            let trial = try body(Trial.self)
            guard trial.device == .kiosk ? state.steps.hasKiosk : state.steps.hasStation else {
                throw CareProblem(.notFound, "no kiosk of this client is running", field: "device")
            }
            state.trials.append(trial)
            return .init(status: 202, body: Data())
        case ("POST", "login-links", 1):
            guard state.isConfirmed else {
                throw CareProblem(.forbidden, "type your password again", field: "current_password")
            }
            return try json(LoginLink(path: "/enter/secret", expiresAt: now.addingTimeInterval(600)), 201)
        case ("GET", "login-links", 2):
            guard parts[1] == "secret" else { throw CareProblem(.notFound, "used") }
            return try json(LoginLinkView(name: "Cora"))
        case ("POST", "login-links", 3):
            guard parts[1] == "secret" else { throw CareProblem(.notFound, "used") }
            return try session("Cora")
        case ("GET", "requests", 2):
            guard let found = state.requests.first(where: { $0.id.uuidString == parts[1] }) else {
                throw CareProblem(.notFound, "there is no request")
            }
            return try json(found)
        case ("POST", "requests", 3): return try json(Ignored(), 201)
        case ("GET", "faults", 1): return try json(FaultPage(faults: state.faults))
        case ("GET", "health", 1):
            return try json(ServiceHealth(status: .up, version: "0.2.0", detail: nil))
        default: throw CareProblem(.notFound, "no \(message.method) \(message.path)")
        }
    }
}
