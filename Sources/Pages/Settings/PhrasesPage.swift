import Care
import Wording

/// Every sentence that Beckon says, by what it is for: to search, hear and change.
struct PhrasesPage {
    /// One that is open to be changed.
    struct Phrase {
        let key: String
        let text: String
        /// What is searched besides what stands there.
        let standard: String?
        let open: OpenPhrase
    }

    /// A link to one: of two hundred sentences most are such lines.
    struct Line: TemplateLine {
        let key: String
        let text: String
        let standard: String?

        func child(named name: String) -> Any? {
            switch name {
            case "key": key
            case "text": text
            case "standard": standard ?? TemplateFields.absent
            case "open": TemplateFields.absent
            default: nil
            }
        }
    }

    struct OpenPhrase {
        let text: String
        let was: String
        let theirs: String?
        let holds: String?
        let isOwn: Bool
        let standard: String
        let problem: Text?
        let isSaved: Bool
        /// Where the keyboard goes at once.
        let isChosen: Bool
    }

    struct Group {
        let purpose: Text
        /// Of what it is for, where the file says that.
        let purposeLanguage: String?
        /// Each a `Phrase` or a `Line`.
        var phrases: [any Sendable]
    }

    let version: String
    /// Of the sentences, and of what their file says they are for, such as `en`: the reader's may be another.
    let language: String
    let canWrite: Bool
    let groups: [Group]
    let examples: String
    let search: String
    let found: Text?
    let hasNone: Bool
    let faults: [FormFault]
    let hasFaults: Bool
    /// The search, as the addresses of the sentences go on.
    let further: String
    /// Placeholders stand in them.
    let braces = "{ }"

    /// - Parameters:
    ///   - search: Words that a sentence, or what it is for, must have.
    ///   - open: The key of the sentence that is to be changed.
    ///   - isSaved: Whether it was just saved.
    init(
        _ phrases: HomePhrases, _ viewer: Viewer, examples: PhraseExamples, search: String? = nil,
        open: String? = nil, isSaved: Bool = false, typed: PageFields? = nil, problem: CareProblem? = nil
    ) {
        // The file is called `phrases.en.yaml`.
        language = phrases.name.split(separator: ".").dropFirst().first.map(String.init) ?? "und"
        version = phrases.version
        canWrite = viewer.canWriteFiles
        self.examples = examples.json
        self.search = search ?? ""
        further = search.map { "&q=" + PageText.escaped($0) } ?? ""
        let wanted = Self.folded(search ?? "").split(separator: " ")
        var groups: [Group] = []
        var faults: [FormFault] = []
        for phrase in phrases.phrases {
            let now = phrase.text ?? phrase.standard
            let isOpen =
                phrase.key == open || phrase.key == problem?.field
                || typed.map { TypedOption.isTouched(phrase.key, $0) } ?? false
            func isFound() -> Bool {
                let words = Self.folded([phrase.purpose, phrase.standard, now].joined(separator: " "))
                return wanted.allSatisfy { words.contains($0) }
            }
            guard isOpen || wanted.isEmpty || isFound() else { continue }
            let purpose =
                phrase.purpose.isEmpty ? Text("settings.other_sentences") : .verbatim(phrase.purpose)
            let place = groups.firstIndex { $0.purpose == purpose } ?? groups.endIndex
            if place == groups.endIndex {
                groups.append(
                    Group(
                        purpose: purpose, purposeLanguage: phrase.purpose.isEmpty ? nil : language,
                        phrases: []))
            }
            let fault = problem?.field == phrase.key ? problem?.sentence : nil
            if let fault {
                faults.append(FormFault(id: "option-" + phrase.key, label: .verbatim(now), words: fault))
            }
            let isOwn = now != phrase.standard
            let standard = isOwn ? phrase.standard : nil
            groups[place].phrases.append(
                isOpen
                    ? Phrase(
                        key: phrase.key, text: now, standard: standard,
                        open: Self.opened(
                            phrase, typed, fault, isSaved: isSaved && phrase.key == open,
                            isChosen: !isSaved && phrase.key == open))
                    : Line(key: phrase.key, text: now, standard: standard))
        }
        self.groups = groups
        self.faults = faults
        hasFaults = !faults.isEmpty
        let count = groups.reduce(0) { $0 + $1.phrases.count }
        found = wanted.isEmpty || count == 0 ? nil : Text("question.found", count: count)
        hasNone = count == 0
    }

    private static func opened(
        _ phrase: HomePhrases.Phrase, _ typed: PageFields?, _ fault: Text?, isSaved: Bool, isChosen: Bool
    ) -> OpenPhrase {
        let field = TypedOption(phrase.key, now: phrase.text ?? phrase.standard, typed: typed)
        return OpenPhrase(
            text: field.value, was: field.was, theirs: field.theirs,
            holds: phrase.holds.isEmpty ? nil : phrase.holds.joined(separator: " "),
            isOwn: phrase.text != nil && phrase.text != phrase.standard, standard: phrase.standard,
            problem: fault, isSaved: isSaved, isChosen: isChosen)
    }

    /// For comparing: without capitals.
    private static func folded(_ text: String) -> String { text.lowercased() }

    private static let open = """
        {{#isSaved}}<p class="word good" role="status">[[question.phrase_saved]]</p>{{/isSaved}}
        {{#theirs}}<p class="problem">[[settings.theirs_sentence]]</p>{{/theirs}}
        \(Form.problem("problem", "option-{{key}}"))\(Form.hidden("was-{{key}}", "{{was}}"))
        <div class="said">\(Form.bare("option-{{key}}", label: "{{standard}}", .line.most(400).with(#"lang="{{language}}""#).with("disabled", unless: "canWrite").with("autofocus", where: "isChosen"), value: "{{text}}", fault: "problem"))
        \(Form.listen(toField: "option-{{key}}", with: "examples"))</div>
        {{#isOwn}}<p class="row quiet"><b>[[question.is_changed]]</b> <span>[[settings.default]]</span>{{/isOwn}}
        {{#isOwn}}{{#canWrite}}<button name="back" value="{{key}}">\(Icon.undo.html)[[question.put_back]]</button>{{/canWrite}}</p>{{/isOwn}}
        {{#canWrite}}<p class="row now">{{#holds}}<span class="quiet">[[settings.contains]]</span> {{/holds}}<button class="main" name="saved" value="{{key}}">[[question.save]]</button></p>{{/canWrite}}
        """

    // A home has more than two hundred sentences: each is one short line, and one of them open.
    private static let phrase = """
        <li class="phrase{{#open}} open{{/open}}" id="phrase-{{key}}"{{#standard}} data-words="{{.}}"{{/standard}}>{{#open}}
        \(open)
        {{/open}}{{^open}}<a href="?open={{key}}{{further}}" lang="{{language}}">{{text}}</a>{{#standard}} <b>[[question.is_changed]]</b>{{/standard}}{{/open}}</li>

        """

    static let template = """
        <p>[[settings.change_words]]</p>
        {{^canWrite}}<p class="quiet">[[settings.coordinator_only]]</p>{{/canWrite}}
        \(Form.get("/settings/phrases", class: "searching", attributes: #"role="search""#))
        \(Form.search("q", "[[question.search]]", .search.most(100).with(#"autocomplete="off""#), value: "{{search}}", button: "<button>\(Icon.search.html)[[question.find]]</button>"))
        </form>
        <p id="found" role="status">{{found}}{{#found}} <a href="/settings/phrases">[[question.all_sentences]]</a>{{/found}}</p>
        \(Empty.place(
            .search, "[[question.none_found]]",
            .init(words: "[[question.all_sentences]]", path: "/settings/phrases"),
            attributes: #"id="none"{{^hasNone}} hidden{{/hasNone}}"#))
        \(Form.post("/settings/phrases", class: "phrases", sends: ["version": "{{version}}", "q": "{{search}}"]))
        \(Form.faults())
        {{#canWrite}}\(Form.byDefault("[[question.save]]")){{/canWrite}}
        {{#groups}}<section><h2{{#purposeLanguage}} lang="{{.}}"{{/purposeLanguage}}>{{purpose}}</h2><ul>
        {{#phrases}}\(phrase){{/phrases}}</ul></section>{{/groups}}
        </form>
        """
}
