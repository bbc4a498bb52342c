/// What a phrase of a words file says. Its slots are read by what stands in them, in any order.
public enum PlanPhrase: String, CaseIterable, Hashable, Sendable {
    // Of the clock.
    case hourMinute = "hour_minute"
    /// Said of a number of hours alone, "8 o'clock".
    case fullHour = "full_hour"
    case halfPast = "half_past"
    /// `halb acht`, half an hour before.
    case halfTo = "half_to"
    case quarterPast = "quarter_past"
    case quarterTo = "quarter_to"
    case minutesPast = "minutes_past"
    case minutesTo = "minutes_to"
    /// `fünf vor halb acht`.
    case minutesBeforeHalf = "minutes_before_half"
    case minutesAfterHalf = "minutes_after_half"
    /// Hours and minutes as they are written only behind "at": "8.30".
    case dottedTime = "dotted_time"
    /// Hours that stand alone may be an amount too: `8 heures`. It is a time behind "at".
    case spokenHour = "spoken_hour"
    case noon, midnight
    /// `midi et demi`.
    case halfPastNoon = "half_past_noon"
    case beforeNoon = "before_noon"
    case afterNoon = "after_noon"

    // Of amounts.
    case foldNumber = "fold_number"
    case ordinalNumber = "ordinal_number"
    case amount
    case hoursAndMinutes = "hours_and_minutes"
    /// The same with "and", which may also be two amounts.
    case hoursAndMinutesJoined = "hours_and_minutes_joined"
    case halfAmount = "half_amount"

    // Of days.
    case date
    /// Day and month that may also be month and day, `5/3`.
    case unsureDate = "unsure_date"
    case weekdayAndDate = "weekday_and_date"
    case comingWeekday = "coming_weekday"
    /// "next Friday": may be a week later than the coming one.
    case nextWeekday = "next_weekday"
    case weekdayNextWeek = "weekday_next_week"
    case nextWeek = "next_week"
    case nextMonth = "next_month"
    case ahead
    case dayOfMonth = "day_of_month"
    case endOfMonth = "end_of_month"
    case endOfThisMonth = "end_of_this_month"
    case endOfYear = "end_of_year"

    // Between the entries of a list, and at the ends of a title: not part of it.
    case join
    /// Between names, of whom one does it: "Anna or Ben".
    case either
    case filler

    // What stands in a sentence.
    case intro
    case at, about, span
    case everyPart = "every_part"
    case dayAndPart = "day_and_part"
    case tonight
    case everyWeekdayPart = "every_weekday_part"
    case onDays = "on_days"
    case onDayOfMonth = "on_day_of_month"
    case inTime = "in_time"
    case everyDay = "every_day"
    case everyWeek = "every_week"
    case fortnightly
    case everyMonth = "every_month"
    case everyYear = "every_year"
    case everyUnit = "every_unit"
    case everyOtherUnit = "every_other_unit"
    case everyWeekday = "every_weekday"
    case everyOtherWeekday = "every_other_weekday"
    case everyNthWeekday = "every_nth_weekday"
    case weekdayRange = "weekday_range"
    case everyWeekdayRange = "every_weekday_range"
    case workdays, weekend
    case weekdayOfMonth = "weekday_of_month"
    case monthDay = "month_day"
    case lastDayOfMonth = "last_day_of_month"
    case everyDate = "every_date"
    case timesPer = "times_per"
    case timesDaily = "times_daily"
    case timesWeekly = "times_weekly"
    case afterDone = "after_done"
    case except
    case from, until, count, lasting
    case duration
    case bareDuration = "bare_duration"
    /// What it is worth, "5 points".
    case points
    case remindBefore = "remind_before"
    case remindDayBefore = "remind_day_before"
    case remindAt = "remind_at"
    case remindWhenDue = "remind_when_due"
    case noReminder = "no_reminder"
    case remindPerson = "remind_person"
    case forPeople = "for_people"
    case byPeople = "by_people"
    case inTurn = "in_turn"
    /// Whoever takes it first does it.
    case claimed
    /// Each of those who are named has it to do.
    case eachOf = "each_of"
    // By what happens then.
    case beforeEvent = "before_event"
    case atEvent = "at_event"
    case afterEvent = "after_event"
}
