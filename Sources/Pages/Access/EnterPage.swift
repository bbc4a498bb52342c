import Care
import Wording

/// Where the code leads that somebody's other screen has shown: one tap, and they are logged in here.
///
/// Reading it uses nothing up: programs that draw previews of links read them, too.
struct EnterPage {
    let action: String
    let name: String
    let trouble: Text?

    static let template = """
        {{#trouble}}<p class="problem" role="alert">{{.}}</p>
        <p><a class="button main" href="/login">[[access.log_in]]</a></p>{{/trouble}}
        {{^trouble}}<p>[[enter.what]]</p>
        \(Form.post("{{action}}"))<button class="main">[[enter.log_in]]</button></form>{{/trouble}}
        """

    static let routes = [
        PageRoute(open: .get, "/enter/{}") { call in
            do throws(CareProblem) {
                let view: LoginLinkView = try await call.api.get(
                    "login-links/" + PageText.escaped(call.parts[0]))
                return draw(call, view.name, nil)
            } catch { return draw(call, "", error) }
        },
        PageRoute(open: .post, "/enter/{}") { call in
            do throws(CareProblem) {
                try await call.api.send(
                    "POST", "login-links/\(PageText.escaped(call.parts[0]))/session", Ignored())
                return .seeOther("/")
            } catch { return draw(call, "", error) }
        },
    ]

    private static func draw(_ call: PageCall, _ name: String, _ problem: CareProblem?) -> PageResponse {
        call.page(
            Page(
                title: Text("enter.title"), template: "access.enter",
                content: EnterPage(
                    action: "/enter/" + PageText.escaped(call.parts[0]), name: name,
                    trouble: problem.map { $0.kind == .notFound ? Text("enter.used") : $0.sentence })),
            status: problem?.status ?? 200)
    }
}
