/// What one plan of a sentence need not say again where another one has said it.
extension PlanClause {
    /// What a phrase says that can be said once for several plans.
    enum Shared: Hashable {
        case time, cycle, points, start, end, duration, reminders
    }

    /// `nil` for what belongs to one plan alone.
    var shared: Shared? {
        switch self {
        case .times, .span, .part, .moment: .time
        // "every week", where the days are said with each.
        case .every(_, let unit): unit == .week || unit == .month || unit == .year ? .cycle : nil
        case .points: .points
        case .from: .start
        case .until, .count, .lasting: .end
        case .duration: .duration
        case .remindBefore, .remindAt, .remindWhenDue, .noReminder: .reminders
        case .intro, .habit, .weeksNotOfMonth, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .days,
            .afterDone, .inTime, .except, .people, .subjects, .inTurn, .claimed, .eachOf:
            nil
        }
    }

    /// What the others need not say again.
    var kinds: [Shared] {
        switch self {
        case .every, .habit, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .afterDone: [.cycle]
        case .inTime: [.time]
        case .intro, .weeksNotOfMonth, .times, .span, .part, .days, .except, .from, .until, .count, .lasting,
            .duration, .points, .remindBefore, .remindAt, .remindWhenDue, .noReminder, .people, .subjects,
            .inTurn, .claimed, .eachOf, .moment:
            shared.map { [$0] } ?? []
        }
    }

    var isTimeOfDay: Bool { shared == .time }

    /// Whether it says when in days, so that no others are meant.
    var saysOwnDays: Bool { saysDays || isDailyHabit || kinds.contains(.cycle) || isInTime }

    private var isInTime: Bool { if case .inTime = self { true } else { false } }

    /// "until Friday", "except Mondays": it goes with days.
    var framesDays: Bool {
        if case .except = self { return true }
        return shared == .start || shared == .end
    }
}
