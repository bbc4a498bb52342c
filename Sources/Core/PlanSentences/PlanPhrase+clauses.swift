import Recurrence

extension PlanPhrase {
    /// What a phrase of a sentence says; `nil` where what it names makes no sense together, so that it is no such phrase.
    func clauses(_ captures: PlanCaptures, clock: PlanWords.Clock) -> [PlanClause]? {
        switch self {
        case .intro: return [.intro]
        case .at, .about:
            guard !captures.times.isEmpty else { return nil }
            return [.times(captures.times, isAbout: self == .about)]
        case .span:
            guard captures.times.count == 2 else { return nil }
            return [.span(captures.times[0], captures.times[1])]
        case .everyPart: return captures.part.map { [.every(1, .day), .part($0, isHabit: true)] }
        case .dayAndPart: return dayAndPart(captures)
        case .tonight: return [.days([.ahead(0, .day)]), .part(captures.part ?? .evening, isHabit: false)]
        case .everyWeekdayPart:
            guard !captures.weekdays.isEmpty, let part = captures.part else { return nil }
            return [.habit(captures.weekdays, every: 1, isAssumed: false), .part(part, isHabit: true)]
        case .onDays, .onDayOfMonth:
            if self == .onDayOfMonth, !captures.ordinals.isEmpty {
                return [.days(captures.ordinals.filter { $0 > 0 }.map(SpokenDay.dayOfMonth))]
            }
            let days = captures.days + captures.weekdays.map(SpokenDay.weekday)
            return days.isEmpty ? nil : [.days(days)]
        case .inTime:
            guard let amount = captures.amounts.first, !amount.isInDays, captures.amounts.count == 1 else {
                return nil
            }
            return [.inTime(amount.minutes)]
        case .everyDay: return [.every(captures.number ?? 1, .day)]
        case .everyWeek: return [.every(captures.number ?? 1, .week)]
        case .fortnightly: return [.every(2, .week)]
        case .everyMonth: return [.every(captures.number ?? 1, .month)]
        case .everyYear: return [.every(captures.number ?? 1, .year)]
        case .everyUnit:
            guard let unit = captures.unit else { return nil }
            let number = captures.number ?? captures.ordinals.first ?? 1
            return number >= 1 ? [.every(number, unit)] : nil
        case .everyOtherUnit: return captures.unit.map { [.every(2, $0)] }
        case .everyWeekday: return habit(captures, every: 1)
        case .everyOtherWeekday: return habit(captures, every: 2)
        case .everyNthWeekday:
            if let every = captures.number { return every >= 1 ? habit(captures, every: every) : nil }
            switch captures.ordinals.first {
            case nil: return nil
            // "every first Monday" and "every last Friday" can only be those of the month.
            case 1, -1: return [.weekdaysOfMonth(captures.ordinals, captures.weekdays)]
            case let every?:
                return habit(captures, every: every).map { $0 + [.weeksNotOfMonth(every)] }
            }
        case .weekdayRange, .everyWeekdayRange:
            guard captures.weekdays.count == 2 else { return nil }
            let (first, last) = (captures.weekdays[0].rawValue, captures.weekdays[1].rawValue)
            let days = (0...((last - first + 7) % 7)).compactMap { Weekday(rawValue: (first + $0) % 7) }
            return [.habit(days, every: 1, isAssumed: self == .weekdayRange)]
        case .workdays: return [.habit(Array(Weekday.allCases.prefix(5)), every: 1, isAssumed: false)]
        case .weekend: return [.habit([.saturday, .sunday], every: 1, isAssumed: false)]
        case .weekdayOfMonth:
            guard !captures.weekdays.isEmpty, !captures.ordinals.isEmpty,
                captures.ordinals.allSatisfy({ (-1...5).contains($0) })
            else { return nil }
            return [.weekdaysOfMonth(captures.ordinals, captures.weekdays)]
        case .monthDay:
            let days = captures.ordinals.isEmpty ? captures.dayNumber.map { [$0] } ?? [] : captures.ordinals
            return days.isEmpty ? nil : [.monthDays(days)]
        case .lastDayOfMonth: return [.monthDays([-1])]
        case .everyDate: return captures.dates.isEmpty ? nil : [.yearly(captures.dates)]
        case .timesPer:
            guard let fold = captures.fold, let unit = captures.unit else { return nil }
            return [.timesPer(fold, unit)]
        case .timesDaily: return captures.fold.map { [.timesPer($0, .day)] }
        case .timesWeekly: return captures.fold.map { [.timesPer($0, .week)] }
        case .afterDone:
            guard let number = captures.number, let unit = captures.unit, number >= 1 else { return nil }
            switch unit {
            case .day, .week: return [.afterDone(number, unit)]
            case .minute, .hour, .month, .year: return nil
            }
        case .except:
            let weekdays = captures.weekdays + captures.days.compactMap(\.weekday)
            let days = captures.days.filter { $0.weekday == nil }
            return weekdays.isEmpty && days.isEmpty ? nil : [.except(weekdays, days)]
        case .from: return captures.days.first.map { [.from($0)] }
        case .until:
            let month = captures.month.map { SpokenDay.endOfMonth($0, year: captures.year, isWhole: true) }
            return (captures.days.first ?? month).map { [.until($0)] }
        case .count: return captures.fold.map { [.count($0)] }
        case .lasting: return lasting(captures)
        case .duration, .bareDuration:
            guard captures.amounts.count == 1, let amount = captures.amounts.first, !amount.isInDays else {
                return nil
            }
            return [.duration(amount.minutes)]
        case .points: return captures.number.map { [.points($0)] }
        case .remindBefore: return captures.amounts.isEmpty ? nil : [.remindBefore(captures.amounts)]
        case .remindDayBefore: return [.remindBefore([SpokenAmount(minutes: 1440)])]
        case .remindAt: return captures.times.first.map { [.remindAt($0)] }
        case .remindWhenDue: return [.remindWhenDue]
        case .noReminder: return [.noReminder]
        case .remindPerson, .byPeople:
            guard !captures.people.isEmpty else { return nil }
            return [.people(captures.people, wanted: .caregiver)] + (captures.isEither ? [.claimed] : [])
        case .forPeople:
            return captures.people.isEmpty ? nil : [.people(captures.people, wanted: .client)]
        case .inTurn: return [.inTurn]
        case .claimed: return [.claimed]
        case .eachOf:
            return (captures.people.isEmpty ? [] : [.subjects(captures.people)]) + [.eachOf]
        case .beforeEvent, .atEvent, .afterEvent:
            let place: PlanMoment.Place =
                self == .beforeEvent ? .before : self == .afterEvent ? .after : .at
            guard let event = captures.event else { return nil }
            // "at school" and "at work" say where.
            if place == .at, event == .school || event == .work { return nil }
            return [.moment(PlanMoment(event: event, place: place))]
        case .hourMinute, .fullHour, .halfPast, .halfTo, .quarterPast, .quarterTo, .minutesPast, .minutesTo,
            .minutesBeforeHalf, .minutesAfterHalf, .dottedTime, .spokenHour, .noon, .midnight, .halfPastNoon,
            .beforeNoon, .afterNoon,
            .foldNumber, .ordinalNumber, .amount, .hoursAndMinutes, .hoursAndMinutesJoined, .halfAmount,
            .date, .unsureDate, .weekdayAndDate, .comingWeekday, .nextWeekday, .weekdayNextWeek, .nextWeek,
            .nextMonth, .ahead, .dayOfMonth, .endOfMonth, .endOfThisMonth, .endOfYear, .join, .either,
            .filler:
            return nil
        }
    }

    private func habit(_ captures: PlanCaptures, every: Int) -> [PlanClause]? {
        captures.weekdays.isEmpty ? nil : [.habit(captures.weekdays, every: every, isAssumed: false)]
    }

    private func dayAndPart(_ captures: PlanCaptures) -> [PlanClause]? {
        var clauses: [PlanClause] = captures.days.isEmpty ? [] : [.days(captures.days)]
        let parts = captures.values.count { if case .part = $0 { true } else { false } }
        for value in captures.values {
            switch value {
            case .part(let part, _, let isHabit):
                // "morning and evening" is so every day.
                clauses.append(.part(part, isHabit: isHabit || parts > 1))
            case .weekdayPart(let weekday, let part, let isHabit):
                clauses += [
                    isHabit ? .habit([weekday], every: 1, isAssumed: false) : .days([.weekday(weekday)]),
                    .part(part, isHabit: isHabit),
                ]
            default: continue
            }
        }
        return clauses.isEmpty ? nil : clauses
    }

    private func lasting(_ captures: PlanCaptures) -> [PlanClause]? {
        guard let number = captures.number, let unit = captures.unit, number >= 1 else { return nil }
        switch unit {
        case .minute, .hour: return nil
        case .day, .week, .month, .year: return [.lasting(number, unit)]
        }
    }
}
