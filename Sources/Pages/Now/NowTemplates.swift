extension NowPage {
    static let template = """
        {{#troubles}}<p class="notice problem" role="alert">{{.}}</p>{{/troubles}}
        <section data-key="calls" aria-label="Calls">
        {{#hasNoRequests}}<div class="empty" data-key="none">\(Icon.check.html)<p>{{#isQuiet}}Nobody is waiting, and nothing is due.{{/isQuiet}}{{^isQuiet}}Nobody is waiting.{{/isQuiet}}</p></div>{{/hasNoRequests}}
        <ul class="cards" data-key="requests">{{#requests}}{{>request-card}}{{/requests}}</ul>
        {{#leftOut}}<p class="problem">There are more calls than fit here. Answer these; the others follow.</p>{{/leftOut}}</section>
        {{#hasBoth}}<p data-key="faults-below"><a class="line" href="#faults-title">\(Icon.urgent.html)Something is wrong: {{firstFault}}</a></p>{{/hasBoth}}
        <div id="alerts" data-own></div>
        {{#silence}}<p class="quiet" data-key="silence">{{.}} <a class="line" href="/account">Change it</a></p>{{/silence}}
        {{#hasFaults}}<section data-key="faults" aria-labelledby="faults-title"><h2 id="faults-title">What is wrong</h2>
        <ul class="cards">{{#faults}}
        <li class="card fault{{^isNotice}} soon{{/isNotice}}" data-key="{{key}}" data-say="{{sentence}}"{{#lost}} data-ring="urgent" data-level="0"{{/lost}}{{^lost}}{{^isNotice}} data-once="soon"{{/isNotice}}{{/lost}}>
        <h3>\(Icon.urgent.html){{sentence}}</h3>
        <p>{{advice}}</p><p class="quiet">{{ago}}{{^lost}}; it goes away by itself when it is fixed{{/lost}}.</p>
        {{#lost}}\(Form.post("{{action}}", class: "row", sends: ["id": "{{id}}"]))
        <button class="main">I’ll go and see<span class="unseen">: {{sentence}}</span></button></form>{{/lost}}</li>{{/faults}}</ul></section>{{/hasFaults}}
        {{#hasDue}}<section data-key="due" aria-labelledby="due-title"><h2 id="due-title">Due</h2>
        <ul class="cards">{{#due}}{{>occurrence-card}}{{/due}}</ul>
        {{#earlier}}<p><a class="button" href="/today">{{.}}</a></p>{{/earlier}}</section>{{/hasDue}}
        {{#hasProposals}}<section data-key="proposals" aria-labelledby="proposals-title"><h2 id="proposals-title">Waiting for a decision</h2>
        <ul class="cards">{{#proposals}}<li class="card" data-key="{{key}}"><h3><span class="symbol" aria-hidden="true">{{symbol}}</span>{{words}}</h3>
        <p class="quiet">{{ago}}</p><p class="row"><a class="button" href="/needs">Decide<span class="unseen">: {{words}}</span></a></p></li>{{/proposals}}</ul></section>{{/hasProposals}}
        {{#hasComing}}<section data-key="coming" aria-labelledby="coming-title"><h2 id="coming-title">Coming up</h2>
        <ul class="lines">{{#coming}}<li data-key="{{key}}"><a href="{{path}}"><span class="time">{{time}}</span>
        <span aria-hidden="true">{{symbol}}</span> {{title}} <span class="quiet">{{who}}</span></a></li>{{/coming}}</ul></section>{{/hasComing}}
        """
}

extension RequestCard {
    private static let why = Form.why(
        "reason", to: "{{path}}/answers",
        usual: ["id": "{{declineID}}", "seen": "{{seen}}", "state": "declined"],
        own: ["id": "{{otherReasonID}}", "seen": "{{seen}}", "state": "declined"],
        id: "reason-{{id}}", most: 500, button: "Can’t now, for this reason")

    private static let note = Form.field(
        "text", "What the others should know. It is not said to {{client}}, and it stays.",
        .area(rows: 2).most(2000).required, id: "note-text-{{id}}", value: "{{typedNote}}",
        fault: "noteProblem")

    /// What is said of it above its answers.
    private static let more = """
        <p class="quiet">{{ago}} ({{askedAt}}) · {{state}}{{#reason}} “{{.}}”{{/reason}}</p>
        {{#escalated}}<p class="problem">{{.}}</p>{{/escalated}}
        {{#earlier}}<p><a class="line" href="{{path}}">{{words}}</a></p>{{/earlier}}
        """

    private static let answers = """
        <div class="answers">
        {{#goLabel}}\(Form.post("{{path}}/answers", class: "wide", sends: ["id": "{{goID}}", "seen": "{{seen}}", "state": "on_the_way"]))
        <button class="{{goClass}}">{{goLabel}}<span class="unseen">: {{title}}</span></button></form>{{/goLabel}}
        <details class="act{{#isGoing}} wide{{/isGoing}}" data-key="met-{{id}}"><summary{{#isGoing}} class="main"{{/isGoing}}>Done …<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/answers", sends: ["id": "{{metID}}", "seen": "{{seen}}", "state": "met"]))
        <p>{{client}} hears: “{{metWords}}” That cannot be undone; {{client}} can ask again.</p>
        <button class="main">Yes, it is done</button></form></details>
        <details class="act" data-key="decline-{{id}}"{{#isDeclining}} open{{/isDeclining}}><summary>Can’t now …<span class="unseen">: {{title}}</span></summary>
        <p>Why not? {{client}} hears “{{me}} can’t now:” and the reason. That ends this call and cannot be undone; {{client}} can ask again.</p>
        \(why)</details>
        </div>{{#isUnheard}}\(Form.post("{{path}}/heard", class: "heard", sends: ["id": "{{heardID}}"]))<button>Let {{client}} know that it was heard</button></form>{{/isUnheard}}
        """

    private static let notes = """
        {{#hasLostNotes}}<p class="problem">The notes cannot be read just now; there may be some.</p>{{/hasLostNotes}}
        {{#notes}}<p class="note">{{text}} <span class="quiet">– {{origin}}</span></p>{{/notes}}
        <details class="plain" data-key="note-{{id}}"{{#isNoting}} open{{/isNoting}}><summary>Add a note<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/notes", sends: ["id": "{{noteID}}"]))
        \(note)
        <p class="row"><button>Save the note</button></p></form></details>
        """

    private static let tile = """
        <span class="tile" aria-hidden="true">{{#symbol}}{{.}}{{/symbol}}{{^symbol}}\(Icon.now.html){{/symbol}}\
        {{#clientFace}}{{#faceAddress}}<img class="face" src="{{.}}" alt="" width="28" height="28">{{/faceAddress}}{{/clientFace}}</span>
        """

    static let template = """
        <li class="card call {{priority}}" id="request-{{id}}" data-key="request-{{id}}" data-say="{{title}}"{{#ring}} data-ring="{{.}}" data-level="{{escalation}}"{{/ring}}>
        {{#isTaken}}<details class="taken" data-key="taken-{{id}}"><summary>{{> face}}<h2>{{state}} <span class="quiet">{{title}}</span></h2>\(RunningClock.template)</summary>{{/isTaken}}
        <div class="top">\(tile)<div class="what">{{#urgency}}<p class="tag">{{.}}</p>{{/urgency}}
        {{^isTaken}}<h2>{{title}}</h2>{{/isTaken}}
        {{#isSaying}}<p class="quiet">“{{say}}”</p>{{/isSaying}}</div>{{^isTaken}}\(RunningClock.template){{/isTaken}}</div>
        \(more){{#isOpen}}\(answers){{/isOpen}}
        \(notes){{#isTaken}}</details>{{/isTaken}}</li>
        """
}
