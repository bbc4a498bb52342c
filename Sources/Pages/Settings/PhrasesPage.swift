import Care
import Wording

/// Every sentence that Beckon says, by what it is for.
struct PhrasesPage {
    struct Phrase {
        let key: String
        let title: String
        let text: String
        let was: String
        let theirs: String?
        let holds: String?
        let isOwn: Bool
        let standard: String
    }

    struct Group {
        let key: String
        let purpose: Text
        var phrases: [Phrase]
        /// Whether somebody is writing in it.
        var isOpen: Bool
    }

    let name: String
    let version: String
    let canWrite: Bool
    let groups: [Group]
    /// Placeholders stand in them.
    let braces = "{ }"

    init(_ phrases: HomePhrases, _ viewer: Viewer, typed: PageFields? = nil) {
        name = phrases.name
        version = phrases.version
        canWrite = viewer.canWriteFiles
        var groups: [Group] = []
        for phrase in phrases.phrases {
            let purpose =
                phrase.purpose.isEmpty ? Text("settings.other_sentences") : .verbatim(phrase.purpose)
            let place = groups.firstIndex { $0.purpose == purpose } ?? groups.endIndex
            if place == groups.endIndex {
                groups.append(Group(key: "group-\(place)", purpose: purpose, phrases: [], isOpen: false))
            }
            let written = typed?.exactly("option-" + phrase.key)
            let field = TypedOption(phrase.key, now: phrase.text ?? phrase.standard, typed: typed)
            groups[place].phrases.append(
                Phrase(
                    key: phrase.key, title: String(phrase.key.map { $0 == "_" ? " " : $0 }),
                    text: field.value, was: field.was, theirs: field.theirs,
                    holds: phrase.holds.isEmpty ? nil : phrase.holds.joined(separator: " "),
                    isOwn: phrase.text != nil && phrase.text != phrase.standard, standard: phrase.standard))
            if written != nil { groups[place].isOpen = true }
        }
        self.groups = groups
    }

    private static let phrase = TypedOption.field(
        "{{key}}", .line.most(400), value: "{{text}}",
        hint: "{{#holds}}[[settings.contains]] {{/holds}}{{#isOwn}}[[settings.default]]{{/isOwn}}",
        theirs: "settings.theirs_sentence")

    static let template = """
        <p>[[settings.change_words]] <span class="quiet">{{name}}</span></p>
        {{^canWrite}}<p class="quiet">[[settings.coordinator_only]]</p>{{/canWrite}}
        {{#groups}}<details data-key="{{key}}"{{#isOpen}} open{{/isOpen}}><summary>{{purpose}}</summary>
        \(Form.post("/settings/phrases", sends: ["version": "{{version}}"]))
        {{#phrases}}<div class="option">\(phrase)</div>{{/phrases}}
        {{#canWrite}}<div class="row"><button class="main">[[settings.save_these]]</button></div>{{/canWrite}}
        </form></details>{{/groups}}
        """
}
