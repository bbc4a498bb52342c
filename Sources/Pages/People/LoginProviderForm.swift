import Care
import FoundationEssentials
import Wording

/// What is typed of a provider by which people log in.
struct LoginProviderForm {
    /// Its field is never filled in, and what was typed there goes into no page.
    static let secret = "client_secret"
    /// Says that a secret was typed, where the page that says so does not have it.
    static let typedSecret = "typed_secret"
    /// As a new one has them, and one that is there already; elsewhere a problem is none's.
    static let newPlaces: Set = ["name", "issuer", "client_id", secret]
    static let places = newPlaces.union(["home"])
    /// To which other issuer it was confirmed that people lose their links.
    static let sure = "sure"
    private static let noSecret = "no_secret"

    /// As the API writes it.
    let id: String
    var values: [String: String]
    var problems: [String: Text] = [:]
    /// Whether this home keeps a secret that an empty field leaves as it is.
    let keepsSecret: Bool
    /// Whether one was typed that has to be typed once more.
    let hadSecret: Bool
    /// Whether it is ticked that there is none.
    let hasNone: Bool
    /// Whether that can be ticked: otherwise an empty field says so.
    private(set) var canHaveNone: Bool
    /// Whether the issuer is not the one that is kept: then its people and its secret are not this one's.
    let isOther: Bool
    /// The issuer for which it was confirmed that people lose their links; `nil` where it was not.
    let confirmed: String?

    /// An empty one. It sends people back to where it was opened.
    init(of id: UUID, _ call: PageCall) {
        self.id = id.uuidString.lowercased()
        values = ["home": call.request.address ?? ""]
        (keepsSecret, hadSecret, hasNone, canHaveNone) = (false, false, false, false)
        (isOther, confirmed) = (false, nil)
    }

    init(of id: UUID, sent call: PageCall) { self.init(id, sent: call, kept: nil) }

    init(_ provider: LoginProvider) {
        id = provider.id.uuidString.lowercased()
        values = [
            "name": provider.name, "issuer": provider.issuer ?? "", "client_id": provider.clientID ?? "",
            "home": provider.home,
        ]
        keepsSecret = provider.hasSecret == true
        (hadSecret, hasNone, canHaveNone) = (false, false, keepsSecret)
        (isOther, confirmed) = (false, nil)
    }

    init(_ provider: LoginProvider, sent call: PageCall) {
        self.init(provider.id, sent: call, kept: provider)
    }

    private init(_ id: UUID, sent call: PageCall, kept: LoginProvider?) {
        self.id = id.uuidString.lowercased()
        let names = ["name", "issuer", "client_id", "home"]
        values = Dictionary(uniqueKeysWithValues: names.map { ($0, call.form[$0] ?? "") })
        hadSecret = call.form[Self.secret] != nil || call.form[Self.typedSecret] != nil
        let hasSecret = kept?.hasSecret == true
        isOther = kept.map { one in call.form["issuer"].map { $0 != one.issuer } ?? false } ?? false
        confirmed = call.form[Self.sure]
        keepsSecret = hasSecret && !hadSecret && !isOther
        canHaveNone = hasSecret || hadSecret
        // What was typed counts.
        hasNone = call.form[Self.noSecret] != nil && call.form[Self.secret] == nil
    }

    /// Whether it has to be asked first: the people who are linked lose that with this issuer, and it is not said that they shall.
    func asksFirst(_ provider: LoginProvider) -> Bool {
        isOther && (provider.people ?? 0) > 0 && confirmed != values["issuer"]
    }

    /// What was sent, without a secret: that is typed once more.
    static func again(_ form: PageFields) -> [AskPage.Field] {
        let hasTyped = form[secret] != nil
        return form.pairs.compactMap { sent -> AskPage.Field? in
            switch sent.name {
            case ConfirmPage.field, FormToken.name: nil
            case secret: hasTyped ? AskPage.Field(name: typedSecret, value: "yes") : nil
            // What was typed counts, and would be forgotten with this.
            case noSecret where hasTyped: nil
            case _: AskPage.Field(name: sent.name, value: sent.value)
            }
        }
    }

    /// What it comes to; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameter kept: What is there already; `nil` for a new one.
    mutating func change(_ call: PageCall, of kept: LoginProvider? = nil) -> LoginProviderChange? {
        let needed = [
            ("name", "providers.write_name"), ("issuer", "providers.write_issuer"),
            ("client_id", "providers.write_client_id"),
        ]
        for (field, words) in needed where call.form[field] == nil { problems[field] = Text(words) }
        let secret = call.form[Self.secret]
        if secret == nil { askAgain() }
        if secret == nil, !hadSecret, !hasNone, isOther, kept?.hasSecret == true {
            problems[Self.secret] = Text("providers.other_secret")
        }
        guard problems.isEmpty, let name = call.form["name"], let issuer = call.form["issuer"],
            let clientID = call.form["client_id"]
        else {
            askAgain()
            return nil
        }
        return LoginProviderChange(
            name: name, issuer: issuer, clientID: clientID, clientSecret: secret ?? (hasNone ? "" : nil),
            home: call.form["home"])
    }

    /// What the service has found wrong.
    ///
    /// - Parameter places: The fields that the page has.
    mutating func note(_ problem: CareProblem, places: Set<String>) {
        for (field, words) in problem.byField {
            let field = field ?? ""
            problems[places.contains(field) ? field : "form"] = words
        }
        // A secret of an issuer before may be kept, which no answer shows.
        if problems[Self.secret] != nil { canHaveNone = true }
        askAgain()
    }

    /// No page shows a secret: where one was typed into a form that was not taken, it is asked for anew, or it would be lost without
    /// a word.
    private mutating func askAgain() {
        guard hadSecret, !hasNone, problems[Self.secret] == nil else { return }
        problems[Self.secret] = Text("providers.secret_again")
    }

    private static let address = Control.line.with(
        #"inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="off""#
    ).most(LoginProvider.longestText)
    private static let code = Control.line.with(
        #"autocapitalize="none" spellcheck="false" autocomplete="off""#
    ).most(LoginProvider.longestText)
    private static let hidden = Control.line(type: "password").with(#"autocomplete="new-password""#)
        .most(LoginProvider.longestText)
    private static let kept = Note(name: "keepsSecret", id: "f-\(secret)-kept")

    private static func fields(_ more: String) -> String {
        Form.mended(
            """
            {{#hadSecret}}\(Form.hidden(typedSecret, "yes")){{/hadSecret}}
            {{#confirmed}}\(Form.hidden(sure, "{{.}}")){{/confirmed}}
            \(Form.typed("name", "[[providers.name]]", .line.most(LoginProvider.longestName).with(#"autocomplete="off""#), hint: .words("[[providers.name_how]]")))
            \(Form.typed("issuer", "[[providers.issuer]]", address, hint: .below("[[providers.issuer_how]]")))
            \(Form.typed("client_id", "[[providers.client_id]]", code))
            \(Form.field(secret, "[[providers.secret]]", hidden, id: "f-\(secret)", value: "", hint: .below("[[providers.secret_how]]"), note: kept, fault: "problems.\(secret)"))
            {{#keepsSecret}}<p class="quiet" id="\(kept.id)">[[providers.secret_kept]]</p>{{/keepsSecret}}
            {{#canHaveNone}}\(Form.tick(noSecret, "yes", "[[providers.no_secret]]", isOn: "hasNone")){{/canHaveNone}}
            \(more)
            """)
    }

    /// Of one that is to be added.
    static let newFields = fields("")
    /// Of one that is there.
    static let allFields = fields(
        Form.typed("home", "[[providers.home]]", address, hint: .below("[[providers.home_how]]")))
}

/// To which address a provider sends people back: it is entered there.
struct ReturnAddress {
    let link: String
    /// It leads each machine to itself.
    let isOfThisMachine: Bool
    /// It has no https, or no name: many providers refuse that.
    let isPoor: Bool

    /// - Parameter home: Scheme, host and port; empty where the browser has not said under which it found this site.
    init(of id: String, home: String) {
        link = home + (UUID(uuidString: id).map(LoginProvider.returnPath) ?? "")
        isOfThisMachine = SiteAddress.isOfOneMachine(home)
        isPoor = !home.isEmpty && !(home.lowercased().hasPrefix("https:") && SiteAddress.hasName(home))
    }

    static let template = """
        {{#returns}}<div class="shared" data-link="{{link}}" data-key="return"><p>[[providers.return_to]]</p>
        <p class="link"><code>{{link}}</code></p><div class="row">\(SharedLink.copy)</div></div>
        {{#isPoor}}<p class="notice">[[providers.poor]]</p>{{/isPoor}}
        {{> address}}{{/returns}}
        """
}

/// The form for another one.
struct NewLoginProviderView {
    let form: LoginProviderForm
    let returns: ReturnAddress

    init(_ form: LoginProviderForm) {
        self.form = form
        returns = ReturnAddress(of: form.id, home: form.values["home"] ?? "")
    }

    static let template = """
        <section aria-labelledby="there-title"><h2 id="there-title">[[providers.there]]</h2>
        <p>[[providers.there_how]]</p>
        \(ReturnAddress.template)</section>
        <section aria-labelledby="here-title"><h2 id="here-title">[[providers.here]]</h2>
        <p>[[providers.here_how]]</p>
        {{#form}}\(Form.post("/login-providers/new", class: "narrow", attributes: "novalidate", sends: ["id": "{{id}}", "home": "{{values.home}}"]))
        \(LoginProviderForm.newFields)
        <p class="row"><button class="main">[[providers.add]]</button> <a class="button" href="/login-providers">[[forms.cancel]]</a></p></form>{{/form}}</section>
        """
}
