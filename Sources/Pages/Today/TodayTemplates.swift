extension TodayPage {
    static let template = """
        <p class="quiet">{{day}}{{^isEmpty}} · {{count}}{{/isEmpty}}</p>
        {{#seesNobody}}<p class="notice" role="status" data-key="nobody">[[today.sees_nobody]]</p>{{/seesNobody}}
        {{^empty(waiting)}}<section data-key="waiting" aria-labelledby="waiting-title"><h2 id="waiting-title">[[sessions.in_wait_room]]</h2>
        <ul class="cards">{{#waiting}}{{> session-card}}{{/waiting}}</ul></section>{{/empty(waiting)}}
        {{#hasHandover}}<p class="row" data-key="handover"><a class="button" href="/handover">\(Icon.handover.html)[[frame.handover]]</a></p>{{/hasHandover}}
        {{#leftOut}}<p class="problem" data-key="left-out">{{.}}</p>{{/leftOut}}
        {{#hasOutstanding}}<section data-key="outstanding" aria-labelledby="outstanding-title"><h2 id="outstanding-title">[[today.still_open]]</h2>
        <ul class="cards">{{#outstanding}}{{>occurrence-card}}{{/outstanding}}</ul></section>{{/hasOutstanding}}
        <section data-key="today" aria-labelledby="today-title"><h2 id="today-title">[[today.planned]]</h2>
        \(Empty.place(
            .today, "[[today.nothing_planned]]", .init(words: "[[today.to_the_plan]]", path: "/plan"),
            where: "isEmpty"))
        <ul class="cards" data-key="list">{{#today}}{{>occurrence-card}}{{/today}}</ul>
        {{#more}}<p class="row" data-key="more"><a class="button" href="{{.}}">[[today.show_more]]</a></p>{{/more}}</section>
        """
}

extension OccurrenceCard {
    private static let why = Form.why(
        "text", to: "{{path}}/entries",
        usual: ["from": "{{origin}}", "id": "{{skipID}}", "kind": "skipped"],
        own: ["from": "{{origin}}", "id": "{{otherSkipID}}", "kind": "skipped"],
        id: "why-{{label}}", most: 2000, button: "[[today.skip_for_this]]")

    static let template = """
        <li class="card item {{priority}}" id="{{anchor}}" tabindex="-1" data-key="{{key}}" data-say="{{title}} ({{client}})"{{#once}} data-once="{{.}}"{{/once}}>
        <h{{level}}>{{^isAlone}}<a href="{{path}}">{{/isAlone}}\(Icon.clock.html(besides: "symbol", class: "symbol"))<span><span class="time">{{time}}</span> {{title}}</span>{{^isAlone}}</a>{{/isAlone}}</h{{level}}>
        <p>{{who}}{{#isAlone}} <span class="quiet">{{why}}</span>{{/isAlone}}</p>
        <p class="state">{{#urgency}}<span class="word {{priority}}">{{.}}</span> · {{/urgency}}<span class="word {{tone}}">{{state}}</span>{{#facts}} · {{.}}{{/facts}}</p>
        {{#isAlone}}{{#details}}<p class="lines-kept">{{.}}</p>{{/details}}{{/isAlone}}
        {{#note}}<p class="note">{{.}}</p>{{/note}}
        <div class="row answers">{{#isOpen}}
        {{#isFree}}\(Form.post("{{path}}/entries", sends: ["from": "{{origin}}", "id": "{{claimID}}", "kind": "claimed", "person": "{{reader}}"]))<button class="main">[[chores.claim]]<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/isFree}}
        {{#photoPath}}<a class="button{{#isTime}} main{{/isTime}}" href="{{.}}">[[chores.done_with_photo]]<span class="unseen">: {{title}}, {{client}}</span></a>{{/photoPath}}
        {{^photoPath}}\(Form.post("{{path}}/entries", sends: ["from": "{{origin}}", "id": "{{doneID}}", "kind": "done"]))<button{{#isTime}} class="main"{{/isTime}}>[[today.done]]<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/photoPath}}
        <details class="act" data-key="skip-{{key}}"{{#isSkipping}} open{{/isSkipping}}><summary>[[today.skip]]<span class="unseen">: {{title}}, {{client}}</span></summary>
        <p>[[today.why_skip]]</p>
        \(why)</details>
        \(PuttingOff.button("{{title}}, {{client}}")){{/isOpen}}
        {{#mayApprove}}\(Form.post("{{path}}/entries", sends: ["from": "{{origin}}", "id": "{{approveID}}", "kind": "approved"]))<button class="main">[[chores.approve]]<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/mayApprove}}
        {{#isClosed}}\(Form.post("{{path}}/undo", sends: ["from": "{{origin}}", "id": "{{undoID}}"]))<button>[[frame.undo]]<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/isClosed}}
        {{^isAlone}}<a class="button" href="{{path}}">[[today.more]]<span class="unseen">: {{title}}, {{client}}</span></a>{{/isAlone}}</div>
        \(PuttingOff.line)</li>
        """
}

extension OneOccurrencePage {
    private static let note = Form.field(
        "text", "[[today.note_for_others]]", .area(rows: 2).most(2000).required,
        id: "note-text", value: "{{typedNote}}", fault: "noteProblem")

    static let template = """
        {{#card}}<ul class="cards">{{>occurrence-card}}</ul>
        {{#photo}}{{> chore-photo-shown}}{{/photo}}
        <section data-key="note" aria-labelledby="note-title"><h2 id="note-title">[[today.add_note]]</h2>
        \(Form.post("{{path}}/entries", sends: ["from": "it", "id": "{{noteID}}", "kind": "note"]))
        \(note)
        <p class="row"><button>[[today.save_note]]</button></p></form></section>{{/card}}
        <section data-key="history" aria-labelledby="history-title"><h2 id="history-title">[[today.what_has_happened]]</h2>
        {{^hasHistory}}<p class="quiet">[[today.nothing_written]]</p>{{/hasHistory}}
        <ol class="lines">{{#history}}<li data-key="{{key}}"><span{{#isTakenBack}} class="taken-back"{{/isTakenBack}}>{{#text}}[[today.entry_text]]{{/text}}{{^text}}{{words}}{{/text}}</span>{{#isTakenBack}} <span class="quiet">([[today.undone]])</span>{{/isTakenBack}}
        {{#undo}}\(Form.post("{{.}}"))<button>{{undoLabel}}<span class="unseen">: {{words}}</span></button></form>{{/undo}}</li>{{/history}}</ol></section>
        <section data-key="repetition" aria-labelledby="repetition-title"><h2 id="repetition-title">[[today.when_it_repeats]]</h2>
        {{#repetition}}<p>{{.}}</p>{{/repetition}}{{#reminders}}<p>{{.}}</p>{{/reminders}}
        <p class="row"><a class="button" href="{{planPath}}">[[today.change_in_plan]]</a></p></section>
        """
}
