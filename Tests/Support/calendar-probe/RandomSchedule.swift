import Chance
import Foundation
import Recurrence

/// When something is due, at random.
enum RandomSchedule {
    /// Usual places, and those whose clocks do what clocks seldom do.
    static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Europe/Dublin",
        "Africa/Casablanca", "UTC", "Asia/Kolkata", "America/Sao_Paulo", "Asia/Tehran", "Pacific/Chatham",
        "America/Nuuk", "Asia/Gaza", "Antarctica/Troll", "Asia/Jerusalem", "America/Caracas",
        "Asia/Pyongyang", "Europe/London", "Australia/Sydney", "America/Santiago", "Africa/Cairo",
        "Pacific/Kwajalein",
    ]

    static func start(_ zone: ZoneRules, _ chance: inout SeededGenerator) -> WallTime {
        let years = Int.random(in: 0..<4, using: &chance) == 0 ? 1971...2023 : 2024...2032
        let month = CalendarDay.number(
            year: .random(in: years, using: &chance), month: .random(in: 1...12, using: &chance), day: 1)
        let day = CalendarDay(clamping: month + .random(in: 0...27, using: &chance))
        var start = WallTime(startOf: day).adding(
            seconds: Int64(Int.random(in: 0...95, using: &chance)) * 900)
        if Int.random(in: 0..<3, using: &chance) == 0,
            let change = zone.nextChange(after: zone.instant(of: start))
        {
            // Around the night in which the clocks are changed.
            start = zone.local(of: change).adding(
                seconds: Int64(Int.random(in: -16...16, using: &chance)) * 900)
        }
        return Int.random(in: 0..<9, using: &chance) == 0
            ? start.adding(seconds: .random(in: 1...59, using: &chance)) : start
    }

    /// `nil` where a rule is none.
    static func schedule(
        from start: WallTime, _ zone: ZoneRules, _ chance: inout SeededGenerator
    ) -> RecurrenceSet? {
        let repetition: Repetition
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<8: repetition = .once
        case 8..<14: repetition = .afterDone(days: .random(in: 1...40, using: &chance))
        case 14..<28:
            let hours = [6, 8, 12, 24, 36, 48, 72, 168, 500].randomElement(using: &chance) ?? 24
            let odd = [0, 0, 0, 1800, 900, 60, 61].randomElement(using: &chance) ?? 0
            repetition = .elapsed(everySeconds: hours * 3600 + odd)
        default:
            var rules: [RecurrenceRule] = []
            let isOne = Int.random(in: 0..<6, using: &chance) > 0
            for _ in 0..<(isOne ? 1 : Int.random(in: 2...3, using: &chance)) {
                guard let rule = rule(from: start, zone, &chance) else { return nil }
                rules.append(rule)
            }
            repetition = .rules(rules)
        }
        var set = RecurrenceSet(start: start, zone: zone.id, repetition: repetition)
        if Int.random(in: 0..<3, using: &chance) == 0 {
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                set.also.append(
                    start.adding(days: .random(in: -20...400, using: &chance)).adding(
                        seconds: Int64(Int.random(in: 0...12, using: &chance)) * 1800))
            }
        }
        return set
    }

    private static func some(
        _ values: some Collection<Int>, most: Int, _ chance: inout SeededGenerator
    ) -> String {
        values.shuffled(using: &chance).prefix(Int.random(in: 1...most, using: &chance)).map(String.init)
            .joined(separator: ",")
    }

    private static func rule(
        from start: WallTime, _ zone: ZoneRules, _ chance: inout SeededGenerator
    ) -> RecurrenceRule? {
        func maybe(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &chance) < percent }
        let frequencies = [
            "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "WEEKLY", "WEEKLY", "DAILY", "DAILY", "HOURLY",
            "MINUTELY",
        ]
        let frequency = frequencies.randomElement(using: &chance) ?? "DAILY"
        let isOften = frequency == "HOURLY" || frequency == "MINUTELY"
        var parts = ["FREQ=\(frequency)"]
        func add(_ name: String, _ percent: Int, _ value: (inout SeededGenerator) -> String) {
            if maybe(percent) { parts.append("\(name)=\(value(&chance))") }
        }
        switch frequency {
        case "HOURLY": add("INTERVAL", 100) { String(Int.random(in: 6...60, using: &$0)) }
        case "MINUTELY": add("INTERVAL", 100) { String(Int.random(in: 700...3000, using: &$0)) }
        default: add("INTERVAL", 40) { String(Int.random(in: 2...7, using: &$0)) }
        }
        add("BYMONTH", 20) { some(1...12, most: 5, &$0) }
        if frequency == "YEARLY" {
            add("BYWEEKNO", 20) { some(1...53, most: 3, &$0) }
            add("BYYEARDAY", 15) { some(-366 ... -1, most: 3, &$0) }
        }
        if frequency != "WEEKLY" {
            add("BYMONTHDAY", 25) { some(Array(1...31) + [-1, -2, -7], most: 4, &$0) }
        }
        let isNumbered =
            ["YEARLY", "MONTHLY"].contains(frequency) && maybe(60)
            && !parts.contains { $0.hasPrefix("BYWEEKNO") }
        add("BYDAY", 45) { chance in
            Weekday.allCases.shuffled(using: &chance).prefix(Int.random(in: 1...4, using: &chance)).map {
                let number = [1, 2, 3, 4, 5, -1, -2].randomElement(using: &chance) ?? 1
                return (isNumbered && number != 3 ? String(number) : "") + $0.code
            }.joined(separator: ",")
        }
        add("BYHOUR", isOften ? 10 : 25) { some(0...23, most: 3, &$0) }
        add("BYMINUTE", frequency == "MINUTELY" ? 0 : 20) { some([0, 15, 30, 45], most: 2, &$0) }
        add("BYSECOND", 4) { some([0, 30, 60], most: 2, &$0) }
        if parts.contains(where: { $0.hasPrefix("BY") }) {
            add("BYSETPOS", 20) { some([1, 2, 3, -1, -2], most: 2, &$0) }
        }
        add("WKST", 20) { _ in "SU" }
        let ending = Int.random(in: 0..<10, using: &chance)
        if ending < 2 { add("COUNT", 100) { String(Int.random(in: 1...200, using: &$0)) } }
        if ending == 2 || ending == 3 { add("UNTIL", 100) { until(after: start, zone, &$0) } }
        return try? RecurrenceRule(parts.joined(separator: ";"))
    }

    private static func until(
        after start: WallTime, _ zone: ZoneRules, _ chance: inout SeededGenerator
    ) -> String {
        var end = start.adding(days: .random(in: 0...2500, using: &chance))
        if Bool.random(using: &chance), let change = zone.nextChange(after: zone.instant(of: end)) {
            end = zone.local(of: change).adding(seconds: Int64(Int.random(in: -8...8, using: &chance)) * 900)
        }
        let text = end.description.filter { $0 != "-" && $0 != ":" }
        return [text, text + "Z", String(text.prefix(8))].randomElement(using: &chance) ?? text
    }
}
