import FoundationEssentials
public import Recurrence

/// Which of a schedule's occurrences belong to one part of a series; see `RoutineContent.beginsWith`.
///
/// Where an occurrence was moved to does not matter: it belongs where the rule had put it. Before and after are told by the
/// wall's clock, for what repeats as elapsed time by instants, so that both parts together are always the whole.
struct RoutineSpan: Sendable {
    /// From here on, and until before there: local seconds, or for elapsed time seconds since 1970.
    let first: Int64?
    let end: Int64?
    private let isElapsed: Bool
    /// No occurrence of this part that was not moved is due before or from these seconds since 1970 on.
    let earliest: Int64
    let latest: Int64

    init(_ content: RoutineContent, zone: ZoneRules) {
        let schedule = content.schedule
        isElapsed = schedule.isElapsed
        // Around a change of the clocks the order on the wall and that of instants differ, by less than two days.
        func instant(_ key: OccurrenceKey, slack: Int64) -> Int64 {
            let place = Self.place(key, schedule, zone)
            guard !schedule.isElapsed else { return place }
            let second = zone.second(of: key.local)
            let change = zone.nextChange(after: Date(timeIntervalSince1970: Double(second - abs(slack))))
            let isNear = change.map { ZoneRules.second(of: $0) < second + abs(slack) } ?? false
            return second + (isNear ? slack : 0)
        }
        first = content.beginsWith.map { Self.place($0, schedule, zone) }
        end = content.endsBefore.map { Self.place($0, schedule, zone) }
        earliest = content.beginsWith.map { instant($0, slack: -2 * 86_400) } ?? .min
        latest = content.endsBefore.map { instant($0, slack: 2 * 86_400) } ?? .max
    }

    /// Where a key stands among those of a schedule: local seconds, or for elapsed time seconds since 1970.
    static func place(_ key: OccurrenceKey, _ schedule: RecurrenceSet, _ zone: ZoneRules) -> Int64 {
        guard schedule.isElapsed else { return key.local.seconds }
        return key.offset.map { key.local.seconds - Int64($0) } ?? zone.second(of: key.local)
    }

    var isBounded: Bool { first != nil || end != nil }

    func contains(_ occurrence: Occurrence) -> Bool {
        let place = isElapsed ? occurrence.originalSecond : occurrence.original.seconds
        return first.map { $0 <= place } ?? true && end.map { place < $0 } ?? true
    }
}

extension RecurrenceSet {
    /// Whether it repeats as elapsed time, so that instants tell its occurrences apart.
    public var isElapsed: Bool {
        switch repetition {
        case .elapsed: true
        case .once, .rules, .afterDone: false
        }
    }
}
