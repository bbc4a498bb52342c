/// How much work one answer may still cost. A step is a month, a unit of time or a period that was examined:
/// some ten nanoseconds in a release build, so that all of them together stay far below 50 ms.
struct StepBudget {
    static let most = 100_000
    var left = most

    /// Takes steps away; `false` once none are left.
    mutating func spend(_ steps: Int = 1) -> Bool {
        left -= steps
        return left >= 0
    }

    var isSpent: Bool { left < 0 }
}

extension CompiledRule {
    /// Appends the local seconds in a window, rising, until the list is as long as `limit`; the end is excluded. The list is
    /// not complete if the budget is spent afterwards.
    func collect(
        from start: Int64, to end: Int64, limit: Int, into found: inout [Int64], _ budget: inout StepBudget
    ) {
        let start = max(start, first)
        let end = min(end, last + 1)
        guard start < end, found.count < limit else { return }
        if !positions.isEmpty {
            collectChosen(from: start, to: end, limit: limit, into: &found, &budget)
        } else if let times = clock.times {
            collectDays(times, from: start, to: end, limit: limit, into: &found, &budget)
        } else {
            collectUnits(from: start, to: end, limit: limit, into: &found, &budget)
        }
    }

    // MARK: - The same times on each day

    private func collectDays(
        _ times: [Int64], from start: Int64, to end: Int64, limit: Int, into found: inout [Int64],
        _ budget: inout StepBudget
    ) {
        let firstDay = Int(start.dividedDown(by: 86_400))
        let lastDay = Int((end - 1).dividedDown(by: 86_400))
        var number = Month.number(of: firstDay)
        while let next = month(from: number), budget.spend() {
            let month = Month(next)
            guard month.firstDay <= lastDay else { return }
            var days = days(of: month)
            if month.firstDay < firstDay { days &= UInt32.max << UInt32(firstDay - month.firstDay) }
            while days != 0 {
                let day = month.firstDay + days.trailingZeroBitCount
                days &= days - 1
                guard day <= lastDay else { return }
                let midnight = Int64(day) * 86_400
                if day == firstDay || day == lastDay || found.count + times.count > limit {
                    for time in times where midnight + time >= start {
                        guard midnight + time < end, found.count < limit else { return }
                        found.append(midnight + time)
                    }
                } else {
                    for time in times { found.append(midnight + time) }
                }
            }
            guard found.count < limit else { return }
            number = next + 1
        }
    }

    // MARK: - From unit to unit

    private func collectUnits(
        from start: Int64, to end: Int64, limit: Int, into found: inout [Int64], _ budget: inout StepBudget
    ) {
        var unit = max(clock.unit(from: start - clock.unit + 1), clock.startUnit)
        var month = Month(Month.number(of: Int((unit * clock.unit).dividedDown(by: 86_400))))
        var days = self.days(of: month)
        while budget.spend() {
            let second = unit * clock.unit
            guard second < end else { return }
            let day = Int(second.dividedDown(by: 86_400))
            if day >= month.firstDay + month.length {
                month = Month(Month.number(of: day))
                days = self.days(of: month)
            }
            guard days >> UInt32(day - month.firstDay) & 1 != 0 else {
                guard let next = nextDay(after: day, month, days, &budget) else { return }
                unit = clock.unit(from: Int64(next) * 86_400)
                continue
            }
            let midnight = Int64(day) * 86_400
            if let leap = clock.leap(from: second - midnight) {
                unit = clock.unit(from: midnight + leap)
                continue
            }
            for time in clock.inUnit where second + time >= start {
                guard second + time < end, found.count < limit else { return }
                found.append(second + time)
            }
            guard found.count < limit else { return }
            unit += clock.interval
        }
    }

    /// The next day that is wanted, in this month or in one to come.
    private func nextDay(
        after day: Int, _ month: Month, _ days: UInt32, _ budget: inout StepBudget
    ) -> Int? {
        let rest = days >> UInt32(day - month.firstDay)
        if rest != 0 { return day + rest.trailingZeroBitCount }
        var number = month.number + 1
        while let next = self.month(from: number), budget.spend() {
            let month = Month(next)
            let days = self.days(of: month)
            if days != 0 { return month.firstDay + days.trailingZeroBitCount }
            number = next + 1
        }
        return nil
    }

    // MARK: - Chosen by BYSETPOS among a week's, month's or year's times

    private func collectChosen(
        from start: Int64, to end: Int64, limit: Int, into found: inout [Int64], _ budget: inout StepBudget
    ) {
        guard let times = clock.times, !times.isEmpty else { return }
        var period = periodStart(of: Int(start.dividedDown(by: 86_400)))
        while let (next, parts) = partsOfPeriod(from: period, &budget) {
            guard Int64(parts[0].firstDay) * 86_400 < end else { return }
            let days = parts.reduce(0) { $0 + $1.days.nonzeroBitCount }
            let count = days * times.count
            let indices = Set(positions.map { $0 > 0 ? $0 - 1 : count + $0 })
            for index in indices.sorted() where index >= 0 && index < count {
                let second =
                    Int64(Self.day(index / times.count, of: parts)) * 86_400 + times[index % times.count]
                guard second < end else { return }
                guard second >= start else { continue }
                found.append(second)
                guard found.count < limit else { return }
            }
            period = next
        }
    }

    private typealias Part = (firstDay: Int, days: UInt32)

    /// The number of the period that a day is in: days for weeks, months for the others.
    private func periodStart(of day: Int) -> Int {
        switch frequency {
        case .weekly: day - (day + 3 - weekStart).remainderDown(by: 7)
        case .yearly: Month.number(of: day).dividedDown(by: 12) * 12
        case .monthly, .daily, .hourly, .minutely, .secondly: Month.number(of: day)
        }
    }

    /// The days of the first period from this one on that has any, and the number of the period behind it.
    private func partsOfPeriod(from period: Int, _ budget: inout StepBudget) -> (next: Int, parts: [Part])? {
        var period = period
        while true {
            switch frequency {
            case .weekly:
                let behind = ((period - startWeek) / 7).remainderDown(by: interval)
                if behind != 0 { period += (interval - behind) * 7 }
                guard period <= CalendarDay.lastNumber, budget.spend() else { return nil }
                let days = daysOfWeek(period)
                if days != 0 { return (period + 7, [(period, days)]) }
                period += 7
            case .yearly:
                guard let number = month(from: period), budget.spend(4) else { return nil }
                let january = number.dividedDown(by: 12) * 12
                let parts: [Part] = (january..<january + 12).map { number in
                    let month = Month(number)
                    return (month.firstDay, days(of: month))
                }
                if parts.contains(where: { $0.days != 0 }) { return (january + 12, parts) }
                period = january + 12
            case .monthly, .daily, .hourly, .minutely, .secondly:
                guard let number = month(from: period), budget.spend() else { return nil }
                let month = Month(number)
                let days = days(of: month)
                if days != 0 { return (number + 1, [(month.firstDay, days)]) }
                period = number + 1
            }
        }
    }

    /// The wanted days of a week, bit 0 being its first; a week may lie in two months.
    private func daysOfWeek(_ week: Int) -> UInt32 {
        let first = Month(Month.number(of: week))
        let here = max(0, week - first.firstDay)
        var days = self.days(of: first) >> UInt32(here)
        let inFirst = first.firstDay + first.length - week
        if inFirst < 7, first.number < Month.lastNumber {
            days |= self.days(of: Month(first.number + 1)) << UInt32(inFirst)
        }
        return days & 0b111_1111
    }

    private static func day(_ index: Int, of parts: [Part]) -> Int {
        var index = index
        for var part in parts {
            let count = part.days.nonzeroBitCount
            if index >= count {
                index -= count
                continue
            }
            for _ in 0..<index { part.days &= part.days - 1 }
            return part.firstDay + part.days.trailingZeroBitCount
        }
        return CalendarDay.lastNumber
    }
}
