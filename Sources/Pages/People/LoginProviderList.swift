import Care
import FoundationEssentials
import Wording

/// All providers by which people log in, each with how it is.
struct LoginProviderList {
    struct Line {
        let key: String
        let path: String
        let name: String
        let issuer: String?
        let state: Text
        let tone: String
        let facts: [Text]
    }

    let providers: [Line]
    let isEmpty: Bool
    let isFull: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let all = try await LoginProviderPages.all(call)
        return call.page(
            Page(
                title: Text("providers.title"), template: "login-providers", content: LoginProviderList(all),
                notice: LoginProviderNotice.notice(call), back: "/more"))
    }

    private init(_ providers: [LoginProvider]) {
        self.providers = providers.map { provider in
            let (state, tone) = LoginProviderWords.state(provider)
            return Line(
                key: "provider-\(provider.id.uuidString.lowercased())",
                path: LoginProviderPages.path(provider.id), name: provider.name, issuer: provider.issuer,
                state: state, tone: tone, facts: LoginProviderWords.facts(provider))
        }
        isEmpty = providers.isEmpty
        isFull = providers.count >= LoginProvider.most
    }

    static let template = """
        <p>[[providers.meaning]]</p>
        <p class="quiet">[[providers.leaves]]</p>
        {{#isEmpty}}\(Empty.place(.lock, "[[providers.none]]", Empty.Button(words: "[[providers.new]]", path: "/login-providers/new"))){{/isEmpty}}
        {{^isEmpty}}<ul class="cards">{{#providers}}<li class="card" data-key="{{key}}"><h2><a class="whole" href="{{path}}"><bdi>{{name}}</bdi>\(Icon.forward.turning)</a></h2>
        {{#.issuer}}<p class="quiet"><bdi>{{.}}</bdi></p>{{/.issuer}}
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}</li>
        {{/providers}}</ul>
        {{#isFull}}<p class="notice" data-key="full">[[providers.full]]</p>{{/isFull}}
        {{^isFull}}<p class="row"><a class="button main" href="/login-providers/new">[[providers.new]]</a></p>{{/isFull}}{{/isEmpty}}
        """
}

/// One of them: how it is, what is entered there, and what is set of it here.
struct LoginProviderView {
    let own: String
    let state: Text
    let tone: String
    let facts: [Text]
    /// Whether people are linked, who would no longer be with another issuer.
    let hasPeople: Bool
    /// Where the reader links their own account, which shows whether all of it fits; `nil` where somebody has done so, or where it
    /// would not go on.
    let trial: String?
    let form: LoginProviderForm
    let returns: ReturnAddress

    init(_ provider: LoginProvider, _ form: LoginProviderForm) {
        own = LoginProviderPages.path(provider.id)
        (state, tone) = LoginProviderWords.state(provider)
        facts = LoginProviderWords.facts(provider)
        hasPeople = (provider.people ?? 0) > 0
        let mayTry = !hasPeople && provider.problem == nil && ProviderWay(provider, "").isOffered
        trial = mayTry ? "\(WaysPage.base)?link=\(provider.id.uuidString.lowercased())" : nil
        self.form = form
        returns = ReturnAddress(of: form.id, home: provider.home)
    }

    static let template = """
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        {{#trial}}<div data-key="trial"><p>[[providers.trial]]</p>
        <p class="row"><a class="button main" href="{{.}}">[[providers.link_own]]</a></p></div>{{/trial}}
        <section aria-labelledby="there-title"><h2 id="there-title">[[providers.there]]</h2>
        \(ReturnAddress.template)</section>
        <section aria-labelledby="here-title"><h2 id="here-title">[[providers.here]]</h2>
        {{#hasPeople}}<p class="quiet">[[providers.other_issuer]]</p>{{/hasPeople}}
        {{#form}}\(Form.post("{{own}}", class: "narrow", attributes: "novalidate"))
        \(LoginProviderForm.allFields)
        <p class="row"><button class="main">[[providers.save]]</button></p></form>{{/form}}</section>
        <p class="row"><a class="button danger" href="{{own}}/removal">[[providers.remove_next]]</a></p>
        """
}

/// Words for providers by which people log in.
enum LoginProviderWords {
    /// What is wrong, and what to do.
    static func problem(_ problem: PlatformProblem) -> Text {
        switch problem {
        // Nothing is written there, and what is missing is told as something else.
        case .refused, .readOnly, .gone: Text("providers.problem_refused")
        case .busy: Text("providers.problem_busy")
        case .unreachable: Text("providers.problem_unreachable")
        case .failing: Text("providers.problem_failing")
        case .moved: Text("providers.problem_moved")
        case .unreadable: Text("providers.problem_unreadable")
        case .tooLarge: Text("providers.problem_too_large")
        case .insideHome: Text("providers.problem_inside_home")
        case .secretLost: Text("providers.problem_secret_lost")
        }
    }

    /// How it is, and its tone: a class of styles.
    static func state(_ provider: LoginProvider) -> (words: Text, tone: String) {
        provider.problem.map { (problem($0), "urgent") } ?? (Text("providers.answers"), "good")
    }

    /// Who uses it, and where, if that is not here.
    static func facts(_ provider: LoginProvider) -> [Text] {
        let people = provider.people ?? 0
        return [people > 0 ? Text("providers.people", count: people) : Text("providers.nobody")]
            + (provider.isHere ? [] : [Text("providers.elsewhere", ["home": .verbatim(provider.home)])])
    }
}
