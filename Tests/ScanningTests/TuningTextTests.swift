import Scanning
import ShippedWords
import Testing
import Wording

@Suite struct TuningTextTests {
    private var person: Presser {
        var person = Presser(seed: 1)
        for index in 0..<60 { person.choose(after: 0.5 + Double(index % 4) * 0.1, steps: 2) }
        for _ in 0..<3 { person.choose(after: 1.55, late: .milliseconds(50)) }
        person.choose(after: -0.1, undone: true)
        return person
    }

    @Test("The report reads like this") func theReportReadsLikeThis() throws {
        let words = try ShippedWords.translation()
        #expect(
            person.report().text(words, width: 80, period: .verbatim("2026-11-01 to 2026-11-20")) == """
                How the switch is pressed: 64 choices, 2026-11-01 to 2026-11-20, mode automatic

                  seconds after the word
                  during it     ████ 1
                  0.00–0.10
                  0.10–0.20
                  0.20–0.30
                  0.30–0.40
                  0.40–0.50
                  0.50–0.60     ██████████████████████████████████████████████████████████ 15
                  0.60–0.70     ██████████████████████████████████████████████████████████ 15
                  0.70–0.80     ██████████████████████████████████████████████████████████ 15
                  0.80–0.90     ██████████████████████████████████████████████████████████ 15
                  0.90–1.00
                  ──────────── proposed 1 s ────────────────────────────────────────────────
                  1.00–1.10
                  1.10–1.20
                  1.20–1.30
                  1.30–1.40
                  1.40–1.50
                  ──────────── scan_time 1.5 s ─────────────────────────────────────────────
                  1.50–1.60     ▒▒▒▒▒▒▒▒▒▒▒▒ 3
                  1.60–1.70
                  ▒ counted for the word before

                  60 presses measured: 0.65 s after the word on average, half of them within
                  0.65 s, standard deviation 0.11 s. 3 presses far from all others left out.

                What went wrong, and what did not count
                  missed           0 (0 in 100)    the wanted word went by without a press
                  late             3 (4.7 in 100)  counted for the word before
                  early            0 (0 in 100)    sooner after the word began than anybody can
                                                   react
                  during the word  1 (1.6 in 100)  pressed before it was said to its end
                  undone           1 (1.6 in 100)  taken back, or left again by "Go back"
                  given up         0               all passes went by without a choice
                  repeats          0               presses ignored, too soon after another one
                  touches          0               let go before the acceptance time

                Proposals
                  scan_time          1.5 s → 1 s
                      The usual press comes 0.65 s after the word: mean ÷ 0.65 is 1.00 s (mean +
                      2 standard deviations: 0.88 s).
                      A need takes 0.8 s less; in 100 choices: missed 0 → 4.7, late 4.7 → 0.
                  late_press_window  150 ms: too little is known yet
                      Only 4 presses came within 600 ms of a step, in 64 choices.
                  acceptance_time    0 stays
                      None of the 63 meant presses (the shortest: 0.30 s) was mixed with
                      touches.
                  ignore_repeat      300 ms stays
                      The hand bounced 0 times in 64 presses: nothing speaks against the present
                      value.
                """)
    }

    private func known(_ count: Int = 143) -> KnownPresses {
        func weighed(_ verdict: PressRecord.Weighed.Verdict) -> PressRecord {
            .weighed(.init(offers: [], watched: .zero, verdict: verdict))
        }
        // Of the first ten, nine are too long ago to count.
        let records =
            (0..<10).map { _ in weighed(.chose) } + (0..<7).map { _ in weighed(.asked) }
            + (0..<2).map { _ in weighed(.passed) } + (0..<90).map { _ in weighed(.chose) }
        return KnownPresses(
            count: count, needed: 60, mean: 0.652, span: -0.05...1.1, missed: 0.1, accidents: 12.34,
            curve: .init(values: (0..<200).map { (40..<90).contains($0) ? 1 : 0 }),
            verdicts: .init(records))
    }

    @Test("What is known of the presses reads like this") func knownPresses() throws {
        let text = person.report(known: known()) { $0.pressEvidence = .full }
            .text(try ShippedWords.translation(), width: 80, period: nil)
        #expect(text.contains("\n\nWhat the kiosk knows of the presses\n  usual press  0.65 s  "), "\(text)")
        let told = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in [
            "usual press 0.65 s after the end of the word", "missed 10 in 100 presses that were meant",
            "by accident 12.3 an hour", "taken 91 of 100", "asked back 7 of 100", "passed over 2 of 100",
            "Learnt from 143 presses, which is enough",
        ] { #expect(told.contains(words), "\(words): \(text)") }
        #expect(!told.contains("press_evidence"))
    }

    @Test("With too few presses, or without weighing, it says so", arguments: ["en", "de", "fr"])
    func knownTooFew(language: String) throws {
        let words = try ShippedWords.translation(language)
        let report = person.report(known: known(59))
        let text = report.text(words, width: 80, period: nil)
        #expect(text.contains("59") && text.contains("60") && text.contains("`press_evidence`"), "\(text)")
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let page = report.page(words, client: "Maria", period: nil)
        #expect(page.contains("<polyline points=\"") && !page.contains("tune."), "\(page)")
    }

    @Test("The curve is as high as the presses that are expected in a bar, and stays in the picture")
    func curve() throws {
        let words = try ShippedWords.translation()
        func heights(_ density: Double) throws -> [Double] {
            var model = known()
            model.curve = .init(values: Array(repeating: density, count: 200))
            let svg = person.report(known: model).svg(words)
            let points = try #require(svg.firstMatch(of: /<polyline points="([^"]+)"/)).1
            return try points.split(separator: " ").map {
                try #require(Double(String($0.split(separator: ",")[1])))
            }
        }
        // 63 presses in bars of 0.1 s, the highest of 15: 1 a second is 6.3 of them, of 256 units.
        #expect(try heights(1).allSatisfy { abs($0 - (340 - 6.3 / 15 * 256)) < 0.02 })
        #expect(try heights(1000).allSatisfy { abs($0 - 84) < 0.02 })
        #expect(!person.report().svg(words).contains("polyline"))
    }

    @Test("In German nothing of it is English") func german() throws {
        let text = person.report().text(try ShippedWords.translation("de"), width: 80, period: nil)
        #expect(text.hasPrefix("So wird der Taster gedrückt: 64 Auswahlen, mode automatic\n"), "\(text)")
        // Wherever lines are broken.
        let told = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for words in [
            "Sekunden nach dem Wort", "0,50–0,60 █", "─ vorgeschlagen 1 s ─", "─ scan_time 1,5 s ─",
            "60 Drücke gemessen: im Mittel 0,65 s nach dem Wort", "zu spät 3 (4,7 von 100)",
            "scan_time 1,5 s → 1 s", "Mittel ÷ 0,65 ist 1,00 s", "Ein Anliegen braucht 0,8 s weniger",
            "150 ms: noch ist zu wenig bekannt",
        ] { #expect(told.contains(words), "\(words): \(text)") }
        for word in ["the ", "press ", " of ", "need", "missed"] {
            #expect(!text.contains(word), "\(word): \(text)")
        }
    }

    @Test(
        "No line is wider than the terminal, in any language", arguments: [60, 80, 120], ["en", "de", "fr"])
    func noLineIsWider(width: Int, language: String) throws {
        let text = person.report().text(try ShippedWords.translation(language), width: width, period: nil)
        for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test("Reasons are said in each language, and to programs in English") func reasons() throws {
        let proposals = person.report().proposals
        for proposal in proposals {
            let said = try ["en", "de", "fr"].map { try proposal.said(in: $0) }
            #expect(Set(said).count == 3 && said.allSatisfy { $0.hasSuffix(".") }, "\(said)")
            #expect(!said.contains { $0.contains("tune.") || $0.contains("{") }, "\(said)")
        }
    }

    @Test("A client's name is text on the page, not markup") func aNameIsText() throws {
        let words = try ShippedWords.translation()
        let page = person.report().page(words, client: "<b>\"M\" & Co", period: nil)
        #expect(page.contains("<h1>How &lt;b&gt;&quot;M&quot; &amp; Co presses the switch</h1>"))
        #expect(!page.contains("<script"))
        #expect(page.contains("The scan time is 1.5 s now, and 1 s is proposed."))
    }

    @Test("The page and its picture are in their reader's language") func pageInGerman() throws {
        let page = person.report().page(try ShippedWords.translation("de"), client: "Maria", period: nil)
        #expect(page.contains("<html lang=\"de\" dir=\"ltr\">"))
        #expect(page.contains("<h1>So drückt Maria den Taster</h1>"))
        #expect(page.contains("Sekunden nach dem Ende des Wortes (schraffiert: zählte für das Wort davor)"))
        #expect(page.contains("scan_time ist jetzt 1,5 s, vorgeschlagen ist 1 s."))
        for word in ["presses", "the word", "What went"] { #expect(!page.contains(word), "\(word)") }
        // Where something stands in the picture has a point in each language.
        #expect(page.firstMatch(of: /(x|y|width|height)="[0-9.\-]*,/) == nil)
    }
}
