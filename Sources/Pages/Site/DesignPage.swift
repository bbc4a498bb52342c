import Care
import Wording

/// All parts of which pages are made, in all their states: for whoever draws one, and for the picture that is taken of them.
struct DesignPage: PageTopic {
    let few: [FormOption]
    let several: [FormOption]
    let texts: [Text]
    let faults: [FormFault]
    let fault: Text
    let icons: [String]
    let hasFaults = true

    static let routes = [
        PageRoute(.get, "/design", for: [.coordinator]) { call, _ in
            call.page(
                Page(title: Text("design.title"), template: "design", content: DesignPage(), back: "/more"))
        }
    ]

    private init() {
        func options(_ names: [String], chosen: Set<String>) -> [FormOption] {
            names.map { FormOption(value: $0, name: Text("design.\($0)"), isChosen: chosen.contains($0)) }
        }
        few = options(["one", "two", "three"], chosen: ["two"])
        several = options(["one", "two", "three"], chosen: ["one", "three"])
        texts = [Text("design.one"), Text("design.two")]
        faults = [
            FormFault(id: "wrong", label: Text("design.wrong"), words: Text("design.fault")),
            FormFault(id: "wrong-list", label: Text("design.list"), words: Text("design.fault")),
        ]
        fault = Text("design.fault")
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

    private static let forms = """
        \(Form.faults())
        <div class="routine">
        \(Form.field("line", "[[design.field]]", .line, value: "", hint: .words("[[design.hint]]")))
        \(Form.field("wrong", "[[design.wrong]]", .line, value: "", fault: "fault"))
        \(Form.field("fixed", "[[design.disabled]]", Control.line.with("disabled"), value: "[[design.one]]"))
        \(Form.field("choice", "[[design.choice]]", .choice("few"), value: ""))
        \(Form.field("area", "[[design.area]]", .area(rows: 2), value: "[[design.one]]"))
        \(Form.field("measured", "[[design.measured]]", .measured(from: "0.3", to: "10", by: "0.1", unit: "s"), value: "1.2"))
        \(Form.group("[[design.segments]]", Form.segments("segments", of: "few")))
        \(Form.group("[[design.radios]]", Form.radios("radios", of: "few")))
        \(Form.group("[[design.boxes]]", Form.boxes("boxes", of: "several")))
        \(Form.group("[[design.chips]]", Form.chips("chips", of: "several", label: "[[design.chips]]")))
        \(Form.list("list", "[[design.list]]", of: "texts", id: "wrong-list", hint: "[[design.hint]]", add: "[[design.add]]"))
        </div>
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
        <li class="card"><h3>[[design.three]]</h3><p class="quiet">[[design.hint]]</p><p class="word good">[[design.good]]</p></li>
        </ul>
        <h2>[[design.notices]]</h2>
        <div class="notice">[[design.notice]] <button type="button">[[frame.undo]]</button></div>
        <div class="notice problem">[[design.fault]]</div>
        <p class="problem">[[design.fault]]</p>
        \(Empty.place(.check, "[[design.empty]]", .init(words: "[[design.primary]]", path: "/design")))
        <h2>[[design.forms]]</h2>
        \(forms)
        <h2>[[design.texts]]</h2>
        <p class="sample-large">[[design.large]]</p><p>[[design.text]]</p><p class="sample-small">[[design.small]]</p>
        <h2>[[design.icons]]</h2>
        <ul class="icons">{{#icons}}<li>\(Icon.html("{{.}}"))<code>{{.}}</code></li>{{/icons}}</ul>
        """

    static let templates = ["design": template]
}
