extension CompiledRule {
    /// The rule from its start to its end: COUNT is counted out once.
    static func compile(
        _ rule: RecurrenceRule, start: WallTime, zone: ZoneRules
    ) throws(RecurrenceError) -> CompiledRule {
        var compiled = CompiledRule(rule, start: start)
        guard !compiled.clock.isEmpty, compiled.canReachPositions else {
            throw .neverMatches(rule: rule.description)
        }
        // A rule that ends before it begins is empty, as after a change of all that is to come; one that
        // could never begin is a mistake.
        var budget = StepBudget()
        var found: [Int64] = []
        compiled.collect(
            from: start.seconds, to: compiled.endOfSearch, limit: 1, into: &found, &budget)
        if found.isEmpty {
            throw budget.isSpent
                ? .tooManySteps(rule: rule.description) : .neverMatches(rule: rule.description)
        }
        switch rule.end {
        case .never: break
        case .day(let day): compiled.last = Int64(day.number) * 86_400 + 86_399
        case .local(let time): compiled.last = time.seconds
        case .utc(let time):
            compiled.lastInstant = time.seconds
            // A time that the clocks skip lies on the wall up to a day before its instant, none lies further behind it.
            compiled.last = zone.local(ofSecond: time.seconds).adding(seconds: 2 * 86_400).seconds
        case .count(let count):
            budget = StepBudget()
            guard let last = compiled.lastOf(count, &budget) else {
                throw .countTooFar(rule: rule.description, count: count)
            }
            compiled.last = last
        }
        return compiled
    }

    /// What has not happened before this local second never will: after 400 years the calendar repeats,
    /// weekdays included, and after this many times 400 years the interval meets the same days, too. One
    /// more, because the first period may have been incomplete.
    private var endOfSearch: Int64 {
        let periods: Int64 =
            switch frequency {
            case .yearly: 400
            case .monthly: 4800
            case .weekly: 20_871
            case .daily: 146_097
            case .hourly, .minutely, .secondly: 146_097 * (86_400 / clock.unit)
            }
        let times = Int64(interval) / RuleClock.greatestDivisor(Int64(interval), periods)
        let (length, overflow) = (times + 1).multipliedReportingOverflow(by: ZoneRules.cycleLength)
        return overflow
            ? WallTime.lastSecond + 1 : min(WallTime.lastSecond + 1, first.saturating(plus: length))
    }

    /// Whether a week, the shortest period with days to choose among, can have as many times as BYSETPOS wants. That of
    /// longer periods is found out by looking at them all, of which there are not too many.
    private var canReachPositions: Bool {
        guard frequency == .weekly, !positions.isEmpty, let times = clock.times else { return true }
        let most = (weekdayPatterns[0] & 0b111_1111).nonzeroBitCount * times.count
        return positions.contains { abs($0) <= most }
    }

    /// The local second of the nth occurrence, or the calendar's end if there are not so many; `nil` if it was not reached.
    private func lastOf(_ count: Int, _ budget: inout StepBudget) -> Int64? {
        if positions.isEmpty {
            if let times = clock.times { return lastOf(count, times, &budget) }
            if takesEveryDay, clock.takesEveryUnit {
                let (seconds, overflow) = (clock.interval * clock.unit)
                    .multipliedReportingOverflow(by: Int64(count - 1))
                // The start's own unit may have its time before the start: then the next one is the first.
                let inStartUnit = clock.startUnit * clock.unit + clock.inUnit[0]
                let base =
                    inStartUnit < first
                    ? inStartUnit.saturating(plus: clock.interval * clock.unit) : inStartUnit
                return overflow
                    ? WallTime.lastSecond : min(WallTime.lastSecond, base.saturating(plus: seconds))
            }
        }
        return lastByCollecting(count, &budget)
    }

    /// Whole months are counted, not their occurrences.
    private func lastOf(_ count: Int, _ times: [Int64], _ budget: inout StepBudget) -> Int64? {
        var left = count
        let startTime = first - Int64(startDay) * 86_400
        let timesOfStart = times.filter { $0 >= startTime }
        var number = startMonth
        while let next = month(from: number) {
            guard budget.spend() else { return nil }
            let month = Month(next)
            var days = days(of: month)
            if next == startMonth {
                let index = UInt32(startDay - month.firstDay)
                if days >> index & 1 != 0 {
                    if left <= timesOfStart.count {
                        return Int64(startDay) * 86_400 + timesOfStart[left - 1]
                    }
                    left -= timesOfStart.count
                }
                days &= UInt32.max << (index + 1)
            }
            let found = days.nonzeroBitCount * times.count
            if left <= found {
                for _ in 0..<(left - 1) / times.count { days &= days - 1 }
                let day = month.firstDay + days.trailingZeroBitCount
                return Int64(day) * 86_400 + times[(left - 1) % times.count]
            }
            left -= found
            number = next + 1
        }
        return WallTime.lastSecond
    }

    private func lastByCollecting(_ count: Int, _ budget: inout StepBudget) -> Int64? {
        var left = count
        var start = first
        while true {
            var found: [Int64] = []
            let chunk = min(left, 4096)
            collect(from: start, to: WallTime.lastSecond + 1, limit: chunk, into: &found, &budget)
            guard budget.spend(found.count) else { return nil }
            guard found.count == chunk, let last = found.last else { return WallTime.lastSecond }
            left -= chunk
            if left == 0 { return last }
            start = last + 1
        }
    }
}

extension RuleClock {
    /// Whether each unit that the interval meets gives exactly one time.
    var takesEveryUnit: Bool {
        unit < 86_400 && hours == .max && minutes == .max && seconds == .max && inUnit.count == 1
    }
}

extension Int64 {
    /// A sum that saturates at the largest number.
    func saturating(plus other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}
