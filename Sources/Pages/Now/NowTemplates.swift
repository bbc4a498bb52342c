extension NowPage {
    static let template = """
        <div id="alerts" data-own></div>
        {{#silence}}<p class="quiet" data-key="silence">{{.}} <a class="line" href="/account">Change it</a></p>{{/silence}}
        {{#troubles}}<p class="notice problem" role="alert">{{.}}</p>{{/troubles}}
        {{#hasBoth}}<p data-key="faults-below"><a class="line" href="#faults-title">⚠️ Something is wrong: {{firstFault}}</a></p>{{/hasBoth}}
        <section data-key="calls" aria-labelledby="calls-title"><h2 id="calls-title">Calls</h2>
        {{#hasNoRequests}}<p class="empty" data-key="none">{{#isQuiet}}Nobody is waiting, and nothing is due.{{/isQuiet}}{{^isQuiet}}Nobody is waiting.{{/isQuiet}}
        A new call appears here by itself. To hear it, leave this page open with the screen on, and switch the sound on.</p>{{/hasNoRequests}}
        <ul class="cards" data-key="requests">{{#requests}}{{>request-card}}{{/requests}}</ul>
        {{#leftOut}}<p class="problem">There are more calls than fit here. Answer these; the others follow.</p>{{/leftOut}}</section>
        {{#hasFaults}}<section data-key="faults" aria-labelledby="faults-title"><h2 id="faults-title">What is wrong</h2>
        <ul class="cards">{{#faults}}
        <li class="card fault{{^isNotice}} soon{{/isNotice}}" data-key="{{key}}" data-say="{{sentence}}"{{#lost}} data-ring="urgent" data-level="0"{{/lost}}{{^lost}}{{^isNotice}} data-once="soon"{{/isNotice}}{{/lost}}>
        <h3><span class="symbol" aria-hidden="true">⚠️</span>{{sentence}}</h3>
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

    static let template = """
        <li class="card request {{priority}}" id="request-{{id}}" data-key="request-{{id}}" data-say="{{title}}"{{#ring}} data-ring="{{.}}" data-level="{{escalation}}"{{/ring}}>
        <h{{level}}><span class="symbol" aria-hidden="true">{{symbol}}</span><span>{{title}}</span></h{{level}}>
        <p>{{#urgency}}<span class="word {{priority}}">{{.}}</span> · {{/urgency}}{{ago}} <span class="quiet">({{askedAt}})</span></p>
        {{#isSaying}}<p class="quiet">“{{say}}”</p>{{/isSaying}}
        <p class="state{{#isGood}} word good{{/isGood}}">{{> face}}{{state}}{{#reason}} “{{.}}”{{/reason}}</p>
        {{#escalated}}<p class="problem">{{.}}</p>{{/escalated}}
        {{#earlier}}<p><a class="line" href="{{path}}">{{words}}</a></p>{{/earlier}}
        {{#isOpen}}<div class="row answers">
        {{#goLabel}}\(Form.post("{{path}}/answers", sends: ["id": "{{goID}}", "seen": "{{seen}}", "state": "on_the_way"]))
        <button class="main">{{goLabel}}<span class="unseen">: {{title}}</span></button></form>{{/goLabel}}
        <details class="act" data-key="met-{{id}}"><summary{{#isGoing}} class="main"{{/isGoing}}>Done …<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/answers", sends: ["id": "{{metID}}", "seen": "{{seen}}", "state": "met"]))
        <p>{{client}} hears: “{{metWords}}” That cannot be undone; {{client}} can ask again.</p>
        <button class="main">Yes, it is done</button></form></details>
        <details class="act" data-key="decline-{{id}}"{{#isDeclining}} open{{/isDeclining}}><summary>Can’t now …<span class="unseen">: {{title}}</span></summary>
        <p>Why not? {{client}} hears “{{me}} can’t now:” and the reason. That ends this call and cannot be undone; {{client}} can ask again.</p>
        \(why)</details>
        </div>{{#isUnheard}}\(Form.post("{{path}}/heard", class: "heard", sends: ["id": "{{heardID}}"]))<button>Let {{client}} know that it was heard</button></form>{{/isUnheard}}{{/isOpen}}
        {{#hasLostNotes}}<p class="problem">The notes cannot be read just now; there may be some.</p>{{/hasLostNotes}}
        {{#notes}}<p class="note">{{text}} <span class="quiet">– {{origin}}</span></p>{{/notes}}
        <details class="plain" data-key="note-{{id}}"{{#isNoting}} open{{/isNoting}}><summary>Add a note<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/notes", sends: ["id": "{{noteID}}"]))
        \(note)
        <p class="row"><button>Save the note</button></p></form></details></li>
        """
}
