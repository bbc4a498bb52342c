import Care
import Foundation
import Mustache
import Recurrence
import Testing
import Wording

@testable import Pages

@Suite("Forms")
struct FormTests {
    /// Pages' sources, but for the kit's own, by their paths.
    static func pages() throws -> [(path: String, text: String)] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Pages")
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Forms/")
        }.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    @Test("Every form that changes something begins with its token") func everyFormHasItsToken() throws {
        var count = 0
        for (name, text) in try PageTopics.templates() {
            let forms = text.components(separatedBy: "<form").dropFirst()
            #expect(forms.count == text.components(separatedBy: "</form>").count - 1, "\(name)")
            for form in forms where !form.hasPrefix(#" method="get" "#) {
                #expect(form.hasPrefix(#" method="post" "#), "\(name): \(form.prefix(80))")
                let end = try #require(form.firstIndex(of: ">"))
                #expect(form[end...].dropFirst().hasPrefix(FormToken.field), "\(name): \(form.prefix(80))")
                count += 1
            }
            let rest = text.replacingOccurrences(of: FormToken.field, with: "")
                .replacingOccurrences(of: FormToken.attribute, with: "")
            #expect(!rest.contains(FormToken.name), "\(name)")
        }
        #expect(count > 40)
    }

    @Test(
        "No page types what the kit makes",
        arguments: [
            "<form", "<input", "<select", "<textarea", "<fieldset", "aria-invalid", "\"\(FormToken.name)\"",
            "name=\"\(FormToken.name)", "class=\"empty",
        ])
    func noPageTypesWhatTheKitMakes(markup: String) throws {
        let pages = try Self.pages()
        #expect(pages.count > 50)
        for (path, text) in pages { #expect(!text.contains(markup), "\(path): \(markup)") }
    }

    @Test("Where nothing is, there is a picture, one sentence and one button, in every language")
    func emptyPlaces() throws {
        let templates = try PageTopics.templates()
        for translation in try Translation.shipped() {
            var names: Set<String> = []
            for (name, template) in templates {
                let text = try TemplateTexts.filled(template, in: translation)
                let parts = text.components(separatedBy: #"<div class="empty""#)
                for (before, place) in zip(parts, parts.dropFirst()) {
                    names.insert(name)
                    let match = place.firstMatch(
                        of:
                            /^[^>]*><svg[^>]*><use[^>]*><\/svg><p>(.*?)<\/p>(<a class="button main" href="[^"]+">[^<]+<\/a>)?<\/div>/
                    )
                    let found = try #require(match, "\(name)")
                    for sentence in found.1.split(separator: /\{\{[^}]*\}\}/) {
                        #expect(sentence.wholeMatch(of: /[^.!?]+[.!?]/) != nil, "\(name): \(sentence)")
                    }
                    // Only for whoever may do nothing there is no button.
                    #expect(found.2 != nil || before.firstMatch(of: /\{\{\^\w+\}\}$/) != nil, "\(name)")
                }
            }
            #expect(
                names.isSuperset(of: [
                    "now", "today", "plan-week", "plan-routines", "needs", "history", "handover",
                    "people.list", "devices", "boards", "audit", "displays", "design",
                ]))
        }
    }

    @Test("A form begins with its token, and then what else it sends") func aFormBeginsWithItsToken() {
        #expect(
            Form.post("/a", class: "narrow", attributes: "novalidate", sends: ["id": "{{id}}"]) == """
                <form method="post" action="/a" class="narrow" novalidate>\
                <input type="hidden" name="csrf" value="{{csrf}}"><input type="hidden" name="id" value="{{id}}">
                """)
        #expect(Form.get("/a") == #"<form method="get" action="/a">"#)
    }

    @Test("A number says between what a slider moves it, and in which unit")
    func aMeasuredNumber() {
        #expect(
            Form.field(
                "gap", "Gap", .measured(from: "0.3", to: "10", by: "0.1", unit: "s", ends: ("0.3 s", "10 s")))
                    == """
                    <label for="gap">Gap</label>
                    <div class="measured"><input id="gap" name="gap" value="{{gap}}" inputmode="decimal" autocapitalize="none" \
                    data-least="0.3" data-most="10" data-step="0.1" data-unit="s"><span class="unit">s</span><span class="ends" aria-hidden="true"><span>0.3 s</span><i>–</i><span>10 s</span></span></div>
                    """)
    }

    @Test("One of a few, a list, and what is wrong, each with what it is called")
    func fewListAndFaults() throws {
        struct Content {
            let few = [
                FormOption(value: "a", name: .verbatim("A"), isChosen: false),
                FormOption(value: "b", name: .verbatim("B"), isChosen: true),
            ]
            let texts = ["one", "two"]
            let hasFaults = true
            let faults = [FormFault(id: "gap", label: .verbatim("Gap"), words: .verbatim("It is <empty>."))]
        }
        func filled(_ template: String) throws -> String {
            let english = try #require(try Translation.shipped().first)
            let parsed = try MustacheTemplate(string: TemplateTexts.filled(template, in: english))
            return parsed.render(TemplateFields.of(Content(), in: english))
        }
        #expect(
            try filled(Form.segments("x", of: "few", label: "Which")) == """
                <div role="group" aria-label="Which" class="segments"><label><input type="radio" name="x" value="a"><span>A</span></label>\
                <label><input type="radio" name="x" value="b" checked><span>B</span></label></div>
                """)
        let list = try filled(
            Form.list("x", "Names", of: "texts", id: "names", hint: "In order.", add: "Another"))
        #expect(
            list.hasPrefix(
                #"<fieldset class="list" id="names" aria-describedby="names-hint"><legend>Names</legend>"#))
        let values = list.matches(of: /<input name="x" aria-label="Names"(?: value="([^"]*)")?>/).map {
            $0.1.map(String.init)
        }
        #expect(values == ["one", "two", nil])
        #expect(list.matches(of: /<button type="button" data-list="\w+"[^>]* hidden>/).count == 10)
        let faults = try filled(Form.faults())
        #expect(
            faults.contains(##"<a href="#gap">Gap – It is &lt;empty&gt;.</a>"##)
                && faults.contains(#"role="alert""#))
    }

    @Test("A field is described by its hint and its fault, each where it has one")
    func aFieldIsDescribedByItsHintAndItsFault() {
        #expect(
            Form.field("name", "Name") == """
                <label for="name">Name</label>
                <input id="name" name="name" value="{{name}}">
                """)
        #expect(
            Form.typed("rule", "Rule", .lines(rows: 2)) == """
                <label for="f-rule">Rule</label>\
                {{#problems.rule}}<p class="problem" id="f-rule-fault">{{.}}</p>{{/problems.rule}}
                <textarea id="f-rule" name="rule" rows="2" spellcheck="false"\
                {{#problems.rule}} aria-invalid="true" aria-describedby="f-rule-fault"{{/problems.rule}}>{{values.rule}}</textarea>
                """)
        let note = Note(name: "unclear.day", id: "unclear-day")
        #expect(
            Form.typed("day", "Day", note: note).contains(
                ##"{{#problems.day}} aria-describedby="f-day-fault{{#unclear.day}} unclear-day{{/unclear.day}}"{{/problems.day}}"##
                    + ##"{{^problems.day}}{{#unclear.day}} aria-describedby="unclear-day"{{/unclear.day}}{{/problems.day}}"##
            ))
        #expect(
            Form.typed("day", "Day", hint: .below("Or none."), note: note).contains(
                ##"aria-describedby="f-day-hint{{#problems.day}} f-day-fault{{/problems.day}}{{#unclear.day}} unclear-day{{/unclear.day}}""##
            ))
        #expect(
            Form.field(
                "who", "Who?", .choice("people", none: "Anybody"), hint: .words("One."), fault: "wrong")
                    == """
                    <label for="who">Who?</label><p class="hint quiet" id="who-hint">One.</p>\
                    {{#wrong}}<p class="problem" id="who-fault">{{.}}</p>{{/wrong}}
                    <select id="who" name="who" aria-describedby="who-hint{{#wrong}} who-fault{{/wrong}}"\
                    {{#wrong}} aria-invalid="true"{{/wrong}}><option value="">Anybody</option>\
                    {{#people}}<option value="{{value}}"{{#isChosen}} selected{{/isChosen}}>{{name}}</option>{{/people}}</select>
                    """)
    }

    @Test(
        "Above each form with fields that can be wrong stands what is wrong, and leads to fields that there are"
    )
    func everyFormWithFaultsHasASummary() throws {
        let templates = try PageTopics.templates()
        func whole(_ text: String) -> String {
            text.replacing(/\{\{> ?([\w.-]+)\}\}/) { templates[String($0.1)].map(whole) ?? "" }
        }
        var count = 0
        for (name, text) in templates where text.contains("<form") {
            for form in whole(text).components(separatedBy: "<form").dropFirst() {
                let form = form.components(separatedBy: "</form>")[0]
                let faults = Set(form.matches(of: /id="([^"]+)-fault"/).map(\.1))
                // A form with one field has what is wrong right above it.
                let isOfOne =
                    faults.isDisjoint(with: ["{{name}}", "{{field}}"])
                    && form.matches(of: /<(?:input(?! type="hidden")|select|textarea)/).count < 2
                guard !faults.isEmpty, !isOfOne else { continue }
                count += 1
                #expect(form.contains(#"<div class="faults" role="alert""#), "\(name)")
                let links = form.matches(of: #/<a href="#([^"]+)">([^<]*?) – /#).map { ($0.1, $0.2) }
                for (id, label) in links {
                    #expect(id == "{{id}}" || form.contains(#"id="\#(id)""#), "\(name): \(id)")
                    #expect(label != "?", "\(name): \(id)")
                }
                let isDrawn = links.contains { $0.0 == "{{id}}" }
                for fault in faults where !isDrawn {
                    #expect(links.contains { $0.0 == fault }, "\(name): \(fault)")
                }
            }
        }
        #expect(count > 15)
    }

    @Test("Every part is on the page of parts")
    func everyPartIsShown() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Pages")
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        // What nobody sees, and what only others are made of.
        let unseen: Set = [
            "get", "post", "hidden", "byDefault", "newRecording", "listenScript", "recordingScript",
            "invalid",
            "marked", "reasons", "foundSymbols", "pictures", "recorder", "tied", "trouble", "pair",
        ]
        let shown = try text("Site/DesignPage.swift")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Forms").path) {
            let source = try text("Forms/\(file)")
            guard source.contains("extension Form {") || source.contains("enum Form {") else { continue }
            for part in source.matches(of: /\n    static (?:func|let) (\w+)/).map({ String($0.1) }) {
                guard !unseen.contains(part), part != "template" else { continue }
                #expect(shown.contains("Form.\(part)("), "\(part)")
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test("A group that is wrong says so: boxes each, buttons of which one is chosen together")
    func aGroupThatIsWrong() {
        let boxes = Form.group("Which", fault: ("wrong", "which"), Form.ticks("x", of: "few"))
        #expect(
            boxes.hasPrefix(
                #"<fieldset id="which"{{#wrong}} tabindex="-1"{{/wrong}}{{#wrong}} aria-describedby="which-fault"{{/wrong}}>"#
            ))
        #expect(boxes.contains(#"<input type="checkbox"{{#wrong}} aria-invalid="true"{{/wrong}} name="x""#))
        let one = Form.named(
            "which", "Which", hint: "One.", fault: "wrong", may: "may", Form.segments("x", of: "few"))
        #expect(one.contains(#" role="radiogroup"{{#wrong}} tabindex="-1" aria-invalid="true"{{/wrong}}"#))
        let list = Form.list("x", "Which", of: "few", id: "which", fault: "wrong", add: "Another")
        #expect(
            list.matches(of: /<input name="x"[^>]*\{\{#wrong\}\} aria-invalid="true"\{\{\/wrong\}\}>/).count
                == 2)
    }

    @Test("A fault that is one field's own is shown there, and any other above all of them")
    func aFaultThatIsOneFieldsOwnIsShownThere() throws {
        let site = try PageSite.shipped()
        let request = PageRequest(
            method: .get, path: "/join", viewer: nil, now: .init(timeIntervalSince1970: 0), zone: .utc)
        func drawn(_ problem: CareProblem) -> String {
            let fields = [
                FormField("name", .verbatim("Name"), hint: .verbatim("As it is said."), problem: problem),
                FormField("code", .verbatim("Code"), problem: problem, isRequired: false, isCode: true),
            ]
            let page = JoinCodePage(trouble: FormTrouble(problem, in: fields), fields: fields)
            return String(
                decoding: site.whole(page, template: "access.code", for: request).body, as: UTF8.self)
        }
        let code = drawn(CareProblem(.notAcceptable, "it is <none>", field: "code"))
        #expect(
            code.contains(
                ##"<ul><li><a href="#code">Code – It is &lt;none&gt;.</a></li></ul>"##))
        #expect(code.contains(#"<p class="hint quiet" id="name-hint">As it is said.</p>"#))
        #expect(
            code.contains(
                #"<input id="name" name="name" type="text" value="" required aria-describedby="name-hint">"#))
        #expect(code.contains(#"<p class="problem" id="code-fault">It is &lt;none&gt;.</p>"#))
        #expect(code.contains(#"spellcheck="false" aria-describedby="code-fault" aria-invalid="true">"#))
        let other = drawn(CareProblem(.conflict, "somebody was faster"))
        #expect(other.contains("<ul><li>Somebody was faster.</li></ul>"))
        #expect(!other.contains("aria-invalid"))
    }
}
