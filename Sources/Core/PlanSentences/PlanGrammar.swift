import Recurrence

/// The words of a language, made ready for reading sentences. Made once; sentences share it.
public struct PlanGrammar: Sendable {
    /// What is found where a trie's path ends.
    enum Rule: Hashable, Sendable {
        case phrase(PlanPhrase)
        case entry(PlanTable, Int)
        /// A weekday and a part of the day in one word; whether it is a habit.
        case joined(Int, Int, Bool)
    }

    /// Patterns with a common beginning share it: a sentence is followed in all of them at once.
    struct Trie: Sendable {
        struct Node: Sendable {
            var words: [String: Int] = [:]
            var marks: [Character: Int] = [:]
            var slots: [(slot: PlanSlot, node: Int)] = []
            var rules: [Rule] = []
        }

        private(set) var nodes = [Node()]

        mutating func insert(_ way: [PlanPattern.Element], _ rule: Rule) {
            var node = 0
            for element in way {
                switch element {
                case .word(let word): node = step(node, nodes[node].words[word]) { $0.words[word] = $1 }
                case .mark(let mark): node = step(node, nodes[node].marks[mark]) { $0.marks[mark] = $1 }
                case .slot(let slot):
                    let known = nodes[node].slots.first { $0.slot == slot }?.node
                    node = step(node, known) { $0.slots.append((slot, $1)) }
                }
            }
            if !nodes[node].rules.contains(rule) { nodes[node].rules.append(rule) }
        }

        private mutating func step(_ node: Int, _ known: Int?, _ add: (inout Node, Int) -> Void) -> Int {
            if let known { return known }
            nodes.append(Node())
            add(&nodes[node], nodes.count - 1)
            return nodes.count - 1
        }
    }

    public let words: PlanWords
    /// For each slot that patterns define.
    let tries: [PlanSlot: Trie]
    /// What stands in a sentence.
    let phrases: Trie
    let joins: Trie
    let eithers: Trie
    let fillers: Trie
    let ordinalMarks: Trie
    /// Every word that any pattern has: none of them is a mistyped one.
    let vocabulary: Set<String>
    /// Weekdays and months in one word of at least five letters, and what they are.
    let correctable: [(letters: [Character], slot: PlanSlot, value: Int)]

    public init(_ words: PlanWords) {
        self.words = words
        var tries: [PlanSlot: Trie] = [:]
        var vocabulary = words.lookalikes
        func add(_ patterns: [PlanPattern], _ rule: Rule, to trie: inout Trie) {
            for way in patterns.flatMap(\.ways) {
                trie.insert(way, rule)
                for case .word(let word) in way { vocabulary.insert(word) }
            }
        }
        for table in PlanTable.allCases {
            for (value, patterns) in (words.tables[table] ?? [:]).sorted(by: { $0.key < $1.key }) {
                add(patterns, .entry(table, value), to: &tries[table.slot, default: Trie()])
            }
        }
        if words.joinsWeekdayAndPart { Self.join(words, &tries, &vocabulary) }
        var (top, joins, eithers, fillers, marks) = (Trie(), Trie(), Trie(), Trie(), Trie())
        for phrase in PlanPhrase.allCases {
            let patterns = words.phrases[phrase] ?? []
            switch phrase.place {
            case .slot(let slot): add(patterns, .phrase(phrase), to: &tries[slot, default: Trie()])
            case .sentence: add(patterns, .phrase(phrase), to: &top)
            case .join:
                add(patterns, .phrase(phrase), to: &joins)
                add(patterns, .phrase(phrase), to: &fillers)
            case .either: add(patterns, .phrase(phrase), to: &eithers)
            case .filler: add(patterns, .phrase(phrase), to: &fillers)
            case .ordinalMark: add(patterns, .phrase(phrase), to: &marks)
            }
        }
        // What is the same in every language.
        for slot in [PlanSlot.partAdverb, .partHabit, .habitPart] {
            top.insert([.slot(slot)], .phrase(.dayAndPart))
        }
        top.insert([.slot(.weekdays)], .phrase(.onDays))
        self.tries = tries
        phrases = top
        self.joins = joins
        self.eithers = eithers
        self.fillers = fillers
        ordinalMarks = marks
        self.vocabulary = vocabulary
        correctable = Self.correctable(words)
    }

    /// `Montagabend` and `montagabends` of `Montag`, `Abend` and `abends`.
    private static func join(
        _ words: PlanWords, _ tries: inout [PlanSlot: Trie], _ vocabulary: inout Set<String>
    ) {
        for (weekday, days) in words.tables[.weekdays] ?? [:] {
            for (table, isHabit) in [(PlanTable.parts, false), (.partsEvery, true)] {
                for (part, names) in words.tables[table] ?? [:] {
                    for case (.word(let day), .word(let name)) in days.singles.flatMap({ day in
                        names.singles.map { (day, $0) }
                    }) {
                        tries[isHabit ? .habitPart : .weekdayPart, default: Trie()]
                            .insert([.word(day + name)], .joined(weekday, part, isHabit))
                        vocabulary.insert(day + name)
                    }
                }
            }
        }
    }

    private static func correctable(_ words: PlanWords) -> [(
        letters: [Character], slot: PlanSlot, value: Int
    )] {
        let sources: [(PlanTable, PlanSlot)] = [
            (.weekdays, .weekday), (.weekdaysEvery, .habit), (.months, .month),
        ]
        return sources.flatMap { table, slot in
            (words.tables[table] ?? [:]).sorted { $0.key < $1.key }.flatMap { value, patterns in
                patterns.singles.compactMap {
                    element -> (letters: [Character], slot: PlanSlot, value: Int)? in
                    guard case .word(let word) = element, word.count >= 5 else { return nil }
                    return (Array(word), slot, value)
                }
            }
        }
    }
}

extension [PlanPattern] {
    /// Those ways that are one word.
    fileprivate var singles: [PlanPattern.Element] {
        flatMap(\.ways).compactMap { $0.count == 1 ? $0[0] : nil }
    }
}

extension PlanTable {
    /// Where its words stand.
    var slot: PlanSlot {
        switch self {
        case .numbers: .number
        case .one: .one
        case .ordinals: .ordinal
        case .folds: .fold
        case .units: .unit
        case .weekdays, .weekdaysShort: .weekday
        case .weekdaysEvery: .habit
        case .months, .monthsShort: .month
        case .parts: .part
        case .partsAdverb: .partAdverb
        case .partsEvery: .partHabit
        case .relative: .relative
        case .durations: .duration
        case .events: .event
        }
    }
}

extension PlanPhrase {
    /// Where a phrase can stand.
    enum Place {
        case slot(PlanSlot)
        case sentence, join, either, filler, ordinalMark
    }

    var place: Place {
        switch self {
        case .hourMinute, .fullHour, .halfPast, .halfTo, .quarterPast, .quarterTo, .minutesPast, .minutesTo,
            .minutesBeforeHalf, .minutesAfterHalf:
            .slot(.clock)
        case .beforeNoon, .afterNoon: .slot(.time)
        case .dottedTime, .spokenHour, .noon, .midnight, .halfPastNoon: .slot(.anyTime)
        case .foldNumber: .slot(.fold)
        case .ordinalNumber: .ordinalMark
        case .amount, .hoursAndMinutes, .hoursAndMinutesJoined, .halfAmount: .slot(.duration)
        case .date, .unsureDate: .slot(.date)
        case .weekdayAndDate, .comingWeekday, .nextWeekday, .weekdayNextWeek, .nextWeek, .nextMonth, .ahead:
            .slot(.day)
        case .dayOfMonth, .endOfMonth, .endOfThisMonth, .endOfYear: .slot(.anyDay)
        case .join: .join
        case .either: .either
        case .filler: .filler
        case .intro, .at, .about, .span, .everyPart, .dayAndPart, .tonight, .everyWeekdayPart, .onDays,
            .onDayOfMonth, .inTime, .everyDay, .everyWeek, .fortnightly, .everyMonth, .everyYear, .everyUnit,
            .everyOtherUnit, .everyWeekday, .everyOtherWeekday, .everyNthWeekday, .weekdayRange,
            .everyWeekdayRange, .workdays, .weekend, .weekdayOfMonth, .monthDay, .lastDayOfMonth, .everyDate,
            .timesPer, .timesDaily, .timesWeekly, .afterDone, .except, .from, .until, .count, .lasting,
            .duration, .bareDuration, .points, .remindBefore, .remindDayBefore, .remindAt, .remindWhenDue,
            .noReminder,
            .remindPerson, .forPeople, .byPeople, .inTurn, .claimed, .eachOf, .beforeEvent, .atEvent,
            .afterEvent:
            .sentence
        }
    }
}
