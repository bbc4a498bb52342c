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

    /// The field that names which are put away; without it, all that are open.
    static let listed = "steps"

    /// In the address of *Now*.
    static let didPutAway = "put-away"

    /// What is open, or was listed of it, is not asked again; it can still be done from here.
    static func putAway(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let listed = call.form[Self.listed].map { Set($0.split(separator: " ").map(String.init)) }
        for step in try await FirstSteps.read(call.api).open where listed?.contains(step.rawValue) ?? true {
            try await FirstSteps.set(step, .putAway, call.api)
        }
        return .seeOther("/now?did=\(didPutAway)")
    }

    /// Where they are found from then on; `nil` where the reader does not come from there.
    static func notice(_ call: PageCall, _ viewer: Viewer) -> Notice? {
        guard call.query["did"] == didPutAway, viewer.person.role == .coordinator else { return nil }
        return Notice(text: Text("welcome.still_in_more"))
    }

    private static func words(_ state: FirstStep.State) -> Text {
        switch state {
        case .open: Text("welcome.is_open")
        case .done: Text("welcome.is_done")
        case .putAway: Text("welcome.is_away")
        }
    }
}
