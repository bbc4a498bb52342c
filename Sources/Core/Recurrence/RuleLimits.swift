/// Which parts go with which, as RFC 5545, section 3.3.10 says.
enum RuleLimits {
    static func check(
        _ rule: RecurrenceRule, _ values: [RulePart: String]
    ) throws(RecurrenceRuleError) {
        func refuse(_ part: RulePart, _ why: String) -> RecurrenceRuleError {
            .init(part: part.rawValue, reason: .notWith(why))
        }
        let code = rule.frequency.code
        if values[.count] != nil, values[.until] != nil {
            throw refuse(.count, "and UNTIL exclude each other: keep one of them.")
        }
        if !rule.weekNumbers.isEmpty, rule.frequency != .yearly {
            throw refuse(.byWeekNo, "only goes with FREQ=YEARLY, not with FREQ=\(code).")
        }
        if !rule.yearDays.isEmpty {
            switch rule.frequency {
            case .daily, .weekly, .monthly:
                throw refuse(.byYearDay, "does not go with FREQ=\(code): write FREQ=YEARLY.")
            case .secondly, .minutely, .hourly, .yearly: break
            }
        }
        if !rule.monthDays.isEmpty, rule.frequency == .weekly {
            throw refuse(.byMonthDay, "does not go with FREQ=WEEKLY: write FREQ=MONTHLY.")
        }
        if let day = rule.days.first(where: { $0.ordinal != nil }) {
            if rule.frequency != .monthly, rule.frequency != .yearly {
                throw refuse(
                    .byDay,
                    "has \(day.text), which says which \(day.weekday.name) of a month or year; with FREQ=\(code) write \(day.weekday.code), or write FREQ=MONTHLY."
                )
            }
            if !rule.weekNumbers.isEmpty {
                throw refuse(
                    .byDay,
                    "has \(day.text), but a week has one \(day.weekday.name): write \(day.weekday.code).")
            }
        }
        if !rule.positions.isEmpty, !hasOtherList(rule) {
            throw refuse(
                .bySetPos, "chooses among what other parts give, and there is none: add BYDAY, for example.")
        }
    }

    private static func hasOtherList(_ rule: RecurrenceRule) -> Bool {
        !(rule.months.isEmpty && rule.weekNumbers.isEmpty && rule.yearDays.isEmpty && rule.monthDays.isEmpty
            && rule.days.isEmpty && rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty)
    }
}

/// What people write instead of what RFC 5545 wants.
enum RuleGuess {
    static func part(_ name: String) -> String? {
        let others: [String: RulePart] = [
            "EVERY": .interval, "REPEAT": .freq, "TIMES": .count, "END": .until, "TO": .until, "DAYS": .byDay,
            "BYWEEKDAY": .byDay, "WEEKDAY": .byDay, "BYWEEK": .byWeekNo, "BYDATE": .byMonthDay,
            "TIME": .byHour,
            "BYPOS": .bySetPos, "WEEKSTART": .weekStart,
        ]
        return (others[name] ?? nearest(name, RulePart.allCases.map(\.rawValue)).flatMap(RulePart.init))?
            .rawValue
    }

    static func frequency(_ value: String) -> String? {
        let others: [String: RecurrenceRule.Frequency] = [
            "DAY": .daily, "DAYS": .daily, "TAGLICH": .daily, "TÄGLICH": .daily, "WEEK": .weekly,
            "WÖCHENTLICH": .weekly, "MONTH": .monthly, "MONATLICH": .monthly, "YEAR": .yearly,
            "ANNUALLY": .yearly,
            "JÄHRLICH": .yearly, "HOUR": .hourly, "STÜNDLICH": .hourly, "MINUTE": .minutely,
            "SECOND": .secondly,
        ]
        return others[value]?.code ?? nearest(value, RecurrenceRule.Frequency.allCases.map(\.code))
    }

    /// `MON`, `MONDAY`, and the German and French short forms that mean only one day.
    static func weekday(_ value: String) -> String? {
        let others: [String: Weekday] = [
            "DI": .tuesday, "MI": .wednesday, "DO": .thursday, "LU": .monday, "MA": .tuesday,
            "ME": .wednesday,
            "JE": .thursday, "VE": .friday, "SO": .sunday, "DIM": .sunday, "DIE": .tuesday, "MIT": .wednesday,
            "DON": .thursday, "SON": .sunday,
        ]
        let known = Weekday.allCases.first { value.hasPrefix($0.code) }
        return (others[value] ?? known)?.code
    }

    /// The known word with the fewest letters put in, left out or replaced: at most two, and at most a third.
    private static func nearest(_ word: String, _ known: [String]) -> String? {
        let best = known.map { (word: $0, distance: distance(Array(word), Array($0))) }
            .min { $0.distance < $1.distance }
        guard let best, best.distance <= min(2, max(1, best.word.count / 3)) else { return nil }
        return best.word
    }

    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                current.append(
                    min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1)))
            }
            last = current
        }
        return last[second.count]
    }
}
