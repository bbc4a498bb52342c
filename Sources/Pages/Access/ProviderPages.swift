import Care
import FoundationEssentials
import Wording

/// A button by which somebody logs in with a provider, or is linked with one.
struct ProviderWay {
    let id: String
    let name: String
    let isHere: Bool
    /// The same page under the address to which the provider sends people back; `nil` where that is this one, is none, or leads each
    /// machine to itself: who opens this page elsewhere would find nothing there.
    let there: String?
    /// Whether its button leads anywhere from where this page was opened.
    var isOffered: Bool { isHere || there != nil }

    /// - Parameter path: Of the page that has the button, with its query.
    init(_ provider: LoginProvider, _ path: String) {
        id = provider.id.uuidString.lowercased()
        name = provider.name
        isHere = provider.isHere
        let isThere =
            !provider.isHere && OnwardPage.isOfWeb(provider.home)
            && !SiteAddress.isOfOneMachine(provider.home)
        there = isThere ? provider.home + path : nil
    }
}

/// Logging in with a provider of OpenID Connect: the way there, and the way back.
enum ProviderPages {
    static let routes: [PageRoute] = [
        PageRoute(open: .post, "/login/with/{}", work: .outside) { call in
            let id = try provider(call)
            do throws(CareProblem) {
                let start: LoginStart = try await call.api.send(
                    "POST", "login-providers/\(id)/starts",
                    LoginStartRequest(next: LogInPage.safe(call.form["next"])))
                return try await goOn(call, to: start, of: id)
            } catch {
                // The password can be typed right there.
                return await LogInPage.draw(
                    call, nil, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
            }
        },
        PageRoute(open: .get, "/login/with/{}", work: .outside, arrive),
    ]

    private static func provider(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        return id
    }

    /// A page that goes on to the provider.
    static func goOn(
        _ call: PageCall, to start: LoginStart, of id: UUID
    ) async throws(CareProblem) -> PageResponse {
        guard OnwardPage.isOfWeb(start.address) else { throw CareProblem.unexpected }
        let page: LoginProviderPage = try await call.api.get("login-providers")
        let name: [String: Text.Value] = [
            "name": .verbatim(page.providers.first { $0.id == id }?.name ?? "")
        ]
        return OnwardPage.draw(
            call, Text("access.onward_title", name), Text("access.onward", name), to: start.address,
            orElse: call.request.viewer == nil
                ? OnwardPage.WayBack(
                    meaning: Text("access.onward_stuck"), path: "/login", words: Text("access.back_to_login"))
                : OnwardPage.WayBack(
                    meaning: Text("ways.onward_stuck"), path: WaysPage.base, words: Text("ways.back_here")))
    }

    /// The provider has sent the browser back, with who somebody is or with why it does not say so.
    private static func arrive(_ call: PageCall) async throws -> PageResponse {
        let id = try provider(call)
        do throws(CareProblem) {
            guard let state = call.query["state"] else {
                throw CareProblem(.badRequest, "what was sent back here is not whole: begin again")
            }
            let outcome: LoginOutcome = try await call.api.send(
                "POST", "login-providers/\(id)/answers",
                LoginAnswer(
                    state: state, code: call.query["code"], issuer: call.query["iss"],
                    error: call.query["error"]))
            let next = LogInPage.safe(outcome.next)
            if let asked = outcome.secondStep { return SecondStepPage.draw(call, asked, next: next) }
            if let linked = outcome.linked {
                return OnwardPage.draw(
                    call, Text("access.linked_title"),
                    Text("access.linked", ["name": .verbatim(linked.providerName)]),
                    to: WaysNotice.linked.path)
            }
            return OnwardPage.draw(
                call, Text("access.arrived_title"), Text("access.arrived"), to: next ?? "/")
        } catch {
            return call.page(
                Page(
                    title: Text("frame.did_not_work"), template: "access.stopped",
                    content: StoppedLogin(trouble: error.sentence)), status: error.status)
        }
    }
}

/// A page that goes on by itself, because a redirect would not do. On the way to a provider, the pages' policy `form-action 'self'` holds a
/// browser back that is redirected by a form; on the way back, a redirect that began at another site does not bring the session's cookie
/// along, which is `SameSite=Strict`.
struct OnwardPage {
    /// For whoever cannot go on, as another site may not open.
    struct WayBack {
        let meaning: Text
        let path: String
        let words: Text
    }

    let sentence: Text
    let address: String
    let wayBack: WayBack?

    static let template = """
        <p>{{sentence}}</p>
        <p><a class="button main" href="{{address}}">[[forms.go_on]]</a></p>
        {{#wayBack}}<p class="quiet">{{meaning}} <a href="{{path}}">{{words}}</a></p>{{/wayBack}}
        """

    static func draw(
        _ call: PageCall, _ title: Text, _ sentence: Text, to address: String, orElse wayBack: WayBack? = nil
    ) -> PageResponse {
        call.page(
            Page(
                title: title, template: "access.onward",
                content: OnwardPage(sentence: sentence, address: address, wayBack: wayBack), onward: address))
    }

    /// Whether a link to it opens a site, and is no script.
    static func isOfWeb(_ address: String) -> Bool {
        let start = address.prefix(8).lowercased()
        return start == "https://" || start.hasPrefix("http://")
    }
}

/// Why nobody was logged in or linked, with both ways back: this request came from another site and so without the session's cookie, which
/// would say for which of the two it was.
struct StoppedLogin {
    let trouble: Text

    static let template = """
        <p class="problem" role="alert">{{trouble}}</p>
        <div class="row"><a class="button main" href="/login">[[access.back_to_login]]</a>\
        <a class="button" href="\(WaysPage.base)">[[ways.back_here]]</a></div>
        """
}
