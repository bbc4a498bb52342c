import Recurrence

extension PlanInterpreter {
    /// What one group plans.
    struct Plan {
        var rules: [PlanDayRule] = []
        /// Days that were said once.
        var days: [(day: SpokenDay, entry: Int)] = []
        var times: [PlanTime]
        /// Weeks between, of weekdays that were said with "every".
        var weeks = 1
    }

    mutating func plan(_ group: Group, _ frame: Frame, isOnly: Bool) -> Plan {
        var plan = Plan(times: group.times)
        var cycle: (number: Int, unit: PlanUnit)?
        var habits: [Weekday] = []
        var weekly: Int?
        var assumed: [Weekday] = []
        for index in group.entries {
            let entry = entries[index]
            switch entry.clause {
            case .every(let number, let unit):
                // "every 2 hours" has said so already, though it is planned as times of each day.
                if !meanings[entry.phrase].contains(where: \.isEvery) { mean(.every(number, unit), entry) }
                join(&cycle, (number, unit), entry)
            case .habit(let weekdays, let weeks, let isAssumed):
                mean(.weekdays(weekdays, everyWeeks: weeks), entry)
                habits += weekdays
                if isAssumed { assumed += weekdays }
                if let weekly, weekly != weeks { fail(.contradictory, range(entry)) }
                weekly = weeks
            case .weekdaysOfMonth(let ordinals, let weekdays):
                let days = weekdays.flatMap { day in ordinals.map { RecurrenceRule.Day(day, ordinal: $0) } }
                    .uniqued()
                mean(.weekdaysOfMonth(days), entry)
                plan.rules.append(PlanDayRule(frequency: .monthly, days: days.sorted()))
            case .monthDays(let days):
                for day in days where !(1...31).contains(day) && day != -1 {
                    fail(.impossibleDayOfMonth(day), range(entry))
                }
                let possible = days.filter { (1...31).contains($0) || $0 == -1 }.uniqued().sorted()
                guard !possible.isEmpty else { continue }
                mean(.daysOfMonth(possible), entry)
                plan.rules.append(PlanDayRule(frequency: .monthly, monthDays: possible))
            case .yearly(let dates): yearly(dates, entry, &plan)
            case .timesPer(let number, let unit): timesPer(number, unit, group, &cycle, entry)
            case .days(let days): plan.days += days.map { ($0, index) }
            default: break
            }
        }
        if !assumed.isEmpty, cycle == nil { assume(.weekly(assumed.uniqued())) }
        plan.weeks = weekly ?? 1
        let once = plan.days.compactMap(\.day.weekday)
        // "every two weeks on Monday", "Monday and Thursday until May": these weekdays come again.
        let comesAgain =
            !habits.isEmpty || cycle?.unit == .week || (cycle?.unit == .day && cycle?.number == 1)
            || (cycle == nil && plan.rules.isEmpty && frame.isRepeated && isOnly)
        if !once.isEmpty, comesAgain, once.count == plan.days.count {
            if habits.isEmpty, cycle == nil { assume(.weekly(once)) }
            for (_, index) in plan.days where !meanings[entries[index].phrase].contains(where: \.isWeekdays) {
                mean(.weekdays(once, everyWeeks: 1), entries[index])
            }
            habits += once
            plan.days = []
        }
        combine(cycle, habits.uniqued().sorted { $0.rawValue < $1.rawValue }, weekly, frame, &plan)
        return plan
    }

    private mutating func join(
        _ cycle: inout (number: Int, unit: PlanUnit)?, _ more: (number: Int, unit: PlanUnit), _ entry: Entry
    ) {
        if let known = cycle {
            // "every day every week" says nothing; "daily, every morning" says one thing twice.
            if known != more { fail(.contradictory, range(entry)) }
        } else {
            cycle = more
        }
    }

    private mutating func yearly(_ dates: [SpokenDate], _ entry: Entry, _ plan: inout Plan) {
        var days: [PlanYearDay] = []
        for date in dates {
            // 2024 has a 29 February.
            guard CalendarDay(year: 2024, month: date.month, day: date.day) != nil else {
                fail(date.impossible, range(entry))
                continue
            }
            if date.isUnsure { assume(.dayBeforeMonth(day: date.day, month: date.month), range(entry)) }
            days.append(PlanYearDay(month: date.month, day: date.day))
            plan.rules.append(
                PlanDayRule(frequency: .yearly, monthDays: [date.day], months: [date.month]))
        }
        if !days.isEmpty { mean(.daysOfYear(days), entry) }
    }

    private mutating func timesPer(
        _ number: Int, _ unit: PlanUnit, _ group: Group, _ cycle: inout (number: Int, unit: PlanUnit)?,
        _ entry: Entry
    ) {
        switch unit {
        case .day:
            if cycle == nil, !group.entries.contains(where: { entries[$0].clause.namesDays }) {
                cycle = (1, .day)
            }
        case .week, .month, .year:
            mean(.timesPer(number, unit), entry)
            let days = group.entries.reduce(0) { $0 + entries[$1].clause.numberOfDays }
            if number == 1 {
                join(&cycle, (1, unit), entry)
            } else if days == number, unit != .year {
                if unit == .week { join(&cycle, (1, .week), entry) }
            } else {
                fail(.daysNotSaid(number, unit), range(entry))
            }
        case .hour, .minute: fail(.tooManyTimes(number), range(entry))
        }
    }

    /// "every two months" and "on the 5th" are one rule.
    private mutating func combine(
        _ cycle: (number: Int, unit: PlanUnit)?, _ habits: [Weekday], _ weekly: Int?, _ frame: Frame,
        _ plan: inout Plan
    ) {
        let days = habits.map { RecurrenceRule.Day($0) }
        guard let (number, unit) = cycle else {
            if !habits.isEmpty {
                plan.rules.append(PlanDayRule(frequency: .weekly, interval: weekly ?? 1, days: days))
            }
            return
        }
        switch unit {
        case .day:
            if !habits.isEmpty {
                // "every day from Monday to Friday"; but "every three days on Mondays" is nothing.
                if number != 1 { fail(.contradictory) }
                plan.rules.append(PlanDayRule(frequency: .weekly, interval: weekly ?? 1, days: days))
            } else if plan.rules.isEmpty {
                plan.rules.append(PlanDayRule(frequency: .daily, interval: number))
            } else if number != 1 {
                fail(.contradictory)
            }
        case .week:
            if !plan.rules.isEmpty { fail(.contradictory) }
            if let weekly, weekly != 1, number != 1, weekly != number { fail(.contradictory) }
            plan.rules.append(
                PlanDayRule(frequency: .weekly, interval: max(number, weekly ?? 1), days: days))
        case .month:
            if !habits.isEmpty { return fail(.contradictory) }
            let numbers = plan.days.compactMap { spoken -> Int? in
                if case .dayOfMonth(let day) = spoken.day { day } else { nil }
            }
            if plan.rules.isEmpty || !numbers.isEmpty {
                for (_, index) in plan.days { mean(.daysOfMonth(numbers), entries[index]) }
                let isOn = !numbers.isEmpty && numbers.count == plan.days.count
                if isOn { plan.days = [] }
                plan.rules.append(
                    PlanDayRule(frequency: .monthly, monthDays: isOn ? numbers.uniqued().sorted() : []))
            }
            for index in plan.rules.indices where plan.rules[index].frequency == .monthly {
                plan.rules[index].interval = number
            }
        case .year:
            if !habits.isEmpty { return fail(.contradictory) }
            var dates: [SpokenDate] = []
            for (day, index) in plan.days {
                guard case .date(let date, _) = day, date.year == nil else { continue }
                if dates.isEmpty { yearly([date], entries[index], &plan) }
                dates.append(date)
            }
            if !dates.isEmpty { plan.days = [] }
            if plan.rules.isEmpty { plan.rules.append(PlanDayRule(frequency: .yearly)) }
            for index in plan.rules.indices where plan.rules[index].frequency == .yearly {
                plan.rules[index].interval = number
            }
        case .hour, .minute: break
        }
    }

    /// "every Monday at 8 and Thursday at 9": a weekday beside one with "every" comes again too.
    mutating func habitual(_ plans: [Plan], _ groups: [Group]) -> [Plan] {
        guard plans.count > 1 else { return plans }
        let weeks = plans.first { plan in plan.rules.contains { $0.frequency == .weekly } }
        guard let weeks else { return plans }
        return plans.map { plan in
            let once = plan.days.compactMap(\.day.weekday)
            guard plan.rules.isEmpty, !once.isEmpty, once.count == plan.days.count else { return plan }
            var again = plan
            for (_, index) in plan.days { mean(.weekdays(once, everyWeeks: weeks.weeks), entries[index]) }
            again.days = []
            again.rules = [
                PlanDayRule(
                    frequency: .weekly, interval: weeks.rules[0].interval,
                    days: once.map { .init($0) }.sorted())
            ]
            return again
        }
    }
}

extension PlanMeaning {
    var isEvery: Bool { if case .every = self { true } else { false } }

    var isWeekdays: Bool { if case .weekdays = self { true } else { false } }
}

extension PlanClause {
    /// Whether it says which days.
    var namesDays: Bool {
        switch self {
        case .timesPer: false
        default: saysDays
        }
    }

    /// On how many days of a week or month it is.
    var numberOfDays: Int {
        switch self {
        case .habit(let days, _, _): days.count
        case .weekdaysOfMonth(let ordinals, let days): ordinals.count * days.count
        case .monthDays(let days): days.count
        case .days(let days): days.count
        default: 0
        }
    }
}
