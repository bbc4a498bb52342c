import Care
import FoundationEssentials
import Recurrence
import Wording

/// The goals of a client who has logged in: what there is, and what can be done about it.
enum MineGoals: PageTopic {
    static let base = "/mine/goals"
    /// What makes the page be read anew.
    private static let live = ["routine_changed", "occurrence_changed"]

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, base, for: .clients) { call, viewer in try await add(call, viewer) },
        PageRoute(.get, base + "/{}", for: .clients) { call, viewer in
            let goal = try await find(call)
            return change(goal, GoalForm(goal, call), call)
        },
        PageRoute(.post, base + "/{}", for: .clients) { call, viewer in
            try await change(try await find(call), call, viewer)
        },
        PageRoute(.post, base + "/{}/end", for: .clients) { call, viewer in try await delete(call, viewer) },
        PageRoute(.post, base + "/{}/{}/entries", for: .clients, mark),
    ]

    static let templates = ["mine.goals": MineGoalsPage.template, "mine.goal": MineGoalPage.template]

    /// - Parameters:
    ///   - form: What was typed and not taken.
    ///   - notice: What was refused.
    private static func show(
        _ call: PageCall, _ viewer: Viewer, form: GoalForm? = nil, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let page: GoalPage = try await call.api.get("goals")
        return call.page(
            Page(
                title: Text("goals.title"), template: "mine.goals",
                content: MineGoalsPage(page, form ?? GoalForm(call), viewer, call), live: live,
                notice: notice ?? GoalNotice.notice(call), after: page.sequence), status: status)
    }

    private static func add(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var form = GoalForm(sent: call)
        guard let content = form.content(of: viewer.person.id, over: nil, call) else {
            return try await show(call, viewer, form: form, status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "routines",
                NewRoutine(
                    id: PlanSending.id(call), content: content, by: viewer.person.name,
                    at: PlanSending.at(call)))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if PlanSending.isTwice(error) { form.sendAnew() } else { form.note(error) }
            return try await show(call, viewer, form: form, status: error.status)
        }
        return .seeOther(GoalNotice.added.path(base))
    }

    /// It as it is now.
    private static func find(_ call: PageCall) async throws(CareProblem) -> Goal {
        let page: GoalPage = try await call.api.get("goals")
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }),
            let goal = page.goals.first(where: { $0.id == id })
        else { throw CareProblem(.notFound, "this goal is not there any more: look again what there is") }
        return goal
    }

    private static func change(
        _ goal: Goal, _ form: GoalForm, _ call: PageCall, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: .verbatim(goal.occurrence.title), template: "mine.goal",
                content: MineGoalPage(goal, form), back: base), status: status)
    }

    private static func change(_ goal: Goal, _ call: PageCall, _ viewer: Viewer) async throws -> PageResponse
    {
        var form = GoalForm(sent: call)
        form.comesAgain = goal.routine.content.schedule.repetition != .once
        guard let content = form.content(of: viewer.person.id, over: goal, call) else {
            return change(goal, form, call, status: 422)
        }
        let change = RoutineChange(
            id: PlanSending.id(call), scope: .all, content: content,
            replaces: Int64(call.form["replaces"] ?? "") ?? goal.routine.sequence, by: viewer.person.name,
            at: PlanSending.at(call))
        do throws(CareProblem) {
            try await call.api.send("POST", "routines/\(goal.id)/changes", change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if PlanSending.isTwice(error) {
                form.sendAnew()
            } else if error.kind == .conflict {
                form.values["replaces"] = "\(goal.routine.sequence)"
                form.problems["form"] = Text("goals.changed_meanwhile")
            } else {
                form.note(error)
            }
            return MineGoals.change(goal, form, call, status: error.status)
        }
        return .seeOther(GoalNotice.changed.path(base))
    }

    private static func delete(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is nothing planned with this address")
        }
        let change = RoutineChange(
            id: PlanSending.id(call), scope: .all, replaces: 0, by: viewer.person.name, at: call.request.now)
        try await PlanSending.change(id, change, call)
        return .seeOther(GoalNotice.deleted.path(base))
    }

    private static func mark(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            let kind = try await ChoreMarking.send(call, viewer)
            return .seeOther((kind == .undone ? GoalNotice.undone : .done).path(base))
        } catch {
            guard ChoreMarking.isTold(error) else { throw error }
            return try await show(
                call, viewer, notice: Notice(text: ChoreMarking.words(error), isProblem: true),
                status: error.status)
        }
    }

    static func path(_ goal: Goal) -> String { "\(base)/\(goal.id.uuidString.lowercased())" }
}

/// What was just done: a word in the address.
enum GoalNotice: String {
    case added, changed, deleted, done, undone

    func path(_ base: String) -> String { base + "?did=" + rawValue }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(GoalNotice.init).map { Notice(text: Text("goals.did_\($0.rawValue)")) }
    }
}

/// One goal, and what can be done about it with one tap.
struct GoalCard {
    let key: String
    let path: String
    let entries: String
    let title: String
    let details: String?
    let state: Text
    let tone: String
    let facts: [Text]
    /// "Done", or "One more done"; `nil` once it is.
    let act: Text?
    let parts: String
    let entryID = UUIDs.new()
    /// The entry that an undo names.
    let undoes: String?
    let undoID = UUIDs.new()

    init(_ goal: Goal, _ viewer: Viewer, _ call: PageCall) {
        let item = goal.occurrence
        key = "goal-\(goal.id.uuidString.lowercased())"
        path = MineGoals.path(goal)
        entries = "\(path)/\(PageText.escaped(item.key.description))/entries"
        title = item.title
        details = item.details
        let end = goal.end.map { ["when": Text.Value.text(call.until($0))] }
        switch item.state {
        case .upcoming, .due:
            (state, tone) = (end.map { Text("goals.until", $0) } ?? Text("goals.some_time"), "soon")
        case .missed: (state, tone) = (Text("goals.over", end ?? ["when": .text(.empty)]), "urgent")
        case .skipped: (state, tone) = (Text("today.skipped"), "")
        case .done:
            let when = item.changedAt.map { [Text("today.done"), call.when($0)] } ?? [Text("today.done")]
            (state, tone) = (.joined(when, separator: ", "), "good")
        }
        let done = item.chore?.parts ?? 0
        var facts: [Text] = []
        if item.count > 1, item.state.isOpen {
            facts.append(Text("chores.parts_done", ["done": .number(done), "all": .number(item.count)]))
        }
        let times = goal.routine.content.reminders.untilDone.sorted()
        if item.state.isOpen, !times.isEmpty {
            let words = times.map { minutes in
                TimeText.time(WallTime(startOf: .first).adding(seconds: Int64(minutes) * 60))
            }
            facts.append(Text("goals.reminds", ["times": .text(.list(words))]))
        }
        self.facts = facts
        act = item.state.isOpen ? Text(item.count > 1 ? "chores.one_part" : "today.done") : nil
        parts = item.count > 1 ? "1" : ""
        let isBegun = !item.state.isOpen || done > 0
        undoes = isBegun ? item.lastEntry?.uuidString : nil
    }

    static let template = """
        <li class="card item" data-key="{{key}}"><h3>\(Icon.check.html)<span>{{title}}</span></h3>
        {{#details}}<p class="lines-kept">{{.}}</p>{{/details}}
        <p class="state"><span class="word {{tone}}">{{state}}</span>{{#facts}} · {{.}}{{/facts}}</p>
        <div class="row answers">{{#act}}\(Form.post("{{entries}}", sends: ["id": "{{entryID}}", "kind": OccurrenceEntry.Kind.done.rawValue, "parts": "{{parts}}"]))\
        <button class="main">{{.}}<span class="unseen">: {{title}}</span></button></form>{{/act}}
        {{#undoes}}\(Form.post("{{entries}}", sends: ["id": "{{undoID}}", "kind": OccurrenceEntry.Kind.undone.rawValue, "undoes": "{{.}}"]))\
        <button>[[frame.undo]]<span class="unseen">: {{title}}</span></button></form>{{/undoes}}
        <a class="button" href="{{path}}">[[goals.change]]<span class="unseen">: {{title}}</span></a></div></li>
        """
}

/// What is open, what was done, and the form for another one.
struct MineGoalsPage {
    let open: [GoalCard]
    let closed: [GoalCard]
    let values: [String: String]
    let problems: [String: Text]
    let chosen: [String: Bool]

    init(_ page: GoalPage, _ form: GoalForm, _ viewer: Viewer, _ call: PageCall) {
        open = page.goals.filter(\.isOpen).map { GoalCard($0, viewer, call) }
        closed = page.goals.filter { !$0.isOpen }.map { GoalCard($0, viewer, call) }
        (values, problems, chosen) = (form.values, form.problems, form.chosen)
    }

    static let template = """
        {{#empty(open)}}<p data-key="none">[[goals.none]]</p>{{/empty(open)}}
        {{^empty(open)}}<section data-key="open" aria-labelledby="open-title"><h2 id="open-title">[[goals.open]]</h2>
        <ul class="cards">{{#open}}\(GoalCard.template){{/open}}</ul></section>{{/empty(open)}}
        {{^empty(closed)}}<section data-key="closed" aria-labelledby="closed-title"><h2 id="closed-title">[[goals.closed]]</h2>
        <ul class="cards">{{#closed}}\(GoalCard.template){{/closed}}</ul></section>{{/empty(closed)}}
        <section class="card" data-key="new" aria-labelledby="new-title"><h2 id="new-title">[[goals.new]]</h2>
        \(Form.post(MineGoals.base, class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(GoalForm.fields(isNew: true))
        <p class="row"><button class="main">[[goals.add]]</button></p></form></section>
        <p class="row"><a class="button" href="\(CourseworkPages.own)">\(Icon.link.html)[[school.way]]</a></p>
        <section id="keeping" class="card line" data-own hidden><p>[[goals.keep_meaning]]</p>
        <p class="row"><button type="button" data-do="keep" hidden>[[goals.keep]]</button>
        <button type="button" data-do="forget" hidden>[[goals.forget]]</button></p></section>
        """
}

/// Changing and deleting one.
struct MineGoalPage {
    let path: String
    let values: [String: String]
    let problems: [String: Text]
    let comesAgain: Bool
    let endID = UUIDs.new()

    init(_ goal: Goal, _ form: GoalForm) {
        path = MineGoals.path(goal)
        (values, problems, comesAgain) = (form.values, form.problems, form.comesAgain)
    }

    static let template = """
        <section class="card" data-key="change">\(Form.post("{{path}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        \(GoalForm.fields(isNew: false))
        <p class="row"><button class="main">[[goals.save]]</button> <a class="button" href="\(MineGoals.base)">[[forms.cancel]]</a></p></form></section>
        <details class="act" data-key="delete"><summary>[[goals.delete]]</summary><p>[[goals.delete_meaning]]</p>
        \(Form.post("{{path}}/end", sends: ["id": "{{endID}}"]))<button class="danger">[[goals.delete_yes]]</button></form></details>
        """
}
