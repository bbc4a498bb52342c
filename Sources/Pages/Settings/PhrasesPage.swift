import Care
import Wording

/// Every sentence that Beckon says, by what it is for: to search, hear and change.
struct PhrasesPage {
    struct Phrase {
        let key: String
        let text: String
        let was: String
        let theirs: String?
        let holds: String?
        let isOwn: Bool
        let standard: String
        let problem: Text?
        let isSaved: Bool
        /// What is searched while somebody types.
        let words: String
    }

    struct Group {
        let key: String
        let purpose: Text
        var phrases: [Phrase]
    }

    let name: String
    let version: String
    let canWrite: Bool
    let groups: [Group]
    let examples: String
    let search: String
    let found: Text?
    let hasNone: Bool
    let faults: [FormFault]
    let hasFaults: Bool
    /// Placeholders stand in them.
    let braces = "{ }"

    /// - Parameters:
    ///   - search: Words that a sentence, or what it is for, must have.
    ///   - saved: The key of the sentence that was just saved.
    init(
        _ phrases: HomePhrases, _ viewer: Viewer, examples: PhraseExamples, search: String? = nil,
        saved: String? = nil, typed: PageFields? = nil, problem: CareProblem? = nil
    ) {
        name = phrases.name
        version = phrases.version
        canWrite = viewer.canWriteFiles
        self.examples = examples.json
        self.search = search ?? ""
        let wanted = Self.folded(search ?? "").split(separator: " ")
        var groups: [Group] = []
        for phrase in phrases.phrases {
            let field = TypedOption(phrase.key, now: phrase.text ?? phrase.standard, typed: typed)
            let words = Self.folded([phrase.purpose, phrase.standard, field.value].joined(separator: " "))
            let fault = problem?.field == phrase.key ? problem?.sentence : nil
            guard wanted.allSatisfy({ words.contains($0) }) || fault != nil else { continue }
            let purpose =
                phrase.purpose.isEmpty ? Text("settings.other_sentences") : .verbatim(phrase.purpose)
            let place = groups.firstIndex { $0.purpose == purpose } ?? groups.endIndex
            if place == groups.endIndex {
                groups.append(Group(key: "group-\(place)", purpose: purpose, phrases: []))
            }
            groups[place].phrases.append(
                Phrase(
                    key: phrase.key, text: field.value, was: field.was, theirs: field.theirs,
                    holds: phrase.holds.isEmpty ? nil : phrase.holds.joined(separator: " "),
                    isOwn: phrase.text != nil && phrase.text != phrase.standard, standard: phrase.standard,
                    problem: fault, isSaved: phrase.key == saved, words: words))
        }
        self.groups = groups
        let count = groups.reduce(0) { $0 + $1.phrases.count }
        found = wanted.isEmpty || count == 0 ? nil : Text("question.found", count: count)
        hasNone = count == 0
        faults = groups.flatMap(\.phrases).compactMap { phrase in
            phrase.problem.map {
                FormFault(id: "option-" + phrase.key, label: .verbatim(phrase.text), words: $0)
            }
        }
        hasFaults = !faults.isEmpty
    }

    /// For comparing: without capitals.
    private static func folded(_ text: String) -> String { text.lowercased() }

    private static let phrase = """
        <div class="phrase" data-key="{{key}}" id="phrase-{{key}}" data-words="{{words}}">
        {{#isSaved}}<p class="word good" role="status">[[question.phrase_saved]]</p>{{/isSaved}}
        {{#theirs}}<p class="problem">[[settings.theirs_sentence]]</p>{{/theirs}}
        \(Form.problem("problem", "option-{{key}}"))\(Form.hidden("was-{{key}}", "{{was}}"))
        <div class="said">\(Form.bare("option-{{key}}", label: "{{standard}}", .line.most(400).with("disabled", unless: "canWrite"), value: "{{text}}", fault: "problem"))
        \(Form.listen(toField: "option-{{key}}", with: "examples"))</div>
        {{#isOwn}}<p class="row quiet"><b>[[question.is_changed]]</b> <span>[[settings.default]]</span>{{/isOwn}}
        {{#isOwn}}{{#canWrite}}<button name="back" value="{{key}}">\(Icon.undo.html)[[question.put_back]]</button>{{/canWrite}}</p>{{/isOwn}}
        {{#canWrite}}<p class="row now">{{#holds}}<span class="quiet">[[settings.contains]]</span> {{/holds}}<button class="main" name="saved" value="{{key}}">[[question.save]]</button></p>{{/canWrite}}
        </div>
        """

    static let template = """
        <p>[[settings.change_words]]</p>
        {{^canWrite}}<p class="quiet">[[settings.coordinator_only]]</p>{{/canWrite}}
        \(Form.get("/settings/phrases", class: "searching", attributes: #"role="search""#))
        \(Form.search("q", "[[question.search]]", .search.most(100).with(#"autocomplete="off""#), value: "{{search}}", button: "<button>\(Icon.search.html)[[question.find]]</button>"))
        </form>
        <p id="found" role="status">{{found}}{{#found}} <a href="/settings/phrases">[[question.all_sentences]]</a>{{/found}}</p>
        <p id="none" class="empty"{{^hasNone}} hidden{{/hasNone}}>[[question.none_found]] <a href="/settings/phrases">[[question.all_sentences]]</a></p>
        \(Form.faults())
        \(Form.post("/settings/phrases", class: "phrases", sends: ["version": "{{version}}", "q": "{{search}}"]))
        {{#canWrite}}\(Form.byDefault("[[question.save]]")){{/canWrite}}
        {{#groups}}<section data-key="{{key}}"><h2>{{purpose}}</h2>
        {{#phrases}}\(phrase){{/phrases}}</section>{{/groups}}
        </form>
        """
}
