import Recurrence

extension PlanInterpreter {
    /// The calendar's day of one that was said; `nil` where there is none, which is a problem then.
    ///
    /// - Parameter time: The earliest one that is due on it: today is a day only while that is still to come.
    mutating func day(_ spoken: SpokenDay, time: PlanTime?, _ range: Range<Int>) -> CalendarDay? {
        let today = now.day
        switch spoken {
        case .ahead(let number, let unit):
            guard let day = today.adding(number, unit) else {
                fail(.neverHappens, range)
                return nil
            }
            return day
        case .date(let date, let weekday): return day(date, on: weekday, range)
        case .dayOfMonth(let number): return dayOfMonth(number, time: time, range)
        case .weekday(let weekday):
            guard weekday == today.weekday else { return today.next(weekday) }
            guard isAhead(today, time) else { return today.adding(days: 7) }
            assume(.thisWeekday(today, instead: today.adding(days: 7)), range)
            return today
        case .coming(let weekday):
            return weekday == today.weekday && isAhead(today, time) ? today : today.next(weekday)
        case .next(let weekday):
            let day = today.next(weekday)
            // In the week after this one, both readings are the same day.
            if day < today.nextMonday {
                if weekday != today.weekday { assume(.nextWeekday(day, instead: day.adding(days: 7)), range) }
            }
            return day
        case .ofNextWeek(let weekday): return today.nextMonday.adding(days: weekday.rawValue)
        case .nextWeek:
            assume(.beginOfWeek(today.nextMonday), range)
            return today.nextMonday
        case .nextMonth:
            let day = today.monthsAhead(1, day: 1)
            if let day { assume(.beginOfMonth(day), range) }
            return day
        case .endOfMonth(let month, let said, let isWhole):
            let year = said ?? (month < today.month ? today.year + 1 : today.year)
            let day = CalendarDay(year: year, month: month, day: CalendarDay.daysInMonth(month, of: year))
            if let day, isWhole { assume(.endOfMonth(day), range) }
            return day
        case .endOfThisMonth:
            return CalendarDay(
                year: today.year, month: today.month,
                day: CalendarDay.daysInMonth(today.month, of: today.year))
        case .endOfYear: return CalendarDay(year: today.year, month: 12, day: 31)
        }
    }

    /// A date without a year is the next one that there is, today too.
    private mutating func day(_ date: SpokenDate, on weekday: Weekday?, _ range: Range<Int>) -> CalendarDay? {
        let today = now.day
        // 29 February comes at least every eighth year.
        let years = date.year.map { $0...$0 } ?? today.year...(today.year + 8)
        let days = years.lazy.compactMap { CalendarDay(year: $0, month: date.month, day: date.day) }
        guard (1...9999).contains(years.lowerBound),
            let day = days.first(where: { date.year != nil || $0 >= today })
        else {
            fail(date.impossible, range)
            return nil
        }
        if date.isUnsure { assume(.dayBeforeMonth(day: date.day, month: date.month), range) }
        if date.year == nil, day.year != today.year { assume(.year(day.year), range) }
        if let weekday, weekday != day.weekday { fail(.otherWeekday(said: weekday, day), range) }
        return day
    }

    private mutating func dayOfMonth(_ number: Int, time: PlanTime?, _ range: Range<Int>) -> CalendarDay? {
        let today = now.day
        guard (1...31).contains(number) else {
            fail(.impossibleDayOfMonth(number), range)
            return nil
        }
        for ahead in 0...12 {
            guard let day = today.monthsAhead(ahead, day: number), day >= today,
                day > today || isAhead(today, time)
            else { continue }
            assume(.month(day), range)
            return day
        }
        return nil
    }

    /// Whether a time of a day is still to come; without a time, whether it is not over.
    func isAhead(_ day: CalendarDay, _ time: PlanTime?) -> Bool {
        guard day == now.day else { return day > now.day }
        guard let time else { return true }
        return day.at(time) > now
    }
}

extension SpokenDate {
    /// Why no calendar has it.
    var impossible: PlanProblem {
        (1...12).contains(month) ? .impossibleDate(month: month, day: day) : .impossibleMonth(month)
    }
}

extension CalendarDay {
    /// The first such day after this one.
    func next(_ weekday: Weekday) -> CalendarDay {
        adding(days: (weekday.rawValue - self.weekday.rawValue + 6) % 7 + 1)
    }

    var nextMonday: CalendarDay { next(.monday) }

    func at(_ time: PlanTime) -> WallTime {
        WallTime(startOf: self).adding(seconds: Int64(time.minuteOfDay) * 60)
    }

    /// A day of the month that is so many months later; `nil` where it has no such day, and beyond the calendar.
    func monthsAhead(_ number: Int, day: Int) -> CalendarDay? {
        let months = year * 12 + month - 1 + number
        return CalendarDay(year: months / 12, month: months % 12 + 1, day: day)
    }

    /// So many units later, in months at most the last day of one; `nil` beyond ten years, which nobody means.
    func adding(_ number: Int, _ unit: PlanUnit) -> CalendarDay? {
        let months: Int
        switch unit {
        case .minute, .hour: return nil
        case .day: return number <= 3660 ? adding(days: number) : nil
        case .week: return number <= 520 ? adding(days: number * 7) : nil
        case .month: months = number
        case .year: months = number * 12
        }
        guard number <= 120, months <= 120 else { return nil }
        return (0...3).lazy.compactMap { self.monthsAhead(months, day: self.day - $0) }.first
    }
}
