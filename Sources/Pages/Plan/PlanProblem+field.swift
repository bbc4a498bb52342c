import PlanSentences

extension PlanProblem {
    /// The field of the form that mends it; `nil` where it is none of them alone.
    var field: String? {
        switch self {
        case .impossibleTime, .otherHalf, .timesDiffer, .tooManyTimes: "time"
        case .impossibleDate, .impossibleMonth, .impossibleDayOfMonth, .otherWeekday, .past, .endsBeforeStart:
            "date"
        case .contradictory, .daysNotSaid, .nothingToLeaveOut, .countNeedsOneMinute, .noEndPossible,
            .neverHappens:
            "repeat"
        case .reminderOutOfRange, .tooManyReminders, .reminderNotBefore: "before"
        case .durationOutOfRange: "details"
        case .severalClients: "client"
        case .unclearPerson: "person"
        case .severalPlans, .together, .saidTwice: nil
        }
    }
}
