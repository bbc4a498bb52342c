import Care
import PlanSentences
import Recurrence
import Wording

/// What is wrong with a sentence, and how its open ends were taken, in words.
struct SentenceWords {
    let people: [Person]
    let today: CalendarDay

    func text(_ assumption: PlanAssumption) -> Text {
        switch assumption {
        case .halfOfDay(let time, let other):
            Text("sentence.half_of_day", ["time": of(time), "other": of(other)])
        case .usualTime(let time): Text("sentence.usual_time", ["time": of(time)])
        case .usualTimeOf(_, let time): Text("sentence.usual_time_of_part", ["time": of(time)])
        case .usualTimes(let times): Text("sentence.usual_times", ["times": .text(.list(times.map(text)))])
        case .midnightBeginsDay: Text("sentence.midnight_begins")
        case .midnightEndsDay(let day): Text("sentence.midnight_ends", ["day": of(day)])
        case .exactTime(let time): Text("sentence.exact_time", ["time": of(time)])
        case .nextTime(let day): Text("sentence.next_time", ["day": of(day)])
        case .onceNotWeekly(let days): Text("sentence.once_not_weekly", ["days": of(days)])
        case .weekly(let days): Text("sentence.weekly", ["days": of(days)])
        case .daily: Text("sentence.daily")
        case .thisWeekday(let day, let other), .nextWeekday(let day, let other):
            Text("sentence.this_day", ["day": of(day), "other": of(other)])
        case .beginOfWeek(let day): Text("sentence.begin_of_week", ["day": of(day)])
        case .beginOfMonth(let day): Text("sentence.begin_of_month", ["day": of(day)])
        case .endOfMonth(let day): Text("sentence.end_of_month", ["day": of(day)])
        case .year(let year): Text("sentence.year", ["year": .verbatim("\(year)")])
        case .month(let day): Text("sentence.taken_as_day", ["day": of(day)])
        case .dayBeforeMonth(let day, let month):
            Text("sentence.day_before_month", ["day": .verbatim("\(day)"), "month": of(month: month)])
        case .countedFrom(let day): Text("sentence.counted_from", ["day": of(day)])
        case .weeksNotOfMonth(let weeks): Text("sentence.weeks_not_of_month", count: weeks)
        case .dayOfStart(let day): Text("sentence.day_of_start", ["day": of(day)])
        case .oneReminder(let minutes, _):
            Text("sentence.one_reminder", ["span": .text(RepetitionWords.span(minutes: minutes))])
        case .mistypedWeekday(let day): Text("sentence.mistyped", ["word": .weekday(day)])
        case .mistypedMonth(let month): Text("sentence.mistyped", ["word": of(month: month)])
        case .startsAt(let start):
            Text("sentence.starts_at", ["when": .text(PlanText.dayAndTime(start, today: today))])
        case .inTurn: Text("sentence.in_turn")
        case .momentOpen: Text("sentence.moment_open")
        case .momentTaken(let time, let isOfHome):
            Text(isOfHome ? "sentence.moment_of_home" : "sentence.usual_time_of_part", ["time": of(time)])
        case .doesIt(let id): Text("sentence.does_it", ["who": name(id)])
        case .person(let id, _): Text("sentence.person", ["who": name(id)])
        }
    }

    func text(_ problem: PlanProblem) -> Text {
        switch problem {
        case .impossibleTime(let hour, let minute):
            Text(
                "sentence.impossible_time",
                ["time": .verbatim("\(hour):\(minute < 10 ? "0" : "")\(minute)")])
        case .otherHalf(let time): Text("sentence.other_half", ["time": of(time)])
        case .impossibleDate(let month, let day):
            Text("sentence.impossible_date", ["month": of(month: month), "day": .verbatim("\(day)")])
        case .impossibleMonth(let month):
            Text("sentence.impossible_month", ["month": .verbatim("\(month)")])
        case .impossibleDayOfMonth(let day):
            Text("sentence.impossible_day", ["day": .verbatim("\(day)")])
        case .otherWeekday(let said, let day):
            Text("sentence.other_weekday", ["weekday": .weekday(said), "day": of(day)])
        case .past(let time):
            Text("sentence.past", ["when": .text(PlanText.dayAndTime(time, today: today))])
        case .endsBeforeStart(let day): Text("sentence.ends_before_start", ["day": of(day)])
        case .severalPlans: Text("sentence.several_plans")
        case .together: Text("sentence.together")
        case .saidTwice: Text("sentence.said_twice")
        case .contradictory: Text("sentence.contradictory")
        case .timesDiffer(let said, let given):
            Text(
                "sentence.times_differ",
                ["said": .verbatim("\(said)"), "given": .verbatim("\(given)")])
        case .daysNotSaid: Text("sentence.days_not_said")
        case .tooManyTimes: Text("sentence.too_many_times")
        case .nothingToLeaveOut: Text("sentence.nothing_to_leave_out")
        case .countNeedsOneMinute: Text("plan.cannot_be_counted")
        case .noEndPossible: Text("sentence.no_end_possible")
        case .neverHappens: Text("sentence.never_happens")
        case .reminderOutOfRange: Text("sentence.reminder_range")
        case .tooManyReminders(let most): Text("sentence.too_many_reminders", ["most": .number(most)])
        case .reminderNotBefore(let time): Text("sentence.reminder_not_before", ["time": of(time)])
        case .durationOutOfRange: Text("sentence.duration_range")
        case .severalClients(let ids): Text("sentence.several_clients", ["names": names(ids)])
        case .unclearPerson(let ids): Text("sentence.unclear_person", ["names": names(ids)])
        }
    }

    private func text(_ time: PlanTime) -> Text { TimeText.time(wall(time)) }

    private func of(_ time: PlanTime) -> Text.Value { .time(wall(time)) }

    private func wall(_ time: PlanTime) -> WallTime {
        WallTime(startOf: today).adding(seconds: Int64(time.minuteOfDay) * 60)
    }

    private func of(_ day: CalendarDay) -> Text.Value { .text(TimeText.day(day, today: today)) }

    private func of(_ days: [Weekday]) -> Text.Value { .text(.list(days.map(PlanText.weekday))) }

    private func of(month: Int) -> Text.Value { .text(Text("format.month_\(month)")) }

    private func name(_ id: String) -> Text.Value {
        .verbatim(people.first { $0.id == id }?.name ?? id)
    }

    private func names(_ ids: [String]) -> Text.Value {
        .text(
            .list(ids.map { id in people.first { $0.id == id }.map { .verbatim($0.name) } ?? .verbatim(id) }))
    }
}
