import Recurrence
import Testing

@testable import Wording

@Suite("Names whose letters run the other way")
struct IsolationTests {
    private static let noor = "نور"
    private static let english = [
        "asks": "{client} asks for {need}", "format.list_and": "{first} and {last}",
        "format.list_comma": ", ",
        "waits": "{client} {count}",
    ]

    private func translation(_ language: String, _ texts: [String: String]) throws -> Translation {
        Translation(language: language, texts: try texts.mapValues { try TextPattern($0) })
    }

    @Test("An Arabic name is isolated in an English sentence, an English one is not")
    func english() throws {
        let english = try translation("en", Self.english)
        #expect(
            english(Text("asks", ["client": .verbatim(Self.noor), "need": "water"]))
                == "\u{2068}\(Self.noor)\u{2069} asks for water")
        #expect(english(Text("asks", ["client": "Maria", "need": "water"])) == "Maria asks for water")
    }

    @Test("In a row, and before a number, each stands for itself")
    func row() throws {
        let english = try translation("en", Self.english)
        #expect(
            english(.list([.verbatim(Self.noor), .verbatim("Maria"), .verbatim("דנה")]))
                == "\u{2068}\(Self.noor)\u{2069}, Maria and \u{2068}דנה\u{2069}")
        #expect(
            english(Text("waits", count: 3, ["client": .verbatim(Self.noor)]))
                == "\u{2068}\(Self.noor)\u{2069} 3")
    }

    @Test("From right to left, names are isolated, and the pieces of a time stay together")
    func rightToLeft() throws {
        let arabic = try translation(
            "ar",
            [
                "format.time_morning": "{hour2}:{minute}", "format.time_afternoon": "{hour}:{minute}",
                "at": "{name} {time}",
            ])
        #expect(
            arabic(Text("at", ["name": "Maria", "time": .time(.init("2026-03-03T18:05") ?? .first)]))
                == "\u{2068}Maria\u{2069} 18:05")
    }

    @Test(
        "On a page from left to right, only what is needed stays isolated",
        arguments: [
            ("a", "a"), ("<p>\u{2068}Maria\u{2069}: 3</p>", "<p>Maria: 3</p>"),
            ("<p>\u{2068}نور\u{2069}: 3</p>", "<p>\u{2068}نور\u{2069}: 3</p>"),
            (
                "\u{2068}\u{2068}Maria\u{2069}, \u{2068}נור\u{2069}\u{2069}!",
                "\u{2068}Maria, \u{2068}נור\u{2069}\u{2069}!"
            ),
            ("“Maria”…", "“Maria”…"), ("\u{2068}", "\u{2068}"), ("\u{2069}a", "a"),
        ])
    func settled(page: String, settled: String) {
        #expect(Isolation.settled(page) == settled)
    }
}

@Suite("Who has no name yet")
struct UnnamedWordsTests {
    @Test(
        "They are called what fits behind what stands before them",
        arguments: [
            ("en", "", "The client"), ("en", "Nobody answered. ", "The client"),
            ("en", "Go and see ", "the client"),
            ("en", "<p>", "The client"), ("en", "Done for \u{2068}", "the client"), ("de", "", "Die Person"),
            ("de", "Der Taster von ", "der Person"), ("de", "Tee für ", "die Person"),
            ("de", "Von ", "der Person"), ("de", "davon: ", "die Person"),
        ])
    func words(language: String, before: String, said: String) {
        let words =
            language == "de"
            ? UnnamedWords("die Person", after: "der Person", language: "de-AT")
            : UnnamedWords("the client", language: "en")
        #expect(words.words(behind: before) == said)
    }

    @Test("A text says it in place of the name that is stored, and of nothing else")
    func texts() throws {
        let texts = [
            "unnamed.client": "the client", "unnamed.client_after": "the client",
            "unnamed.caregiver": "somebody",
            "asks": "{client} asks for {need}", "by": "done by {name}",
        ]
        let english = Translation(language: "en", texts: try texts.mapValues { try TextPattern($0) })
        #expect(
            english(Text("asks", ["client": "Somebody", "need": "Somebody"]))
                == "The client asks for Somebody")
        #expect(english(Text("by", ["name": "Somebody"])) == "done by somebody")
        #expect(english(Text("by", ["name": "Maria"])) == "done by Maria")
    }
}
