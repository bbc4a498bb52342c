import Care
import FoundationEssentials
import Recurrence
import Wording

/// The ways of calls in words: the home's own in their order, then those that hold for all other calls.
struct CallPathList {
    struct Step {
        let when: Text
        let who: Text
    }

    struct Way {
        let key: String
        let name: Text
        /// For which calls.
        let calls: Text
        let steps: [Step]
        /// Where it is changed; `nil` for the shipped ones.
        let path: String?
        let canRise: Bool
    }

    let ways: [Way]
    let mayChange: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let stored: CallPaths = try await call.api.get("call-paths")
        let choices = try await CallPathChoices(call.api)
        let own = stored.paths.enumerated().map { index, path in
            Way(
                key: "way-\(path.id.uuidString)", name: .verbatim(path.name),
                calls: calls(path, choices), steps: steps(path.steps, choices),
                path: CallPathPages.path + "/" + path.id.uuidString, canRise: index > 0)
        }
        let usual = [("urgent", stored.usualUrgent), ("others", stored.usualOther)]
        let shipped = usual.map { name, steps in
            Way(
                key: name, name: Text(own.isEmpty ? "calls.every_call" : "calls.every_other"),
                calls: Text("calls.\(name)"), steps: Self.steps(steps, choices), path: nil, canRise: false)
        }
        return call.page(
            Page(
                title: Text("calls.title"), template: "call-paths",
                content: CallPathList(
                    ways: own + shipped, mayChange: viewer.person.role == .coordinator),
                notice: call.query["said"] == "saved" ? Notice(text: Text("calls.saved")) : nil, back: "/more"
            ))
    }

    private static func calls(_ path: CallPath, _ choices: CallPathChoices) -> Text {
        var parts: [Text] =
            path.priorities.isEmpty
            ? [Text("calls.all")]
            : path.priorities.sorted(by: >).map { Text("calls.priority_\($0.rawValue)") }
        if let place = path.place {
            parts.append(.verbatim(choices.places.first { $0.id == place }?.name ?? place))
        }
        if let hours = path.hours {
            parts.append(
                Text("calls.hours", ["from": .time(time(hours.from)), "until": .time(time(hours.until))]))
        }
        return .joined(parts, separator: " · ")
    }

    private static func time(_ minutes: Int) -> WallTime { WallTime(clamping: Int64(minutes) * 60) }

    private static func steps(_ steps: [CallPathStep], _ choices: CallPathChoices) -> [Step] {
        steps.map { step in
            Step(
                when: step.after == 0
                    ? Text("calls.at_once") : Text("calls.after", ["span": .text(span(step.after))]),
                who: .joined(step.who.map(choices.name), separator: ", "))
        }
    }

    private static func span(_ seconds: Int) -> Text {
        seconds % 60 == 0 ? Text("calls.minutes", count: seconds / 60) : Text("calls.seconds", count: seconds)
    }

    static let template = """
        <p>[[calls.about]]</p>
        {{#mayChange}}<p class="row"><a class="button main" href="\(CallPathPages.path)/new">\(Icon.add.html)[[calls.new]]</a></p>{{/mayChange}}
        <ul class="cards">{{#ways}}<li class="card" data-key="{{key}}"><h2>{{name}}</h2>
        <p class="quiet">{{calls}}</p>
        <ol class="lines">{{#steps}}<li><span class="time">{{when}}</span> {{who}}</li>{{/steps}}</ol>
        {{#path}}{{#mayChange}}<div class="row"><a class="button" href="{{.}}">\(Icon.edit.html)[[calls.change]]<span class="unseen">: {{name}}</span></a>
        {{#canRise}}\(Form.post("{{path}}/up"))<button>\(Icon.up.html)[[calls.up]]<span class="unseen">: {{name}}</span></button></form>{{/canRise}}
        \(Form.post("{{path}}/remove"))<button class="danger">[[form.remove]]<span class="unseen">: {{name}}</span></button></form></div>{{/mayChange}}{{/path}}</li>
        {{/ways}}</ul>
        """
}
