public import FoundationEssentials

/// A routine's times, compiled once from its set, which can then be queried for any window of time.
///
/// A window's cost depends on its content, not on the routine's age. Every answer is bounded: a query that
/// would take too long ends with an error after a fixed number of steps.
///
/// Windows of instants are sorted by instant. Windows of local time are sorted by local time; around a gap the two orders
/// can differ, since 02:30, which is skipped and taken as 03:30, comes before 03:00 on the wall.
public struct Recurrence: Sendable, Hashable {
    public let set: RecurrenceSet
    public let zone: ZoneRules

    let source: Source
    /// RDATE, sorted, each once.
    let also: [WallTime]
    /// The ids that EXDATE or a change removes.
    let taken: Set<Int64>
    /// The occurrences moved by changes, sorted by instant.
    let moved: [Occurrence]

    enum Source: Hashable {
        case single(WallTime)
        case rules([CompiledRule])
        /// From an instant on, at a fixed interval in seconds.
        case elapsed(from: Int64, every: Int64)
    }

    /// How many dates, exceptions and changes, and how many rules, one routine may have.
    public static let mostDates = 10_000
    public static let mostRules = 20

    /// - Parameters:
    ///   - zone: The clocks of `set.zone`.
    ///   - lastDone: When the routine was last done; only `.afterDone` looks at it.
    public init(
        _ set: RecurrenceSet, zone: ZoneRules, lastDone: Date? = nil
    ) throws(RecurrenceError) {
        guard set.zone == zone.id else { throw .wrongZone(set: set.zone, given: zone.id) }
        guard max(set.also.count, set.except.count, set.changes.count) <= Self.mostDates else {
            throw .tooMuch(
                "A routine has at most \(Self.mostDates) dates of each kind: make a new routine of the rest.")
        }
        self.set = set
        self.zone = zone
        source = try Self.source(of: set, zone: zone, lastDone: lastDone)
        also = Set(set.also).sorted()

        let plain = Recurrence(plain: set, zone: zone, source: source, also: also)
        var taken = Set(set.except.compactMap(plain.id))
        var moved: [Occurrence] = []
        for change in set.changes {
            guard let id = plain.id(change.of), !taken.contains(id), let original = try plain.base(id) else {
                continue
            }
            taken.insert(id)
            if let to = change.to {
                moved.append(
                    Occurrence(
                        original: original.original, local: to, second: zone.second(of: to),
                        originalSecond: original.originalSecond))
            }
        }
        self.taken = taken
        self.moved = moved.sorted { ($0.second, $0.local) < ($1.second, $1.local) }
    }

    /// Without exceptions and changes.
    private init(plain set: RecurrenceSet, zone: ZoneRules, source: Source, also: [WallTime]) {
        self.set = set
        self.zone = zone
        self.source = source
        self.also = also
        taken = []
        moved = []
    }

    private static func source(
        of set: RecurrenceSet, zone: ZoneRules, lastDone: Date?
    ) throws(RecurrenceError) -> Source {
        switch set.repetition {
        case .once: return .single(set.start)
        case .rules(let rules):
            guard !rules.isEmpty else {
                throw .outOfRange("A routine that repeats by rules needs at least one.")
            }
            guard rules.count <= mostRules else {
                throw .tooMuch("A routine has at most \(mostRules) rules.")
            }
            var compiled: [CompiledRule] = []
            for rule in rules { compiled.append(try .compile(rule, start: set.start, zone: zone)) }
            return .rules(compiled)
        case .elapsed(let seconds):
            guard Repetition.elapsedRange.contains(seconds) else {
                throw .outOfRange("Every \(seconds) s: a routine repeats after a minute to ten years.")
            }
            return .elapsed(from: zone.second(of: set.start), every: Int64(seconds))
        case .afterDone(let days):
            guard Repetition.afterDoneRange.contains(days) else {
                throw .outOfRange("After \(days) days: a routine comes again after 1 to 3660 days.")
            }
            guard let lastDone else { return .single(set.start) }
            let day = zone.local(of: lastDone).day.adding(days: days)
            return .single(WallTime(clamping: Int64(day.number) * 86_400 + Int64(set.start.secondOfDay)))
        }
    }

    // MARK: - Identity

    /// What stays the same about an occurrence, whatever happens to it.
    public func key(of occurrence: Occurrence) -> OccurrenceKey {
        switch source {
        case .single, .rules: OccurrenceKey(occurrence.original, zone: zone.id)
        case .elapsed:
            OccurrenceKey(
                occurrence.original, offset: Int(occurrence.original.seconds - occurrence.originalSecond),
                zone: zone.id)
        }
    }

    /// The occurrence with this key, wherever it was moved to; `nil` if there is none, or none any more.
    public func occurrence(_ key: OccurrenceKey) throws(RecurrenceError) -> Occurrence? {
        guard let id = id(key) else { return nil }
        if taken.contains(id) { return moved.first { self.id($0) == id } }
        return try base(id)
    }

    /// A number for each occurrence: its original local second, or for elapsed time its original instant.
    func id(_ occurrence: Occurrence) -> Int64 {
        switch source {
        case .single, .rules: occurrence.original.seconds
        case .elapsed: occurrence.originalSecond
        }
    }

    /// `nil` if the key is of another zone.
    private func id(_ key: OccurrenceKey) -> Int64? {
        guard key.zone == zone.id else { return nil }
        switch source {
        case .single, .rules: return key.local.seconds
        case .elapsed:
            return key.offset.map { key.local.seconds - Int64($0) } ?? zone.second(of: key.local)
        }
    }

    /// The occurrence with this number as rules and dates have it.
    private func base(_ id: Int64) throws(RecurrenceError) -> Occurrence? {
        var budget = StepBudget()
        var found: [Occurrence]
        switch source {
        case .single, .rules:
            found = try baseLocal(from: id, to: id + 1, limit: 1, &budget)
        case .elapsed: found = try baseInstants(from: id, to: id + 1, limit: 1, &budget)
        }
        return found.popLast()
    }
}
