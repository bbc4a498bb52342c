public import FoundationEssentials

extension Recurrence {
    /// Where no other limit is wanted.
    public static let usualLimit = 10_000

    /// What is due from an instant until before another, by instant; the first so many.
    public func occurrences(
        from start: Date, to end: Date, limit: Int = usualLimit
    ) throws(RecurrenceError) -> [Occurrence] {
        var budget = StepBudget()
        return try occurrences(
            fromSecond: Self.roundedUp(start), to: Self.roundedUp(end), limit: limit, &budget)
    }

    /// What is due from a local time until before another, by local time; the first so many.
    public func occurrences(
        from start: WallTime, to end: WallTime, limit: Int = usualLimit
    ) throws(RecurrenceError) -> [Occurrence] {
        var budget = StepBudget()
        let found = try baseLocal(
            from: start.seconds, to: end.seconds, limit: limit.saturating(plus: taken.count), &budget)
        return Self.first(
            limit, of: adjusted(found) { start <= $0.local && $0.local < end }
        ) { $0.local < $1.local }
    }

    /// The first that is due after an instant.
    public func next(after date: Date) throws(RecurrenceError) -> Occurrence? {
        var budget = StepBudget()
        let second = ZoneRules.second(of: date)
        return try occurrences(fromSecond: second + 1, to: Self.endOfInstants, limit: 1, &budget).first
    }

    /// The last that is due before an instant.
    public func previous(before date: Date) throws(RecurrenceError) -> Occurrence? {
        var budget = StepBudget()
        let end = Self.roundedUp(date)
        let floor = earliestSecond
        // Windows that double until one has something in it, then halves of it.
        var width: Int64 = 86_400
        var low = end
        var found: [Occurrence] = []
        while found.isEmpty {
            guard low > floor else { return nil }
            low = max(floor, end - width)
            width *= 2
            found = try occurrences(fromSecond: low, to: end, limit: 64, &budget)
        }
        var high = end
        while found.count == 64, let first = found.first, let last = found.last, first.second < last.second {
            let middle = max(last.second, (low + high) / 2)
            let upper = try occurrences(fromSecond: middle, to: high, limit: 64, &budget)
            if upper.isEmpty {
                high = middle
                found = try occurrences(fromSecond: low, to: high, limit: 64, &budget)
            } else {
                low = middle
                found = upper
            }
        }
        return found.last
    }

    // MARK: - Windows with exceptions and changes

    static let endOfInstants = WallTime.lastSecond + 2 * 86_400

    /// The first whole second since 1970 that is not before an instant.
    public static func roundedUp(_ date: Date) -> Int64 {
        let second = ZoneRules.second(of: date)
        return date.timeIntervalSince1970 > Double(second) ? second + 1 : second
    }

    /// Nothing is due before this instant.
    private var earliestSecond: Int64 {
        let start =
            switch source {
            case .single(let time): time.seconds
            case .rules: set.start.seconds
            case .elapsed(let second, _): second
            }
        let first = min(start, also.first?.seconds ?? .max, moved.first?.second ?? .max)
        return first - 2 * 86_400
    }

    private func occurrences(
        fromSecond start: Int64, to end: Int64, limit: Int, _ budget: inout StepBudget
    ) throws(RecurrenceError) -> [Occurrence] {
        let found = try baseInstants(
            from: max(start, earliestSecond), to: min(end, Self.endOfInstants),
            limit: limit.saturating(plus: taken.count), &budget)
        return Self.first(limit, of: adjusted(found) { start <= $0.second && $0.second < end }) {
            ($0.second, $0.local) < ($1.second, $1.local)
        }
    }

    /// Without removed occurrences; those moved into the window come last, with whether there are any.
    private func adjusted(
        _ found: [Occurrence], isInside: (Occurrence) -> Bool
    ) -> (all: [Occurrence], isSorted: Bool) {
        guard !taken.isEmpty else { return (found, true) }
        let arrived = moved.filter(isInside)
        return (found.filter { !taken.contains(id($0)) } + arrived, arrived.isEmpty)
    }

    private static func first(
        _ limit: Int, of found: (all: [Occurrence], isSorted: Bool),
        by isBefore: (Occurrence, Occurrence) -> Bool
    ) -> [Occurrence] {
        let sorted = found.isSorted ? found.all : found.all.sorted(by: isBefore)
        return sorted.count > limit ? Array(sorted.prefix(max(0, limit))) : sorted
    }
}

extension Int {
    func saturating(plus other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
