import Recurrence

extension PlanInterpreter {
    /// Makes the schedule of what the groups plan.
    mutating func build(_ plans: [Plan], _ frame: Frame) {
        var plans = plans
        let earliest = plans.flatMap(\.times).min() ?? PlanDayPart.morning.usualTime
        if plans.allSatisfy({ $0.rules.isEmpty }) {
            let hasDays = plans.contains { !$0.days.isEmpty }
            let isHabit = !hasDays && entries.contains { $0.clause.isDailyHabit }
            let isRepeated = isHabit || (frame.isRepeated && (!hasDays || frame.start == nil))
            guard isRepeated, plans.allSatisfy({ $0.days.count <= 1 }) else {
                return buildOnce(plans, frame)
            }
            // "from Monday until Friday at 8", "at 8 for five days": on each.
            assume(.daily)
            for index in plans.indices { plans[index].rules = [PlanDayRule(frequency: .daily)] }
        }
        plans = merged(plans)
        var start = frame.start
        if start == nil, let said = startDay(&plans, earliest) { start = said }
        let base = start ?? (isAhead(now.day, earliest) ? now.day : now.day.adding(days: 1))
        plans = plans.map { without(frame.exceptWeekdays, $0) }
        if plans.contains(where: { $0.rules.contains(where: \.lacksDay) }) {
            assume(.dayOfStart(base))
            for index in plans.indices {
                plans[index].rules = plans[index].rules.map { $0.filled(from: base) }
            }
        }
        guard let first = first(plans, from: base) else { return fail(.neverHappens) }
        if plans.contains(where: { $0.rules.contains { $0.interval > 1 } }), frame.start == nil {
            assume(.countedFrom(first.day))
        }
        finish(plans, frame, start: first)
    }

    /// A single day that was said beside a rule is where it begins: "tomorrow, then every three days".
    private mutating func startDay(_ plans: inout [Plan], _ earliest: PlanTime) -> CalendarDay? {
        let said = plans.flatMap(\.days)
        guard said.count == 1, let (spoken, index) = said.first, plans.contains(where: { !$0.rules.isEmpty })
        else { return nil }
        guard plans.flatMap(\.rules).allSatisfy({ $0.days.isEmpty && $0.monthDays.isEmpty }) else {
            return nil
        }
        guard let day = day(spoken, time: earliest, range(entries[index])) else { return nil }
        mean(.startingOn(day), entries[index])
        for index in plans.indices { plans[index].days = [] }
        return day
    }

    /// Groups with the same days have their times in one rule.
    private func merged(_ plans: [Plan]) -> [Plan] {
        var merged: [Plan] = []
        for plan in plans {
            if plan.days.isEmpty,
                let same = merged.firstIndex(where: { $0.rules == plan.rules && $0.days.isEmpty })
            {
                merged[same].times = (merged[same].times + plan.times).uniqued().sorted()
            } else {
                merged.append(plan)
            }
        }
        return merged
    }

    private mutating func without(_ weekdays: [Weekday], _ plan: Plan) -> Plan {
        guard !weekdays.isEmpty else { return plan }
        var plan = plan
        for index in plan.rules.indices {
            var rule = plan.rules[index]
            let isDaily = rule.frequency == .daily && rule.interval == 1
            guard isDaily || (rule.frequency == .weekly && !rule.days.isEmpty) else {
                fail(.nothingToLeaveOut)
                continue
            }
            let days = isDaily ? Weekday.allCases : rule.days.map(\.weekday)
            let rest = days.filter { !weekdays.contains($0) }
            guard !rest.isEmpty, rest.count < days.count else {
                fail(.nothingToLeaveOut)
                continue
            }
            rule.frequency = .weekly
            rule.days = rest.map { RecurrenceRule.Day($0) }
            plan.rules[index] = rule
        }
        return plan
    }

    /// The first time that any rule gives on a day or later. Counting in other than each week or month begins there.
    private func first(_ plans: [Plan], from base: CalendarDay) -> WallTime? {
        var first: WallTime?
        for plan in plans {
            for rule in plan.rules {
                var each = rule
                each.interval = 1
                let texts = each.texts(
                    times: plan.times, startMinute: nil, needsTimes: plan.times.count > 1, end: "")
                let start = WallTime(startOf: base)
                guard let rules = try? texts.map(RecurrenceRule.init),
                    let recurrence = try? Recurrence(
                        RecurrenceSet(start: start, zone: "UTC", repetition: .rules(rules)), zone: .utc),
                    let found = try? recurrence.next(
                        after: ZoneRules.utc.instant(of: start.adding(seconds: -1)))
                else { continue }
                let time = plan.times.count > 1 ? found.local : found.local.day.at(plan.times[0])
                if time < first ?? .last { first = time }
            }
        }
        return first
    }

    private mutating func finish(_ plans: [Plan], _ frame: Frame, start: WallTime) {
        let times = plans.flatMap(\.times).uniqued().sorted()
        let needsTimes = times.count > 1
        let minutes = Set(times.map(\.minute))
        let minute = minutes.count == 1 ? minutes.first : nil
        var end = ""
        if let count = frame.count {
            end = ";COUNT=\(count)"
        } else if let last = frame.end
            ?? frame.lasting.flatMap({ start.day.adding($0.number, $0.unit)?.adding(days: -1) })
        {
            if last < start.day { fail(.endsBeforeStart(last)) }
            end = ";UNTIL=" + last.description.filter { $0 != "-" }
        } else if frame.lasting != nil {
            return fail(.neverHappens)
        }
        var rules: [RecurrenceRule] = []
        for plan in plans {
            for rule in plan.rules {
                for text in rule.texts(
                    times: plan.times, startMinute: minute, needsTimes: needsTimes, end: end)
                {
                    guard let read = try? RecurrenceRule(text) else { return fail(.neverHappens) }
                    rules.append(read)
                }
            }
        }
        if frame.count != nil, rules.count > 1 { fail(.countNeedsOneMinute) }
        var also: [WallTime] = []
        for plan in plans where !plan.days.isEmpty { also += dates(of: plan) }
        let except = frame.exceptDays.flatMap { day in
            times.map { OccurrenceKey(day.at($0), zone: zone) }
        }
        if saysMidnight, plans.contains(where: { $0.rules.contains { $0.frequency != .daily } }) {
            assume(.midnightBeginsDay)
        }
        sentence.times = times
        sentence.schedule = RecurrenceSet(
            start: start, zone: zone, repetition: .rules(rules), also: also.uniqued().sorted(), except: except
        )
        checkLeftOut(frame.exceptDays)
    }

    private mutating func checkLeftOut(_ days: [CalendarDay]) {
        guard !days.isEmpty, let schedule = sentence.schedule else { return }
        var whole = schedule
        whole.except = []
        whole.zone = "UTC"
        guard let recurrence = try? Recurrence(whole, zone: .utc) else { return }
        for day in days {
            let from = ZoneRules.utc.instant(of: WallTime(startOf: day))
            let to = ZoneRules.utc.instant(of: WallTime(startOf: day.adding(days: 1)))
            let found = try? recurrence.occurrences(from: from, to: to, limit: 1)
            if found?.isEmpty ?? false { fail(.nothingToLeaveOut) }
        }
    }

    // MARK: - Once

    private mutating func buildOnce(_ plans: [Plan], _ frame: Frame) {
        var all: [WallTime] = []
        for plan in plans {
            if plan.days.isEmpty {
                for time in plan.times {
                    let day = isAhead(now.day, time) ? now.day : now.day.adding(days: 1)
                    assume(.nextTime(day))
                    all.append(day.at(time))
                }
            } else {
                all += dates(of: plan)
            }
        }
        if frame.start != nil || !frame.exceptDays.isEmpty { fail(.contradictory) }
        all = all.uniqued().sorted()
        guard let start = all.first else { return }
        sentence.times = all.map { PlanTime(hour: $0.hour, minute: $0.minute) }.uniqued().sorted()
        sentence.schedule = RecurrenceSet(start: start, zone: zone, also: Array(all.dropFirst()))
    }

    /// The days that a plan says once, at its times.
    private mutating func dates(of plan: Plan) -> [WallTime] {
        var all: [WallTime] = []
        var weekdays: [Weekday] = []
        var byEntry: [Int: [CalendarDay]] = [:]
        let isMidnight = saysOnlyMidnight
        for (spoken, index) in plan.days {
            let place = range(entries[index])
            guard var day = day(spoken, time: isMidnight ? nil : plan.times.first, place) else { continue }
            if let weekday = spoken.weekday { weekdays.append(weekday) }
            if isMidnight {
                switch spoken {
                case .ahead(0, .day):
                    // What has begun is over: today's midnight is the coming one.
                    day = day.adding(days: 1)
                    assume(.midnightEndsDay(day), place)
                default: assume(.midnightBeginsDay, place)
                }
            }
            byEntry[index, default: []].append(day)
            for time in plan.times {
                let due = day.at(time)
                if due <= now { fail(.past(due), place) }
                all.append(due)
            }
        }
        for (index, days) in byEntry.sorted(by: { $0.key < $1.key }) { mean(.days(days), entries[index]) }
        if !weekdays.isEmpty {
            let places = plan.days.filter { $0.day.weekday != nil }.map(\.entry).uniqued()
            assume(.onceNotWeekly(weekdays.uniqued()), places.count == 1 ? range(entries[places[0]]) : nil)
        }
        return all
    }

    private var saidTimes: [SpokenTime] {
        entries.flatMap { entry -> [SpokenTime] in
            if case .times(let times, _) = entry.clause { times } else { [] }
        }
    }

    private var saysMidnight: Bool { saidTimes.contains(where: \.isMidnight) }

    private var saysOnlyMidnight: Bool { saysMidnight && saidTimes.allSatisfy(\.isMidnight) }
}
