import Foundation
import Testing

@testable import StaffFiles

private enum Mode: String, CaseIterable { case automatic, step, direct }

/// A cursor over the text's mapping, with its log.
private func cursor(_ text: String, keys: [String] = ["a", "b"]) throws -> MappingCursor {
    let (root, log) = StaffFile.read(Array(text.utf8), file: "f")
    let node = try #require(root)
    return try #require(MappingCursor(node, what: "this", keys: keys, log: log))
}

@Suite struct ValueTests {
    @Test(
        "Durations are a number and a unit",
        arguments: [
            ("1.5 s", .milliseconds(1500)), ("300 ms", .milliseconds(300)), ("2 min", .seconds(120)),
            ("1 h", .seconds(3600)), ("0", .zero), ("0 s", .zero), ("1.5s", .milliseconds(1500)),
            ("0.000001 ms", .zero), ("999999 h", .seconds(3_599_996_400)),
        ] as [(String, Duration)])
    func durationsAreANumberAndAUnit(text: String, duration: Duration) throws {
        #expect(abs((try StaffDuration.parse(text) - duration) / .nanoseconds(1)) <= 1)
    }

    @Test(
        "Other durations are refused with what to write",
        arguments: [
            ("2", "has no unit: write `2 s`, `2 ms` or `2 min`"),
            ("1,5 s", "has a comma: write a point, `1.5 s`"),
            ("2 sec", "has an unknown unit: write `2 s`"),
            ("2 Minuten", "has an unknown unit: write `2 min`"),
            ("2 S", "has an unknown unit: write `2 s`"),
            ("2 days", "has an unknown unit `days`: the units are ms, s, min and h"),
            ("soon", "is not a duration: write a number and its unit, such as `1.5 s`, `300 ms` or `2 min`"),
            ("-1 s", "is not a duration: write a number and its unit, such as `1.5 s`, `300 ms` or `2 min`"),
            ("1.2.3 s", "is not a duration: write at most six digits before and behind the point"),
            (
                "99999999999999999999 h",
                "is not a duration: write at most six digits before and behind the point"
            ),
            ("٣ s", "is not a duration: write a number and its unit, such as `1.5 s`, `300 ms` or `2 min`"),
        ])
    func otherDurationsAreRefusedWithWhatToWrite(text: String, message: String) {
        let problem = #expect(throws: StaffDuration.Problem.self) { try StaffDuration.parse(text) }
        #expect(problem?.description == message)
    }

    @Test(
        "Durations are written as they are read",
        arguments: ["0", "300 ms", "1.5 s", "90 s", "2 min", "1 h", "1.005 s"])
    func durationsAreWrittenAsTheyAreRead(text: String) throws {
        let written = StaffDuration.text(try StaffDuration.parse(text))
        #expect(try StaffDuration.parse(written) == StaffDuration.parse(text))
        #expect(text == "90 s" || written == text)
    }

    @Test("All mistakes of a mapping are found at once") func allMistakesOfAMappingAreFoundAtOnce() throws {
        let cursor = try cursor(
            "scan_tme: 1 s\nwait: 20 s\nmode: automtic\nflag: yes\ncount: 12\nlabel:\nvolume: 0,5\nlist: x\nzzz: 1\n",
            keys: ["scan_time", "wait", "mode", "flag", "count", "label", "volume", "list"])
        #expect(cursor.duration("wait", in: .zero ... .seconds(10)) == nil)
        #expect(cursor.enumeration("mode", Mode.self) == nil)
        #expect(cursor.bool("flag") == nil)
        #expect(cursor.int("count", in: 0...10) == nil)
        #expect(cursor.string("label") == nil)
        #expect(cursor.number("volume", in: 0...1) == nil)
        #expect(cursor.sequence("list")?.value.count == nil)
        #expect(
            cursor.log.findings.sorted.map(\.description) == [
                "f:1:1: error: unknown key `scan_tme`: did you mean `scan_time`?",
                "f:2:7: error: `wait` is 20 s, but must be from 0 to 10 s",
                "f:3:7: error: `mode` cannot be `automtic`: did you mean `automatic`?",
                "f:4:7: error: `flag` cannot be `yes`: write `on`",
                "f:5:8: error: `count` is 12, but must be from 0 to 10",
                "f:6:1: error: `label` has no value: write one, or delete the line",
                "f:7:9: error: `volume` has a comma: write a point, `0.5`",
                "f:8:7: error: `list` is a list, but this is a single value: begin each of its entries with `- ` on a new line",
                "f:9:1: error: unknown key `zzz`: this has `scan_time`, `wait`, `mode`, `flag`, `count`, `label`, `volume`, `list`",
            ])
    }

    @Test("Text is taken as it stands, on one line") func textIsTakenAsItStandsOnOneLine() throws {
        let cursor = try cursor("a: |\n  two\n  lines\nb: 007\n")
        #expect(cursor.string("a")?.value == "two lines")
        #expect(cursor.string("b")?.value == "007")
    }

    @Test(
        "A typo gets a suggestion",
        arguments: [
            ("lable", "label"), ("cofirm", "confirm"), ("cuesound", "cue_sound"), ("Label", "label"),
            ("zzz", nil),
            ("", nil), ("requets", "request"),
        ])
    func aSlipOfTheFingerIsGuessed(word: String, meant: String?) {
        #expect(
            DidYouMean.guess(for: word, among: ["id", "label", "confirm", "cue_sound", "request"]) == meant)
    }

    @Test("Languages are named as voices know them") func languagesAreNamedAsVoicesKnowThem() {
        let good = [
            "de", "en-GB", "zh-Hant-TW", "yue", "zh-yue", "es-419", "de-1996", "sl-rozaj", "ca-valencia",
            "en-gb-scotland", "de-CH-1901", "sr-Latn-RS",
        ]
        for tag in good { #expect(LanguageTag.isWellFormed(tag), "\(tag)") }
        let bad = [
            "", "e", "english", "en_GB", "en-", "-de", "en-GB-Latn", "en-GB-US", "en-1", "en-x-a", "de-DE-DE",
            "en-a\u{308}b", "en\u{301}-GB", "de-" + String(repeating: "abcdefgh-", count: 4) + "abcde",
        ]
        for tag in bad { #expect(!LanguageTag.isWellFormed(tag), "\(tag)") }
        #expect(LanguageTag.suggestion(for: "en_GB.UTF-8") == ": write `en-GB`")
        #expect(LanguageTag.suggestion(for: "German") == ": write `de`")
    }

    @Test(
        "A voice's name is no language: a program would be started for these",
        arguments: ["mb-de6", "MB-DE6", "mb-de6-grc", "mb-nl2-en", "en-dutch", "en-Greek", "en-swedish-f"])
    func voicesAreNoLanguages(name: String) {
        #expect(!LanguageTag.isWellFormed(name))
        #expect(LanguageTag.suggestion(for: name) == ": it is a voice's name")
    }

    @Test("A very long line is shown around its mistake") func aVeryLongLineIsShownAroundItsMistake() {
        let text = "a: " + String(repeating: "x", count: 5000) + ": z: y\n"
        let finding = StaffFile.read(Array(text.utf8), file: "f").log.findings[0]
        let lines = finding.rendered.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[1].count <= 80)
        #expect(lines[2].count <= lines[1].count)
    }

    @Test("A mark stands below what it means, in a terminal of 80 columns, wherever a long line is wrong")
    func theMarkStandsBelowWhatItMeans() throws {
        let word = "wrong"
        for filler in ["some words ", "日本語 ", "a\tb "] {
            for (before, after) in [(0, 0), (0, 40), (3, 40), (6, 6), (40, 0), (40, 40)] {
                let text =
                    String(repeating: filler, count: before) + word
                    + String(repeating: " " + filler, count: after)
                let column = text.count - (filler.count + 1) * after - word.count + 1
                let (shown, mark) = MarkedLine.render(text, column: column, length: word.count)
                #expect(TerminalText.width(of: shown) <= MarkedLine.widest, "\(shown)")
                let place = try #require(shown.range(of: word)?.lowerBound, "\(shown)")
                let columns = TerminalText.width(of: String(shown[..<place]))
                #expect(mark == String(repeating: " ", count: columns) + "^^^^^", "\(shown)")
            }
        }
        let (shown, mark) = MarkedLine.render(String(repeating: "x", count: 500), column: 1, length: 500)
        #expect(shown.count == mark.count + 1 && mark.count == MarkedLine.widest - 2)
        #expect(MarkedLine.render("short", column: 6, length: 0).mark == "     ^")
    }
}
