public import FoundationEssentials
public import Recurrence

/// When a routine is due and what has to happen around it, worked out once and then asked for any window.
///
/// A window costs what it holds, not how old the routine is. Minutes before and after are elapsed time: ten minutes before
/// 03:00 on the night on which the clocks go forward is 01:50 on the wall.
public struct RoutinePlan: Sendable {
    let recurrence: Recurrence
    let graceSeconds: Int64
    let reminders: ReminderPlan
    let span: RoutineSpan
    /// Moved occurrences of this part, by instant; only needed where the part has an end or a beginning of its own.
    let moved: [Occurrence]

    /// As many times or moments as one question gives where no other limit is wanted.
    public static let usualLimit = 10_000

    /// - Parameters:
    ///   - zone: The clocks of `content.schedule.zone`.
    ///   - lastDone: For what comes again "n days after": when the last occurrence was done **or skipped** (what is skipped
    ///     must not end the routine); `nil` if none was.
    ///   - key: Which occurrence that was. The next is always after it, also if it was done ahead of its day.
    public init(
        _ content: RoutineContent, zone: ZoneRules, lastDone: Date? = nil, of key: OccurrenceKey? = nil
    ) throws(RecurrenceError) {
        recurrence = try Recurrence(
            content.schedule, zone: zone,
            lastDone: Self.anchor(lastDone, of: key, content, zone: zone))
        graceSeconds = Int64(content.graceMinutes) * 60
        reminders = content.reminders
        span = RoutineSpan(content, zone: zone)
        var moved: [Occurrence] = []
        if span.isBounded {
            for change in content.schedule.changes where change.to != nil {
                if let occurrence = try recurrence.occurrence(change.of), span.contains(occurrence) {
                    moved.append(occurrence)
                }
            }
        }
        self.moved = moved.sorted { $0.second < $1.second }
    }

    /// From when "n days after" is counted: from the day of doing, but so that what comes next is after what was done, not
    /// before the start, and in this part of the series.
    private static func anchor(
        _ lastDone: Date?, of key: OccurrenceKey?, _ content: RoutineContent, zone: ZoneRules
    ) -> Date? {
        let start = content.schedule.start
        guard case .afterDone(let days) = content.schedule.repetition else { return nil }
        // A number that is none is refused by `Recurrence`.
        guard Repetition.afterDoneRange.contains(days) else { return lastDone }
        var next = max(start.day, lastDone.map { zone.local(of: $0).day.adding(days: days) } ?? start.day)
        if lastDone != nil, let key { next = max(next, key.local.day.adding(days: 1)) }
        if let first = content.beginsWith?.local {
            next = max(next, start.secondOfDay < first.secondOfDay ? first.day.adding(days: 1) : first.day)
        }
        guard lastDone != nil || next != start.day else { return nil }
        return zone.instant(of: WallTime(clamping: Int64(next.number - days) * 86_400 + 43_200))
    }

    // MARK: - Times

    /// What is due from an instant until before another, by instant; the first so many.
    public func times(
        from start: Date, until end: Date, limit: Int = usualLimit
    ) throws(RecurrenceError) -> [PlannedTime] {
        try occurrences(
            from: Recurrence.roundedUp(start), to: Recurrence.roundedUp(end), limit: limit
        ).map(planned)
    }

    /// One due time, wherever it was moved to; `nil` if there is none, or none any more.
    public func time(_ key: OccurrenceKey) throws(RecurrenceError) -> PlannedTime? {
        guard let occurrence = try recurrence.occurrence(key), span.contains(occurrence) else { return nil }
        return planned(occurrence)
    }

    private func planned(_ occurrence: Occurrence) -> PlannedTime {
        PlannedTime(
            key: recurrence.key(of: occurrence), local: occurrence.local, at: occurrence.instant,
            missedAt: Date(timeIntervalSince1970: Double(occurrence.second + graceSeconds)))
    }

    // MARK: - Moments

    private struct Offset {
        var seconds: Int64
        var what: RoutineMoment.What
        var isTold: Bool
    }

    /// What happens how long after the due time, in the order in which it does.
    private var offsets: [Offset] {
        Set(reminders.minutesBefore).sorted(by: >).map {
            Offset(seconds: Int64(-60 * $0), what: .before(minutes: $0), isTold: true)
        } + [
            Offset(seconds: 0, what: .due, isTold: reminders.tellsDue),
            Offset(seconds: graceSeconds, what: .missed, isTold: reminders.tellsMissed),
        ]
    }

    /// What happens after an instant until another one, that one too, in order; the first so many.
    public func moments(
        after start: Date, through end: Date, limit: Int = usualLimit
    ) throws(RecurrenceError) -> [RoutineMoment] {
        let first = ZoneRules.second(of: start) + 1
        let last = ZoneRules.second(of: end)
        var moments: [RoutineMoment] = []
        // Each kind gives its own first ones, so that the first of all are among them.
        for offset in offsets {
            moments += try occurrences(
                from: first - offset.seconds, to: last + 1 - offset.seconds, limit: limit
            ).map {
                RoutineMoment(
                    at: Date(timeIntervalSince1970: Double($0.second + offset.seconds)), what: offset.what,
                    time: planned($0), isTold: offset.isTold)
            }
        }
        return Array(moments.sorted { ($0.at, $0.time.at) < ($1.at, $1.time.at) }.prefix(max(0, limit)))
    }

    /// When the next moment is; `nil`: never again.
    public func nextMoment(after date: Date) throws(RecurrenceError) -> Date? {
        let second = ZoneRules.second(of: date)
        var next: Int64?
        for offset in offsets {
            guard let found = try occurrence(after: second - offset.seconds) else { continue }
            next = min(next ?? .max, found.second + offset.seconds)
        }
        return next.map { Date(timeIntervalSince1970: Double($0)) }
    }
}
