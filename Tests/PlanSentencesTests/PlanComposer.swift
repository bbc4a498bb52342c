import Chance
import PlanSentences
import Recurrence

/// A routine as a sentence can say it, drawn at random.
struct DrawnPlan: Equatable {
    enum Days: Equatable {
        case daily
        case every(Int, PlanUnit)
        case weekdays([Weekday])
        case weekdaysOfMonth([Int], Weekday)
        case monthDay(Int)
        case once(CalendarDay)
    }

    enum End: Equatable {
        case never
        case until(CalendarDay)
        case count(Int)
    }

    var title: String
    var days: Days
    /// Sorted.
    var times: [PlanTime]
    /// The longest first.
    var minutesBefore: [Int]
    var duration: Int?
    var end: End

    static func draw(_ chance: inout SeededGenerator) -> DrawnPlan {
        let days: Days
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: days = .daily
        case 1: days = .every(.random(in: 2...9, using: &chance), Bool.random(using: &chance) ? .day : .week)
        case 2:
            let some = Weekday.allCases.filter { _ in Int.random(in: 0..<3, using: &chance) == 0 }
            days = .weekdays(some.isEmpty ? [.tuesday] : some)
        case 3:
            days = .weekdaysOfMonth(
                Bool.random(using: &chance) ? [-1] : [1, 3],
                Weekday.allCases[.random(in: 0..<7, using: &chance)])
        case 4: days = .monthDay(.random(in: 1...28, using: &chance))
        default: days = .once(CalendarDay(clamping: 20_600 + .random(in: 0..<300, using: &chance)))
        }
        // Times with one minute, so that they can be counted.
        let minute = Int.random(in: 0..<60, using: &chance)
        let hours = (0..<24).shuffled(using: &chance).prefix(.random(in: 1...3, using: &chance)).sorted()
        var end = End.never
        let isOnce = if case .once = days { true } else { false }
        if !isOnce {
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: end = .until(CalendarDay(clamping: 21_000 + .random(in: 0..<1000, using: &chance)))
            case 1: end = .count(.random(in: 2...99, using: &chance))
            default: break
            }
        }
        let reminders = (1...180).shuffled(using: &chance).prefix(.random(in: 0...3, using: &chance))
        return DrawnPlan(
            title: ["Zorbel", "Flimmu Kranto", "Ägnöl"][.random(in: 0..<3, using: &chance)], days: days,
            times: hours.map { PlanTime(hour: $0, minute: minute) }, minutesBefore: reminders.sorted(by: >),
            duration: Bool.random(using: &chance) ? .random(in: 2...180, using: &chance) : nil, end: end)
    }
}

/// Says a routine with the patterns of a words file, any of them, in any order.
struct PlanComposer {
    let words: PlanWords
    var chance: SeededGenerator

    mutating func sentence(_ plan: DrawnPlan) -> String {
        var parts = [days(plan.days), at(plan.times)]
        if !plan.minutesBefore.isEmpty {
            let amounts = plan.minutesBefore.map { amount($0) }
            parts.append(say(.remindBefore, [.durations: joined(amounts)]))
        }
        if let duration = plan.duration { parts.append(say(.duration, [.duration: amount(duration)])) }
        switch plan.end {
        case .never: break
        case .until(let day): parts.append(say(.until, [.anyDay: date(day)]))
        case .count(let count): parts.append(say(.count, [.fold: say(.foldNumber, [.number: "\(count)"])]))
        }
        parts.shuffle(using: &chance)
        parts.insert(plan.title, at: Int.random(in: 0...1, using: &chance))
        return parts.joined(separator: ", ")
    }

    private mutating func days(_ days: DrawnPlan.Days) -> String {
        switch days {
        case .daily: say(.everyDay, [:])
        case .every(let number, let unit):
            say(
                .everyUnit, [.number: "\(number)", .numbers: "\(number)", .unit: unitName(unit)],
                with: [.number, .numbers])
        case .weekdays(let weekdays):
            say(
                .everyWeekday,
                [
                    .weekdays: joined(weekdays.map { name(.weekdays, $0.rawValue) }),
                    .habits: joined(weekdays.map { name(.weekdaysEvery, $0.rawValue) }),
                ])
        case .weekdaysOfMonth(let ordinals, let weekday):
            say(
                .weekdayOfMonth,
                [
                    .ordinals: joined(ordinals.map { name(.ordinals, $0) }),
                    .weekdays: name(.weekdays, weekday.rawValue),
                    .habits: name(.weekdaysEvery, weekday.rawValue),
                ])
        case .monthDay(let day):
            say(.monthDay, [.ordinals: name(.ordinals, day), .dayNumber: "\(day)"])
        case .once(let day): say(.onDays, [.days: date(day)])
        }
    }

    private mutating func at(_ times: [PlanTime]) -> String {
        let said = times.map { time -> String in
            let text = time.description
            return say(.hourMinute, [.hour: String(text.prefix(2)), .minute: String(text.suffix(2))])
        }
        return say(.at, [.times: joined(said)])
    }

    private mutating func date(_ day: CalendarDay) -> String {
        say(
            .date,
            [
                .dayNumber: "\(day.day)", .numbers: "\(day.day)", .ordinals: name(.ordinals, day.day),
                .month: name(.months, day.month), .monthNumber: "\(day.month)", .year: "\(day.year)",
            ], with: [.year])
    }

    private mutating func amount(_ minutes: Int) -> String {
        say(.amount, [.numbers: "\(minutes)", .unit: unitName(.minute)])
    }

    private mutating func unitName(_ unit: PlanUnit) -> String {
        name(.units, PlanUnit.allCases.firstIndex(of: unit) ?? 0)
    }

    private mutating func joined(_ texts: [String]) -> String {
        texts.dropFirst().reduce(texts[0]) { $0 + " " + say(.join, [:]) + " " + $1 }
    }

    private mutating func name(_ table: PlanTable, _ value: Int) -> String {
        text((words.tables[table]?[value] ?? []).flatMap(\.ways), [:])
    }

    /// One of a phrase's patterns for which there is something to fill in everywhere, with one of the needed slots.
    private mutating func say(
        _ phrase: PlanPhrase, _ slots: [PlanSlot: String], with needed: Set<PlanSlot> = []
    ) -> String {
        let ways = (words.phrases[phrase] ?? []).flatMap(\.ways).filter { way in
            let own = way.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
            return own.allSatisfy { slots[$0] != nil } && Set(own).count == own.count
                && (needed.isEmpty || !needed.isDisjoint(with: own)) && own.isEmpty == slots.isEmpty
        }
        return text(ways, slots)
    }

    private mutating func text(_ ways: [[PlanPattern.Element]], _ slots: [PlanSlot: String]) -> String {
        guard let way = ways.randomElement(using: &chance) else { return "" }
        return way.map { element in
            switch element {
            case .word(let word): word
            case .mark(let mark): String(mark)
            case .slot(let slot): slots[slot] ?? ""
            }
        }.joined(separator: " ").replacing(" : ", with: ":").replacing(" . ", with: ".").replacing(
            " / ", with: "/")
    }
}
