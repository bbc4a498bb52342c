import Recurrence

extension PlanInterpreter {
    /// Gives each time of day its half of the day, and each part of the day that stands alone its usual time.
    mutating func readTimes() {
        let parts = partsOfTimes()
        for index in entries.indices {
            let entry = entries[index]
            switch entry.clause {
            case .times(let spoken, let isAbout):
                let times = resolve(list: spoken, part: parts[index], range(entry))
                entries[index].times = times
                if !times.isEmpty { mean(.times(times), entry) }
                if isAbout { for time in times { assume(.exactTime(time), range(entry)) } }
            case .span(let start, let end): readSpan(start, end, part: parts[index], index)
            case .part(let part, _):
                mean(.dayPart(part), entry)
                if !entry.isSpent {
                    entries[index].times = [part.usualTime]
                    if part != .noon { assume(.usualTimeOf(part, part.usualTime), range(entry)) }
                }
            default: break
            }
        }
        readMoments()
    }

    /// "after dinner": when the home has it, else a time that is asked. Beside a time that was said it is a note.
    private mutating func readMoments() {
        let indices = entries.indices.filter { if case .moment = entries[$0].clause { true } else { false } }
        let saysTime = entries.contains { entry in
            switch entry.clause {
            case .times, .span, .remindAt, .inTime: true
            default: false
            }
        }
        // "in the evening after dinner" is one time.
        if !indices.isEmpty, !saysTime, !indices.contains(where: { entries[$0].isJoined }) {
            for index in entries.indices where !entries[index].isJoined {
                if case .part = entries[index].clause { entries[index].times = [] }
            }
            sentence.assumptions.removeAll { if case .usualTimeOf = $0.kind { true } else { false } }
        }
        let others = entries.count { !$0.times.isEmpty }
        for index in indices {
            guard case .moment(let moment) = entries[index].clause else { continue }
            guard !saysTime else {
                mean(.note, entries[index])
                takeNote(range(entries[index]))
                continue
            }
            mean(.moment(moment), entries[index])
            let known = home[moment.event]
            let time = moment.time(known)
            entries[index].times = [time]
            let isOpen = known == nil && indices.count == 1 && others == 0
            assume(
                isOpen ? .momentOpen(moment) : .momentTaken(time, isOfHome: known != nil),
                range(entries[index]))
        }
    }

    /// The part of the day that goes with each time: where the first of them stands before a time, parts lead ("in the evening at 8");
    /// else they follow ("at 8 and 9 in the evening"). Behind a joining word a part is a time of its own: "at 8 and in the evening".
    private mutating func partsOfTimes() -> [Int: PlanDayPart] {
        let places = entries.indices.filter { index in
            switch entries[index].clause {
            case .times, .span, .part: true
            default: false
            }
        }
        func part(_ place: Int) -> PlanDayPart? {
            guard places.indices.contains(place), case .part(let part, _) = entries[places[place]].clause
            else {
                return nil
            }
            return part
        }
        func isTime(_ place: Int) -> Bool { places.indices.contains(place) && part(place) == nil }
        var found: [Int: PlanDayPart] = [:]
        let leads = part(0) != nil && isTime(1) && !entries[places[1]].isJoined
        var current: PlanDayPart?
        for place in places.indices {
            guard let own = part(place) else {
                if leads { found[places[place]] = current }
                continue
            }
            if leads {
                let isFollowed = isTime(place + 1) && !entries[places[place + 1]].isJoined
                current = isFollowed ? own : nil
                entries[places[place]].isSpent = isFollowed
            } else if place > 0, isTime(place - 1), !entries[places[place]].isJoined {
                entries[places[place]].isSpent = true
                var before = place - 1
                while before >= 0, isTime(before) {
                    found[places[before]] = own
                    before -= 1
                }
            }
        }
        return found
    }

    /// Times of one list: where a later one says its half, the earlier ones mean the same: "8 and 10 pm".
    private mutating func resolve(
        list spoken: [SpokenTime], part: PlanDayPart?, _ range: Range<Int>
    ) -> [PlanTime] {
        var times: [PlanTime] = []
        var spoken = spoken
        for index in spoken.indices.reversed().dropFirst()
        where spoken[index].isOpen && spoken[index + 1].saysHalf {
            let said = spoken[index + 1]
            let same = spoken[index].with(afternoon: said.hour >= 12)
            let isEarlier = (same.hour, same.minute) < (said.hour, said.minute)
            spoken[index] = isEarlier ? same : spoken[index].with(afternoon: said.hour < 12)
        }
        // Beside 20:00, 8 is 8:00.
        if spoken.contains(where: { !$0.isOpen && !$0.saysHalf && (13..<24).contains($0.hour) }) {
            for index in spoken.indices { spoken[index].isOpen = false }
        }
        for one in spoken {
            if let time = resolve(one, part: part, range) { times.append(time) }
        }
        return times.uniqued()
    }

    /// One time of day; `nil` where there is no such time.
    mutating func resolve(_ spoken: SpokenTime, part: PlanDayPart?, _ range: Range<Int>) -> PlanTime? {
        guard spoken.isPossible else {
            fail(.impossibleTime(hour: spoken.hour, minute: spoken.minute), range)
            return nil
        }
        let time = PlanTime(hour: spoken.hour, minute: spoken.minute)
        if spoken.contradicts { fail(.otherHalf(time), range) }
        guard spoken.isOpen else {
            if let part, !part.contains(hour: time.hour), !spoken.isMidnight { fail(.otherHalf(time), range) }
            return time
        }
        let (first, second) = spoken.readings
        if let part {
            switch (part.contains(hour: first.hour), part.contains(hour: second.hour)) {
            case (true, false): return first
            case (false, true): return second
            case (true, true), (false, false): fail(.otherHalf(first), range)
            }
        }
        // From 1 to 5 nobody plans at night without saying so; from 6 on people are up, and 12 is noon.
        var isAfternoon = spoken.hour == 12 || spoken.hour < 6
        // "today at 8" at ten o'clock is in the evening.
        let usual = isAfternoon ? second : first
        let other = isAfternoon ? first : second
        if saysOnlyToday, !isAhead(now.day, usual), isAhead(now.day, other) { isAfternoon.toggle() }
        assume(
            .halfOfDay(isAfternoon ? second : first, instead: isAfternoon ? first : second), range)
        return isAfternoon ? second : first
    }

    private var saysOnlyToday: Bool {
        let days = entries.filter(\.clause.saysDays)
        return !days.isEmpty && days.allSatisfy { $0.clause == .days([.ahead(0, .day)]) }
    }

    /// "from 3 to 4 pm" begins in the last half of the day that makes it begin before it ends.
    private mutating func readSpan(_ start: SpokenTime, _ end: SpokenTime, part: PlanDayPart?, _ index: Int) {
        let place = range(entries[index])
        var start = start
        if start.isOpen, !end.isOpen, part == nil, end.isPossible {
            let last = PlanTime(hour: end.hour, minute: end.minute)
            let (first, second) = start.readings
            start = start.with(afternoon: second < last || (last < first && end.saysHalf && end.hour >= 12))
        }
        guard let from = resolve(start, part: part, place) else { return }
        let to: PlanTime
        if end.isOpen {
            let (first, second) = end.readings
            to = from < first ? first : second
        } else {
            guard let resolved = resolve(end, part: nil, place) else { return }
            to = resolved
        }
        guard from != to else { return fail(.durationOutOfRange(0), place) }
        mean(.span(from, to), entries[index])
        entries[index].times = [from]
        // "every 2 hours from 8 to 18" gives the times, not how long each takes.
        let isStepped = entries.contains { entry in
            if case .every(_, let unit) = entry.clause { unit == .hour || unit == .minute } else { false }
        }
        guard !isStepped else { return }
        let minutes = (to.minuteOfDay - from.minuteOfDay + 1440) % 1440
        guard sentence.durationMinutes ?? minutes == minutes else { return fail(.saidTwice, place) }
        sentence.durationMinutes = minutes
    }
}

extension SpokenTime {
    /// Before and after noon, of one that is open.
    var readings: (PlanTime, PlanTime) {
        (PlanTime(hour: hour % 12, minute: minute), PlanTime(hour: hour % 12 + 12, minute: minute))
    }
}
