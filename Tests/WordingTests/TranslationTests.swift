import Recurrence
import Testing
import Wording

@Suite("Texts in a language")
struct TranslationTests {
    private static func translation(_ language: String, _ texts: [String: String]) throws -> Translation {
        Translation(language: language, texts: try texts.mapValues { try TextPattern($0) })
    }

    @Test("Placeholders are filled once, and a value is never filled again")
    func filled() throws {
        let english = try Self.translation("en", ["asks": "{client} asks for {need}"])
        #expect(english(Text("asks", ["client": "{need}", "need": "tea"])) == "{need} asks for tea")
        #expect(english(Text("asks", ["client": "Maria"])) == "Maria asks for ")
    }

    @Test("A count chooses the form of its category")
    func counted() throws {
        let pattern = try TextPattern(
            other: "{count} zadań", [.one: "{count} zadanie", .few: "{count} zadania"])
        let polish = Translation(language: "pl", texts: ["tasks": pattern])
        #expect(
            [0, 1, 2, 5, 22, 112].map { polish(Text("tasks", count: $0)) }
                == ["0 zadań", "1 zadanie", "2 zadania", "5 zadań", "22 zadania", "112 zadań"])
    }

    @Test("What is missing is said in the fallback's language, and a name without a text as it is")
    func fallback() throws {
        let english = try Self.translation("en", ["one": "One", "two": "Two"])
        let german = Translation(language: "de", texts: ["one": try TextPattern("Eins")], fallback: english)
        #expect(german(Text("one")) == "Eins")
        #expect(german(Text("two")) == "Two")
        #expect(german(Text("three")) == "three")
    }

    @Test(
        "What the program wrote is found by its words, the most exact text first, and stays where none matches",
        arguments: [
            ("it is longer than 500 characters", "Es ist länger als 500 Zeichen."),
            ("it is longer than a day", "Länger: it is than a day."), ("it is empty", "Es ist leer."),
            ("it is empty and odd", "It is empty and odd."), ("", ""),
            ("there is no person Ann with a \"name\"", "Ann with a \"name\" gibt es nicht."),
            ("Ann is Ann", "Zweimal Ann."), ("Ann is Ben", "Ann is Ben."),
        ])
    func written(words: String, said: String) throws {
        let english = try Self.translation(
            "en",
            [
                "problem.longer": "{what} longer {rest}", "problem.empty": "it is empty",
                "problem.too_long": "it is longer than {limit} characters", "problem.any": "{all}",
                "problem.no_person": "there is no person {name}", "problem.same": "{name} is {name}",
                "other.empty": "it is empty and odd",
            ])
        let german = Translation(
            language: "de",
            texts: [
                "problem.longer": try TextPattern("Länger: {what} {rest}"),
                "problem.empty": try TextPattern("es ist leer"),
                "problem.too_long": try TextPattern("es ist länger als {limit} Zeichen"),
                "problem.no_person": try TextPattern("{name} gibt es nicht"),
                "problem.same": try TextPattern("zweimal {name}"),
            ], fallback: english)
        #expect(german(.sentence(.written(words))) == said)
        #expect(english(.written(words)) == words)
    }

    @Test(
        "An amount that the program wrote has the reader's decimal mark, and what is none stays as it is",
        arguments: [
            ("9.50 EUR", "9,50 EUR"), ("0.01", "0,01"), ("9999999999.99 EUR", "9.999.999.999,99 EUR"),
            ("700 JPY", "700 JPY"), ("-0.05 EUR", "\u{2212}0,05 EUR"), ("1e9", "1e9"), ("inf", "inf"),
            ("1.2.3 EUR", "1.2.3 EUR"), ("9999999999999.99 EUR", "9999999999999.99 EUR"), ("x", "x"),
        ])
    func money(amount: String, said: String) throws {
        let english = try Self.translation("en", ["problem.sum": "it comes to {sum_money}"])
        let texts = [
            "problem.sum": "zusammen {sum_money}", "format.group": ".", "format.grouped_from": "5",
            "format.decimal": ",",
        ]
        let german = Translation(
            language: "de", texts: try texts.mapValues { try TextPattern($0) }, fallback: english)
        #expect(german(.written("it comes to \(amount)")) == "zusammen \(said)")
        #expect(english(.written("it comes to \(amount)")) == "it comes to \(amount)")
    }

    @Test("Numbers are grouped and split as the language does")
    func numbers() throws {
        let german = try Self.translation(
            "de", ["format.group": ".", "format.grouped_from": "5", "format.decimal": ","])
        #expect(
            [0, 999, 1234, 12345, 1_234_567].map(german.number) == [
                "0", "999", "1234", "12.345", "1.234.567",
            ])
        #expect(german.number(-12345) == "\u{2212}12.345")
        #expect(german.number(.min) == "\u{2212}9.223.372.036.854.775.808")
        #expect(german.decimal(3.14159, places: 2) == "3,14")
        #expect(german.decimal(-0.25, places: 1) == "\u{2212}0,3")
        #expect(german.decimal(12345.5, places: 0) == "12.346")
        #expect(german.decimal(.nan, places: 2) == "nan")
        #expect(german.decimal(2.05, places: 3) == "2,050")
    }

    @Test("Times and days are written as the language does")
    func times() throws {
        var texts = [
            "format.time_morning": "{hour12}:{minute} am", "format.time_afternoon": "{hour12}:{minute} pm",
            "format.day": "{weekday} {day} {month}", "format.day_of_year": "{weekday} {day} {month} {year}",
            "format.month_of_year": "{month} {year}",
        ]
        for number in 1...7 { texts["format.weekday_\(number)"] = "w\(number)" }
        for number in 1...12 { texts["format.month_\(number)"] = "m\(number)" }
        let english = try Self.translation("en", texts)
        let day = CalendarDay(clamping: 0)
        #expect(english.time(WallTime(clamping: 0)) == "12:00 am")
        #expect(english.time(WallTime(clamping: 18 * 3600 + 300)) == "6:05 pm")
        #expect(english.day(day, today: day) == "w4 1 m1")
        #expect(english.day(day, today: CalendarDay(clamping: 400)) == "w4 1 m1 1970")
        #expect(english.month(of: day) == "m1 1970")
        #expect(english(Text("format.time_morning", ["hour12": .number(9), "minute": "05"])) == "9:05 am")
    }

    @Test("A list has its own word before the last")
    func lists() throws {
        let english = try Self.translation(
            "en", ["format.list_comma": ", ", "format.list_and": "{first} and {last}"])
        #expect(english.list([]) == "")
        #expect(english.list(["Ada"]) == "Ada")
        #expect(english.list(["Ada", "Ben"]) == "Ada and Ben")
        #expect(
            english(.list([.verbatim("Ada"), .verbatim("Ben"), .verbatim("Carl")])) == "Ada, Ben and Carl")
    }

    @Test(
        "A sentence begins with a capital letter, the language's own",
        arguments: [
            ("en", "in time", "In time"), ("tr", "iyi", "İyi"), ("de", "übrig", "Übrig"), ("en", "", ""),
        ])
    func capitalized(_ language: String, _ text: String, _ sentence: String) throws {
        let translation = try Self.translation(language, ["a.text": text])
        #expect(translation(.capitalized(Text("a.text"))) == sentence)
    }

    @Test("Names are isolated in a language from right to left")
    func isolated() throws {
        let hebrew = try Self.translation("he", ["asks": "{client} מבקש"])
        #expect(hebrew.isRightToLeft)
        #expect(hebrew(Text("asks", ["client": "Maria"])) == "\u{2068}Maria\u{2069} מבקש")
        #expect(!(try Self.translation("de-AT", [:])).isRightToLeft)
    }

    @Test(
        "A text that is no pattern is refused with the reason",
        arguments: [
            ("{a", TextPattern.Problem.notClosed), ("a}", .notOpened), ("{a{b}}", .notClosed),
            ("{}", .name("")),
            ("{A b}", .name("A b")),
        ])
    func wrong(_ text: String, _ problem: TextPattern.Problem) {
        #expect(throws: problem) { try TextPattern(text) }
    }
}
