import FoundationEssentials
import Recurrence

extension RoutinePlan {
    /// What of this part is due from one second since 1970 until before another.
    func occurrences(
        from start: Int64, to end: Int64, limit: Int
    ) throws(RecurrenceError) -> [Occurrence] {
        guard start < end, limit > 0 else { return [] }
        guard span.isBounded else { return try all(from: start, to: end, limit: limit) }
        let arrived = moved.filter { start <= $0.second && $0.second < end }
        let first = max(start, span.earliest)
        let last = min(end, span.latest)
        var found: [Occurrence] = []
        // Only around the ends of the part there is anything that does not belong to it: seldom more than one round.
        var asked = max(limit, 16)
        while first < last {
            let all = try all(from: first, to: last, limit: asked)
            found = all.filter { !$0.isMoved && span.contains($0) }
            guard all.count >= asked, found.count < limit else { break }
            asked = asked > .max / 2 ? .max : asked * 2
        }
        return Array((found + arrived).sorted { ($0.second, $0.local) < ($1.second, $1.local) }.prefix(limit))
    }

    /// The first of this part that is due after a second since 1970.
    func occurrence(after second: Int64) throws(RecurrenceError) -> Occurrence? {
        guard span.isBounded else {
            return try recurrence.next(after: Date(timeIntervalSince1970: Double(second)))
        }
        return try occurrences(from: second + 1, to: Self.endOfTimes, limit: 1).first
    }

    /// Whether anything of this part comes before a position, in the sense of `RoutineSpan.place`; overrides
    /// apart.
    ///
    /// - Parameters:
    ///   - start: Not before there; `nil`: from its beginning on.
    ///   - end: `nil`: anywhere.
    func hasAny(from start: Int64? = nil, before end: Int64?) throws(RecurrenceError) -> Bool {
        let start = max(start ?? .min, span.first ?? .min)
        let end = min(end ?? .max, span.end ?? .max)
        guard start < end else { return false }
        if recurrence.set.isElapsed {
            return try !all(from: start, to: min(end, Self.endOfTimes), limit: 1).isEmpty
        }
        let last = WallTime(clamping: end)
        return try !recurrence.occurrences(from: WallTime(clamping: start), to: last, limit: 1).isEmpty
    }

    private func all(from start: Int64, to end: Int64, limit: Int) throws(RecurrenceError) -> [Occurrence] {
        try recurrence.occurrences(
            from: Date(timeIntervalSince1970: Double(start)), to: Date(timeIntervalSince1970: Double(end)),
            limit: limit)
    }

    /// Behind the last day of the calendar.
    private static let endOfTimes = WallTime.last.seconds + 2 * 86_400
}
