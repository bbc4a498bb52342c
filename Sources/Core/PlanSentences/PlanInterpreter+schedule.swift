import Recurrence

extension PlanInterpreter {
    /// Days and times that belong together: "Mondays at 8 and Thursdays at 9" has two.
    struct Group {
        var entries: [Int] = []
        var times: [PlanTime] = []
    }

    /// What applies to all groups.
    struct Frame {
        var start: CalendarDay?
        var end: CalendarDay?
        var lasting: (number: Int, unit: PlanUnit)?
        var count: Int?
        var exceptWeekdays: [Weekday] = []
        var exceptDays: [CalendarDay] = []
        /// Whether something says that it comes again.
        var isRepeated: Bool {
            end != nil || lasting != nil || (count ?? 1) > 1 || start != nil || !exceptWeekdays.isEmpty
                || !exceptDays.isEmpty
        }
    }

    /// Whether a problem says that the days are missing.
    private var lacksDays: Bool {
        sentence.problems.contains { if case .daysNotSaid = $0.kind { true } else { false } }
    }

    mutating func readSchedule() {
        let frame = readFrame()
        if readInTime() || readAfterDone(frame) || readElapsed(frame) { return }
        var groups = groups()
        let saysTime = groups.contains { !$0.times.isEmpty }
        // A time that is none is not replaced by a usual one.
        guard saysTime || !entries.contains(where: \.clause.saysTime) else { return }
        guard saysTime || frame.isRepeated || groups.contains(where: { !$0.entries.isEmpty }) else { return }
        for index in groups.indices { groups[index].times = times(of: groups[index]) }
        var plans = groups.map { plan($0, frame, isOnly: groups.count == 1) }
        if plans.contains(where: { !$0.rules.isEmpty }) { plans = habitual(plans, groups) }
        guard !lacksDays else { return }
        build(plans, frame)
    }

    // MARK: - What applies to all

    private mutating func readFrame() -> Frame {
        var frame = Frame()
        for entry in entries {
            switch entry.clause {
            case .from(let spoken):
                guard let day = day(spoken, time: earliest, range(entry)) else { continue }
                mean(.startingOn(day), entry)
                if frame.start ?? day != day { fail(.saidTwice, range(entry)) }
                frame.start = day
                if day < now.day { fail(.past(WallTime(startOf: day)), range(entry)) }
            case .count(let count):
                mean(.count(count), entry)
                if frame.count ?? count != count { fail(.saidTwice, range(entry)) }
                frame.count = count
            case .lasting(let number, let unit):
                mean(.lasting(number, unit), entry)
                if frame.lasting != nil { fail(.saidTwice, range(entry)) }
                frame.lasting = (number, unit)
            case .except(let weekdays, let spoken):
                let days = spoken.compactMap { day($0, time: nil, range(entry)) }
                if !weekdays.isEmpty { mean(.exceptWeekdays(weekdays), entry) }
                if !days.isEmpty { mean(.exceptDays(days), entry) }
                frame.exceptWeekdays += weekdays
                frame.exceptDays += days
            default: break
            }
        }
        // Behind "from", so that "from 1 December until Friday" can look whether it ends before it begins.
        for entry in entries {
            guard case .until(let spoken) = entry.clause, let day = day(spoken, time: nil, range(entry))
            else {
                continue
            }
            mean(.lastDay(day), entry)
            if frame.end ?? day != day { fail(.saidTwice, range(entry)) }
            frame.end = day
            if day < frame.start ?? now.day { fail(.endsBeforeStart(day), range(entry)) }
        }
        if [frame.end != nil, frame.count ?? 1 > 1, frame.lasting != nil].count(where: { $0 }) > 1 {
            fail(.saidTwice)
        }
        return frame
    }

    private var earliest: PlanTime? { entries.flatMap(\.times).min() }

    // MARK: - Other ways to come again

    private mutating func readInTime() -> Bool {
        for entry in entries {
            guard case .inTime(let minutes) = entry.clause else { continue }
            let start = now.adding(seconds: Int64(minutes) * 60)
            mean(.inMinutes(minutes), entry)
            sentence.schedule = RecurrenceSet(start: start, zone: zone)
            sentence.times = [PlanTime(hour: start.hour, minute: start.minute)]
            if entries.contains(where: { $0.clause.saysWhen && $0.clause != entry.clause }) {
                fail(.contradictory)
            }
            return true
        }
        return false
    }

    private mutating func readAfterDone(_ frame: Frame) -> Bool {
        for entry in entries {
            guard case .afterDone(let number, let unit) = entry.clause else { continue }
            let days = number * (unit == .week ? 7 : 1)
            guard Repetition.afterDoneRange.contains(days) else {
                fail(.neverHappens, range(entry))
                return true
            }
            mean(.afterDone(days: days), entry)
            endIsImpossible(frame)
            guard let start = startOfOthers(frame) else { return true }
            if earliest == nil { assume(.startsAt(start), range(entry)) }
            sentence.schedule = RecurrenceSet(
                start: start, zone: zone, repetition: .afterDone(days: days))
            sentence.times = [PlanTime(hour: start.hour, minute: start.minute)]
            return true
        }
        return false
    }

    /// Every so many hours or minutes: by elapsed time, or, between two times of the day, at times of each day.
    private mutating func readElapsed(_ frame: Frame) -> Bool {
        guard
            let index = entries.firstIndex(where: {
                if case .every(_, let unit) = $0.clause { unit == .hour || unit == .minute } else { false }
            }), case .every(let number, let unit) = entries[index].clause, let size = unit.minutes
        else { return false }
        let entry = entries[index]
        guard number <= 100_000 else {
            fail(.neverHappens, range(entry))
            return true
        }
        mean(.every(number, unit), entry)
        let minutes = number * size
        for other in entries.indices {
            guard case .span = entries[other].clause, let first = entries[other].times.first,
                case .span(_, let last)? = meanings[entries[other].phrase].last, first <= last
            else { continue }
            let steps = Array(stride(from: first.minuteOfDay, through: last.minuteOfDay, by: minutes))
            guard steps.count <= Self.mostTimes else {
                fail(.tooManyTimes(steps.count), range(entry))
                return true
            }
            entries[other].times = steps.map(PlanTime.init(minuteOfDay:))
            if !entries.contains(where: { $0.clause.saysDays && $0.clause != entry.clause }) {
                entries[index].clause = .every(1, .day)
            } else {
                entries[index].clause = .intro
            }
            return false
        }
        if entries.contains(where: { $0.clause.excludesElapsed && $0.clause != entry.clause }) {
            fail(.contradictory)
        }
        endIsImpossible(frame)
        guard let start = startOfOthers(frame) else { return true }
        if earliest == nil { assume(.startsAt(start), range(entry)) }
        sentence.schedule = RecurrenceSet(
            start: start, zone: zone, repetition: .elapsed(everySeconds: minutes * 60))
        return true
    }

    private mutating func endIsImpossible(_ frame: Frame) {
        if frame.end != nil || frame.count != nil || frame.lasting != nil || !frame.exceptWeekdays.isEmpty {
            fail(.noEndPossible)
        }
    }

    /// The start of what has no rule: the day that was said, else the next time; without a time the next full hour.
    private mutating func startOfOthers(_ frame: Frame) -> WallTime? {
        var said: CalendarDay?
        for entry in entries {
            guard case .days(let days) = entry.clause, let first = days.first else { continue }
            said = day(first, time: earliest, range(entry))
            if let said { mean(.days([said]), entry) }
        }
        let first = frame.start ?? said
        guard let time = earliest else {
            if let first, first > now.day {
                assume(.usualTime(PlanDayPart.morning.usualTime))
                return first.at(PlanDayPart.morning.usualTime)
            }
            let next = now.adding(seconds: 3600 - Int64(now.minute * 60 + now.second))
            return next
        }
        let day = first ?? (isAhead(now.day, time) ? now.day : now.day.adding(days: 1))
        return day.at(time)
    }

    // MARK: - Groups

    /// As many times a day as can be listed.
    static let mostTimes = 48

    /// Days and times alternate, or all belong together.
    private func groups() -> [Group] {
        var runs: [(isDays: Bool, entries: [Int])] = []
        for (index, entry) in entries.enumerated() {
            let isDays = entry.clause.saysDays
            guard isDays || !entry.times.isEmpty else { continue }
            if runs.last?.isDays == isDays {
                runs[runs.count - 1].entries.append(index)
            } else {
                runs.append((isDays, [index]))
            }
        }
        func group(_ indices: [Int]) -> Group {
            Group(entries: indices, times: indices.flatMap { entries[$0].times }.uniqued().sorted())
        }
        // "every week on Monday at 8, on Thursday at 9": pairs; an odd run belongs to all.
        guard runs.count >= 4, runs.count.isMultiple(of: 2) else { return [group(runs.flatMap(\.entries))] }
        return stride(from: 0, to: runs.count, by: 2).map { group(runs[$0].entries + runs[$0 + 1].entries) }
    }

    /// The times of a group; the usual ones where none were said.
    private mutating func times(of group: Group) -> [PlanTime] {
        for index in group.entries {
            guard case .timesPer(let number, .day) = entries[index].clause else { continue }
            mean(.timesPer(number, .day), entries[index])
            if group.times.isEmpty, number > 1 {
                guard let usual = Self.usualTimes(number) else {
                    fail(.tooManyTimes(number), range(entries[index]))
                    continue
                }
                assume(.usualTimes(usual), range(entries[index]))
                return usual
            }
            if number != max(1, group.times.count) {
                fail(.timesDiffer(said: number, given: group.times.count), range(entries[index]))
            }
        }
        guard group.times.isEmpty else { return group.times }
        assume(.usualTime(PlanDayPart.morning.usualTime))
        return [PlanDayPart.morning.usualTime]
    }

    /// Twice a day is at 8 and 20, three times as `docs/routines.md` has it; more often it is spread from 8 to 20 in half hours.
    static func usualTimes(_ number: Int) -> [PlanTime]? {
        switch number {
        case 1: [PlanDayPart.morning.usualTime]
        case 2: [PlanTime(hour: 8), PlanTime(hour: 20)]
        case 3: [PlanTime(hour: 8), PlanTime(hour: 12), PlanTime(hour: 18)]
        case 4...12:
            (0..<number).map { PlanTime(minuteOfDay: 480 + ($0 * 720 / (number - 1)) / 30 * 30) }
        default: nil
        }
    }
}
