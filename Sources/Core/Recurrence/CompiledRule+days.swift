extension CompiledRule {
    /// A month, and what is asked of it often.
    struct Month {
        /// Months since the year 0.
        let number: Int
        let year: Int
        /// 1 to 12.
        let month: Int
        /// The number of its first day.
        let firstDay: Int
        let length: Int

        init(_ number: Int) {
            self.number = number
            year = number.dividedDown(by: 12)
            month = number.remainderDown(by: 12) + 1
            firstDay = CalendarDay.number(year: year, month: month, day: 1)
            length = CalendarDay.daysInMonth(month, of: year)
        }

        var allDays: UInt32 { UInt32.max >> UInt32(32 - length) }
        var firstOfYear: Int { CalendarDay.number(year: year, month: 1, day: 1) }
        var lengthOfYear: Int { CalendarDay.isLeap(year) ? 366 : 365 }
        /// 0 is Monday.
        var firstWeekday: Int { (firstDay + 3).remainderDown(by: 7) }

        static let lastNumber = 9999 * 12 + 11

        /// The month of a day, or the last there is.
        static func number(of day: Int) -> Int {
            let (year, month, _) = CalendarDay(clamping: day).parts
            return year * 12 + month - 1
        }
    }

    /// The days of a month that the rule wants, bit 0 being the first; BYSETPOS is not looked at.
    func days(of month: Month) -> UInt32 {
        guard months == 0 || months & 1 << UInt16(month.month - 1) != 0 else { return 0 }
        var days = month.allDays
        if hasMonthDays { days &= monthDays(of: month) }
        if hasWeekdays { days &= weekdays(of: month) }
        if days != 0, !yearDays.isEmpty { days &= yearDays(of: month) }
        if days != 0, !weekNumbers.isEmpty { days &= weekDays(of: month) }
        if days != 0, interval > 1 { days &= intervalDays(of: month) }
        return days
    }

    private func monthDays(of month: Month) -> UInt32 {
        monthDaysFromEnd.reduce(monthDays) { days, day in
            month.length + day >= 0 ? days | 1 << UInt32(month.length + day) : days
        }
    }

    private func weekdays(of month: Month) -> UInt32 {
        let firstWeekday = month.firstWeekday
        var days = weekdayPatterns[firstWeekday]
        for day in ordinalDays {
            if ordinalsInMonth {
                let ahead = (day.weekday - firstWeekday + 7) % 7
                if let index = Self.index(day.ordinal, from: ahead, below: month.length) {
                    days |= 1 << UInt32(index)
                }
            } else {
                let firstOfYear = month.firstOfYear
                let ahead = (day.weekday - firstOfYear - 3).remainderDown(by: 7)
                if let index = Self.index(day.ordinal, from: ahead, below: month.lengthOfYear) {
                    days |= Self.bit(firstOfYear + index - month.firstDay, of: month)
                }
            }
        }
        return days
    }

    /// The place of the nth of the days that come every week from `first` on; from the end if n is below zero.
    private static func index(_ ordinal: Int, from first: Int, below length: Int) -> Int? {
        let index =
            ordinal > 0
            ? first + (ordinal - 1) * 7
            : first + ((length - 1 - first) / 7 + ordinal + 1) * 7
        return index >= first && index < length ? index : nil
    }

    private static func bit(_ index: Int, of month: Month) -> UInt32 {
        index >= 0 && index < month.length ? 1 << UInt32(index) : 0
    }

    private func yearDays(of month: Month) -> UInt32 {
        let ahead = month.firstDay - month.firstOfYear
        let length = month.lengthOfYear
        return yearDays.reduce(0) { days, day in
            let index = day > 0 ? day - 1 : length + day
            return index < length ? days | Self.bit(index - ahead, of: month) : days
        }
    }

    /// Days whose week has one of the wanted numbers. A week is numbered in the year that has its fourth day (ISO 8601), so
    /// the first days of January may be in week 53, and the last of December in week 1.
    private func weekDays(of month: Month) -> UInt32 {
        var days: UInt32 = 0
        var week = month.firstDay - (month.firstDay + 3 - weekStart).remainderDown(by: 7)
        while week < month.firstDay + month.length {
            let fourth = CalendarDay(clamping: week + 3)
            let year = fourth.year
            let dayOfYear = fourth.number - CalendarDay.number(year: year, month: 1, day: 1)
            let number = dayOfYear / 7 + 1
            let weeks = number + ((CalendarDay.isLeap(year) ? 366 : 365) - 1 - dayOfYear) / 7
            if weekNumbers.contains(number) || weekNumbers.contains(number - weeks - 1) {
                for day in week..<week + 7 { days |= Self.bit(day - month.firstDay, of: month) }
            }
            week += 7
        }
        return days
    }

    /// Days in a period that the interval does not leave out, for intervals of days and weeks.
    private func intervalDays(of month: Month) -> UInt32 {
        switch frequency {
        case .daily:
            var index = (startDay - month.firstDay).remainderDown(by: interval)
            var days: UInt32 = 0
            while index < month.length {
                days |= 1 << UInt32(index)
                index += interval
            }
            return days
        case .weekly:
            var days: UInt32 = 0
            var week = month.firstDay - (month.firstDay + 3 - weekStart).remainderDown(by: 7)
            while week < month.firstDay + month.length {
                if ((week - startWeek) / 7).remainderDown(by: interval) == 0 {
                    for day in week..<week + 7 { days |= Self.bit(day - month.firstDay, of: month) }
                }
                week += 7
            }
            return days
        case .secondly, .minutely, .hourly, .monthly, .yearly: return .max
        }
    }

    /// The first month from this one on that the interval and BYMONTH leave in; `nil` after the calendar's end.
    func month(from number: Int) -> Int? {
        var number = number
        switch frequency {
        case .yearly:
            let years = (number.dividedDown(by: 12) - startMonth.dividedDown(by: 12))
            let behind = years.remainderDown(by: interval)
            if behind != 0 { number = (number.dividedDown(by: 12) + interval - behind) * 12 }
        case .monthly:
            let behind = (number - startMonth).remainderDown(by: interval)
            if behind != 0 { number += interval - behind }
            // Stepping by whole intervals meets a month again after at most twelve.
            var steps = 0
            while months != 0, months & 1 << UInt16(number.remainderDown(by: 12)) == 0 {
                steps += 1
                guard steps <= 12, number <= Month.lastNumber else { return nil }
                number += interval
            }
        case .weekly:
            if interval > 5 { number = max(number, monthOfPeriod(from: number, start: startWeek, length: 7)) }
        case .daily:
            if interval > 31 { number = max(number, monthOfPeriod(from: number, start: startDay, length: 1)) }
        case .hourly, .minutely, .secondly: break
        }
        guard number <= Month.lastNumber else { return nil }
        if months != 0, frequency != .monthly {
            let from = number.remainderDown(by: 12)
            let ahead = (0..<12).first { index in months & 1 << UInt16((from + index) % 12) != 0 }
            let next = number + (ahead ?? 0)
            guard next <= Month.lastNumber else { return nil }
            // BYMONTH may have led into a year that the interval leaves out.
            if frequency == .yearly, next.dividedDown(by: 12) != number.dividedDown(by: 12) {
                return month(from: next)
            }
            return next
        }
        return number
    }

    /// The month with the next period that the interval leaves in, some of which may lie before the given month.
    private func monthOfPeriod(from number: Int, start: Int, length: Int) -> Int {
        let firstDay = Month(number).firstDay
        let periods = (firstDay - start).dividedDown(by: length)
        let behind = periods.remainderDown(by: interval)
        if behind == 0 { return number }
        let (days, overflow) = (interval - behind).multipliedReportingOverflow(by: length)
        guard !overflow, days < 4_000_000 else { return Month.lastNumber + 1 }
        let day = start + periods * length + days
        return day > CalendarDay.lastNumber ? Month.lastNumber + 1 : Month.number(of: day)
    }
}
