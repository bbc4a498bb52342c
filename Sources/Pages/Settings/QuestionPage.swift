import Care
import Wording

/// One question of the settings, with the fields that answer it.
struct QuestionPage {
    struct Part {
        let id: String
        let heading: Text?
        /// Which voice is heard, and what it says.
        let voice: String?
        let sample: String?
        let fields: [SettingField]
    }

    let path: String
    let answer: Text
    let version: String
    let canWrite: Bool
    let parts: [Part]
    let faults: [FormFault]
    let hasFaults: Bool
    /// Whether it is asked that a change is meant, and whether somebody has said so.
    let asksPurpose: Bool
    let isOnPurpose: Bool

    /// - Parameter sample: A sentence in the home's language, for its voices to say.
    init(
        _ question: SettingQuestion, _ subject: SettingsSubject, _ options: HomeOptions, _ viewer: Viewer,
        sample: String?,
        typed: PageFields? = nil, problems: [SettingProblem] = []
    ) {
        path = "\(subject.base)/\(question.id)"
        answer = subject.answer(question, options)
        // After a conflict the newer one: saving once more then takes its place knowingly.
        version = options.version
        canWrite = viewer.canWriteFiles
        let client = options.client
        parts = question.parts.enumerated().map { number, part in
            Part(
                id: "part-\(number)",
                heading: part.heading.map { Text($0, ["client": .verbatim(client)]) }, voice: part.voice,
                sample: part.voice == nil ? nil : sample,
                fields: part.settings.compactMap { name in
                    options.options.first { $0.name == name }.map {
                        SettingField(
                            $0, client: client, isElsewhere: subject.isElsewhere, typed: typed,
                            problems: problems)
                    }
                })
        }.filter { !$0.fields.isEmpty }
        faults = parts.flatMap(\.fields).flatMap { field in
            [
                field.problem.map { FormFault(id: "option-" + field.key, label: field.title, words: $0) },
                field.otherProblem.map {
                    FormFault(id: "other-" + field.key, label: Text("question.other_key"), words: $0)
                },
            ].compactMap(\.self)
        }
        hasFaults = !faults.isEmpty
        asksPurpose = question.settings.contains("care.breathing")
        isOnPurpose = typed?["on_purpose"] != nil
    }

    private static let id = "option-{{key}}"

    private static func field(_ control: Control, value: String = "{{value}}") -> String {
        Form.field(
            id, "{{title}}", control.with("disabled", unless: "canWrite"), value: value,
            hint: .words("{{help}}"), fault: "problem")
    }

    private static let otherKey = Form.field(
        "other-{{key}}", "[[question.other_key]]",
        .line.most(200).with(#"autocapitalize="none" spellcheck="false""#).with(
            "disabled", unless: "canWrite"),
        value: "{{other}}", hint: .words("[[question.other_key_hint]]"), fault: "otherProblem")

    private static func chosen(_ choices: String) -> String {
        Form.named(id, "{{title}}", hint: "{{help}}", fault: "problem", may: "canWrite", choices)
    }

    private static let state = """
        {{#theirs}}<p class="problem">[[question.theirs]]</p>{{/theirs}}
        {{#canWrite}}{{#proposed}}<p class="row proposed"><span>{{recommended}}</span>
        <button name="take" value="{{key}}={{proposed.value}}">{{take}}</button></p>{{/proposed}}{{/canWrite}}
        {{#ownFile}}<p class="row quiet"><span>[[settings.own_file_field]]</span>
        {{#canWrite}}{{#.take}}<button name="take" value="{{key}}={{ownFile.standard}}">{{.}}</button>{{/.take}}{{/canWrite}}</p>{{/ownFile}}
        <p class="row quiet state">{{#isOwn}}<b>[[question.is_changed]]</b> {{/isOwn}}<span>[[question.standard]]</span>
        {{#startsLater}}<span>[[question.starts_later]]</span>{{/startsLater}}
        {{#isOwn}}{{#canWrite}}<button name="back" value="{{key}}">\(Icon.undo.html)[[question.put_back]]</button>{{/canWrite}}{{/isOwn}}</p>
        """

    static let template = """
        <p>{{answer}}</p>
        \(Form.post("{{path}}", class: "question", sends: ["version": "{{version}}"]))
        \(Form.faults())
        {{#canWrite}}\(Form.byDefault("[[question.save]]")){{/canWrite}}
        {{#parts}}<section class="card" data-key="{{id}}">{{#heading}}<h2>{{.}}</h2>{{/heading}}
        {{#sample}}<p class="row">\(Form.listen("{{.}}", label: "[[question.listen_saved]]", voice: "{{voice}}"))</p>{{/sample}}
        {{#fields}}<div class="option" data-key="{{key}}">\(Form.hidden("was-{{key}}", "{{was}}"))
        {{#isSegments}}\(chosen(Form.segments(id, of: "choices", may: "canWrite"))){{/isSegments}}
        {{#isRadios}}\(chosen(Form.radios(id, of: "choices"))){{/isRadios}}
        {{#isSelect}}\(field(.choice("choices"))){{/isSelect}}
        {{#isTime}}\(field(.time)){{/isTime}}
        {{#measure}}\(field(.measured(from: "{{least}}", to: "{{most}}", by: "{{step}}", unit: "{{unit}}", ends: ("{{lowest}}", "{{highest}}")))){{/measure}}
        {{#span}}\(field(.amount(unit: "unit-{{key}}", of: "units", label: "{{title}}").with(#"autocapitalize="none""#), value: "{{number}}")){{/span}}
        {{#keyboard}}\(field(.choice("keys")))<div class="other">\(otherKey)</div>{{/keyboard}}
        {{#isOffered}}\(field(.grouped("groups"))){{/isOffered}}
        {{#isLine}}\(field(.line.most(200).with(#"autocapitalize="none" spellcheck="false""#)
            .with(#"placeholder="[[option_word.auto]]""#, where: "isAutomatic"))){{/isLine}}
        \(state)</div>{{/fields}}</section>{{/parts}}
        {{#canWrite}}{{#asksPurpose}}\(Form.tick("on_purpose", "yes", "[[breathing.on_purpose]]", isOn: "isOnPurpose"))
        <p class="hint quiet">[[breathing.purpose_meaning]]</p>{{/asksPurpose}}<div class="row save"><button class="main">[[question.save]]</button></div>{{/canWrite}}
        </form>
        """
}
