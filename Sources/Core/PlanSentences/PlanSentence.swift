public import Recurrence

/// What was understood of a sentence, before anything of it is saved: a page shows it and asks.
///
/// There are no words in it but those of the sentence: meanings, assumptions and problems are said in the reader's language.
public struct PlanSentence: Equatable, Sendable {
    /// Words of the sentence that belong together, and what they say.
    public struct Part: Equatable, Sendable {
        /// In characters of `text`.
        public var range: Range<Int>
        /// Several for a phrase like "every Monday morning"; never empty.
        public var meanings: [PlanMeaning]
    }

    public struct Assumption: Equatable, Sendable {
        public var kind: PlanAssumption
        /// The words that left it open; `nil` where it was not said at all.
        public var range: Range<Int>?
    }

    public struct Problem: Equatable, Sendable {
        public var kind: PlanProblem
        /// `nil` where it lies in how several parts go together.
        public var range: Range<Int>?
    }

    /// As it was given.
    public var text: String
    /// Without space at its ends, without control characters and marks of direction; `nil` where there is none.
    public var title: String?
    /// When it is due; `nil` where no part of the sentence says when, or where the problems leave nothing to plan.
    public var schedule: RecurrenceSet?
    /// The times of the day, sorted; empty where there is no schedule, and for one that goes by elapsed time.
    public var times: [PlanTime] = []
    /// How long it takes, in minutes, 1 to 1440.
    public var durationMinutes: Int?
    /// What was said beside it, in brackets and the like, on lines of its own each; `nil` where nothing was.
    public var note: String?
    /// What it is worth, as said; whether so much is possible is the plan's to check.
    public var points: Int?
    /// In minutes before it is due, the longest first, each 1 to 10,080, at most five.
    public var minutesBefore: [Int] = []
    /// Whether the sentence says that nobody is to be reminded.
    public var isWithoutReminders = false
    /// The id of the client for whom it is, where the sentence says so.
    public var client: String?
    /// The ids of those who do it, in the order of the sentence; several do it in turn.
    public var assignees: [String] = []
    /// Whether those who do it are named before what they do, "Ben sets the table": it is no help for somebody.
    public var hasSubject = false
    /// The client for whom it is, where the name before it may also say who does it: "Tom walks".
    public var possibleDoer: String?
    /// Whether the sentence says that it goes in turn, also where it does not name who.
    public var isInTurn = false
    /// Whether the sentence says that each of those it names has it to do.
    public var isOfEach = false
    /// Whether the sentence says that whoever takes it first does it: of those it names, or of all.
    public var isClaimed = false
    /// In the order of the sentence; they do not overlap.
    public var parts: [Part] = []
    public var assumptions: [Assumption] = []
    public var problems: [Problem] = []
    /// Where words stand that say nothing that is known, in characters of `text`.
    public var notUnderstood: [Range<Int>] = []

    init(text: String) { self.text = text }

    /// Words of the sentence. Nothing for a range that is none of it.
    public func words(_ range: Range<Int>) -> String {
        let start = text.index(text.startIndex, offsetBy: max(0, range.lowerBound), limitedBy: text.endIndex)
        guard let start,
            let end = text.index(start, offsetBy: max(0, range.count), limitedBy: text.endIndex)
        else { return "" }
        return String(text[start..<end])
    }
}

/// What some words of a sentence say.
public enum PlanMeaning: Hashable, Sendable {
    case title
    /// Words that only lead to the rest: "please", "remind me to".
    case intro
    /// "and", a comma, and other words between two parts.
    case joiner
    case times([PlanTime])
    /// From a time to another one, which is how long it takes too.
    case span(PlanTime, PlanTime)
    case dayPart(PlanDayPart)
    /// Every so many days, weeks …; 1 is each.
    case every(Int, PlanUnit)
    /// Every so many weeks on these.
    case weekdays([Weekday], everyWeeks: Int)
    /// Such as the first Monday, `1MO`, of each month.
    case weekdaysOfMonth([RecurrenceRule.Day])
    /// 1 to 31, −1 for the last.
    case daysOfMonth([Int])
    /// Each year on these; month and day.
    case daysOfYear([PlanYearDay])
    case timesPer(Int, PlanUnit)
    case days([CalendarDay])
    /// So many days after it was last done.
    case afterDone(days: Int)
    /// From now on.
    case inMinutes(Int)
    case exceptWeekdays([Weekday])
    case exceptDays([CalendarDay])
    case startingOn(CalendarDay)
    case lastDay(CalendarDay)
    case count(Int)
    case lasting(Int, PlanUnit)
    case duration(minutes: Int)
    case points(Int)
    case remindBefore([Int])
    case remindWhenDue
    case noReminder
    case client(String)
    case assignees([String])
    case inTurn
    case claimed
    case eachOf
    case moment(PlanMoment)
    /// What goes to the details.
    case note
    /// The words are a known phrase, and a problem says why it means nothing here.
    case unusable
}

/// A day of every year.
public struct PlanYearDay: Hashable, Sendable {
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
}

/// What a sentence left open, and how it was taken. Docs: `docs/decisions/0219-what-a-sentence-leaves-open.md`.
public enum PlanAssumption: Hashable, Sendable {
    /// Which half of the day.
    case halfOfDay(PlanTime, instead: PlanTime)
    /// No time was said at all.
    case usualTime(PlanTime)
    /// Only a part of the day was said.
    case usualTimeOf(PlanDayPart, PlanTime)
    /// Only how often a day was said.
    case usualTimes([PlanTime])
    /// 0:00 of the named day is meant, with which it begins.
    case midnightBeginsDay
    /// "today at midnight" and the like: with which the next day begins.
    case midnightEndsDay(CalendarDay)
    /// "about eight": planned for exactly then.
    case exactTime(PlanTime)
    /// No day was said: the next time that it is so late.
    case nextTime(CalendarDay)
    /// A weekday without "every": once, on that day.
    case onceNotWeekly([Weekday])
    /// A weekday without "every", of which something else says that it comes again.
    case weekly([Weekday])
    /// Nothing says on which days; something else that it comes again.
    case daily
    /// The weekday of today: today, not in a week.
    case thisWeekday(CalendarDay, instead: CalendarDay)
    /// "next Friday": the coming one, not the one after it.
    case nextWeekday(CalendarDay, instead: CalendarDay)
    /// "next week" as a day: its Monday.
    case beginOfWeek(CalendarDay)
    /// "next month" as a day: its first.
    case beginOfMonth(CalendarDay)
    /// "until June" was taken as until the end of it.
    case endOfMonth(CalendarDay)
    /// The year of a date.
    case year(Int)
    /// Which month's day of that number.
    case month(CalendarDay)
    /// `5/3` is 5 March, not 3 May.
    case dayBeforeMonth(day: Int, month: Int)
    /// Every other week and the like: these are counted from here.
    case countedFrom(CalendarDay)
    /// "every third Wednesday": every so many weeks, not the third one of each month.
    case weeksNotOfMonth(Int)
    /// "monthly" or "weekly" alone: on the day on which it begins.
    case dayOfStart(CalendarDay)
    /// "an hour and 10 minutes before": one reminder, not two.
    case oneReminder(Int, instead: [Int])
    /// A mistyped weekday or month.
    case mistypedWeekday(Weekday)
    case mistypedMonth(Int)
    /// It goes by elapsed time, and begins then.
    case startsAt(WallTime)
    /// Several people: one after the other.
    case inTurn
    /// "for Anna" and a name alone, of somebody who is no client: they do it.
    case doesIt(String)
    /// "after dinner": nobody knows when that is, so it is asked.
    case momentOpen(PlanMoment)
    /// The same where it was taken from what the home has planned, or, beside other times, a usual time.
    case momentTaken(PlanTime, isOfHome: Bool)
    /// A name that a client and a caregiver share.
    case person(String, instead: [String])
}

/// What is wrong with a sentence: it was understood, and cannot be planned so.
public enum PlanProblem: Hashable, Sendable {
    case impossibleTime(hour: Int, minute: Int)
    /// A half of the day was said that does not have this time.
    case otherHalf(PlanTime)
    case impossibleDate(month: Int, day: Int)
    /// 0, or above 12.
    case impossibleMonth(Int)
    case impossibleDayOfMonth(Int)
    /// "Monday, 5 March" where that is no Monday.
    case otherWeekday(said: Weekday, CalendarDay)
    case past(WallTime)
    case endsBeforeStart(CalendarDay)
    /// Different people do it at different times: each is a plan by itself.
    case severalPlans
    /// Several at once: a plan is of one at a time.
    case together
    /// More than one start, end, or length where there can be one.
    case saidTwice
    /// Parts that exclude each other: "every three days on Mondays".
    case contradictory
    /// "three times a day" with two times.
    case timesDiffer(said: Int, given: Int)
    /// "twice a week", but not on which days.
    case daysNotSaid(Int, PlanUnit)
    case tooManyTimes(Int)
    /// What is left out is not part of what comes again.
    case nothingToLeaveOut
    /// COUNT counts each rule by itself: times with different minutes have one each.
    case countNeedsOneMinute
    /// What goes by elapsed time, or by when it was done, has no end.
    case noEndPossible
    /// A rule that is none, such as of an interval beyond all limits.
    case neverHappens
    /// 1 to 10,080 minutes.
    case reminderOutOfRange(Int)
    case tooManyReminders(most: Int)
    /// A reminder at a time that is not before the one time that is due.
    case reminderNotBefore(PlanTime)
    /// 1 to 1440 minutes.
    case durationOutOfRange(Int)
    case severalClients([String])
    /// A name that several have: their ids.
    case unclearPerson([String])
}
