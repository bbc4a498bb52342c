extension PlanClause {
    /// Whether it says a time of day.
    var saysTime: Bool {
        switch self {
        case .times, .span, .remindAt: true
        default: false
        }
    }

    /// "mornings": a part of the day that says "every" as well.
    var isDailyHabit: Bool { if case .part(_, let isHabit) = self { isHabit } else { false } }

    /// Whether it says on which days.
    var saysDays: Bool {
        switch self {
        case .every, .habit, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .days: true
        case .intro, .weeksNotOfMonth, .times, .span, .part, .afterDone, .inTime, .except, .from, .until,
            .count, .lasting,
            .duration, .points, .remindBefore, .remindAt, .remindWhenDue, .noReminder, .people, .subjects,
            .inTurn, .claimed, .eachOf, .moment:
            false
        }
    }

    /// Whether it names somebody who may do it.
    var namesDoer: Bool {
        switch self {
        case .people(_, let wanted): wanted != .client
        case .subjects: true
        default: false
        }
    }

    var saysWhen: Bool {
        switch self {
        case .every, .habit, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .days, .times, .span, .part,
            .afterDone, .inTime, .moment:
            true
        case .intro, .weeksNotOfMonth, .except, .from, .until, .count, .lasting, .duration, .points,
            .remindBefore,
            .remindAt,
            .remindWhenDue, .noReminder, .people, .subjects, .inTurn, .claimed, .eachOf:
            false
        }
    }

    /// What cannot be said of something that goes by elapsed time. "every day every 8 hours" only says it twice.
    var excludesElapsed: Bool {
        switch self {
        case .habit, .weekdaysOfMonth, .monthDays, .yearly, .timesPer, .except, .inTime: true
        case .every(let number, let unit): !(number == 1 && unit == .day)
        case .intro, .weeksNotOfMonth, .times, .span, .part, .days, .afterDone, .from, .until, .count,
            .lasting, .duration, .points,
            .remindBefore, .remindAt, .remindWhenDue, .noReminder, .people, .subjects, .inTurn, .claimed,
            .eachOf, .moment:
            false
        }
    }
}
