import Care
import FoundationEssentials
import Recurrence

/// The times of one routine as iCalendar has them (RFC 5545): a first time, rules, what there is besides and what is left out.
///
/// Programs take the first time as one in any case, ours only if a rule gives it. So the first that happens is written as the start, and a rule says itself
/// what it had from its old start. COUNT becomes UNTIL, because what is before the start is no longer counted. What repeats as elapsed time is written in
/// UTC, where no clocks are changed; so are its exceptions.
///
/// Rules that programs read differently are written as rules that they agree on (`RecurrenceRule.agreed`). There are none for BYSETPOS
/// together with BYMONTH in weeks, or with BYDAY that has numbers in part; and the interval of a second rule may not meet any of the first
/// times. Single times are written then: from a month before the current month until two years after it, or after the first of them
/// where that is later, and at most 500. `until` says up to when. What is left of a routine after that is written as time goes on.
struct CalendarSeries {
    /// In whose local times all that follows is; `nil`: UTC.
    var zone: ZoneRules?
    var start: WallTime
    var rules: [RecurrenceRule] = []
    var also: [WallTime] = []
    var except: [WallTime] = []
    var overrides: [Override] = []
    /// After this nothing is written of it, though it goes on.
    var until: Date?

    /// A time that is not as the others are.
    struct Override {
        var of: WallTime
        var at: WallTime
        var title: String?
        var details: String?
    }

    /// As many single times are written where no rule can be.
    static let mostSingle = 500

    init(zone: ZoneRules?, start: WallTime) {
        self.zone = zone
        self.start = start
    }

    /// - Parameters:
    ///   - skipped: The occurrences that somebody skipped.
    ///   - lastDone: As for `RoutinePlan`.
    ///   - now: Only where single times are written; its month counts.
    /// - Returns: `nil` if it never happens, or if its times cannot be worked out.
    static func of(
        _ content: RoutineContent, skipped: [OccurrenceKey], lastDone: Date?, of key: OccurrenceKey?,
        zone: ZoneRules, now: Date
    ) -> CalendarSeries? {
        do {
            let maker = try CalendarSeriesMaker(
                content, skipped: skipped, lastDone: lastDone, of: key, zone: zone, now: now)
            return try maker.series()
        } catch {
            return nil
        }
    }
}
