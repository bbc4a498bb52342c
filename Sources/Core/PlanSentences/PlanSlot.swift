/// What a pattern can name in `{ }`.
public enum PlanSlot: String, CaseIterable, Hashable, Sendable {
    /// A number in digits or as a word.
    case number = "n"
    /// "a", "an", "one" before a unit: 1.
    case one
    /// Several numbers, and several ordinals: "10, 20 and 30".
    case numbers = "ns"
    /// A whole number and a half in digits: `1.5`.
    case halves
    /// 0 to 23 in digits or as a word; 24 and more are read, and told as a mistake.
    case hour
    /// Two digits.
    case minute
    /// Digits of a date: day, month, and a year of two or four digits.
    case dayNumber = "d"
    case monthNumber = "m"
    case year
    /// A year of four digits: "until June 10" is a day.
    case fullYear = "full_year"
    case ordinal, ordinals
    /// "once", "twice", "3 times".
    case fold
    case unit
    case weekday, weekdays
    /// "Mondays", `montags`.
    case habit, habits
    case month
    /// "morning", as a noun.
    case part
    /// "in the morning".
    case partAdverb = "part_adverb"
    /// "mornings", `morgens`.
    case partHabit = "part_habit"
    /// `Montagabend`, and `montagabends`, where a language writes it as one word.
    case weekdayPart = "weekday_part"
    case habitPart = "habit_part"
    /// "school", "dinner".
    case event
    /// "today", "tomorrow".
    case relative
    /// A time of day that can only be one: "8:30", "half past seven"; with "am" and the like too; and also "8" alone.
    case clock, time
    case anyTime = "any_time"
    case times
    /// "10 minutes", "half an hour".
    case duration, durations
    case date
    /// A day and those that only follow "from" and "until": "the 5th", "the end of March".
    case day, days
    case anyDay = "any_day"
    /// Names of the people of this home.
    case people

    /// The slot of which this one is a list.
    var item: PlanSlot? {
        switch self {
        case .numbers: .number
        case .ordinals: .ordinal
        case .weekdays: .weekday
        case .habits: .habit
        case .times: .anyTime
        case .durations: .duration
        case .days: .day
        case .number, .one, .halves, .hour, .minute, .dayNumber, .monthNumber, .year, .fullYear, .ordinal,
            .fold, .unit,
            .weekday, .habit, .month, .part, .partAdverb, .partHabit, .weekdayPart, .habitPart, .relative,
            .event,
            .clock, .time, .anyTime, .duration, .date, .day, .anyDay, .people:
            nil
        }
    }
}
