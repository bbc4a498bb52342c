import Care
import HomeFiles
import StaffFiles
import Testing

/// The shipped English file, with one line replaced.
private func english(_ old: String = "", _ new: String = "") throws -> [UInt8] {
    let text = String(decoding: try contents("boards/phrases.en.yaml"), as: UTF8.self)
    guard !old.isEmpty else { return Array(text.utf8) }
    #expect(text.contains(old))
    return Array(text.replacing(old, with: new).utf8)
}

@Suite struct PhrasesTests {
    @Test(
        "Each kind of fault has a phrase for its beginning and one for its end", arguments: FaultKind.allCases
    )
    func faults(kind: FaultKind) {
        #expect(PhraseEntry(kind, isOver: false).name == "fault_\(kind.rawValue)")
        #expect(PhraseEntry(kind, isOver: true).name == "fault_\(kind.rawValue)_over")
    }

    @Test("The shipped phrases are whole", arguments: ["en", "de", "fr", "es", "tr"])
    func theShippedPhrasesAreWhole(language: String) throws {
        let (phrases, findings) = PhrasesReader.read(
            try contents("boards/phrases.\(language).yaml"), file: "p")
        #expect(FindingReport(findings).text == "")
        #expect(phrases?.language == language)
        // The kiosk's voice and its screen say the same.
        if let phrases { #expect(phrases[.ready].hasSuffix(" " + phrases[.screenTouch])) }
        #expect((1...9).contains(phrases?.reasons.count ?? 0))
    }

    @Test("Sentences read as people speak") func sentencesReadAsPeopleSpeak() throws {
        let phrases = try #require(PhrasesReader.read(try english(), file: "p").phrases)
        #expect(phrases[.onTheWay, [.caregiver: "Anna"]] == "Anna is on the way.")
        #expect(
            phrases[.met, [.caregiver: "Anna", .need: "water"]]
                == "Anna: your water is done. Press if you still need it.")
        #expect(
            phrases[.declined, [.caregiver: "Anna", .reason: "dinner is in ten minutes"]]
                == "Anna can't now: dinner is in ten minutes.")
        #expect(phrases[.stillWaiting, [.minutes: "5"]] == "Still waiting, 5 minutes.")
        #expect(
            phrases[.askAgain, [.need: "water", .minutes: "30"]]
                == "You asked for water 30 minutes ago. Press to ask again.")
        #expect(phrases[.alert, [.client: "Maria", .need: "water"]] == "Maria asks for water.")
        #expect(
            phrases[PhraseEntry(.switchUnplugged, isOver: false), [.client: "Maria"]]
                == "Maria's switch is unplugged.")
        #expect(phrases[.ready] == "Ready. Press to start.")
        #expect(phrases[.meant, [.label: "Water"]] == "Water?")
        let hour = phrases[.clockHour, [.hour: "9", .hour12: "9"]]
        let time = phrases[.timeYesterday, [.time: hour]]
        #expect(
            phrases[.itemMissed, [.label: "Medicine", .client: "Maria", .time: time]]
                == "Medicine for Maria was due yesterday at 9 o'clock and is not done.")
        #expect(
            phrases[.proposal, [.client: "Maria", .label: "swimming"]]
                == "Maria would like something new: swimming.")
    }

    @Test("A value is said literally, even if it looks like a placeholder")
    func aValueIsSaidAsItStandsAlsoIfItLooksLikeAPlaceholder() throws {
        let phrases = try #require(PhrasesReader.read(try english(), file: "p").phrases)
        #expect(
            phrases[.alert, [.client: "{need}", .need: "{client} {need}"]]
                == "{need} asks for {client} {need}.")
    }

    @Test(
        "A mistake in the phrases is told",
        arguments: [
            ("  ready: Ready. Press to start.\n", "", "24:3: error: the phrase `ready` is missing: write it"),
            (
                "  alert: \"{client} asks for {need}.\"\n", "",
                "error: the phrase `alert` is missing: write it with `{client}` and `{need}`"
            ),
            ("  ready: Ready.", "  redy: Ready.", "error: unknown key `redy`: did you mean `ready`?"),
            (
                "{client} asks for {need}.", "{cleint} asks for {need}.",
                "error: `{cleint}` is unknown: did you mean `{client}`?"
            ),
            (
                "{client} asks for {need}.", "{x} asks for {need}.",
                "error: `{x}` is unknown: here it is `{client}` and `{need}`"
            ),
            (
                "{client} asks for {need}.", "Asks for {need}.",
                "error: `alert` must contain `{client}`, or it does not say whom or what"
            ),
            (
                "{client} asks for {need}.", "{client} asks {reason} {need}.",
                "error: `alert` cannot contain `{reason}`: here it is `{client}` and `{need}`"
            ),
            (
                "Ready. Press", "Ready, {client}. Press",
                "error: `ready` cannot contain `{client}`: nothing can be filled in here"
            ),
            (
                "{client} asks for {need}.", "{client asks for {need}.",
                "error: this `{` is not closed: write `}` after the word"
            ),
            (
                "{client} asks for {need}.", "client} asks for {need}.",
                "error: there is a `}` without a `{` before it"
            ),
            (
                "\"{client} asks for {need}.\"", "{client} asks for {need}.",
                "error: a text that begins with `{` must be in quotes, the whole of it"
            ),
            (
                "\"{client} asks for {need}.\"", "{client}",
                "error: `alert` is one value, but this is keys with values: put a text that begins with `{` or `[` into quotes"
            ),
            (
                "language: en\n", "language: English\n",
                "error: `English` is not a language tag, such as `en` or `de`: write `en-GB`"
            ),
            (
                "language: en\n", "language: mb-en1\n",
                "error: `mb-en1` is not a language tag, such as `en` or `de`: it is a voice's name"
            ),
            ("Asked.\n", "''\n", "error: `asked` is empty: write something between the quotes"),
        ])
    func aMistakeInThePhrasesIsTold(old: String, new: String, message: String) throws {
        let (phrases, findings) = PhrasesReader.read(try english(old, new), file: "p")
        #expect(phrases == nil)
        #expect(findings.contains { $0.description.hasSuffix(message) }, "\(FindingReport(findings).text)")
        #expect(findings.count == 1, "\(FindingReport(findings).text)")
    }

    @Test("A phrase that an older file lacks is said as it ships, and staff are told")
    func aPhraseThatAnOlderFileLacksIsSaidAsItShips() throws {
        let shipped = try #require(PhrasesReader.read(try english(), file: "shipped").phrases)
        let older = try english("  alert: \"{client} asks for {need}.\"\n", "")
        let (phrases, findings) = PhrasesReader.read(older, file: "p", shipped: shipped)
        #expect(phrases?[.alert, [.client: "Maria", .need: "water"]] == "Maria asks for water.")
        #expect(findings.count == 1 && !findings.hasErrors)
        #expect(
            findings.first?.description.hasSuffix(
                "warning: the phrase `alert` is missing: “{client} asks for {need}.” is said, as it came with Beckon; write your own with `{client}` and `{need}`"
            ) == true, "\(FindingReport(findings).text)")
    }

    @Test("Many phrases that are missing have one cause, and one finding")
    func manyMissing() throws {
        let shipped = try #require(PhrasesReader.read(try english(), file: "shipped").phrases)
        let text = String(decoding: try english(), as: UTF8.self)
        let end = try #require(text.firstRange(of: "  alert: ")).lowerBound
        let (phrases, findings) = PhrasesReader.read(Array(text[..<end].utf8), file: "p", shipped: shipped)
        #expect(phrases?[.alert, [.client: "Maria", .need: "water"]] == "Maria asks for water.")
        #expect(findings.count == 1, "\(FindingReport(findings).text)")
        #expect(findings.first?.message.contains(" phrases are missing, `") == true)
    }

    @Test("Reasons for leaving out that an older file lacks are those that ship, and staff are told")
    func reasonsForLeavingOutThatAnOlderFileLacks() throws {
        let shipped = try #require(PhrasesReader.read(try english(), file: "shipped").phrases)
        let text = String(decoding: try english(), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "skip_reasons:"))
        let end = try #require(lines.firstIndex(of: "phrases:"))
        let older = Array((lines[..<start] + lines[end...]).joined(separator: "\n").utf8)
        let (phrases, findings) = PhrasesReader.read(older, file: "p", shipped: shipped)
        #expect(phrases?.skipReasons == shipped.skipReasons && shipped.skipReasons.count == 5)
        #expect(
            findings.map(\.message) == [
                "`skip_reasons` are missing: those that came with Beckon are offered; write your own"
            ])
        #expect(PhrasesReader.read(older, file: "p").phrases == nil)
    }

    @Test("Reasons are as many as there are digits") func reasonsAreAsManyAsThereAreDigits() throws {
        let ten = "\nreasons:\n" + (1...10).map { "  - reason \($0)\n" }.joined()
        let (_, findings) = PhrasesReader.read(try english("\nreasons:\n", ten), file: "p")
        #expect(
            findings.map(\.message) == [
                "there are 15 reasons, but a digit key can choose one of 1 to 9: delete some"
            ])
        #expect(
            PhrasesReader.read([], file: "p").findings.map(\.message) == [
                "this file is empty: phrases need `language`, `reasons` and `phrases`"
            ])
    }
}
