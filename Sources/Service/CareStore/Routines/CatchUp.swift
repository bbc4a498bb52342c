import Care
import Foundation
import GRDB
import Logging
import Recurrence

/// How much of a routine is caught up on after a gap: the service or the machine was off, or the clock was
/// set forward.
///
/// A reminder of three weeks ago helps nobody, and after a wrong clock there could be ten years of them.
/// Decision 0107.
enum CatchUp {
    /// Due times longer ago than this are left out: seven days.
    static let longest: TimeInterval = 7 * 86_400
    /// How many due times of one routine are taken at most; the newest ones.
    static let most = 100
    /// Within this period a routine cannot have more due times than that, because once a minute is the most.
    static let short: TimeInterval = 3600

    /// From when on a routine is caught up on: after it lie the newest `most` times of the last `longest`;
    /// or, if nothing was due in those, the last time before.
    static func start(of plan: RoutinePlan, after takenTo: Date, now: Date) throws(RecurrenceError) -> Date {
        var backwards = Backwards(plan: plan, end: now + 1)
        let horizon = max(takenTo, now - longest)
        var found = 0
        while let times = try backwards.next(after: horizon) {
            found += times.count
            if found >= most { return times[found - most].at - 0.001 }
        }
        guard found == 0, horizon > takenTo else { return horizon }
        do throws(RecurrenceError) {
            while let times = try backwards.next(after: takenTo) {
                if let last = times.last { return last.at - 0.001 }
            }
        } catch {
            // Too many years to search at once for a rule of minutes: older times are left out, too.
        }
        return horizon
    }

    /// A plan's times, window by window into the past. Each window is as long as all the others before it
    /// together, so the total cost stays close to that of the last one.
    private struct Backwards {
        let plan: RoutinePlan
        var end: Date
        var length: TimeInterval = CatchUp.short
        /// If a window holds more, it is halved.
        private static let mostInOne = 1000

        init(plan: RoutinePlan, end: Date) {
            self.plan = plan
            self.end = end
        }

        /// The times of the next window, in order; `nil` if it would begin before a moment that was taken.
        mutating func next(after start: Date) throws(RecurrenceError) -> [PlannedTime]? {
            while end > start + 0.001 {
                let begin = max(start + 0.001, end - length)
                let times = try plan.times(from: begin, until: end, limit: Self.mostInOne)
                guard times.count < Self.mostInOne || length <= CatchUp.short else {
                    length /= 2
                    continue
                }
                end = begin
                length *= 2
                return times
            }
            return nil
        }
    }
}

extension RoutineKeeper {
    /// Skips what is too old to be caught up on.
    func leaveOut(of row: inout RoutineRow, _ plan: RoutinePlan) throws {
        guard let next = row.nextAt, now.timeIntervalSince(next) > CatchUp.short else { return }
        let start = try CatchUp.start(of: plan, after: row.takenTo, now: now)
        guard start > row.takenTo else { return }
        row.takenTo = start
        guard next < start else { return }
        logger.notice(
            "a routine has missed too many due times, or too old ones, to catch up on all",
            metadata: [
                "routine": "\(row.routine.id)", "title": "\(row.routine.content.title)",
                "left out": "from \(next.formatted(.iso8601)) until \(start.formatted(.iso8601))",
            ])
    }
}
