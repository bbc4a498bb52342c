import Mustache
import Testing
import Wording

@testable import Pages

@Suite("What a template can name")
struct TemplateFieldsTests {
    struct Card {
        var title = "Tea"
        var details: String?
        var count: Int? = 2
        var isUrgent = false
        var who: Person? = Person()
        var marks = ["new", "late"]
        var people = [Person(name: "Anna"), Person(name: "Ben")]
    }
    struct Person { var name = "Maria" }
    private let english = Translation(language: "en", texts: [:])

    @Test("Fields, what they hold, and lists of them")
    func fields() throws {
        let card = try #require(TemplateFields.of(Card(), in: english) as? TemplateFields)
        #expect(card.child(named: "title") as? String == "Tea")
        #expect(card.child(named: "count") as? Int == 2)
        #expect(card.child(named: "isUrgent") as? Bool == false)
        #expect((card.child(named: "marks") as? [Any])?.compactMap { $0 as? String } == ["new", "late"])
        #expect((card.child(named: "who") as? TemplateFields)?.child(named: "name") as? String == "Maria")
        let people = try #require(card.child(named: "people") as? [Any]).compactMap { $0 as? TemplateFields }
        #expect(people.map { $0.child(named: "name") as? String } == ["Anna", "Ben"])
    }

    @Test("What is not there is asked of what is around it, and what holds nothing is not")
    func nothing() throws {
        let card = try #require(TemplateFields.of(Card(), in: english) as? TemplateFields)
        let library = try MustacheLibrary(templates: [
            "page": MustacheTemplate(
                string:
                    "{{#card}}{{#details}}{{.}}{{/details}}{{^details}}none{{/details}} {{other}}{{/card}}")
        ])
        struct Around {
            let card: Card
            let details = "not its own"
            let other = "of the page"
        }
        let drawn = library.render(TemplateFields.of(Around(card: Card()), in: english), withTemplate: "page")
        #expect(drawn == "none of the page")
        #expect(card.child(named: "other") == nil)
    }

    @Test("Texts, numbers and dictionaries stay what they are")
    func leaves() {
        #expect(TemplateFields.of("<b>", in: english) as? String == "<b>")
        #expect(TemplateFields.of(3.5, in: english) as? Double == 3.5)
        #expect(TemplateFields.of(["a": 1], in: english) as? [String: Int] == ["a": 1])
    }

    @Test("What is to be said is said in the reader's language, also by the names of fields")
    func said() throws {
        let german = Translation(language: "de", texts: ["tea": try TextPattern("Tee für {who}")])
        let tea = Text("tea", ["who": .verbatim("Ben")])
        #expect(TemplateFields.of(tea, in: german) as? String == "Tee für Ben")
        #expect(TemplateFields.of(["a": tea], in: german) as? [String: String] == ["a": "Tee für Ben"])
    }

    @Test("A row of a long list names all of its fields, and each as it is")
    func rows() throws {
        let time = Text("time.time", ["time": .verbatim("8:00")])
        let item = PlanMonth.Item(
            key: "k", look: "good", path: "/plan/1", time: time, title: "Tea", whose: nil)
        let day = PlanMonth.Day(
            key: "d", number: 3, path: "/plan", label: .verbatim("3 March"), isOther: false, isToday: true,
            count: 1,
            hasAny: true, items: [item], more: nil)
        let card = CardBoard.Card(
            href: "/b", anchor: "card-0", place: nil, sign: "☕", photo: nil, caption: "Tea", doing: time,
            tone: "",
            shape: "", price: nil, remarks: [.init(tone: "soon", sentence: time)])
        let file = BoardList.Row(
            path: "/boards/a", name: time, file: "a.yaml", isReadable: true, isStart: false,
            usesLastGood: false, word: time, style: "good", meaning: nil)
        for row in [item, day, card, file] as [any TemplateRow] {
            let declared = Mirror(reflecting: row).children.map { ($0.label ?? "", "\($0.value)") }
            let named = row.fields.map { ($0.name, $0.value.map { "\($0)" } ?? "nil") }
            #expect(declared.map(\.0) == named.map(\.0))
            for (its, told) in zip(declared, named) {
                #expect(its.1 == told.1 || its.1 == "Optional(\"\(told.1)\")", "\(its.0)")
            }
        }
        let drawn = try #require(TemplateFields.of(day, in: english) as? TemplateFields)
        let inside = try #require(drawn.child(named: "items") as? [Any]).compactMap { $0 as? TemplateFields }
        #expect(inside.map { $0.child(named: "title") as? String } == ["Tea"])
    }
}
