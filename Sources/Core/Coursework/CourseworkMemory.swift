public import FoundationEssentials

/// What is kept of tasks that were goals once, so that none becomes one a second time, and for how long. Decision 0480.
///
/// | a task | while it is found | a year after it was found last | of more than 2000 settled ones |
/// |---|---|---|---|
/// | goal open | its whole row | its whole row | its whole row |
/// | settled | its whole row | that it was a goal, without its words | those found longest ago are forgotten |
/// | withdrawn | its whole row | nothing: if it comes again, it becomes a goal again anyway | – |
public enum CourseworkMemory {
    /// Days after which a task that is not found any more is past, longer than a school year.
    public static let daysOfWords = 400
    /// The most settled tasks of a client and platform: those of some ten school years.
    public static let mostSettled = 2000
    /// Days after which it is written anew when a task was found: not with each reading.
    static let daysBetweenNotes = 30
    /// 2025-01-01.
    private static let earliest = Date(timeIntervalSince1970: 1_735_689_600)

    /// What is to be written, and what is to be deleted.
    public struct Changes: Sendable, Equatable {
        /// In the order of their ids.
        public var noted: [KnownTask] = []
        /// The ids of tasks, in their order.
        public var forgotten: [String] = []

        public init() {}
    }

    /// - Parameters:
    ///   - known: The tasks of a client and platform, by their ids.
    ///   - found: The ids of the tasks that were found now.
    public static func changes(
        of known: [String: KnownTask], found: Set<String>, now: Date
    ) -> Changes {
        var changes = Changes()
        // A clock that stands before this program was written says nothing of how long something is.
        guard now >= earliest else { return changes }
        var settled: [(id: String, seenAt: Date)] = []
        for (id, before) in known.sorted(by: { $0.key < $1.key }) {
            var one = before
            let age = one.seenAt.map { now.timeIntervalSince($0) } ?? .infinity
            // What was found by a clock that was ahead, or before anybody noted when, was found now.
            if age < 0 || one.seenAt == nil || found.contains(id) && age >= days(daysBetweenNotes) {
                one.seenAt = now
            } else if age >= days(daysOfWords), !found.contains(id) {
                switch one.state {
                case .open: break
                case .withdrawn:
                    changes.forgotten.append(id)
                    continue
                case .settled: one = one.withoutWords
                }
            }
            if one.state == .settled { settled.append((id, one.seenAt ?? now)) }
            if one != before { changes.noted.append(one) }
        }
        let tooMany = settled.filter { !found.contains($0.id) }
            .sorted { ($0.seenAt, $0.id) < ($1.seenAt, $1.id) }
            .prefix(max(0, settled.count - mostSettled)).map(\.id)
        guard !tooMany.isEmpty else { return changes }
        changes.noted.removeAll { tooMany.contains($0.task.id) }
        changes.forgotten = (changes.forgotten + tooMany).sorted()
        return changes
    }

    private static func days(_ count: Int) -> TimeInterval { Double(count) * CourseLimits.day }
}

extension KnownTask {
    /// That it was a goal, and nothing of what it was called.
    fileprivate var withoutWords: KnownTask {
        var one = self
        (one.task.title, one.task.course) = ("", nil)
        (one.goal, one.seen, one.writer, one.writtenEnd) = (nil, [:], nil, nil)
        return one
    }
}
