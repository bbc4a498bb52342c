extension Recurrence {
    /// What rules and dates give in a window of local time, by local time.
    func baseLocal(
        from start: Int64, to end: Int64, limit: Int, _ budget: inout StepBudget
    ) throws(RecurrenceError) -> [Occurrence] {
        guard start < end, limit > 0 else { return [] }
        if case .elapsed = source {
            // Local times and instants are at most two days apart; only around a change are they in another order.
            let around = try baseInstants(
                from: start - 2 * 86_400, to: end + 2 * 86_400, limit: limit.saturating(plus: 4 * 1440 + 1),
                &budget)
            return around.filter { start <= $0.local.seconds && $0.local.seconds < end }
                .sorted { ($0.local, $0.second) < ($1.local, $1.second) }
        }
        var found: [Occurrence] = []
        let start = max(start, firstLocal)
        let end = min(end, lastLocal + 1)
        guard start < end else { return [] }
        var span = zone.span(local: start)
        while span.localStart < end, found.count < limit {
            try append(
                from: max(start, span.localStart), to: min(end, span.localEnd), offset: Int64(span.offset),
                limit: limit, to: &found, &budget)
            guard span.localEnd < ZoneRules.end else { break }
            span = zone.span(at: span.index + 1)
        }
        return found
    }

    /// What rules and dates give in a window of instants, by instant.
    ///
    /// Within a span the clocks run straight, so that local times are found and moved to UTC by one sum. What a gap has
    /// pushed behind a change belongs to the span before it, and is sorted in.
    func baseInstants(
        from start: Int64, to end: Int64, limit: Int, _ budget: inout StepBudget
    ) throws(RecurrenceError) -> [Occurrence] {
        guard start < end, limit > 0 else { return [] }
        var found: [Occurrence] = []
        if case .elapsed(let first, let every) = source {
            let index = max(0, (start - first + every - 1).dividedDown(by: every))
            var second = first + index * every
            while second < end, found.count < limit {
                found.append(Occurrence(zone.local(ofSecond: second), second: second))
                second += every
            }
            let more = also.map { Occurrence($0, second: zone.second(of: $0)) }
                .filter { start <= $0.second && $0.second < end && ($0.second - first) % every != 0 }
            return more.isEmpty ? found : Self.sorted(found + more, limit)
        }
        var isSorted = true
        var span = zone.span(second: start - 2 * 86_400)
        while span.start < end, span.localStart <= lastLocal {
            let isFull = found.count >= limit
            // One span more, if it could have something before the last that was found.
            if isFull, span.start > found.last?.second ?? .max { break }
            let count = found.count
            let offset = Int64(span.offset)
            try append(
                from: max(span.localStart, start + offset, firstLocal),
                to: min(span.localEnd, end + offset, lastLocal + 1), offset: offset,
                limit: isFull ? count + limit : limit, to: &found, &budget)
            if count > 0, count < found.count, found[count].second < found[count - 1].second {
                isSorted = false
            }
            guard span.end < ZoneRules.end else { break }
            span = zone.span(at: span.index + 1)
        }
        return isSorted && found.count <= limit ? found : Self.sorted(found, limit)
    }

    private static func sorted(_ found: [Occurrence], _ limit: Int) -> [Occurrence] {
        Array(found.sorted { ($0.second, $0.local) < ($1.second, $1.local) }.prefix(limit))
    }

    /// Nothing stands on the wall before or after these local seconds, moved ones apart.
    private var firstLocal: Int64 {
        switch source {
        case .single(let time): min(time.seconds, also.first?.seconds ?? .max)
        case .rules: min(set.start.seconds, also.first?.seconds ?? .max)
        case .elapsed: WallTime.firstSecond
        }
    }

    private var lastLocal: Int64 {
        let last =
            switch source {
            case .single(let time): time.seconds
            case .rules(let rules): rules.reduce(.min) { max($0, $1.last) }
            case .elapsed: WallTime.lastSecond
            }
        return min(max(last, also.last?.seconds ?? .min), WallTime.lastSecond)
    }

    /// Appends what is in a window of local time that lies in one span.
    private func append(
        from start: Int64, to end: Int64, offset: Int64, limit: Int, to found: inout [Occurrence],
        _ budget: inout StepBudget
    ) throws(RecurrenceError) {
        guard start < end else { return }
        guard budget.spend() else { throw .tooManySteps(rule: "This routine") }
        var locals: [Int64] = []
        let room = limit - found.count
        switch source {
        case .single(let time): if start <= time.seconds, time.seconds < end { locals = [time.seconds] }
        case .rules(let rules):
            for (index, rule) in rules.enumerated() {
                let before = locals.count
                let end = rule.lastInstant.map { min(end, $0 + offset + 1) } ?? end
                rule.collect(from: start, to: end, limit: before + room, into: &locals, &budget)
                guard !budget.isSpent else { throw .tooManySteps(rule: text(ofRule: index)) }
            }
            if rules.count > 1 { locals = Set(locals).sorted() }
        case .elapsed: break
        }
        if let last = also.last, last.seconds >= start {
            let more = also.lazy.map(\.seconds).filter { start <= $0 && $0 < end }
            locals = Set(locals + more).sorted()
        }
        for local in locals.prefix(room) {
            found.append(Occurrence(WallTime(clamping: local), second: local - offset))
        }
    }

    private func text(ofRule index: Int) -> String {
        switch set.repetition {
        case .rules(let rules): rules[index].description
        case .once, .elapsed, .afterDone: "This routine"
        }
    }
}
