import Care
import Wording

/// The settings as questions, each with its present answer in a sentence.
struct SettingsPage {
    struct Card {
        let path: String
        let icon: String
        let title: Text
        let answer: Text
        let changed: Text?
        let proposals: Text?
    }

    /// What the home or a person is called, which is changed right here.
    struct Name {
        let field: String
        let name: String
        let label: Text
        let value: String
        let was: String
        let isSpoken: Bool
        let hint: Text?
        let problem: Text?
        /// The ids of what is said with its field.
        let describedBy: String?
    }

    let names: [Name]
    let trouble: FormTrouble?
    let namesTitle: Text
    let version: String
    let canWrite: Bool
    let cards: [Card]
    let machine: [Fixed]

    /// What is only shown: nobody changes it from here.
    struct Fixed {
        let name: String
        let value: Text
        let meaning: Text

        init(_ setting: HomeOptions.Fixed) {
            name = setting.name
            value =
                switch setting.value {
                case "none": Text("machine.nothing")
                case "set": Text("machine.secret")
                case "true": Text("machine.yes")
                case "false": Text("machine.no")
                default: .verbatim(setting.value)
                }
            meaning = Text("machine.\(setting.name.replacing(".", with: "_"))")
        }
    }

    init(_ options: HomeOptions, _ viewer: Viewer, typed: PageFields? = nil, problem: CareProblem? = nil) {
        let client = options.client
        names = [
            ("client.name", Text("question.client_name")), ("home.name", Text("option.home_name")),
            ("caregiver.name", Text("question.caregiver_name")),
        ].map { name, label in
            let field = TypedOption(name, now: SettingsNames.shown(name, in: options), typed: typed)
            let hint = name == "home.name" ? Text("option_help.home_name") : nil
            let fault = problem?.field == name ? problem?.sentence : nil
            let id = "option-" + name
            let ids = [hint.map { _ in id + "-hint" }, fault.map { _ in id + "-fault" }].compactMap(\.self)
            return Name(
                field: id, name: name, label: label, value: field.value, was: field.was,
                isSpoken: name != "home.name", hint: hint, problem: fault,
                describedBy: ids.isEmpty ? nil : ids.joined(separator: " "))
        }
        trouble = FormTrouble(
            names.compactMap { name in
                name.problem.map { FormFault(id: name.field, label: name.label, words: $0) }
            })
        namesTitle = Text("question.names", ["client": .verbatim(client)])
        version = options.version
        canWrite = viewer.canWriteFiles
        let answers = SettingsAnswers(options)
        cards =
            SettingQuestion.all.dropFirst().map { question in
                let own = options.options.filter { question.settings.contains($0.name) }
                let changed = own.count { option in
                    !SettingShape(option).isSame(option.value ?? option.standard, option.standard)
                }
                let proposals = own.count { $0.proposed != nil }
                return Card(
                    path: "/settings/" + question.id, icon: question.icon.rawValue,
                    title: Text(question.title, ["client": .verbatim(client)]),
                    answer: answers.answer(question.id),
                    changed: changed == 0 ? nil : Text("question.changed", count: changed),
                    proposals: proposals == 0 ? nil : Text("question.proposals", count: proposals))
            } + Self.others
        machine = options.machine.map(Fixed.init)
    }

    /// What is asked elsewhere.
    private static let others = [
        Card(
            path: "/settings/phrases", icon: Icon.phrases.rawValue, title: Text("question.phrases"),
            answer: Text("question.phrases_answer"), changed: nil, proposals: nil),
        Card(
            path: "/account", icon: Icon.night.rawValue, title: Text("question.quiet"),
            answer: Text("question.quiet_answer"), changed: nil, proposals: nil),
    ]

    static let template = """
        \(Form.post("/settings", class: "card", sends: ["version": "{{version}}"]))
        <h2>{{namesTitle}}</h2>
        \(Form.troubles())
        {{#names}}\(Form.hidden("was-{{name}}", "{{was}}"))
        \(Form.field("{{field}}", "{{label}}", .line.most(80).with("disabled", unless: "canWrite"), value: "{{value}}", hint: .held(in: "hint", describedBy: "describedBy"), fault: "problem"))
        {{#isSpoken}}<p class="row">\(Form.listen(toField: "{{field}}"))</p>{{/isSpoken}}{{/names}}
        {{#canWrite}}<div class="row save"><button class="main">[[question.save]]</button></div>{{/canWrite}}
        </form>
        <h2>[[question.questions]]</h2>
        <ul class="cards questions">{{#cards}}<li class="card" data-key="{{path}}"><a href="{{path}}">\(Icon.html("{{icon}}"))
        <span><b>{{title}}</b><span class="quiet">{{answer}}</span>
        {{#proposals}}<span class="word good">{{.}}</span>{{/proposals}}{{#changed}}<span class="quiet">{{.}}</span>{{/changed}}</span></a></li>
        {{/cards}}</ul>
        {{#canWrite}}<p class="row"><a class="button" href="/boards/beckon.yaml">[[question.all]]</a></p>{{/canWrite}}
        <details><summary>[[question.on_machine]]</summary>
        <p>[[settings.on_machine_only]]</p>
        <ul class="cards">{{#machine}}<li class="card" data-key="{{name}}"><h3>{{name}}</h3><p>{{value}}</p>
        <p class="quiet">{{meaning}}</p></li>{{/machine}}</ul></details>
        """
}
