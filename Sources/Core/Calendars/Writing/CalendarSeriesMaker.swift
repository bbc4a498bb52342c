import Care
import FoundationEssentials
import Recurrence

/// Works out a `CalendarSeries`.
struct CalendarSeriesMaker {
    private let content: RoutineContent
    private let zone: ZoneRules
    private let now: Date
    private let isElapsed: Bool
    /// The keys of occurrences that are left out: removed, cancelled or skipped.
    private let removed: [OccurrenceKey]
    /// All occurrences where the rules have them; those that are not left out, there; those that are not left out, where they were moved to.
    private let raw: RoutinePlan
    private let base: RoutinePlan
    private let plan: RoutinePlan
    private let recurrence: Recurrence

    /// So many of the first times are tried as the start, and so many times are looked at where a rule ends.
    private static let mostTried = 64
    private static let mostAtEnd = 2000
    private static let twoDays: Int64 = 2 * 86_400

    init(
        _ content: RoutineContent, skipped: [OccurrenceKey], lastDone: Date?, of key: OccurrenceKey?,
        zone: ZoneRules, now: Date
    ) throws(RecurrenceError) {
        self.content = content
        self.zone = zone
        self.now = now
        isElapsed = content.schedule.isElapsed
        let cancelled = content.schedule.changes.filter { $0.to == nil }.map(\.of)
        removed = Array(
            Set(content.schedule.except + cancelled + skipped)
                .sorted { ($0.local, $0.offset ?? 0) < ($1.local, $1.offset ?? 0) }
                .suffix(Recurrence.mostDates))
        var raw = content
        raw.schedule.except = []
        raw.schedule.changes = []
        var base = raw
        base.schedule.except = removed
        var moved = base
        moved.schedule.changes = content.schedule.changes.filter { $0.to != nil }
        self.raw = try RoutinePlan(raw, zone: zone, lastDone: lastDone, of: key)
        self.base = try RoutinePlan(base, zone: zone, lastDone: lastDone, of: key)
        plan = try RoutinePlan(moved, zone: zone, lastDone: lastDone, of: key)
        recurrence = try Recurrence(raw.schedule, zone: zone)
    }

    /// Where a time stands, in the clock of what is written: of its zone, or UTC.
    private func place(_ key: OccurrenceKey) -> WallTime {
        guard isElapsed else { return key.local }
        let offset = key.offset.map(Int64.init) ?? key.local.seconds - zone.second(of: key.local)
        return WallTime(clamping: key.local.seconds - offset)
    }

    private func key(at place: WallTime) -> OccurrenceKey {
        guard isElapsed else { return OccurrenceKey(place, zone: zone.id) }
        let local = zone.local(ofSecond: place.seconds)
        return OccurrenceKey(local, offset: Int(local.seconds - place.seconds), zone: zone.id)
    }

    private func second(of place: WallTime) -> Int64 { isElapsed ? place.seconds : zone.second(of: place) }

    // MARK: - All

    func series() throws(RecurrenceError) -> CalendarSeries? {
        // Of what is due besides the rules, something may be before they begin.
        let begin = zone.instant(of: content.schedule.start.adding(seconds: -Self.twoDays))
        let times =
            try base.times(from: Self.beginning, until: Self.end, limit: Self.mostTried)
            + base.times(from: begin, until: Self.end, limit: Self.mostTried)
        let first = Set(times.map { place($0.key) }).sorted()
        guard var start = first.first else { return nil }
        var (parts, open) = try rules(after: start)
        // The first time at which every rule can begin; the few before it are written singly.
        if let common = first.first(where: { time in parts.allSatisfy { $0.starting(at: time) != nil } }) {
            start = common
        } else {
            open.formUnion(parts.filter { $0.starting(at: start) == nil }.map(\.index))
            parts.removeAll { open.contains($0.index) }
        }
        var also = Set(first.filter { $0 < start })
        if parts.isEmpty, open.isEmpty {
            let all = try base.times(from: Self.beginning, until: Self.end, limit: Recurrence.mostDates + 1)
            also = Set(all.map { place($0.key) })
        }
        var series = CalendarSeries(zone: isElapsed || zone.id == ZoneRules.utc.id ? nil : zone, start: start)
        for part in parts where part.until.map({ $0 >= second(of: start) }) ?? true {
            guard let rule = part.starting(at: start) else { continue }
            series.rules.append(part.until.map { rule.ending(.utc(WallTime(clamping: $0))) } ?? rule)
            series.except += part.beyond
        }
        also.formUnion(try dates())
        if !open.isEmpty {
            let (times, end) = try single(open)
            series.until = end
            also.formUnion(times)
            // Without any rule the start is one of the times that are written.
            guard let earliest = also.min() else { return nil }
            if series.rules.isEmpty { series.start = earliest }
        }
        // The start counts in any case; where no rule gives it, it is written once more for those who think otherwise.
        if series.rules.isEmpty { also.remove(series.start) }
        series.except += removedPlaces(from: min(series.start, also.min() ?? series.start))
        try addOverrides(to: &series, &also)
        series.also = also.sorted()
        series.except = Set(series.except).sorted()
        return series
    }

    private static let beginning = Date(timeIntervalSince1970: Double(WallTime.first.seconds - twoDays))
    private static let end = Date(timeIntervalSince1970: Double(WallTime.last.seconds + twoDays))

    // MARK: - Rules

    /// A rule as it is written, without its start.
    private struct Part {
        /// Which of the content's it is.
        var index: Int
        var rule: RecurrenceRule
        var oldStart: WallTime
        /// The second since 1970 that is its last.
        var until: Int64?
        /// What it would give around its end, and should not.
        var beyond: [WallTime] = []

        func starting(at time: WallTime) -> RecurrenceRule? {
            time < oldStart ? nil : rule.starting(at: time, insteadOf: oldStart)
        }
    }

    /// The rules that have anything from the start on; and the indices of those that cannot be written.
    private func rules(after start: WallTime) throws(RecurrenceError) -> (parts: [Part], open: Set<Int>) {
        switch content.schedule.repetition {
        case .once, .afterDone: return ([], [])
        case .elapsed(let seconds):
            let first = WallTime(clamping: zone.second(of: content.schedule.start))
            let until = content.endsBefore.map { place($0).seconds - 1 }
            guard until.map({ $0 >= start.seconds }) ?? true, let rule = Self.rule(every: seconds) else {
                return ([], [])
            }
            return ([Part(index: 0, rule: rule, oldStart: first, until: until)], [])
        case .rules(let rules):
            var parts: [Part] = []
            var open: Set<Int> = []
            for (index, rule) in rules.enumerated() {
                let end = try self.end(ofRule: index, rule)
                if let until = end?.second, until < second(of: start) - Self.twoDays { continue }
                guard let agreed = rule.ending(.never).agreed(from: content.schedule.start),
                    let found = try written(agreed, of: index, end: end)
                else {
                    open.insert(index)
                    continue
                }
                parts += found
            }
            return (parts, open)
        }
    }

    private static func rule(every seconds: Int) -> RecurrenceRule? {
        let (frequency, unit) =
            seconds % 86_400 == 0
            ? ("DAILY", 86_400)
            : seconds % 3600 == 0 ? ("HOURLY", 3600) : seconds % 60 == 0 ? ("MINUTELY", 60) : ("SECONDLY", 1)
        return try? RecurrenceRule("FREQ=\(frequency);INTERVAL=\(seconds / unit)")
    }

    /// The last local time that a rule may give in this part of its series, and the last second since 1970; `nil`: it has no end.
    private func end(
        ofRule index: Int, _ rule: RecurrenceRule
    ) throws(RecurrenceError) -> (local: WallTime, second: Int64)? {
        let end = recurrence.end(ofRule: index)
        let cut = content.endsBefore.map { WallTime(clamping: $0.local.seconds - 1) }
        let bounds = [rule.end == .never ? nil : end.local, cut].compactMap { $0 }
        guard let local = bounds.min() else { return end.second.map { (WallTime(clamping: $0), $0) } }
        return (local, min(end.second ?? .max, zone.second(of: local)))
    }

    /// The rules that are written for one, with the same end; `nil` if there is too much around it.
    ///
    /// UNTIL is an instant, and where clocks are changed instants are in another order than times on the wall: what a rule would give too much there
    /// is left out by name.
    private func written(
        _ rules: [RecurrenceRule], of index: Int, end: (local: WallTime, second: Int64)?
    ) throws(RecurrenceError) -> [Part]? {
        let start = content.schedule.start
        var parts: [Part] = []
        var given: [[WallTime]] = []
        for rule in rules {
            let set = RecurrenceSet(start: start, zone: zone.id, repetition: .rules([rule]))
            let recurrence: Recurrence
            do { recurrence = try Recurrence(set, zone: zone) } catch .neverMatches {
                // One rule made two, of which only the other has times.
                continue
            }
            parts.append(Part(index: index, rule: rule, oldStart: start))
            guard let end else { continue }
            let found = try recurrence.occurrences(
                from: end.local.adding(seconds: -Self.twoDays), to: end.local.adding(seconds: Self.twoDays),
                limit: Self.mostAtEnd
            ).map(\.local)
            guard found.count < Self.mostAtEnd else { return nil }
            given.append(found)
        }
        guard let end else { return parts }
        for (number, times) in given.enumerated() {
            var wanted: [WallTime] = []
            for time in times where try isOf(index, time) { wanted.append(time) }
            let until = max(end.second, wanted.map(second).max() ?? .min)
            parts[number].until = until
            let kept = Set(wanted)
            for time in times where second(of: time) <= until && !kept.contains(time) {
                // Another rule may give it all the same.
                if try raw.time(key(at: time)) == nil { parts[number].beyond.append(time) }
            }
        }
        return parts
    }

    /// Whether a time is one of this rule, in this part of the series.
    private func isOf(_ index: Int, _ time: WallTime) throws(RecurrenceError) -> Bool {
        guard case .rules(let rules) = content.schedule.repetition, try raw.time(key(at: time)) != nil else {
            return false
        }
        guard rules.count > 1 || !content.schedule.also.isEmpty else { return true }
        let set = RecurrenceSet(
            start: content.schedule.start, zone: zone.id, repetition: .rules([rules[index]]))
        return try Recurrence(set, zone: zone).occurrence(OccurrenceKey(time, zone: zone.id)) != nil
    }

    // MARK: - Single times

    /// The dates that are due besides the rules, and are not left out.
    private func dates() throws(RecurrenceError) -> Set<WallTime> {
        var found: Set<WallTime> = []
        for date in content.schedule.also {
            let place = isElapsed ? WallTime(clamping: zone.second(of: date)) : date
            if try base.time(key(at: place)) != nil { found.insert(place) }
        }
        return found
    }

    /// The times of some rules in the window, and when it ends.
    private func single(_ indices: Set<Int>) throws(RecurrenceError) -> (times: Set<WallTime>, end: Date) {
        guard case .rules(let rules) = content.schedule.repetition else { return ([], now) }
        var part = content
        part.schedule.repetition = .rules(indices.sorted().map { rules[$0] })
        part.schedule.also = []
        part.schedule.except = removed
        part.schedule.changes = []
        let plan = try RoutinePlan(part, zone: zone)
        let (year, month, _) = ZoneRules.utc.local(of: now).day.parts
        let first = CalendarDay(clamping: CalendarDay.number(year: year, month: month, day: 1))
        let start = ZoneRules.utc.instant(of: WallTime(startOf: first.adding(days: -31)))
        let next = try plan.times(from: start, until: Self.end, limit: 1).first.map {
            ZoneRules.utc.local(of: $0.at).day
        }
        let day = max(first, next ?? first).adding(days: 731)
        let end = ZoneRules.utc.instant(of: WallTime(startOf: day))
        let times = try plan.times(from: start, until: end, limit: CalendarSeries.mostSingle)
        let last = times.count < CalendarSeries.mostSingle ? nil : times.last?.at.addingTimeInterval(1)
        return (Set(times.map { place($0.key) }), last ?? end)
    }

    // MARK: - What differs

    /// What is left out though it would be due, from a time on. Programs tell times apart by their instants: where the clocks skip,
    /// another time may have the same, and that one must stay.
    private func removedPlaces(from start: WallTime) -> [WallTime] {
        removed.compactMap { key in
            guard key.zone == zone.id else { return nil }
            let place = place(key)
            return place >= start && isKnown(raw, place) && !hasTwin(place) ? place : nil
        }
    }

    private func addOverrides(
        to series: inout CalendarSeries, _ also: inout Set<WallTime>
    ) throws(RecurrenceError) {
        let moved = content.schedule.changes.filter { $0.to != nil }.map(\.of)
        var seen: Set<WallTime> = []
        for key in moved + content.edits.map(\.of) where key.zone == zone.id {
            let place = place(key)
            guard let time = try plan.time(key), seen.insert(place).inserted else { continue }
            let new = content.of(time.key)
            var override = CalendarSeries.Override(
                of: place, at: isElapsed ? WallTime(clamping: ZoneRules.second(of: time.at)) : time.local)
            if new.title != content.title { override.title = new.title }
            if new.details != content.details { override.details = new.details }
            guard override.at != place || override.title != nil || override.details != nil else { continue }
            if hasTwin(place) {
                also.insert(override.at)
            } else {
                series.overrides.append(override)
            }
        }
        series.overrides.sort { $0.of < $1.of }
    }

    private func isKnown(_ plan: RoutinePlan, _ place: WallTime) -> Bool {
        (try? plan.time(key(at: place))) != nil
    }

    /// Whether another time that is not left out has the same instant.
    private func hasTwin(_ place: WallTime) -> Bool {
        guard !isElapsed else { return false }
        let second = zone.second(of: place)
        let shown = zone.changes(from: second - Self.twoDays, until: second + 1).map {
            WallTime(clamping: second + Int64($0.before))
        }
        return (shown + [zone.local(ofSecond: second)]).contains {
            $0 != place && zone.second(of: $0) == second && isKnown(base, $0)
        }
    }
}
