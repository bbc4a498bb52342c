import Care
import Duties
import Foundation
import Recurrence
import Synchronization

/// The gaps of the days around now, worked out once in an hour, and again when a duty, a person, a place or the rules of a time zone have
/// changed. Pages and phones ask for them with each look.
final class DutyGaps: Sendable {
    /// What is worked out at a time: from a multiple of it on. Seconds.
    static let step: TimeInterval = 3600

    private struct Known {
        var roster: DutyRoster
        /// When what is known begins and ends.
        var from: Date
        var until: Date
        var gaps: [DutyGap]
    }

    private let known = Mutex<Known?>(nil)
    private let workOut: @Sendable (DutyRoster, Date, Date) -> [DutyGap]

    init(
        _ workOut: @escaping @Sendable (DutyRoster, Date, Date) -> [DutyGap] = {
            $0.gaps(from: $1, until: $2)
        }
    ) {
        self.workOut = workOut
    }

    /// What `roster.gaps(from: now - behind, until: now + ahead)` gives.
    ///
    /// - Parameters:
    ///   - behind: Seconds; the same in each question.
    ///   - ahead: Seconds; the same in each question.
    func around(_ now: Date, behind: TimeInterval, ahead: TimeInterval, of roster: DutyRoster) -> [DutyGap] {
        let (from, until) = (now.addingTimeInterval(-behind), now.addingTimeInterval(ahead))
        let found = known.withLock { known in
            known.flatMap { $0.from <= from && until <= $0.until && $0.roster.isSame(as: roster) ? $0 : nil }
        }
        if let found { return Self.clipped(found.gaps, from: from, until: until) }
        let start = (from.timeIntervalSinceReferenceDate / Self.step).rounded(.down) * Self.step
        let first = Date(timeIntervalSinceReferenceDate: start)
        let last = first.addingTimeInterval(behind + ahead + Self.step)
        let new = Known(roster: roster, from: first, until: last, gaps: workOut(roster, first, last))
        known.withLock { $0 = new }
        return Self.clipped(new.gaps, from: from, until: until)
    }

    /// Those that lie at least partly between two moments. What goes on beyond one of these has no beginning, or no end.
    private static func clipped(_ gaps: [DutyGap], from: Date, until: Date) -> [DutyGap] {
        gaps.compactMap { gap in
            guard gap.until.map({ from < $0 }) ?? true, gap.from.map({ $0 < until }) ?? true else {
                return nil
            }
            return DutyGap(
                zone: gap.zone, from: gap.from.flatMap { $0 > from ? $0 : nil },
                until: gap.until.flatMap { $0 < until ? $0 : nil })
        }.sorted {
            ($0.from ?? from, $0.until ?? until, $0.zone) < ($1.from ?? from, $1.until ?? until, $1.zone)
        }
    }
}

extension DutyRoster {
    /// Whether the same people have the same duties, by the same clocks.
    fileprivate func isSame(as other: DutyRoster) -> Bool {
        places == other.places && people == other.people && plans.count == other.plans.count
            && zip(plans, other.plans).allSatisfy { $0.duty == $1.duty && $0.zone == $1.zone }
    }
}
