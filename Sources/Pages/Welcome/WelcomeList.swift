import Care
import Wording

/// All questions of the first start, and what became of them.
struct WelcomeList {
    struct Line {
        let path: String
        let icon: String
        let title: Text
        let state: Text
        let isDone: Bool
    }

    let lines: [Line]
    let isAnyOpen: Bool

    static let template = """
        <p>{{#isAnyOpen}}[[welcome.list_open]]{{/isAnyOpen}}{{^isAnyOpen}}[[welcome.list_done]]{{/isAnyOpen}}</p>
        <ul class="ways">{{#lines}}<li><a href="{{path}}">\(Icon.html("{{icon}}"))<span>{{title}}<small>{{state}}</small></span>\
        {{#isDone}}\(Icon.check.html){{/isDone}}{{^isDone}}\(Icon.forward.html){{/isDone}}</a></li>{{/lines}}</ul>
        <div class="row"><a class="button main" href="{{#isAnyOpen}}/welcome/next{{/isAnyOpen}}{{^isAnyOpen}}/now{{/isAnyOpen}}">\
        {{#isAnyOpen}}[[welcome.go_on]]{{/isAnyOpen}}{{^isAnyOpen}}[[frame.to_start]]{{/isAnyOpen}}</a>
        {{#isAnyOpen}}\(Form.post("/welcome/away"))<button>[[welcome.put_away]]</button></form>{{/isAnyOpen}}</div>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let lines = steps.steps.map { one in
            Line(
                path: one.step.path, icon: one.step.icon.rawValue, title: one.step.title,
                state: words(one.state), isDone: one.state == .done)
        }
        return call.page(
            Page(
                title: Text("welcome.title"), template: "welcome.list",
                content: WelcomeList(lines: lines, isAnyOpen: !steps.open.isEmpty), back: "/more"))
    }

    /// What is open is not asked again; it can still be done from here.
    static func putAllAway(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        for step in try await FirstSteps.read(call.api).open {
            try await FirstSteps.set(step, .putAway, call.api)
        }
        return .seeOther("/now")
    }

    private static func words(_ state: FirstStep.State) -> Text {
        switch state {
        case .open: Text("welcome.is_open")
        case .done: Text("welcome.is_done")
        case .putAway: Text("welcome.is_away")
        }
    }
}
