/// What is needed to write a rule for programs outside, which want the start to be its first time.
extension RecurrenceRule {
    /// The same rule with another end.
    public func ending(_ end: End) -> RecurrenceRule {
        var rule = self
        rule.end = end
        return rule
    }

    /// The same times from a later start on; what the rule had from its old start it says itself. Its end stays, so a COUNT does not fit any
    /// more. `nil` if the interval leaves out the period of the new start.
    public func starting(at first: WallTime, insteadOf start: WallTime) -> RecurrenceRule? {
        guard meets(first, from: start) else { return nil }
        var rule = self
        let (_, month, day) = start.day.parts
        let (_, newMonth, newDay) = first.day.parts
        if yearDays.isEmpty, monthDays.isEmpty, days.isEmpty {
            switch frequency {
            case .yearly where !weekNumbers.isEmpty:
                if start.day.weekday != first.day.weekday { rule.days = [Day(start.day.weekday)] }
            case .yearly where newDay != day || months.isEmpty && newMonth != month:
                // A day of the month alone would be one of each month.
                if months.isEmpty { rule.months = [month] }
                rule.monthDays = [day]
            case .monthly where newDay != day: rule.monthDays = [day]
            case .weekly where start.day.weekday != first.day.weekday: rule.days = [Day(start.day.weekday)]
            case .yearly, .monthly, .weekly, .daily, .hourly, .minutely, .secondly: break
            }
        }
        if frequency >= .daily, hours.isEmpty, first.hour != start.hour { rule.hours = [start.hour] }
        if frequency >= .hourly, minutes.isEmpty, first.minute != start.minute {
            rule.minutes = [start.minute]
        }
        if frequency >= .minutely, seconds.isEmpty, first.second != start.second {
            rule.seconds = [start.second]
        }
        return rule
    }

    /// Whether a time lies in a period that the interval does not leave out.
    private func meets(_ time: WallTime, from start: WallTime) -> Bool {
        let periods: Int64 =
            switch frequency {
            case .yearly: Int64(time.day.year - start.day.year)
            case .monthly:
                Int64((time.day.year - start.day.year) * 12 + time.day.month - start.day.month)
            case .weekly: (week(of: time) - week(of: start)) / 7
            case .daily: Int64(time.day.number - start.day.number)
            case .hourly: time.seconds.dividedDown(by: 3600) - start.seconds.dividedDown(by: 3600)
            case .minutely: time.seconds.dividedDown(by: 60) - start.seconds.dividedDown(by: 60)
            case .secondly: time.seconds - start.seconds
            }
        return periods % Int64(interval) == 0
    }

    /// The number of the first day of a time's week.
    private func week(of time: WallTime) -> Int64 {
        let day = time.day.number
        return Int64(day - (day + 3 - weekStart.rawValue).remainderDown(by: 7))
    }

    // MARK: - What programs agree on

    /// Rules that give the same times together, without what programs read differently; `nil` if there are none such.
    ///
    /// Rewritten are, as far as that can be done: BYSETPOS of a week, where python-dateutil cuts off the first week's beginning; BYDAY with and without
    /// numbers at once, of which dateutil takes what is both; BYWEEKNO without BYDAY, where it takes all seven days; and a second 60.
    public func agreed(from start: WallTime) -> [RecurrenceRule]? {
        var rule = self
        rule.seconds = Set(seconds.map { min($0, 59) }).sorted()
        if !weekNumbers.isEmpty, days.isEmpty, monthDays.isEmpty, yearDays.isEmpty {
            rule.days = [Day(start.day.weekday)]
        }
        if frequency == .weekly, !positions.isEmpty { return rule.weekdaysOfPositions(from: start) }
        let numbered = rule.days.filter { $0.ordinal != nil }
        guard !numbered.isEmpty, numbered.count < rule.days.count else { return [rule] }
        guard positions.isEmpty else { return nil }
        var others = rule
        others.days = rule.days.filter { $0.ordinal == nil }
        rule.days = numbered
        return [others, rule]
    }

    /// BYSETPOS chooses the same weekdays and times in each week, unless BYMONTH may cut one: a rule for each time of day.
    private func weekdaysOfPositions(from start: WallTime) -> [RecurrenceRule]? {
        let hours = hours.isEmpty ? [start.hour] : hours
        let minutes = minutes.isEmpty ? [start.minute] : minutes
        let seconds = seconds.isEmpty ? [start.second] : seconds
        guard months.isEmpty, hours.count * minutes.count * seconds.count <= RuleClock.mostTimes else {
            return nil
        }
        let times = hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { [hour, minute, $0] } }
        }
        let weekdays = days.isEmpty ? [start.day.weekday] : days.map(\.weekday)
        let inWeek = weekdays.sorted {
            ($0.rawValue - weekStart.rawValue + 7) % 7 < ($1.rawValue - weekStart.rawValue + 7) % 7
        }
        let count = inWeek.count * times.count
        var chosen: [[Int]: [Day]] = [:]
        for index in Set(positions.map({ $0 > 0 ? $0 - 1 : count + $0 })).sorted()
        where index >= 0 && index < count {
            chosen[times[index % times.count], default: []].append(Day(inWeek[index / times.count]))
        }
        return chosen.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { time, days in
            var rule = self
            rule.positions = []
            rule.days = days.sorted()
            rule.hours = [time[0]]
            rule.minutes = [time[1]]
            rule.seconds = [time[2]]
            return rule
        }
    }
}

extension Recurrence {
    /// Where a rule ends: after a local time, and after an instant, in seconds since 1970. What is `nil` does not bound it.
    public func end(ofRule index: Int) -> (local: WallTime?, second: Int64?) {
        guard case .rules(let rules) = source, rules.indices.contains(index) else { return (nil, nil) }
        let last = rules[index].last
        return (last < WallTime.lastSecond ? WallTime(clamping: last) : nil, rules[index].lastInstant)
    }
}
