import Chance
import PlanSentences
import Recurrence
import Testing

struct ComposedSentenceTests {
    @Test("What is composed of the words of a file is read back", arguments: PlanHome.languages)
    func readBack(language: String) throws {
        let grammar = try PlanHome.grammar(language)
        let words = grammar.words
        let reader = PlanSentenceReader(grammar)
        var chance = SeededGenerator(seed: 219, stream: language)
        var composer = PlanComposer(words: words, chance: SeededGenerator(seed: 912, stream: language))
        for _ in 0..<150 {
            let plan = DrawnPlan.draw(&chance)
            let sentence = composer.sentence(plan)
            // Some patterns are long: then another sentence says it.
            guard sentence.count <= PlanSentenceReader.longest else { continue }
            let read = try reader.read(sentence, now: PlanHome.now(), zone: PlanHome.zone)
            #expect(read.title == plan.title, "\(sentence)")
            #expect(read.times == plan.times, "\(sentence)")
            #expect(read.minutesBefore == plan.minutesBefore, "\(sentence)")
            #expect(read.durationMinutes == plan.duration, "\(sentence)")
            #expect(read.notUnderstood.isEmpty && read.problems.isEmpty, "\(sentence)")
            let schedule = try #require(read.schedule, "\(sentence)")
            if case .once(let day) = plan.days {
                #expect(
                    ([schedule.start] + schedule.also).map(\.day) == plan.times.map { _ in day },
                    "\(sentence)")
                #expect(schedule.repetition == .once, "\(sentence)")
            } else {
                let expected = Repetition.rules([try rule(plan, start: schedule.start)])
                #expect(schedule.repetition == expected, "\(sentence)")
            }
        }
    }

    private func rule(_ plan: DrawnPlan, start: WallTime) throws -> RecurrenceRule {
        var text: String
        switch plan.days {
        case .daily, .once: text = "FREQ=DAILY"
        case .every(let number, .week):
            text = "FREQ=WEEKLY;INTERVAL=\(number);BYDAY=\(start.day.weekday.code)"
        case .every(let number, _): text = "FREQ=DAILY;INTERVAL=\(number)"
        case .weekdays(let days): text = "FREQ=WEEKLY;BYDAY=" + days.map(\.code).joined(separator: ",")
        case .weekdaysOfMonth(let ordinals, let day):
            text = "FREQ=MONTHLY;BYDAY=" + ordinals.map { "\($0)\(day.code)" }.joined(separator: ",")
        case .monthDay(let day): text = "FREQ=MONTHLY;BYMONTHDAY=\(day)"
        }
        switch plan.end {
        case .never: break
        case .until(let day): text += ";UNTIL=" + day.description.filter { $0 != "-" }
        case .count(let count): text += ";COUNT=\(count)"
        }
        if plan.times.count > 1 {
            text += ";BYHOUR=" + plan.times.map { "\($0.hour)" }.joined(separator: ",")
        }
        return try RecurrenceRule(text)
    }
}
