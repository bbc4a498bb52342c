import Care
import Wording

/// All parts of which pages are made, in all their states: for whoever draws one, and for the picture that is taken of them.
struct DesignPage: PageTopic {
    let few: [FormOption]
    let several: [FormOption]
    let groups: [FormOptionGroup]
    let units: [FormOption]
    /// The ends of a slider.
    let least: Text
    let most: Text
    let texts: [Text]
    let faults: [FormFault]
    let fault: Text
    let icons: [String]
    let hasFaults = true
    let trouble: FormTrouble
    let problems: [String: Text]
    let values = ["typed": ""]
    let typedFields: [FormField]
    let reasons: [Text]
    let shared = SharedLink("https://beckon.example/join/K7M-4QX", isReachable: true)
    /// Of the picker: one symbol that was found, and no search.
    let symbols: [FoundSymbols.Found]
    let signShown = "\u{1F6B0}"
    let action = "/design"
    let symbolsPath = "/design"
    let searched = false
    let hasNames = true
    let more: String? = "80"
    /// Which way of several is taken.
    let chosen = ["way-one": true]

    static let routes = [
        PageRoute(.get, "/design", for: [.coordinator]) { call, _ in
            call.page(
                Page(
                    title: Text("design.title"), template: "design", content: DesignPage(), back: "/more",
                    scripts: [Form.listenScript, Form.recordingScript]))
        },
        // What is sent there is not kept.
        PageRoute(.post, "/design", for: [.coordinator]) { _, _ in .seeOther("/design") },
    ]

    private init() {
        func options(_ names: [String], chosen: Set<String>) -> [FormOption] {
            names.map { FormOption(value: $0, name: Text("design.\($0)"), isChosen: chosen.contains($0)) }
        }
        few = options(["one", "two", "three"], chosen: ["two"])
        several = options(["one", "two", "three"], chosen: ["one", "three"])
        groups = [
            FormOptionGroup(name: nil, options: options(["one"], chosen: [])),
            FormOptionGroup(
                name: Text("design.grouped"), options: options(["two", "three"], chosen: ["two"])),
        ]
        units = ["s", "min"].map {
            FormOption(value: $0, name: Text("question.unit_\($0)"), isChosen: $0 == "min")
        }
        least = SettingWords.amount(0.3, "s")
        most = SettingWords.amount(10, "s")
        texts = [Text("design.one"), Text("design.two")]
        faults = [
            FormFault(id: "wrong-line", label: Text("design.wrong"), words: Text("design.fault")),
            FormFault(id: "wrong-list", label: Text("design.list"), words: Text("design.fault")),
        ]
        fault = Text("design.fault")
        trouble = FormTrouble(Text("design.fault"))
        problems = ["typed": Text("design.fault")]
        typedFields = [
            FormField(
                "filled", Text("design.field"), type: "password", hint: Text("design.hint"),
                isRequired: false)
        ]
        reasons = texts
        symbols = [FoundSymbols.Found(symbol: "\u{1F6B0}", photo: nil, called: "\u{1F6B0}")]
        icons = Icon.allCases.map(\.rawValue)
    }

    /// A kind of button in each of its states.
    private static func buttons(_ style: String, _ words: String) -> String {
        func button(_ attributes: String, _ words: String) -> String {
            #"<button type="button" class="\#(style)"\#(attributes)>\#(words)</button>"#
        }
        return #"<p class="row">"# + button("", words) + button(#" data-state="hover""#, "[[design.hover]]")
            + button(#" data-state="active""#, "[[design.pressed]]")
            + button(#" aria-busy="true""#, "[[design.pending]]") + button(" disabled", "[[design.disabled]]")
            + "</p>"
    }

    /// A field as it is, wrong, and not to be changed.
    private static func states(_ id: String, _ label: String, _ control: Control, value: String) -> String {
        [
            Form.field(id, label, control, value: value, hint: .words("[[design.hint]]")),
            Form.field(
                "wrong-\(id)", "\(label): [[design.wrong]]", control, value: value, fault: "fault"),
            Form.field(
                "fixed-\(id)", "\(label): [[design.disabled]]", control.with("disabled"), value: value),
        ].joined(separator: "\n")
    }

    /// The same of a group of choices: `choices` makes them under a name.
    private static func states(_ id: String, _ label: String, _ choices: (String) -> String) -> String {
        [
            Form.group(label, choices(id)),
            Form.group(
                "\(label): [[design.wrong]]", fault: ("fault", "wrong-\(id)"), choices("wrong-\(id)")),
            // Nothing on this page has the name: it may not be changed.
            Form.named(
                "fixed-\(id)", "\(label): [[design.disabled]]", hint: "[[design.hint]]", fault: "none",
                may: "none", choices("fixed-\(id)")),
        ].joined(separator: "\n")
    }

    private static let fields = """
        \(states("line", "[[design.field]]", .line, value: "[[design.one]]"))
        \(states("choice", "[[design.choice]]", .choice("few"), value: ""))
        \(states("area", "[[design.area]]", .area(rows: 2), value: "[[design.one]]"))
        \(states("measured", "[[design.measured]]", .measured(from: "0.3", to: "10", by: "0.1", unit: "s", ends: ("{{least}}", "{{most}}")), value: "1.2"))
        \(states("amount", "[[design.amount]]", .amount(unit: "amount-unit", of: "units", label: "[[design.amount]]"), value: "5"))
        \(states("grouped", "[[design.grouped]]", .grouped("groups"), value: ""))
        \(Form.field("number", "[[design.number]]", .number, value: "7"))
        \(Form.field("date", "[[design.date]]", .date.short, value: "2026-12-24"))
        \(Form.field("time", "[[design.time]]", .time.short, value: "08:00"))
        \(Form.fields("typedFields"))
        \(Form.field("file", "[[design.file]]", .file(accept: "image/*"), value: ""))
        \(Form.search("search-all", "[[design.search]]", .search, value: "", button: "<button type=\"button\">\(Icon.search.html)[[design.search]]</button>"))
        \(Form.field("offered", "[[design.offered]]", .line.suggesting("texts"), value: ""))\(Form.suggestions("texts"))
        <p>[[design.bare]] \(Form.bare("bare", label: "[[design.bare]]", .line, value: "[[design.one]]", fault: "fault"))</p>
        \(Form.problem("fault", "bare"))
        \(Form.shown("[[design.text]]", "[[design.shown]]", id: "shown", rows: "2"))
        """

    private static let choices = """
        \(states("segments", "[[design.segments]]") { Form.segments($0, of: "few") })
        \(states("radios", "[[design.radios]]") { Form.radios($0, of: "few") })
        \(states("boxes", "[[design.boxes]]") { Form.boxes($0, of: "several") })
        \(states("ticks", "[[design.ticks]]") { Form.ticks($0, of: "several") })
        \(states("chips", "[[design.chips]]") { Form.chips($0, of: "several", label: "[[design.chips]]") })
        \(states("chip", "[[design.chip]]") { Form.chip($0, of: "few", label: "[[design.chip]]") })
        \(Form.group("[[design.tick]]", Form.tick("tick", "yes", "[[design.one]]", isOn: "hasFaults")
            + Form.tick("wrong-tick", "yes", "[[design.two]]", isOn: "none", id: "wrong-tick", fault: "fault")))
        \(Form.group("[[design.way]]", Form.way("way", "one", "[[design.one]]", Form.field("more", "[[design.field]]", value: ""))
            + Form.way("way", "two", "[[design.two]]")))
        \(Form.group("[[design.way]]", Form.ways("ways", of: "few", "<p class=\"quiet\">[[design.hint]]</p>")))
        \(Form.list("list", "[[design.list]]", of: "texts", id: "list", hint: "[[design.hint]]", add: "[[design.add]]"))
        \(Form.list("wrong-list", "[[design.list]]: [[design.wrong]]", of: "texts", id: "wrong-list", fault: "fault", add: "[[design.add]]"))
        """

    private static let forms = """
        \(Form.faults())
        \(Form.troubles())
        <div class="routine">
        \(Form.mended(Form.typed("typed", "[[design.wrong]]")))
        \(fields)
        </div>
        <h2>[[design.choosing]]</h2>
        <div class="routine">
        \(choices)
        </div>
        <h2>[[design.reason]]</h2>
        \(Form.why("reason", to: "/design", usual: [:], own: [:], id: "reason", most: 100, button: "[[design.primary]]"))
        <h2>[[design.sounds]]</h2>
        <p class="row">\(Form.listen("[[design.text]]"))</p>
        \(Form.recordingPicker("sound", "[[design.recording]]", id: "sound", of: "few", none: "[[cards.no_sound]]", faults: "none."))
        \(Form.symbolPicker(typed: Form.field("symbol", "[[cards.symbol_typed]]", .line.short, value: "{{signShown}}")))
        """

    static let template = """
        <p class="quiet">[[design.about]]</p>
        <h2>[[design.buttons]]</h2>
        \(buttons("main", "[[design.primary]]"))\(buttons("", "[[design.neutral]]"))\(buttons("danger", "[[design.danger]]"))
        \(buttons("danger main", "[[design.danger_primary]]"))
        <h2>[[design.cards]]</h2>
        <ul class="cards">
        <li class="call urgent"><div class="top"><span class="tile">\(Icon.urgent.html)</span><div class="what"><p class="tag">[[design.urgent]]</p>
        <h3>[[design.one]]</h3></div><span class="clock">0:42</span></div>\(buttons("main", "[[design.primary]]"))</li>
        <li class="call soon"><div class="top"><span class="tile">\(Icon.clock.html)</span><div class="what"><p class="tag">[[design.soon]]</p>
        <h3>[[design.two]]</h3></div><span class="clock">3:05</span></div></li>
        <li class="call"><div class="top"><span class="tile">\(Icon.now.html)</span><div class="what"><h3>[[design.normal]]</h3></div>\
        <span class="clock">0:05</span></div></li>
        <li class="call"><details class="taken"><summary><h2>[[design.good]] <span class="quiet">[[design.three]]</span></h2>\
        <span class="clock">1:20</span></summary><p class="quiet">[[design.hint]]</p></details></li>
        <li class="card"><h3>[[design.three]]</h3><p class="quiet">[[design.hint]]</p><p class="word good">[[design.good]]</p></li>
        </ul>
        <div class="sample"><a class="calls" href="/now">[[design.waiting]]</a><a class="calls urgent" href="/now">[[design.urgent]]</a></div>
        <h2>[[design.notices]]</h2>
        <div class="notice">[[design.notice]] <button type="button">[[frame.undo]]</button></div>
        <div class="notice problem">[[design.fault]]</div>
        <p class="problem">[[design.fault]]</p>
        \(Empty.place(.check, "[[design.empty]]", .init(words: "[[design.primary]]", path: "/design")))
        <h2>[[design.forms]]</h2>
        \(forms)
        <h2>[[design.links]]</h2>
        <ul class="ways"><li><a href="/design">\(Icon.person.html)<span>[[design.one]]<small>[[design.hint]]</small></span>\(Icon.forward.html)</a></li>\
        <li><a href="/design">\(Icon.home.html)<span>[[design.two]]</span>\(Icon.forward.html)</a></li></ul>
        {{#shared}}{{> shared}}{{/shared}}
        <h2>[[design.sheet]]</h2>
        <dialog class="sheet sample" open aria-labelledby="sample-sheet"><div class="sheet-head"><h2 id="sample-sheet">[[design.three]]</h2>\
        <button type="button">[[forms.cancel]]</button></div><p>[[design.text]]</p>
        <div class="row sheet-end"><button type="button" class="main">[[design.primary]]</button></div></dialog>
        <h2>[[design.texts]]</h2>
        <p class="sample-large">[[design.large]]</p><p>[[design.text]]</p><p class="sample-small">[[design.small]]</p>
        <h2>[[design.icons]]</h2>
        <ul class="icons">{{#icons}}<li>\(Icon.html("{{.}}"))<code>{{.}}</code></li>{{/icons}}</ul>
        """

    static let templates = ["design": template]
}
