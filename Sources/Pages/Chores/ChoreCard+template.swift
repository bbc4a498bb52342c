extension ChoreCard {
    private static let skip = Form.why(
        "text", to: "{{path}}/entries", usual: ["id": "{{skipID}}", "kind": "skipped"],
        own: ["id": "{{otherSkipID}}", "kind": "skipped"], id: "why-{{label}}", most: 2000,
        button: "[[today.skip_for_this]]")

    private static let notYet = Form.why(
        "text", of: "notYetReasons", to: "{{path}}/entries",
        usual: ["id": "{{notYetID}}", "kind": "not_yet"],
        own: ["id": "{{otherNotYetID}}", "kind": "not_yet"], id: "not-{{label}}", most: 2000,
        button: "[[chores.not_yet_because]]")

    private static let act = """
        {{#acts}}\(Form.post(
            "{{path}}/entries",
            sends: [
                "id": "{{entryID}}", "kind": "{{kind}}", "person": "{{person}}", "parts": "{{parts}}",
                "undoes": "{{undoes}}", "from": "chores",
            ]))<button{{#isMain}} class="main"{{/isMain}}>{{words}}<span class="unseen">: {{title}}</span></button></form>
        {{/acts}}
        """

    private static let give = """
        {{#mayGive}}<details class="act" data-key="give-{{key}}"><summary>[[chores.give]]<span class="unseen">: {{title}}</span></summary>
        <p>[[chores.give_to_whom]]</p>
        <div class="choices">{{#others}}\(Form.post(
            "{{path}}/entries", sends: ["id": "{{entryID}}", "kind": "given", "person": "{{id}}"]))<button>{{name}}</button></form>{{/others}}</div></details>{{/mayGive}}
        """

    private static let ask = """
        {{#mayAsk}}<details class="act" data-key="ask-{{key}}"><summary>[[chores.ask]]<span class="unseen">: {{title}}</span></summary>
        <p>[[chores.ask_whom]]</p>
        <div class="choices">{{#askable}}\(Form.post(
            "{{path}}/entries", sends: ["id": "{{entryID}}", "kind": "offered", "person": "{{id}}"]))<button>{{name}}</button></form>{{/askable}}</div></details>{{/mayAsk}}
        """

    static let template = """
        <li class="card item {{priority}}" id="{{anchor}}" tabindex="-1" data-key="{{key}}"{{#once}} data-say="{{title}}" data-once="{{.}}" data-news="{{news}}"{{/once}}>
        <h3>\(Icon.repeat.html(besides: "symbol", class: "symbol"))<span>{{title}}</span></h3>
        <p>{{who}}</p>
        <p class="state"><span class="word {{tone}}">{{state}}</span>{{#facts}} · {{.}}{{/facts}}</p>
        {{#note}}<p class="note">{{.}}</p>{{/note}}
        {{#photo}}{{> chore-photo-shown}}{{/photo}}
        <div class="row answers">{{#photoPath}}<a class="button{{#isPhotoMain}} main{{/isPhotoMain}}" href="{{.}}">{{photoWords}}<span class="unseen">: {{title}}</span></a>{{/photoPath}}\(act)
        {{#mayApprove}}<details class="act" data-key="not-{{key}}"><summary>[[chores.not_yet]]<span class="unseen">: {{title}}</span></summary>
        <p>[[chores.why_not_yet]]</p>
        \(notYet)</details>{{/mayApprove}}
        {{#maySkip}}<details class="act" data-key="skip-{{key}}"><summary>[[today.skip]]<span class="unseen">: {{title}}</span></summary>
        <p>[[today.why_skip]]{{#skipCost}} {{.}}{{/skipCost}}</p>
        \(skip)</details>{{/maySkip}}
        \(PuttingOff.button("{{title}}"))
        \(give)
        \(ask)
        {{#maySwap}}<a class="button" href="{{path}}/swap">[[chores.swap]]<span class="unseen">: {{title}}</span></a>{{/maySwap}}
        {{#reminds}}\(Form.post("{{path}}/reminder", sends: ["id": "{{reminderID}}"]))<button>{{.}}<span class="unseen">: {{title}}</span></button></form>{{/reminds}}
        {{#planPath}}<a class="button" href="{{.}}">[[chores.more]]<span class="unseen">: {{title}}</span></a>{{/planPath}}</div>
        \(PuttingOff.line)</li>
        """
}
