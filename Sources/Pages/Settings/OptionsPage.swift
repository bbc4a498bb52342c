import Care
import Wording

/// How the client's board is scanned, each setting with what it does for a person.
struct OptionsPage {
    struct Option {
        let name: String
        let title: String
        let meaning: String
        let range: String
        let standard: String
        let value: String
        let was: String
        let theirs: String?
        /// The words that can be chosen; empty where a number or time is written.
        let choices: [FormOption]
        let isChoice: Bool
        /// Where it differs from the default.
        let isOwn: Bool
        let problem: Text?
    }

    /// What is only shown: nobody changes it from here.
    struct Fixed {
        let name: String
        let value: String
        let meaning: String
    }

    let client: String
    let version: String
    let canWrite: Bool
    let options: [Option]
    let machine: [Fixed]

    init(_ options: HomeOptions, _ viewer: Viewer, typed: PageFields? = nil, problem: CareProblem? = nil) {
        client = options.client
        canWrite = viewer.canWriteFiles
        // After a conflict the newer one: saving once more then takes its place knowingly.
        version = options.version
        machine = options.machine.map { Fixed(name: $0.name, value: $0.value, meaning: $0.meaning) }
        self.options = options.options.map { option in
            let field = TypedOption(option.name, now: option.value ?? option.standard, typed: typed)
            let value = field.value
            let words = Self.words(option.range)
            return Option(
                name: option.name, title: String(option.name.map { $0 == "_" ? " " : $0 }),
                meaning: option.meaning,
                range: option.range, standard: option.standard, value: value, was: field.was,
                theirs: field.theirs,
                choices: words.map { FormOption(value: $0, name: .verbatim($0), isChosen: $0 == value) },
                isChoice: words.contains(value),
                isOwn: option.value != nil && option.value != option.standard,
                problem: problem?.field == option.name ? problem?.sentence : nil)
        }
    }

    /// `linear, group_item or row_column`: the allowed words; none for a range of numbers.
    static func words(_ range: String) -> [String] {
        let words = range.split(separator: ",").flatMap { $0.split(separator: " ") }.map(String.init).filter {
            $0 != "or"
        }
        let areWords = words.allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "_" } }
        return areWords && words.count > 1 && !words.contains("to") ? words : []
    }

    private static func field(_ control: Control) -> String {
        TypedOption.field(
            "{{name}}", control, hint: "{{meaning}} <span>[[settings.range_and_default]]</span>",
            fault: "problem",
            theirs: "settings.theirs_value")
    }

    static let template = """
        <h2>[[settings.more]]</h2>
        <ul class="cards">
        <li class="card"><h3><a href="/account">[[settings.notifications]]</a></h3><p class="quiet">[[settings.yours_alone]]</p></li>
        <li class="card"><h3><a href="/settings/phrases">[[settings.phrases]]</a></h3><p class="quiet">[[settings.every_sentence]]</p></li>
        <li class="card"><h3><a href="/boards">[[settings.boards]]</a></h3><p class="quiet">[[settings.what_can_be_asked]]</p></li>
        </ul>
        <h2>[[settings.how_scanned]]</h2>
        <p>[[settings.one_at_a_time]]</p>
        {{^canWrite}}<p class="quiet">[[settings.coordinator_only]]</p>{{/canWrite}}
        \(Form.post("/settings", sends: ["version": "{{version}}"]))
        {{#options}}<div class="option" data-key="{{name}}">
        {{#isChoice}}\(field(.choice("choices"))){{/isChoice}}
        {{^isChoice}}\(field(.line.most(40).with(#"autocapitalize="none""#))){{/isChoice}}</div>{{/options}}
        {{#canWrite}}<div class="row"><button class="main">[[settings.save]]</button>
        <a class="button" href="/boards/beckon.yaml">[[settings.file_itself]]</a></div>{{/canWrite}}
        </form>
        <h2>[[settings.on_machine]]</h2>
        <p>[[settings.on_machine_only]]</p>
        <ul class="cards">{{#machine}}<li class="card" data-key="{{name}}"><h3>{{name}}</h3><p>{{value}}</p>
        <p class="quiet">{{meaning}}</p></li>{{/machine}}</ul>
        """
}
