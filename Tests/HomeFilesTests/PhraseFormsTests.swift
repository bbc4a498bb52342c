import HomeFiles
import StaffFiles
import Testing

/// Sentences in which something is counted, in a form for each category of plural.
@Suite struct PhraseFormsTests {
    private func shipped(_ language: String = "en") throws -> Phrases {
        try #require(PhrasesReader.read(try contents("boards/phrases.\(language).yaml"), file: "p").phrases)
    }

    /// A file with one sentence, and all others as they ship in English.
    private func read(_ sentences: String, language: String = "en") throws -> (
        phrases: Phrases?, findings: [String]
    ) {
        let text = "language: \(language)\nreasons: [a]\nskip_reasons: [b]\nphrases:\n" + sentences
        let (phrases, findings) = PhrasesReader.read(Array(text.utf8), file: "p", shipped: try shipped())
        return (phrases, findings.map(\.message).filter { !$0.contains("phrases are missing") })
    }

    @Test(
        "One and several are said as the language does",
        arguments: [
            ("en", "Still waiting, one minute.", "Still waiting, 5 minutes."),
            ("de", "Noch keine Antwort, seit einer Minute.", "Noch keine Antwort, seit 5 Minuten."),
            (
                "es", "Todavía sin respuesta, desde hace un minuto.",
                "Todavía sin respuesta, desde hace 5 minutos."
            ),
            ("tr", "Hâlâ yanıt yok, bir dakikadır bekleniyor.", "Hâlâ yanıt yok, 5 dakikadır bekleniyor."),
        ])
    func asTheLanguageDoes(language: String, one: String, several: String) throws {
        let phrases = try shipped(language)
        #expect(phrases[.stillWaiting, [.minutes: "1"]] == one)
        #expect(phrases[.stillWaiting, [.minutes: "5"]] == several)
    }

    @Test("Each form of a language with more of them is said of its numbers")
    func moreForms() throws {
        let (phrases, findings) = try read(
            """
              handover_seconds: { one: "{count} sekunda", few: "{count} sekundy", many: "{count} sekund", other: "{count} sekundy" }
            """, language: "pl")
        #expect(findings == [])
        let said = [1, 3, 5, 22, 25].map { phrases?[.handoverSeconds, [.count: "\($0)"]] }
        #expect(said == ["1 sekunda", "3 sekundy", "5 sekund", "22 sekundy", "25 sekund"])
    }

    @Test("One sentence alone is said of every number")
    func oneSentence() throws {
        let (phrases, findings) = try read("  put_off_choice: \"{digit}: {minutes} min\"")
        #expect(findings == [])
        #expect(phrases?[.putOffChoice, [.digit: "1", .minutes: "1"]] == "1: 1 min")
    }

    @Test("The two sentences that a file of an earlier Beckon has are its two forms")
    func earlier() throws {
        let (phrases, findings) = try read(
            """
              still_waiting: "{minutes} minutes gone."
              still_waiting_one_minute: A minute gone.
              handover_second: a second
            """)
        #expect(findings == [])
        #expect(phrases?[.stillWaiting, [.minutes: "1"]] == "A minute gone.")
        #expect(phrases?[.stillWaiting, [.minutes: "2"]] == "2 minutes gone.")
        #expect(phrases?[.handoverSeconds, [.count: "1"]] == "a second")
        #expect(phrases?[.handoverSeconds, [.count: "2"]] == "2 seconds")
    }

    @Test("A plain sentence as it shipped before there were forms has those that ship now")
    func shippedPlain() throws {
        let all = try #require(
            PhrasesEdit.texts(in: try contents("boards/phrases.en.yaml"), file: "p")["ask_again.other"])
        let (phrases, findings) = try read("  ask_again: \"\(all)\"")
        #expect(findings == [])
        #expect(
            phrases?[.askAgain, [.need: "tea", .minutes: "1"]]
                == "You asked for tea one minute ago. Press to ask again.")
    }

    @Test("Of an earlier sentence for one thing and a form for it, the form is said, and the other is told")
    func both() throws {
        let text = """
              still_waiting: { one: now, other: "{minutes} gone" }
              still_waiting_one_minute: before
            """
        let (phrases, findings) = try read(text)
        #expect(phrases?[.stillWaiting, [.minutes: "1"]] == "now")
        #expect(
            findings == [
                "`still_waiting_one_minute` is never said, because `still_waiting` has `one`: delete one of the two"
            ])
        let file = "language: en\nreasons: [a]\nskip_reasons: [b]\nphrases:\n" + text
        #expect(throws: SettingsEdit.Problem.self) {
            try PhrasesEdit.setting(
                ["still_waiting_one_minute": "x"], in: Array(file.utf8), file: "p", shipped: try shipped())
        }
    }

    @Test(
        "What is wrong with the forms is told",
        arguments: [
            (
                "{ one: a, few: \"{minutes} b\", other: \"{minutes} c\" }",
                "`few` is never said: this language has `one` and `other`"
            ),
            (
                "{ other: \"{minutes} c\" }",
                "`still_waiting` has no `one`: “{minutes} c” is said; this language has `one` and `other`"
            ),
            (
                "{ one: a }",
                "`still_waiting` has no `other`: “Still waiting, {minutes} minutes.” is said; this language has `one` and `other`"
            ),
            (
                "{ one: a, other: b }",
                "`other` must contain `{minutes}`, or it does not say whom or what"
            ),
            ("{ one: a, othr: \"{minutes}\" }", "unknown key `othr`: did you mean `other`?"),
            (
                "{minutes}",
                "`still_waiting` is one value, but this is keys with values: put a text that begins with `{` or `[` into quotes"
            ),
        ])
    func mistakes(forms: String, message: String) throws {
        let found = try read("  still_waiting: \(forms)")
        #expect(found.findings.contains(message), "\(found.findings)")
    }

    @Test("A form is changed in its place, and one that is not there yet is written")
    func changed() throws {
        let text =
            "language: en\nreasons: [a]\nskip_reasons: [b]\nphrases:\n  # A wait.\n  still_waiting: { one: x, other: \"{minutes} y\" }\n"
        func set(_ key: String, _ words: String, in text: String) throws -> String {
            String(
                decoding: try PhrasesEdit.setting(
                    [key: words], in: Array(text.utf8), file: "p", shipped: try shipped()), as: UTF8.self)
        }
        let first = try set("still_waiting.one", "Only a minute now.", in: text)
        #expect(first == text.replacing("one: x", with: #"one: "Only a minute now.""#))
        let punctuated = try set("still_waiting.other", #"Wait, {minutes}: "so" long."#, in: text)
        #expect(
            PhrasesEdit.texts(in: Array(punctuated.utf8), file: "p")["still_waiting.other"]
                == #"Wait, {minutes}: "so" long."#)
        let second = try set("ask_again.one", "A minute ago: {need}.", in: text)
        let (phrases, _) = PhrasesReader.read(Array(second.utf8), file: "p", shipped: try shipped())
        #expect(phrases?[.askAgain, [.need: "tea", .minutes: "1"]] == "A minute ago: tea.")
        #expect(
            phrases?[.askAgain, [.need: "tea", .minutes: "2"]]
                == "You asked for tea 2 minutes ago. Press to ask again.")
        #expect(throws: SettingsEdit.Problem.self) { try set("ready.one", "x", in: text) }
        #expect(throws: SettingsEdit.Problem.self) { try set("still_waiting.lots", "x", in: text) }
    }

    @Test("What ships, put back in place of a plain sentence, comes with all its forms")
    func putBack() throws {
        let head = "language: en\nreasons: [a]\nskip_reasons: [b]\nphrases:\n"
        let shipped = try shipped()
        let standard = PhrasesEdit.texts(in: Array(try contents("boards/phrases.en.yaml")), file: "p")
        let all = try #require(standard["still_waiting.other"])
        func putBack(_ own: String) throws -> [String: String] {
            let bytes = try PhrasesEdit.setting(
                ["still_waiting": all], in: Array((head + own).utf8), file: "p", shipped: shipped,
                standard: standard)
            return PhrasesEdit.texts(in: bytes, file: "p")
        }
        #expect(
            try putBack("  still_waiting: \"{minutes} y\" # ours\n")
                == standard.filter { $0.key.hasPrefix("still_waiting.") })
        // Where the earlier sentence for one minute stands, too, each is put back by itself.
        #expect(
            try putBack("  still_waiting: \"{minutes} y\"\n  still_waiting_one_minute: z\n")
                == ["still_waiting": all, "still_waiting_one_minute": "z"])
    }

    @Test("A page changes the forms that there are, and the two sentences of an earlier file as they stand")
    func keys() {
        let shipped = ["still_waiting.one": "A", "still_waiting.other": "B {minutes}"]
        let entry = PhraseEntry(.stillWaiting)
        func keys(_ own: [String: String]) -> [String] {
            PhrasesEdit.keys(of: entry, in: own, shipped: shipped)
        }
        #expect(keys([:]) == ["still_waiting.one", "still_waiting.other"])
        #expect(keys(["still_waiting.other": "{minutes}"]) == ["still_waiting.one", "still_waiting.other"])
        #expect(keys(["still_waiting": "{minutes}"]) == ["still_waiting"])
        let earlier = ["still_waiting": "{minutes}", "still_waiting_one_minute": "x"]
        #expect(keys(earlier) == ["still_waiting", "still_waiting_one_minute"])
        #expect(
            keys(["still_waiting_one_minute": "x"]) == ["still_waiting.other", "still_waiting_one_minute"])
        #expect(
            keys(["still_waiting.one": "y", "still_waiting_one_minute": "x"])
                == ["still_waiting.one", "still_waiting.other"])
        #expect(PhrasesEdit.standard(of: "still_waiting", entry, in: shipped) == "B {minutes}")
        #expect(PhrasesEdit.standard(of: "still_waiting_one_minute", entry, in: shipped) == "A")
        #expect(PhrasesEdit.keys(of: PhraseEntry(.ready), in: [:], shipped: ["ready": "R"]) == ["ready"])
    }
}
