import Recurrence

extension SpokenTime {
    /// An hour as it was said, with what that leaves open: `08` and `20` can only be one time, `8` two.
    static func said(_ hour: Int, digits: Int, minute: Int, isOpen: Bool = true) -> SpokenTime {
        SpokenTime(
            hour: hour, minute: minute, isOpen: isOpen && (1...12).contains(hour) && (digits != 2 || hour > 9)
        )
    }

    /// With "am" (`afternoon` is false) or "pm".
    func with(afternoon: Bool) -> SpokenTime {
        var time = self
        time.saysHalf = true
        time.isOpen = false
        if (1...12).contains(hour) {
            time.hour = hour % 12 + (afternoon ? 12 : 0)
        } else {
            time.contradicts = (hour >= 12) != afternoon
        }
        return time
    }

    /// So many minutes later or earlier; the hour of an open one stays open.
    func adding(_ minutes: Int) -> SpokenTime {
        var time = self
        let sum = hour * 60 + minute + minutes
        if isOpen {
            // From 1:00 to 12:59, as a clock with hands has it.
            let onClock = ((sum - 60) % 720 + 720) % 720 + 60
            (time.hour, time.minute) = (onClock / 60, onClock % 60)
        } else {
            let onClock = (sum % 1440 + 1440) % 1440
            (time.hour, time.minute) = (onClock / 60, onClock % 60)
        }
        return time
    }
}

extension PlanGrammar.Rule {
    /// What a slot's pattern means; `nil` where what it names does not go together.
    func value(_ captures: PlanCaptures, clock: PlanWords.Clock) -> PlanValue? {
        switch self {
        case .entry(let table, let value): table.value(value)
        case .joined(let weekday, let part, let isHabit):
            Weekday(rawValue: weekday).map { .weekdayPart($0, PlanDayPart.allCases[part], isHabit: isHabit) }
        case .phrase(let phrase): phrase.value(captures, clock: clock)
        }
    }
}

extension PlanGrammar.Rule {
    /// Whether its words often mean something else: "Sun cream", "1/2 tablet", "2.50". Then something beside them must say what they are.
    func isUnsure(_ value: PlanValue) -> Bool {
        switch self {
        case .entry(.weekdaysShort, _), .entry(.numbers, _), .entry(.one, _), .phrase(.dottedTime),
            .phrase(.spokenHour):
            true
        case .phrase(.unsureDate):
            if case .dates(let dates) = value { dates.contains { $0.year == nil } } else { false }
        case .phrase, .entry, .joined: false
        }
    }
}

extension PlanTable {
    fileprivate func value(_ value: Int) -> PlanValue? {
        switch self {
        case .numbers, .one: .numbers([value])
        case .ordinals: .ordinals([value])
        case .folds: .fold(value)
        case .units: .unit(PlanUnit.allCases[value])
        case .weekdays, .weekdaysShort, .weekdaysEvery: Weekday(rawValue: value).map { .weekdays([$0]) }
        case .months, .monthsShort: .month(value)
        case .parts: .part(PlanDayPart.allCases[value], isAdverb: false, isHabit: false)
        case .partsAdverb: .part(PlanDayPart.allCases[value], isAdverb: true, isHabit: false)
        case .partsEvery: .part(PlanDayPart.allCases[value], isAdverb: true, isHabit: true)
        case .relative: .days([.ahead(value, .day)])
        case .durations: .amounts([SpokenAmount(minutes: value, isNamed: true)])
        case .events: .event(PlanEvent.allCases[value])
        }
    }
}

extension PlanPhrase {
    /// What a phrase means that fills a slot.
    fileprivate func value(_ captures: PlanCaptures, clock: PlanWords.Clock) -> PlanValue? {
        switch self {
        case .hourMinute, .dottedTime:
            guard let (hour, digits) = captures.hour, let minute = captures.minute else { return nil }
            return .times([.said(hour, digits: digits, minute: minute, isOpen: clock == .twelve)])
        case .fullHour, .spokenHour: return captures.time(0)
        case .halfPast: return captures.time(30)
        case .halfTo: return captures.time(-30)
        case .quarterPast: return captures.time(15)
        case .quarterTo: return captures.time(-15)
        case .minutesPast: return captures.time(by: 1, from: 0)
        case .minutesTo: return captures.time(by: -1, from: 0)
        case .minutesBeforeHalf: return captures.time(by: -1, from: -30)
        case .minutesAfterHalf: return captures.time(by: 1, from: -30)
        case .noon: return .times([SpokenTime(hour: 12, minute: 0)])
        case .halfPastNoon: return .times([SpokenTime(hour: 12, minute: 30)])
        case .midnight: return .times([SpokenTime(hour: 0, minute: 0, isMidnight: true)])
        case .beforeNoon: return captures.halfTime(afternoon: false)
        case .afterNoon: return captures.halfTime(afternoon: true)
        case .foldNumber: return captures.number.flatMap { (1...10_000).contains($0) ? .fold($0) : nil }
        case .amount:
            guard let minutes = captures.unit?.minutes, !captures.numbers.isEmpty else { return nil }
            let isInDays = minutes >= 1440
            return .amounts(captures.numbers.map { SpokenAmount(minutes: $0 * minutes, isInDays: isInDays) })
        case .hoursAndMinutes, .hoursAndMinutesJoined:
            return captures.compound(isJoined: self == .hoursAndMinutesJoined)
        case .halfAmount:
            guard let minutes = captures.unit?.minutes, let halves = captures.halves else { return nil }
            return .amounts([SpokenAmount(minutes: halves * minutes / 2, isInDays: minutes >= 1440)])
        case .date, .unsureDate: return captures.spokenDates(isUnsure: self == .unsureDate)
        case .weekdayAndDate:
            guard let weekday = captures.weekdays.first, let date = captures.dates.first else { return nil }
            return .days([.date(date, on: weekday)])
        case .comingWeekday: return .days(captures.weekdays.map(SpokenDay.coming))
        case .nextWeekday: return .days(captures.weekdays.map(SpokenDay.next))
        case .weekdayNextWeek: return .days(captures.weekdays.map(SpokenDay.ofNextWeek))
        case .nextWeek: return .days([.nextWeek])
        case .nextMonth: return .days([.nextMonth])
        case .ahead:
            guard let number = captures.number, let unit = captures.unit, number >= 1 else { return nil }
            switch unit {
            case .minute, .hour: return nil
            case .day, .week, .month, .year: return .days([.ahead(number, unit)])
            }
        case .dayOfMonth:
            guard let day = captures.ordinals.first ?? captures.dayNumber else { return nil }
            return .days([.dayOfMonth(day)])
        case .endOfMonth:
            return captures.month.map { .days([.endOfMonth($0, year: captures.year, isWhole: false)]) }
        case .endOfThisMonth: return .days([.endOfThisMonth])
        case .endOfYear: return .days([.endOfYear])
        default: return nil
        }
    }

    /// Whether it says little of its own, so that what else its words can mean comes first. `une heure et demie` is an amount
    /// before it is a time, `8h30` the other way round.
    func isLoose(_ captures: PlanCaptures) -> Bool {
        switch self {
        case .bareDuration: !(captures.amounts.first?.isNamed ?? false)
        case .remindWhenDue, .count: true
        default: false
        }
    }
}

extension PlanCaptures {
    fileprivate func time(_ minutes: Int) -> PlanValue? {
        guard let (hour, digits) = hour else { return nil }
        let time = SpokenTime.said(hour, digits: digits, minute: 0)
        return .times([time.isPossible ? time.adding(minutes) : time])
    }

    fileprivate func time(by sign: Int, from base: Int) -> PlanValue? {
        // "3 to 4" is from three to four, "10 to 4" may be ten minutes before.
        guard let number, (1...59).contains(number), number.isMultiple(of: 5) || unit == .minute else {
            return nil
        }
        return time(base + sign * number)
    }

    fileprivate func halfTime(afternoon: Bool) -> PlanValue? {
        if let time = times.first { return .times([time.with(afternoon: afternoon)]) }
        guard let (hour, digits) = hour else { return nil }
        let time = SpokenTime.said(hour, digits: digits, minute: minute ?? 0)
        return .times([time.with(afternoon: afternoon)])
    }

    /// Hours and minutes, days and hours: a longer unit before a shorter one.
    fileprivate func compound(isJoined: Bool) -> PlanValue? {
        let sizes = units.compactMap(\.minutes)
        let numbers = allNumbers
        guard numbers.count == 2 else { return nil }
        // "1h30" names no units.
        let (first, second) = sizes.count == 2 ? (sizes[0], sizes[1]) : (60, 1)
        guard first > second, first >= 60 else { return nil }
        let parts = [numbers[0] * first, numbers[1] * second]
        guard parts[1] < first else { return nil }
        return .amounts([
            SpokenAmount(minutes: parts[0] + parts[1], isInDays: first >= 1440, parts: isJoined ? parts : [])
        ])
    }

    fileprivate func spokenDates(isUnsure: Bool) -> PlanValue? {
        guard let month = month ?? monthNumber else { return nil }
        let days = dayNumber.map { [$0] } ?? (ordinals.isEmpty ? numbers : ordinals)
        // "19, 2027" is no list of days; 32 is one that there is not, which is told.
        guard !days.isEmpty, days.allSatisfy((1...99).contains) else { return nil }
        return .dates(
            days.map { day in
                SpokenDate(
                    year: year, month: month, day: day,
                    isUnsure: isUnsure && day <= 12 && month <= 12 && day != month)
            })
    }
}
