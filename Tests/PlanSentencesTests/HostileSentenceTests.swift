import Chance
import Recurrence
import Testing

@testable import PlanSentences

struct HostileSentenceTests {
    @Test("Words in no order give a result that keeps its bounds", arguments: PlanHome.languages)
    func words(language: String) throws {
        let grammar = try PlanHome.grammar(language)
        let reader = PlanSentenceReader(grammar)
        var chance = SeededGenerator(seed: 7, stream: language)
        let known = grammar.vocabulary.sorted() + ["Anna", "Tom", "Zorbel"]
        let marks = [
            ",", ".", ":", "-", " – ", "/", ";", "(", ")", "[", "]", "note:", "“", "”", "\"", "7", "12", "30",
            "2026", "5", "99", "08",
            "1000000",
        ]
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<Int.random(in: 1...14, using: &chance) {
                let isWord = Int.random(in: 0..<3, using: &chance) > 0
                text += (isWord ? known : marks).randomElement(using: &chance) ?? ""
                if Bool.random(using: &chance) { text += " " }
            }
            guard
                let read = try? reader.read(
                    text, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people)
            else { continue }
            try check(read)
        }
    }

    @Test(
        "What nobody types in earnest is harmless",
        arguments: [
            String(repeating: "monday, ", count: 62), String(repeating: "every ", count: 83),
            String(repeating: "8:", count: 250), String(repeating: "10 minutes and ", count: 33),
            String(repeating: "1 ", count: 250), String(repeating: "a hour ", count: 71),
            String(repeating: "\u{202E}walk\u{200F} ", count: 70),
            String(repeating: "\u{0}\u{7}x", count: 160),
            "x" + String(repeating: "“", count: 499), String(repeating: "Anna and ", count: 55),
            "walk e" + String(repeating: "\u{301}", count: 1900), String(repeating: "👩‍👩‍👧‍👦", count: 100),
            String(repeating: "9", count: 500), "at 99999999999999999999:99", "every 999999 weeks",
            "in 9999 years",
            "x" + String(repeating: "(", count: 499), "x" + String(repeating: " (y)", count: 120),
            "x" + String(repeating: " – y", count: 120), "x" + String(repeating: " note: y", count: 60),
            "x ()", "(x)",
            "[(x)]", "walk ( ) – ",
            "every 0 days", "for 0 minutes", "on the 0th", "on 0 March", "0 times", "from 8 to 8 daily",
        ])
    func hostile(text: String) throws {
        for language in PlanHome.languages {
            let reader = try PlanHome.reader(language)
            try check(
                try reader.read(text, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people))
        }
    }

    @Test("Twice as long a sentence is at most three times the work")
    func linear() throws {
        let grammar = try PlanHome.grammar("en")
        for word in [
            "monday ", "every ", "8, ", "10 minutes and ", "1 ", "the 5th of ", "remind me ", "xyz ",
            "Anna and ",
        ] {
            func steps(_ count: Int) -> Int {
                let tokens = PlanToken.tokens(of: Array(String(repeating: word, count: count)))
                var segments = PlanSegments(
                    PlanMatcher(grammar: grammar, tokens: tokens, people: PlanNames(PlanHome.people)))
                segments.divide()
                return segments.matcher.steps
            }
            #expect(steps(80) <= 3 * steps(40), "\(word)")
        }
    }

    @Test("A sentence may be 500 characters long, however many marks they have")
    func bounds() throws {
        let reader = try PlanHome.reader("en")
        func read(_ text: String) throws(PlanSentenceError) -> PlanSentence {
            try reader.read(text, now: WallTime.first, zone: PlanHome.zone)
        }
        _ = try read(String(repeating: "w", count: 500))
        #expect(throws: PlanSentenceError.tooLong) { try read(String(repeating: "w", count: 501)) }
        #expect(throws: PlanSentenceError.tooLong) {
            try read("e" + String(repeating: "\u{301}", count: 5000))
        }
        for text in ["", "  \n", "\u{200F}\u{0}", "... !"] {
            #expect(throws: PlanSentenceError.empty) { try read(text) }
        }
    }

    @Test("At both ends of the calendar nothing is left of it", arguments: [WallTime.first, WallTime.last])
    func calendarEnds(now: WallTime) throws {
        let reader = try PlanHome.reader("en")
        for text in [
            "walk tomorrow at 8", "walk every other Monday", "walk next week", "walk in 3 weeks for 5 years",
            "walk on the 31st", "walk on 29 February", "walk next month", "walk in 20 minutes",
            "turn every 2 hours",
        ] {
            try check(try reader.read(text, now: now, zone: PlanHome.zone))
        }
    }

    private func check(_ read: PlanSentence) throws {
        let length = read.text.count
        var last = 0
        for part in read.parts {
            #expect(!part.meanings.isEmpty && !part.range.isEmpty)
            #expect(part.range.lowerBound >= last && part.range.upperBound <= length, "\(read.text)")
            last = part.range.upperBound
        }
        for range in read.notUnderstood { #expect(range.lowerBound >= 0 && range.upperBound <= length) }
        for time in read.times { #expect((0..<1440).contains(time.minuteOfDay)) }
        #expect(read.minutesBefore.count <= 5 && read.minutesBefore.allSatisfy((1...10_080).contains))
        #expect(read.durationMinutes.map((1...1440).contains) ?? true)
        if let title = read.title {
            #expect(
                !title.isEmpty && !title.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
        guard var schedule = read.schedule else { return }
        schedule.zone = "UTC"
        schedule.except = []
        if read.problems.isEmpty { _ = try Recurrence(schedule, zone: .utc) }
    }
}
