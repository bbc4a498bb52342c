import Foundation
import Recurrence

/// One due time, as it was planned for a while.
final class PlannedOccurrence {
    /// The routine's id and people then.
    let part: UUID
    let people: [String]
    let day: Int
    let key: OccurrenceKey
    /// When it is due, seconds since 1970.
    let second: Int64
    /// Since when it is planned so: what would have come before that does not come.
    let from: Int64
    let routine: PlannedRoutine
    /// From when on it is not planned so any more; what had become due by then stays.
    private(set) var until = Int64.max
    /// While it was done or skipped.
    private var closed: [(from: Int64, until: Int64)] = []
    var lastEntry: UUID?
    /// What was done of it, where it is a chore.
    let work: ChoreWork?

    /// - Parameter old: As what it was planned before.
    init(
        _ routine: PlannedRoutine, day: Int, second: Int64, from: Int64,
        movedFrom old: PlannedOccurrence? = nil
    ) {
        self.routine = routine
        part = routine.part
        people = routine.people
        self.day = day
        self.second = second
        self.from = from
        work = old?.work ?? routine.chore.map(ChoreWork.init)
        self.key =
            old?.key ?? OccurrenceKey(Berlin.wall(day: day, minute: routine.minute), zone: Berlin.id)
    }

    var missed: Int64 { second + Int64(PlannedRoutine.graceMinutes) * 60 }

    /// What may be told anew is not: which of the two comes again could not be told.
    var mayBePutOff: Bool { routine.chore.map { !$0.isClaimed && $0.untilDone.isEmpty } ?? true }

    func leave(at now: Int64) { until = min(until, now) }

    /// Not planned so any more, and never became due.
    func isGone(at now: Int64) -> Bool { until <= now && second > until }

    func close(at now: Int64) { closed.append((now, .max)) }

    func open(at now: Int64) { if let last = closed.indices.last { closed[last].until = now } }

    func isClosed(at now: Int64) -> Bool { closed.contains { $0.from < now && now < $0.until } }

    var isClosedNow: Bool { closed.last.map { $0.until == .max } ?? false }

    /// Whether it was open all the time from one moment through another.
    func wasOpen(from start: Int64, through end: Int64) -> Bool {
        !closed.contains { $0.from <= end && start <= $0.until }
    }

    /// Whether a moment of it came while it was planned so, and what followed by `end` found it so.
    func wasPlanned(_ moment: Int64, through end: Int64) -> Bool {
        moment > from && second > from && (second <= until || end < until)
    }
}
