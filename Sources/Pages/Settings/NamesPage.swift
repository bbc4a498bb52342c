import Care
import Wording

/// What the client, the home and the caregiver at its station are called, to be changed.
struct NamesPage {
    /// What the home or a person is called, with its field.
    struct Name {
        let field: String
        let name: String
        let label: Text
        let value: String
        let was: String
        let isSpoken: Bool
        /// Where typing begins; not where something is wrong, which is read first.
        let isFirst: Bool
        let hint: Text?
        let problem: Text?
        /// The ids of what is said with its field.
        let describedBy: String?
    }

    let names: [Name]
    let trouble: FormTrouble?
    let version: String
    let canWrite: Bool

    init(_ options: HomeOptions, _ viewer: Viewer, typed: PageFields? = nil, problem: CareProblem? = nil) {
        names = [
            ("client.name", Text("question.client_name")), ("home.name", Text("option.home_name")),
            ("caregiver.name", Text("question.caregiver_name")),
        ].map { name, label in
            let field = TypedOption(name, now: NamesPages.shown(name, in: options), typed: typed)
            let hint = name == "home.name" ? Text("option_help.home_name") : nil
            let fault = problem?.field == name ? problem?.sentence : nil
            let id = "option-" + name
            let ids = [hint.map { _ in id + "-hint" }, fault.map { _ in id + "-fault" }].compactMap(\.self)
            return Name(
                field: id, name: name, label: label, value: field.value, was: field.was,
                isSpoken: name != "home.name", isFirst: name == "client.name" && problem == nil, hint: hint,
                problem: fault,
                describedBy: ids.isEmpty ? nil : ids.joined(separator: " "))
        }
        trouble = FormTrouble(
            names.compactMap { name in
                name.problem.map { FormFault(id: name.field, label: name.label, words: $0) }
            })
        version = options.version
        canWrite = viewer.canWriteFiles
    }

    static let template = """
        \(Form.post("/settings/names", class: "card", sends: ["version": "{{version}}"]))
        \(Form.troubles())
        {{#names}}\(Form.hidden("was-{{name}}", "{{was}}"))
        \(Form.field("{{field}}", "{{label}}", .line.most(80).with("disabled", unless: "canWrite").with("autofocus", where: "isFirst"), value: "{{value}}", hint: .held(in: "hint", describedBy: "describedBy"), fault: "problem"))
        {{#isSpoken}}<p class="row">\(Form.listen(toField: "{{field}}"))</p>{{/isSpoken}}{{/names}}
        {{#canWrite}}<div class="row save"><button class="main">[[question.save]]</button></div>{{/canWrite}}
        </form>
        """
}
