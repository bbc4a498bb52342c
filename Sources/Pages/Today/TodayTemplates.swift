extension TodayPage {
    static let template = """
        <p class="quiet">{{day}}{{^isEmpty}} · {{count}}{{/isEmpty}}</p>
        {{#leftOut}}<p class="problem" data-key="left-out">{{.}}</p>{{/leftOut}}
        {{#hasOutstanding}}<section data-key="outstanding" aria-labelledby="outstanding-title"><h2 id="outstanding-title">Still open from earlier days</h2>
        <ul class="cards">{{#outstanding}}{{>occurrence-card}}{{/outstanding}}</ul></section>{{/hasOutstanding}}
        <section data-key="today" aria-labelledby="today-title"><h2 id="today-title">Planned for today</h2>
        {{#isEmpty}}<p class="empty" data-key="none">Nothing is planned today.{{^hasOutstanding}} Nothing is open from before, either.{{/hasOutstanding}}
        What is to be done at set times – a medicine, a walk – is planned on the page Plan.</p>
        <p class="row" data-key="plan"><a class="button" href="/plan">To the plan</a></p>{{/isEmpty}}
        <ul class="cards" data-key="list">{{#today}}{{>occurrence-card}}{{/today}}</ul>
        {{#more}}<p class="row" data-key="more"><a class="button" href="{{.}}">Show more</a></p>{{/more}}</section>
        """
}

extension OccurrenceCard {
    private static let why = Form.why(
        "text", to: "{{path}}/entries",
        usual: ["from": "{{origin}}", "id": "{{skipID}}", "kind": "skipped"],
        own: ["from": "{{origin}}", "id": "{{otherSkipID}}", "kind": "skipped"],
        id: "why-{{label}}", most: 2000, button: "Skip, for this reason")

    static let template = """
        <li class="card item {{priority}}" data-key="{{key}}" data-say="{{title}} ({{client}})"{{#once}} data-once="{{.}}"{{/once}}>
        <h{{level}}>{{^isAlone}}<a href="{{path}}">{{/isAlone}}<span class="symbol" aria-hidden="true">{{symbol}}</span><span><span class="time">{{time}}</span> {{title}}</span>{{^isAlone}}</a>{{/isAlone}}</h{{level}}>
        <p>For {{client}}, by {{who}}.{{#isAlone}} <span class="quiet">{{why}}</span>{{/isAlone}}</p>
        <p class="state">{{#urgency}}<span class="word {{priority}}">{{.}}</span> · {{/urgency}}<span class="word {{tone}}">{{state}}</span></p>
        {{#isAlone}}{{#details}}<p class="lines-kept">{{.}}</p>{{/details}}{{/isAlone}}
        {{#note}}<p class="note">{{.}}</p>{{/note}}
        <div class="row answers">{{#isOpen}}
        \(Form.post("{{path}}/entries", sends: ["from": "{{origin}}", "id": "{{doneID}}", "kind": "done"]))<button{{#isTime}} class="main"{{/isTime}}>Done<span class="unseen">: {{title}}, {{client}}</span></button></form>
        <details class="act" data-key="skip-{{key}}"{{#isSkipping}} open{{/isSkipping}}><summary>Skip …<span class="unseen">: {{title}}, {{client}}</span></summary>
        <p>Why skip it?</p>
        \(why)</details>
        {{#canPutOff}}\(Form.post("{{path}}/putoff", sends: ["from": "{{origin}}", "id": "{{putOffID}}"]))<button>In ten minutes<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/canPutOff}}{{/isOpen}}
        {{#isClosed}}\(Form.post("{{path}}/undo", sends: ["from": "{{origin}}", "id": "{{undoID}}"]))<button>Undo<span class="unseen">: {{title}}, {{client}}</span></button></form>{{/isClosed}}
        {{^isAlone}}<a class="button" href="{{path}}">More<span class="unseen">: {{title}}, {{client}}</span></a>{{/isAlone}}</div>
        {{#putOff}}<div class="row">{{.}} {{#mayPutOff}}\(Form.post("{{path}}/putoff", sends: ["from": "{{origin}}", "id": "{{putOffID}}", "minutes": "1"]))<button>Say it in a minute</button></form>{{/mayPutOff}}</div>{{/putOff}}</li>
        """
}

extension OneOccurrencePage {
    private static let note = Form.field(
        "text", "What the others should know about this time", .area(rows: 2).most(2000).required,
        id: "note-text", value: "{{typedNote}}", fault: "noteProblem")

    static let template = """
        {{#card}}<ul class="cards">{{>occurrence-card}}</ul>
        <section data-key="note" aria-labelledby="note-title"><h2 id="note-title">Add a note</h2>
        \(Form.post("{{path}}/entries", sends: ["from": "it", "id": "{{noteID}}", "kind": "note"]))
        \(note)
        <p class="row"><button>Save the note</button></p></form></section>{{/card}}
        <section data-key="history" aria-labelledby="history-title"><h2 id="history-title">What has happened</h2>
        {{^hasHistory}}<p class="quiet">Nothing has been written down yet.</p>{{/hasHistory}}
        <ol class="lines">{{#history}}<li data-key="{{key}}"><span{{#isTakenBack}} class="taken-back"{{/isTakenBack}}>{{words}}{{#text}}: “{{.}}”{{/text}}</span>{{#isTakenBack}} <span class="quiet">(undone)</span>{{/isTakenBack}}
        {{#undo}}\(Form.post("{{.}}"))<button>{{undoLabel}}<span class="unseen">: {{words}}</span></button></form>{{/undo}}</li>{{/history}}</ol></section>
        <section data-key="repetition" aria-labelledby="repetition-title"><h2 id="repetition-title">When it repeats</h2>
        {{#repetition}}<p>{{.}}</p>{{/repetition}}{{#reminders}}<p>{{.}}</p>{{/reminders}}
        <p class="row"><a class="button" href="{{planPath}}">Change it in the plan</a></p></section>
        """
}
