import Care
import Wording

/// Every sentence that Beckon says, by what it is for: to search, hear and change.
struct PhrasesPage {
    /// One that is open to be changed.
    struct OpenPhrase {
        let key: String
        let text: String
        let was: String
        let theirs: String?
        let holds: String?
        let isOwn: Bool
        let standard: String
        /// What is searched besides what stands there.
        let searched: String?
        let problem: Text?
        let isSaved: Bool
        /// Where the keyboard goes at once.
        let isChosen: Bool
    }

    /// Of two hundred sentences most are links, so many that a template would take longer for them than for all else of the page.
    struct Piece {
        /// Of the list, as HTML.
        var links = ""
        /// The sentence behind them.
        var open: OpenPhrase?
    }

    struct Group {
        let purpose: Text
        /// Of what it is for, where the file says that.
        let purposeLanguage: String?
        var pieces = [Piece()]
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
    /// Placeholders stand in them.
    let braces = "{ }"

    /// - Parameters:
    ///   - search: Words that a sentence, or what it is for, must have.
    ///   - open: The key of the sentence that is to be changed.
    ///   - isSaved: Whether it was just saved.
    ///   - changed: What marks sentences that are other than those that ship.
    init(
        _ phrases: HomePhrases, _ viewer: Viewer, examples: PhraseExamples, changed: String,
        search: String? = nil, open: String? = nil, isSaved: Bool = false, typed: PageFields? = nil,
        problem: CareProblem? = nil
    ) {
        // The file is called `phrases.en.yaml`.
        language = phrases.name.split(separator: ".").dropFirst().first.map(String.init) ?? "und"
        version = phrases.version
        canWrite = viewer.canWriteFiles
        self.examples = examples.json
        self.search = search ?? ""
        let further = search.map { "&q=" + PageText.escaped($0) } ?? ""
        let wanted = Self.folded(search ?? "").split(separator: " ")
        var groups: [Group] = []
        var count = 0
        var faults: [FormFault] = []
        for phrase in phrases.phrases {
            let now = phrase.text ?? phrase.standard
            let isOpen =
                phrase.key == open || problem?.detail(of: phrase.key) != nil
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
                    Group(purpose: purpose, purposeLanguage: phrase.purpose.isEmpty ? nil : language))
            }
            count += 1
            let fault = problem?.detail(of: phrase.key).map { Text.sentence(.written($0)) }
            if let fault {
                faults.append(FormFault(id: "option-" + phrase.key, label: .verbatim(now), words: fault))
            }
            let last = groups[place].pieces.indices.last ?? 0
            guard isOpen else {
                groups[place].pieces[last].links += Self.link(
                    phrase, now, in: language, further: further, changed: changed)
                continue
            }
            groups[place].pieces[last].open = Self.opened(
                phrase, typed, fault, isSaved: isSaved && phrase.key == open,
                isChosen: !isSaved && phrase.key == open)
            groups[place].pieces.append(Piece())
        }
        self.groups = groups
        self.faults = faults
        hasFaults = !faults.isEmpty
        found = wanted.isEmpty || count == 0 ? nil : Text("question.found", count: count)
        hasNone = count == 0
    }

    private static func opened(
        _ phrase: HomePhrases.Phrase, _ typed: PageFields?, _ fault: Text?, isSaved: Bool, isChosen: Bool
    ) -> OpenPhrase {
        let field = TypedOption(phrase.key, now: phrase.text ?? phrase.standard, typed: typed)
        let isOwn = field.was != phrase.standard
        return OpenPhrase(
            key: phrase.key, text: field.value, was: field.was, theirs: field.theirs,
            holds: phrase.holds.isEmpty ? nil : phrase.holds.joined(separator: " "), isOwn: isOwn,
            standard: phrase.standard, searched: isOwn ? phrase.standard : nil, problem: fault,
            isSaved: isSaved, isChosen: isChosen)
    }

    /// - Parameters:
    ///   - now: What is said now.
    ///   - further: What addresses have besides.
    private static func link(
        _ phrase: HomePhrases.Phrase, _ now: String, in language: String, further: String, changed: String
    ) -> String {
        let isOwn = now != phrase.standard
        let searched = isOwn ? #" data-words="\#(PageText.html(phrase.standard))""# : ""
        let mark = isOwn ? " <b>\(PageText.html(changed))</b>" : ""
        return """
            <li class="phrase" id="phrase-\(phrase.key)"\(searched)><a href="?open=\(phrase.key)\(PageText.html(further))" \
            lang="\(PageText.html(language))">\(PageText.html(now))</a>\(mark)</li>

            """
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
        {{#pieces}}{{{links}}}{{#open}}<li class="phrase open" id="phrase-{{key}}"{{#searched}} data-words="{{.}}"{{/searched}}>
        \(open)
        </li>
        {{/open}}{{/pieces}}</ul></section>{{/groups}}
        </form>
        """
}
