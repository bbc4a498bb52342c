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
    let introduction: Text?
    let cards: [Card]
    /// Other clients, and kiosks on other machines.
    let others: [Card]
    let hasOthers: Bool
    /// The editor of the file; `nil` where there is none yet.
    let text: String?
    let machine: [Fixed]
    let hasMachine: Bool

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

    init(_ subject: SettingsSubject, _ options: HomeOptions, others: [SettingsSubject] = [], _ viewer: Viewer)
    {
        canWrite = viewer.canWriteFiles
        introduction = subject.introduction(options)
        text = subject.isHome || options.isWritten ? BoardPages.path(subject.file) : nil
        self.others = others.map(Self.card)
        hasOthers = !others.isEmpty
        cards =
            subject.questions(options).map { question in
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
                    path: "\(subject.base)/\(question.id)", icon: question.icon.rawValue,
                    title: subject.title(question, options),
                    answer: subject.answer(question, options),
                    changed: changed == 0 ? nil : Text("question.changed", count: changed),
                    proposals: proposals == 0 ? nil : Text("question.proposals", count: proposals))
            } + (subject.isHome ? Self.elsewhere : [])
        machine = options.machine.map(Fixed.init)
        hasMachine = !machine.isEmpty
    }

    /// The way to the settings of somebody else, or of a kiosk.
    private static func card(_ subject: SettingsSubject) -> Card {
        let isClient = if case .client = subject.scope { true } else { false }
        return Card(
            path: subject.base, icon: (isClient ? Icon.person : Icon.devices).rawValue, title: subject.title,
            answer: Text(isClient ? "settings.of_client" : "settings.of_kiosk"), changed: nil, proposals: nil)
    }

    /// What is asked elsewhere.
    private static let elsewhere = [
        Card(
            path: "/settings/phrases", icon: Icon.phrases.rawValue, title: Text("question.phrases"),
            answer: Text("question.phrases_answer"), changed: nil, proposals: nil),
        Card(
            path: "/account", icon: Icon.night.rawValue, title: Text("question.quiet"),
            answer: Text("question.quiet_answer"), changed: nil, proposals: nil),
    ]

    static let template = """
        {{#introduction}}<p>{{.}}</p>{{/introduction}}
        <ul class="cards questions">{{#cards}}{{> settings.card}}{{/cards}}</ul>
        {{#canWrite}}{{#.text}}<p class="row"><a class="button" href="{{.}}">[[question.all]]</a></p>{{/.text}}{{/canWrite}}
        {{#hasOthers}}<h2>[[settings.others]]</h2>
        <ul class="cards questions">{{#others}}{{> settings.card}}{{/others}}</ul>{{/hasOthers}}
        {{#hasMachine}}<details><summary>[[question.on_machine]]</summary>
        <p>[[settings.on_machine_only]]</p>
        <ul class="cards">{{#machine}}<li class="card" data-key="{{name}}"><h2><code>{{name}}</code></h2><p>{{value}}</p>
        <p class="quiet">{{meaning}}</p></li>{{/machine}}</ul></details>{{/hasMachine}}
        """

    static let card = """
        <li class="card" data-key="{{path}}"><a href="{{path}}">\(Icon.html("{{icon}}"))
        <span><b>{{title}}</b><span class="quiet">{{answer}}</span>
        {{#proposals}}<span class="word good">{{.}}</span>{{/proposals}}{{#changed}}<span class="quiet">{{.}}</span>{{/changed}}</span></a></li>
        """
}
