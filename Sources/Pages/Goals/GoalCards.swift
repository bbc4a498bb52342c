import Care
import FoundationEssentials
import Recurrence
import Wording

/// What was just done: a word in the address.
enum GoalNotice: String {
    case added, changed, deleted, done, undone

    func path(_ base: String) -> String { base + "?did=" + rawValue }

    static func notice(_ call: PageCall, isOwn: Bool) -> Notice? {
        call.query["did"].flatMap(GoalNotice.init).map { did in
            Notice(
                text: did == .added && !isOwn
                    ? Text("goals.did_add_theirs") : Text("goals.did_\(did.rawValue)"))
        }
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

    init(_ goal: Goal, _ desk: GoalDesk, _ call: PageCall) {
        let item = goal.occurrence
        key = "goal-\(goal.id.uuidString.lowercased())"
        path = desk.path(goal)
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
            facts.append(
                Text(desk.isOwn ? "goals.reminds" : "goals.reminds_theirs", ["times": .text(.list(words))]))
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
struct GoalsPage {
    let base: String
    let open: [GoalCard]
    let closed: [GoalCard]
    let values: [String: String]
    let problems: [String: Text]
    let chosen: [String: Bool]

    init(_ page: GoalPage, _ form: GoalForm, _ desk: GoalDesk, _ call: PageCall) {
        base = desk.base
        open = page.goals.filter(\.isOpen).map { GoalCard($0, desk, call) }
        closed = page.goals.filter { !$0.isOpen }.map { GoalCard($0, desk, call) }
        (values, problems, chosen) = (form.values, form.problems, form.chosen)
    }

    static func template(isOwn: Bool) -> String {
        """
        \(isOwn ? "" : "<p data-key=\"meaning\">[[goals.theirs]]</p>")
        {{#empty(open)}}<p data-key="none">\(isOwn ? "[[goals.none]]" : "[[goals.none_theirs]]")</p>{{/empty(open)}}
        {{^empty(open)}}<section data-key="open" aria-labelledby="open-title"><h2 id="open-title">[[goals.open]]</h2>
        <ul class="cards">{{#open}}\(GoalCard.template){{/open}}</ul></section>{{/empty(open)}}
        {{^empty(closed)}}<section data-key="closed" aria-labelledby="closed-title"><h2 id="closed-title">[[goals.closed]]</h2>
        <ul class="cards">{{#closed}}\(GoalCard.template){{/closed}}</ul></section>{{/empty(closed)}}
        <section class="card" data-key="new" aria-labelledby="new-title"><h2 id="new-title">[[goals.new]]</h2>
        \(Form.post("{{base}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(GoalForm.fields(isNew: true, isOwn: isOwn))
        <p class="row"><button class="main">[[goals.add]]</button></p></form></section>
        \(isOwn ? ownOnly : "")
        """
    }

    /// Where goals come from by themselves, and what is kept on the client's own phone.
    private static let ownOnly = """
        <p class="row"><a class="button" href="\(CourseworkPages.own)">\(Icon.link.html)[[school.way]]</a></p>
        <section id="keeping" class="card line" data-own hidden><p>[[goals.keep_meaning]]</p>
        <p class="row"><button type="button" data-do="keep" hidden>[[goals.keep]]</button>
        <button type="button" data-do="forget" hidden>[[goals.forget]]</button></p></section>
        """
}

/// Changing and deleting one.
struct OneGoalPage {
    let path: String
    let base: String
    let values: [String: String]
    let problems: [String: Text]
    let comesAgain: Bool
    let endID = UUIDs.new()

    init(_ goal: Goal, _ form: GoalForm, _ desk: GoalDesk) {
        (path, base) = (desk.path(goal), desk.base)
        (values, problems, comesAgain) = (form.values, form.problems, form.comesAgain)
    }

    static func template(isOwn: Bool) -> String {
        """
        <section class="card" data-key="change">\(Form.post("{{path}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        \(GoalForm.fields(isNew: false, isOwn: isOwn))
        <p class="row"><button class="main">[[goals.save]]</button> <a class="button" href="{{base}}">[[forms.cancel]]</a></p></form></section>
        <details class="act" data-key="delete"><summary>[[goals.delete]]</summary><p>\(isOwn ? "[[goals.delete_meaning]]" : "[[goals.delete_theirs]]")</p>
        \(Form.post("{{path}}/end", sends: ["id": "{{endID}}"]))<button class="danger">[[goals.delete_yes]]</button></form></details>
        """
    }
}
