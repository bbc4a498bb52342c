import Care
import FoundationEssentials
import Wording

/// The ways in which somebody logs in, besides their password: the second step, passkeys, and accounts elsewhere.
struct WaysPage {
    static let base = "/account/ways"

    /// An account elsewhere, or a passkey.
    struct Card {
        let key: String
        let path: String
        let name: String
        let facts: [Text]
        /// What can be taken over from there. With the name, it is another one that is typed to log in.
        var mayTakeName = false
        var newName: Text?
        var hasPicture = false
    }

    /// Few enough that it is time to make new ones.
    private static let few = 2

    /// What they have just joined for: shown before all else.
    let asked: ProviderWay?
    /// `false` for who was linked by a code alone: what adds a way asks for the password.
    let hasPassword: Bool
    let isOn: Bool
    let since: Text?
    let codesLeft: Text
    let areFewLeft: Bool
    let passkeys: [Card]
    let mayAddPasskey: Bool
    /// Whether the reader finds how the home gets a secure address.
    let findsSecure: Bool
    let hasElsewhere: Bool
    let identities: [Card]
    let offers: [ProviderWay]

    private static let link = """
        {{#isHere}}\(Form.post("\(base)/identities", sends: ["provider": "{{id}}"]))\
        <p class="row"><button>[[ways.link]]</button></p></form>{{/isHere}}\
        {{#there}}<p class="row"><a class="button" href="{{.}}">[[ways.link]]</a></p>{{/there}}
        """

    private static let second = """
        <section data-key="second" aria-labelledby="second-title"><h2 id="second-title">[[ways.second]]</h2>
        <p>[[ways.second_meaning]]</p>
        {{#isOn}}<p class="word good">\(Icon.check.html) [[ways.second_on]]</p>
        {{#since}}<p class="quiet">{{.}}</p>{{/since}}
        <p{{#areFewLeft}} class="problem"{{/areFewLeft}}>{{codesLeft}}</p>
        <div class="row"><details class="act" data-key="second-codes"><summary>[[ways.new_codes]]</summary>
        <p>[[ways.new_codes_meaning]]</p>
        \(Form.post("\(base)/recovery-codes"))<button>[[ways.new_codes_yes]]</button></form></details>
        <details class="act" data-key="second-off"><summary>[[ways.switch_off]]</summary>
        <p>[[ways.off_meaning]]</p>
        \(Form.post("\(base)/second-step/removal"))<button class="danger">[[ways.off_yes]]</button></form></details></div>{{/isOn}}
        {{^isOn}}{{#hasPassword}}\(Form.post("\(base)/second-step"))<p class="row"><button>[[ways.switch_on]]</button></p></form>{{/hasPassword}}{{/isOn}}</section>
        """

    private static let keys = """
        <section data-key="passkeys" aria-labelledby="passkeys-title"><h2 id="passkeys-title">[[ways.passkeys]]</h2>
        <p>[[ways.passkeys_meaning]]</p>
        {{^empty(passkeys)}}<ul class="cards close">{{#passkeys}}<li class="card" data-key="{{key}}"><h3><bdi>{{name}}</bdi></h3>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        <div class="row"><details class="act" data-key="{{key}}-removal"><summary>[[ways.remove]]<span class="unseen">: {{name}}</span></summary>
        <p>[[ways.remove_meaning]]</p>
        \(Form.post("{{path}}/removal"))<button class="danger">[[ways.remove_yes]]<span class="unseen">: {{name}}</span></button></form></details></div></li>{{/passkeys}}</ul>{{/empty(passkeys)}}
        {{#hasPassword}}{{#mayAddPasskey}}\(Form.post("\(base)/passkeys"))<p class="row"><button>[[ways.add_passkey]]</button></p></form>
        <noscript><p class="quiet">[[access.passkey_script]]</p></noscript>{{/mayAddPasskey}}
        {{^mayAddPasskey}}<p class="quiet">[[ways.passkey_address]]</p>{{#findsSecure}}<p><a href="/secure">[[secure.title]]</a></p>{{/findsSecure}}{{/mayAddPasskey}}{{/hasPassword}}</section>
        """

    private static let elsewhere = """
        {{#hasElsewhere}}<section data-key="elsewhere" aria-labelledby="elsewhere-title"><h2 id="elsewhere-title">[[ways.elsewhere]]</h2>
        <p>[[ways.elsewhere_meaning]]</p>
        {{^empty(identities)}}<ul class="cards close">{{#identities}}<li class="card" data-key="{{key}}"><h3><bdi>{{name}}</bdi></h3>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        {{#mayTakeName}}\(Form.post("{{path}}/adoption", sends: ["take": "name"]))<p class="row"><button>[[ways.take_name]]<span class="unseen">: {{name}}</span></button>{{#newName}}<span class="quiet">{{.}}</span>{{/newName}}</p></form>{{/mayTakeName}}
        {{#hasPicture}}\(Form.post("{{path}}/adoption", sends: ["take": "picture"]))<p class="row"><button>[[ways.take_picture]]<span class="unseen">: {{name}}</span></button></p></form>{{/hasPicture}}
        <div class="row"><details class="act" data-key="{{key}}-removal"><summary>[[ways.unlink]]<span class="unseen">: {{name}}</span></summary>
        <p>[[ways.unlink_meaning]]</p>
        \(Form.post("{{path}}/removal"))<button class="danger">[[ways.unlink_yes]]<span class="unseen">: {{name}}</span></button></form></details></div></li>{{/identities}}</ul>{{/empty(identities)}}
        {{#hasPassword}}{{#offers}}\(link){{/offers}}{{/hasPassword}}</section>{{/hasElsewhere}}
        """

    static let template = """
        {{#asked}}<section class="card" data-key="asked" aria-labelledby="asked-title"><h2 id="asked-title">[[ways.asked]]</h2>
        <p>[[ways.asked_meaning]]</p>
        \(link)</section>{{/asked}}
        {{#hasPassword}}<p>[[ways.meaning]]</p>{{/hasPassword}}
        {{^hasPassword}}<p class="problem" data-key="no-password">[[ways.no_password]]</p>{{/hasPassword}}
        \(second)
        \(keys)
        \(elsewhere)
        """

    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/account/ways", for: .everybody) { call, viewer in try await show(call, viewer) }
        ] + SecondStepSetting.routes + OwnPasskeys.routes + OwnIdentities.routes
}

extension WaysPage {
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws(CareProblem) -> PageResponse {
        let session: Session = try await call.api.get("session")
        let own: OwnLogins = try await call.api.get("account/logins")
        // Where they cannot be read, what is there already can still be changed.
        let page: LoginProviderPage? = try? await call.api.get("login-providers")
        return call.page(
            Page(
                title: Text("ways.title"), template: "ways",
                content: WaysPage(session, own, page?.providers ?? [], call),
                notice: notice ?? WaysNotice.notice(call, name: session.person.name), back: "/account"),
            status: status)
    }

    /// Does something, and shows the page with what came of it.
    static func act(
        _ call: PageCall, _ viewer: Viewer, _ did: WaysNotice, _ action: () async throws -> Void
    ) async throws -> PageResponse {
        do { try await action() } catch let problem as CareProblem {
            return try await refused(problem, call, viewer)
        }
        return .seeOther(did.path)
    }

    /// The same for what ends a way: where it is not there, that is said, and not that this has removed it.
    static func end(
        _ call: PageCall, _ viewer: Viewer, _ path: String, _ did: WaysNotice, orElse gone: WaysNotice
    ) async throws -> PageResponse {
        do throws(CareProblem) { try await call.api.send("DELETE", path, Ignored()) } catch {
            guard error.kind == .notFound else { return try await refused(error, call, viewer) }
            return .seeOther(gone.path)
        }
        return .seeOther(did.path)
    }

    static func refused(
        _ problem: CareProblem, _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> PageResponse {
        guard problem.kind != .unauthorized, !problem.asksForPassword else { throw problem }
        return try await show(
            call, viewer, notice: Notice(text: problem.sentence, isProblem: true), status: problem.status)
    }

    private init(_ session: Session, _ own: OwnLogins, _ providers: [LoginProvider], _ call: PageCall) {
        let linked = Set(own.identities.map(\.provider))
        let free = providers.filter { !linked.contains($0.id) }
        let wanted = call.query["link"].flatMap { UUID(uuidString: $0) }
        func way(_ provider: LoginProvider) -> ProviderWay {
            ProviderWay(provider, "\(Self.base)?link=\(provider.id.uuidString.lowercased())")
        }
        hasPassword = session.hasPassword
        let wantedWay = free.first { $0.id == wanted }.map(way)
        asked = hasPassword ? wantedWay.flatMap { $0.isOffered ? $0 : nil } : nil
        // The one that they have joined for has its button above.
        offers = free.filter { $0.id != wanted }.map(way).filter(\.isOffered)
        isOn = own.secondStep.isOn
        since = own.secondStep.since.map { Text("ways.on_since", ["when": Self.when($0, call)]) }
        let left = own.secondStep.recoveryCodesLeft
        codesLeft = left > 0 ? Text("ways.codes_left", count: left) : Text("ways.no_codes_left")
        areFewLeft = left <= Self.few
        passkeys = own.passkeys.map { passkey in
            Card(
                key: "passkey-\(passkey.id.uuidString.lowercased())",
                path: "\(Self.base)/passkeys/\(passkey.id.uuidString.lowercased())", name: passkey.name,
                facts: [
                    Text("ways.works_at", ["host": .verbatim(passkey.host)]),
                    Text("ways.made", ["when": Self.when(passkey.since, call)]),
                    Self.used(passkey.usedAt, call),
                ])
        }
        mayAddPasskey = own.canAddPasskey
        findsSecure = Set<Person.Role>.staff.contains(session.person.role)
        hasElsewhere = !providers.isEmpty || !own.identities.isEmpty
        identities = own.identities.map { identity in
            Card(
                key: "identity-\(identity.id.uuidString.lowercased())",
                path: "\(Self.base)/identities/\(identity.id.uuidString.lowercased())",
                name: identity.providerName,
                facts: [
                    identity.name.map { Text("ways.called_there", ["name": .verbatim($0)]) },
                    Text("ways.linked_at", ["when": Self.when(identity.linkedAt, call)]),
                    Self.used(identity.usedAt, call),
                ].compactMap(\.self),
                // Clients do not name themselves: others know them by their name.
                mayTakeName: session.person.role != .client && identity.name != nil
                    && identity.name != session.person.name,
                newName: identity.name.map { Text("ways.take_name_meaning", ["name": .verbatim($0)]) },
                hasPicture: identity.hasPicture)
        }
    }

    private static func used(_ moment: Date?, _ call: PageCall) -> Text {
        guard let moment else { return Text("ways.never_used") }
        return Text("ways.used", ["when": when(moment, call)])
    }

    /// A clock may have been wrong: nothing of this is still to come.
    private static func when(_ moment: Date, _ call: PageCall) -> Text.Value {
        .text(call.when(min(moment, call.request.now)))
    }
}

/// What was just done about a way to log in: a word in that of the page.
enum WaysNotice: String {
    case on, off, offAlready, keyed, unkeyed, linked, unlinked, removedAlready, named, pictured

    var path: String { "\(WaysPage.base)?did=\(rawValue)" }

    /// - Parameter name: What the reader is called now.
    static func notice(_ call: PageCall, name: String) -> Notice? {
        call.query["did"].flatMap(WaysNotice.init).map {
            switch $0 {
            case .on: Notice(text: Text("ways.on_already"))
            case .off: Notice(text: Text("ways.did_off"))
            case .offAlready: Notice(text: Text("ways.off_already"))
            case .keyed: Notice(text: Text("ways.did_add_passkey"))
            case .unkeyed: Notice(text: Text("ways.did_remove_passkey"))
            case .linked: Notice(text: Text("ways.did_link"))
            case .unlinked: Notice(text: Text("ways.did_unlink"))
            case .removedAlready: Notice(text: Text("ways.removed_already"))
            case .named: Notice(text: Text("ways.did_take_name", ["name": .verbatim(name)]))
            case .pictured: Notice(text: Text("ways.did_take_picture"))
            }
        }
    }
}
