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
                case "auto": Text("option_word.auto")
                default: .verbatim(setting.value)
                }
            meaning = Text("machine.\(setting.name.replacing(".", with: "_"))")
        }
    }

    init(_ options: HomeOptions, _ viewer: Viewer) {
        let client = options.client
        canWrite = viewer.canWriteFiles
        let answers = SettingsAnswers(options)
        cards =
            SettingQuestion.all.map { question in
                let own = options.options.filter { question.settings.contains($0.name) }
                // A name is no other choice than the usual one.
                let changed =
                    question.id == SettingQuestion.names.id
                    ? 0
                    : own.count { option in
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
        <ul class="cards questions">{{#cards}}<li class="card" data-key="{{path}}"><a href="{{path}}">\(Icon.html("{{icon}}"))
        <span><b>{{title}}</b><span class="quiet">{{answer}}</span>
        {{#proposals}}<span class="word good">{{.}}</span>{{/proposals}}{{#changed}}<span class="quiet">{{.}}</span>{{/changed}}</span></a></li>
        {{/cards}}</ul>
        {{#canWrite}}<p class="row"><a class="button" href="/boards/beckon.yaml">[[question.all]]</a></p>{{/canWrite}}
        <details><summary>[[question.on_machine]]</summary>
        <p>[[settings.on_machine_only]]</p>
        <ul class="cards">{{#machine}}<li class="card" data-key="{{name}}"><h2><code>{{name}}</code></h2><p>{{value}}</p>
        <p class="quiet">{{meaning}}</p></li>{{/machine}}</ul></details>
        """
}
