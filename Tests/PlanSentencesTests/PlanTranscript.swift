import PlanSentences
import Recurrence

/// What was understood of a sentence as lines, for tables of sentences.
enum PlanTranscript {
    static func of(_ sentence: PlanSentence) -> String {
        var lines = [sentence.title.map { "title \($0)" } ?? "no title"]
        if let schedule = sentence.schedule {
            lines.append("from \(schedule.start.day) \(schedule.start.hourAndMinute)")
            switch schedule.repetition {
            case .once: lines.append("once")
            case .rules(let rules): lines += rules.map(\.description)
            case .elapsed(let seconds): lines.append("every \(seconds / 60) min")
            case .afterDone(let days): lines.append("\(days) days after done")
            }
            lines += schedule.also.map { "also \($0.day) \($0.hourAndMinute)" }
            lines += schedule.except.map { "not \($0.local.day) \($0.local.hourAndMinute)" }
            if !sentence.times.isEmpty { lines.append("at " + list(sentence.times)) }
        } else {
            lines.append("never")
        }
        if let minutes = sentence.durationMinutes { lines.append("takes \(minutes)") }
        if let note = sentence.note { lines.append("note " + note.replacing("\n", with: " | ")) }
        if let points = sentence.points { lines.append("worth \(points)") }
        if !sentence.minutesBefore.isEmpty { lines.append("reminds " + list(sentence.minutesBefore)) }
        if sentence.isWithoutReminders { lines.append("reminds nobody") }
        if let client = sentence.client { lines.append("for \(client)") }
        if !sentence.assignees.isEmpty { lines.append("by " + list(sentence.assignees)) }
        if sentence.isInTurn { lines.append("in turn") }
        if sentence.isOfEach { lines.append("each of them") }
        if sentence.isClaimed { lines.append("whoever takes it") }
        lines += sentence.assumptions.map { "? " + of($0.kind) + words($0.range, sentence) }
        lines += sentence.problems.map { "! " + of($0.kind) + words($0.range, sentence) }
        lines += sentence.notUnderstood.map { "unknown: \(sentence.words($0))" }
        return lines.joined(separator: "\n")
    }

    private static func words(_ range: Range<Int>?, _ sentence: PlanSentence) -> String {
        range.map { " (\(sentence.words($0)))" } ?? ""
    }

    private static func list(_ values: [some Any]) -> String {
        values.map { "\($0)" }.joined(separator: ", ")
    }

    private static func of(_ assumption: PlanAssumption) -> String {
        switch assumption {
        case .halfOfDay(let time, let other): "\(time), not \(other)"
        case .usualTime(let time): "no time: \(time)"
        case .usualTimeOf(let part, let time): "\(part.rawValue): \(time)"
        case .usualTimes(let times): "usual times: \(list(times))"
        case .midnightBeginsDay: "midnight begins the day"
        case .midnightEndsDay(let day): "midnight of \(day)"
        case .exactTime(let time): "exactly \(time)"
        case .nextTime(let day): "no day: \(day)"
        case .onceNotWeekly(let days): "once: \(list(days.map(\.code)))"
        case .weekly(let days): "weekly: \(list(days.map(\.code)))"
        case .daily: "daily"
        case .thisWeekday(let day, let other), .nextWeekday(let day, let other): "\(day), not \(other)"
        case .beginOfWeek(let day), .beginOfMonth(let day), .endOfMonth(let day), .month(let day): "\(day)"
        case .year(let year): "in \(year)"
        case .dayBeforeMonth(let day, let month): "day \(day) of month \(month)"
        case .countedFrom(let day): "counted from \(day)"
        case .weeksNotOfMonth(let weeks): "every \(weeks) weeks"
        case .dayOfStart(let day): "as on \(day)"
        case .oneReminder(let minutes, let parts): "\(minutes), not \(list(parts))"
        case .mistypedWeekday(let weekday): "meant \(weekday.code)"
        case .mistypedMonth(let month): "meant month \(month)"
        case .startsAt(let time): "starts \(time)"
        case .inTurn: "in turn"
        case .momentOpen(let moment): "when is \(moment.place.rawValue) \(moment.event.rawValue)"
        case .momentTaken(let time, let isOfHome): "\(time)\(isOfHome ? " of the home" : "")"
        case .doesIt(let id): "\(id) does it"
        case .person(let id, let others): "\(id), not \(list(others))"
        }
    }

    private static func of(_ problem: PlanProblem) -> String {
        switch problem {
        case .impossibleTime(let hour, let minute): "no time \(hour):\(minute)"
        case .otherHalf(let time): "other half than \(time)"
        case .impossibleDate(let month, let day): "no day \(day) of month \(month)"
        case .impossibleMonth(let month): "no month \(month)"
        case .impossibleDayOfMonth(let day): "no day \(day)"
        case .otherWeekday(let weekday, let day): "\(day) is no \(weekday.code)"
        case .past(let time): "past: \(time)"
        case .endsBeforeStart(let day): "ends before it starts: \(day)"
        case .severalPlans: "several plans"
        case .together: "together"
        case .saidTwice: "said twice"
        case .contradictory: "contradictory"
        case .timesDiffer(let said, let given): "\(said) times, but \(given)"
        case .daysNotSaid(let number, let unit): "which \(number) days of the \(unit.rawValue)"
        case .tooManyTimes(let number): "\(number) times a day"
        case .nothingToLeaveOut: "nothing to leave out"
        case .countNeedsOneMinute: "cannot be counted"
        case .noEndPossible: "has no end"
        case .neverHappens: "never happens"
        case .reminderOutOfRange(let minutes): "cannot remind \(minutes) before"
        case .tooManyReminders(let most): "more than \(most) reminders"
        case .reminderNotBefore(let time): "\(time) is not before"
        case .durationOutOfRange(let minutes): "cannot take \(minutes)"
        case .severalClients(let ids): "several clients: \(list(ids))"
        case .unclearPerson(let ids): "who: \(list(ids))"
        }
    }
}
