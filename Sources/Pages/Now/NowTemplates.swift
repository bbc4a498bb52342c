extension NowPage {
    /// What does not work. It stands with the calls where it cannot wait, and at the end where it can.
    private static let faults = """
        <section data-key="faults" aria-labelledby="faults-title"><h2 id="faults-title">[[faults.what_is_wrong]]</h2>
        <ul class="cards">{{#faults}}
        <li class="card fault{{^isNotice}} soon{{/isNotice}}" id="{{key}}" tabindex="-1" data-key="{{key}}" data-say="{{sentence}}"{{#lost}} data-ring="urgent" data-level="0"{{/lost}}{{^lost}}{{^isNotice}} data-once="soon"{{/isNotice}}{{/lost}}>
        <h3>\(Icon.urgent.html)<span>{{sentence}}</span></h3>
        <p>{{advice}}</p><p class="quiet">{{^lost}}[[now.goes_away]]{{/lost}}{{#lost}}{{ago}}.{{/lost}}</p>
        {{#lost}}\(Form.post("{{action}}", class: "row", sends: ["id": "{{id}}"]))
        <button class="main">[[now.go_and_see]]<span class="unseen">: {{sentence}}</span></button></form>{{/lost}}</li>{{/faults}}</ul></section>
        """

    /// What needs an answer first: calls, then what cannot wait, what waits for a yes, and what is due; then the rest.
    static let template = """
        <section data-key="calls" aria-label="[[now.calls]]">
        {{#callsTrouble}}<p class="notice problem" role="alert">{{.}}</p>{{/callsTrouble}}
        \(Empty.place(
            .check, "{{#isQuiet}}[[now.all_quiet]]{{/isQuiet}}{{^isQuiet}}[[now.nobody_waits]]{{/isQuiet}}",
            .init(words: "[[now.to_today]]", path: "/today"), where: "hasNoRequests"))
        <ul class="cards" data-key="requests">{{#requests}}{{>request-card}}{{/requests}}</ul>
        {{#leftOut}}<p class="problem">[[now.more_calls]]</p>{{/leftOut}}</section>
        {{#hasBoth}}<p data-key="faults-below"><a class="line" href="#faults-title">\(Icon.urgent.html)<span>[[now.something_wrong]]</span></a></p>{{/hasBoth}}
        \(Notice.template)
        \(SetUpDone.template)
        {{#troubles}}<p class="notice problem" role="alert">{{.}}</p>{{/troubles}}
        <div id="alerts" data-own></div>
        {{#hasUrgentFaults}}\(faults){{/hasUrgentFaults}}
        {{#approvals}}\(WaitingApprovals.template){{/approvals}}
        {{#unreached}}<p data-key="unreached"><a class="line" href="/people">\(Icon.phone.html){{.}}</a></p>{{/unreached}}
        {{#registered}}<p data-key="registered"><a class="line" href="/people">\(Icon.person.html){{.}}</a></p>{{/registered}}
        {{#wishes}}<p data-key="wishes"><a class="line" href="/sessions#wishes">\(Icon.session.html){{.}}</a></p>{{/wishes}}
        {{#hasProposals}}<section data-key="proposals" aria-labelledby="proposals-title"><h2 id="proposals-title">[[now.waiting_for_decision]]</h2>
        <ul class="cards">{{#proposals}}<li class="card" data-key="{{key}}"><h3>\(Icon.needs.html(besides: "symbol", class: "symbol")){{words}}</h3>
        <p class="quiet">{{ago}}</p><p class="row"><a class="button" href="/needs">[[now.decide]]<span class="unseen">: {{words}}</span></a></p></li>{{/proposals}}</ul></section>{{/hasProposals}}
        {{#hasDue}}<section data-key="due" aria-labelledby="due-title"><h2 id="due-title">[[now.due]]</h2>
        <ul class="cards">{{#due}}{{>occurrence-card}}{{/due}}</ul>
        {{#earlier}}<p><a class="button" href="/today">{{.}}</a></p>{{/earlier}}</section>{{/hasDue}}
        \(CelebratedGrant.template)
        {{#hasComing}}<section data-key="coming" aria-labelledby="coming-title"><h2 id="coming-title">[[now.coming_up]]</h2>
        <ul class="lines">{{#coming}}<li data-key="{{key}}"><a href="{{path}}"><span class="time">{{time}}</span>
        \(Icon.clock.html(besides: "symbol", class: "emoji")) {{title}} <bdi class="quiet">{{who}}</bdi></a></li>{{/coming}}</ul></section>{{/hasComing}}
        {{^hasUrgentFaults}}{{#hasFaults}}\(faults){{/hasFaults}}{{/hasUrgentFaults}}
        {{#onDuty}}<p data-key="on-duty"><a class="line" href="/duties">{{.}}</a></p>{{/onDuty}}
        \(FirstStepsLeft.template)
        {{#silence}}<p class="quiet" data-key="silence" data-short="{{silenceShort}}">{{.}} <a class="line" href="/account">[[now.change_it]]</a></p>{{/silence}}
        \(ReachOffer.template)
        \(InstallOffer.template)
        """
}

extension RequestCard {
    private static let why = Form.why(
        "reason", to: "{{path}}/answers",
        usual: [
            "id": "{{declineID}}", "seen": "{{seen}}", "state": "declined", "takes_over": "{{takesOver}}",
        ],
        own: [
            "id": "{{otherReasonID}}", "seen": "{{seen}}", "state": "declined", "takes_over": "{{takesOver}}",
        ],
        id: "reason-{{id}}", most: 500, button: "[[now.cannot_for_this]]")

    private static let note = Form.field(
        "text", "[[now.note_for_others]]",
        .area(rows: 2).most(2000).required, id: "note-text-{{id}}", value: "{{typedNote}}",
        fault: "noteProblem")

    /// What is said of it above its answers. Who goes, and since when, stands above a call that is taken.
    private static let more = """
        <p class="quiet">{{ago}} ({{askedAt}}){{^isTaken}} · {{state}}{{/isTaken}}</p>
        {{#lapsed}}<p class="problem">{{.}}</p>{{/lapsed}}{{#escalated}}<p class="problem">{{.}}</p>{{/escalated}}
        {{#lapses}}<p class="quiet">{{.}}</p>{{/lapses}}{{#others}}<p>{{.}}</p>{{/others}}
        {{#earlier}}<p><a class="line" href="{{path}}">{{words}}</a></p>{{/earlier}}
        """

    private static func go(_ form: String?, _ button: String, _ words: String) -> String {
        Form.post(
            "{{path}}/answers", class: form,
            sends: [
                "id": "{{goID}}", "seen": "{{seen}}", "state": "on_the_way", "takes_over": "{{takesOver}}",
            ])
                + """
                <button class="\(button)">\(words)<span class="unseen">: {{title}}</span></button></form>
                """
    }

    /// Of whoever is going, it is what they do next; and then it stands beside the line that says so.
    private static let met = """
        <details class="act" data-key="met-{{id}}"><summary{{#isGoing}} class="main"{{/isGoing}}>[[now.mark_done]]<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/answers", sends: ["id": "{{metID}}", "seen": "{{seen}}", "state": "met"]))
        <p>[[now.done_is_final]]</p>
        <button class="main">[[now.yes_done]]</button></form></details>
        """

    private static let answers = """
        <div class="answers">
        {{^isTaken}}\(go("wide", "main", "[[now.on_my_way]]")){{/isTaken}}
        {{^isGoing}}\(met){{/isGoing}}
        <details class="act" data-key="decline-{{id}}"{{#isDeclining}} open{{/isDeclining}}><summary>[[now.cannot]]<span class="unseen">: {{title}}</span></summary>
        <p>[[now.why_not]]</p>
        \(why)</details>
        {{#isTaken}}{{^isGoing}}\(go(nil, "", "[[now.go_instead]]")){{/isGoing}}{{/isTaken}}
        </div>{{#isUnheard}}\(Form.post("{{path}}/heard", class: "heard", sends: ["id": "{{heardID}}"]))<button>[[now.let_know]]</button></form>{{/isUnheard}}
        """

    private static let notes = """
        {{#hasLostNotes}}<p class="problem">[[now.notes_unreadable]]</p>{{/hasLostNotes}}
        {{#notes}}<p class="note">{{text}} <span class="quiet">– {{origin}}</span></p>{{/notes}}
        <details class="plain" data-key="note-{{id}}"{{#isNoting}} open{{/isNoting}}><summary>[[now.add_note]]<span class="unseen">: {{title}}</span></summary>
        \(Form.post("{{path}}/notes", sends: ["id": "{{noteID}}"]))
        \(note)
        <p class="row"><button>[[now.save_note]]</button></p></form></details>
        """

    private static let tile = """
        <span class="tile" aria-hidden="true">{{#symbol}}{{#.picture}}<img src="{{.}}" alt="">{{/.picture}}{{#.text}}{{.}}{{/.text}}{{/symbol}}{{^hasSymbol}}\(Icon.now.html){{/hasSymbol}}\
        {{#clientFace}}{{#faceAddress}}<img class="face" src="{{.}}" alt="" width="28" height="28">{{/faceAddress}}\
        {{^faceAddress}}<span class="face">{{initials}}</span>{{/faceAddress}}{{/clientFace}}</span>
        """

    static let template = """
        <li class="card call {{priority}}{{#isTaken}} is-taken{{/isTaken}}" id="request-{{id}}" tabindex="-1" data-key="request-{{id}}" data-say="{{title}}" data-state="{{state}}"{{#ring}} data-ring="{{.}}" data-level="{{escalation}}"{{/ring}}>
        {{#isTaken}}<details class="taken" data-key="taken-{{id}}"{{#isUnfolded}} open{{/isUnfolded}}><summary>{{^isGoing}}{{> face}}{{/isGoing}}<h2>{{goer}}{{^isAlone}} <span class="quiet">{{title}}</span>{{/isAlone}}</h2>\(RunningClock.template)</summary>{{/isTaken}}
        <div class="top">\(tile)<div class="what">{{#urgency}}<p class="tag">{{.}}</p>{{/urgency}}
        {{^isTaken}}{{^isAlone}}<h2>{{title}}</h2>{{/isAlone}}{{/isTaken}}
        {{#say}}<p class="quiet">{{.}}</p>{{/say}}</div>{{^isTaken}}\(RunningClock.template){{/isTaken}}</div>
        \(more){{#isOpen}}\(answers){{/isOpen}}
        \(notes){{#isTaken}}</details>{{#isGoing}}\(met){{/isGoing}}{{/isTaken}}</li>
        """
}
