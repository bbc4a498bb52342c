import Recurrence

/// The words of one language in which a plan is said: what a words file has, `plan-words.en.yaml`.
public struct PlanWords: Equatable, Sendable {
    /// How clocks are read in this language.
    public enum Clock: String, CaseIterable, Sendable {
        /// `3:30` may be in the afternoon.
        case twelve = "12"
        /// `3:30` is at night.
        case twentyFour = "24"
    }

    /// BCP 47.
    public var language: String
    public var clock: Clock
    /// Whether a weekday and a part of the day are written as one word, `Montagabend`.
    public var joinsWeekdayAndPart: Bool
    /// Patterns by what they stand for, a number that the table explains.
    public var tables: [PlanTable: [Int: [PlanPattern]]]
    public var phrases: [PlanPhrase: [PlanPattern]]
    /// Words that look like a mistyped weekday or month and are none, folded: "sundae".
    public var lookalikes: Set<String>
    /// Endings of a verb, folded, that behind a name says what is done with that person: `Anna anrufen`. `nil` where any word may say so.
    public var infinitiveEndings: [String]?
    /// Words, folded, that stand behind what is done and belong to its verb: `räumen das Zimmer auf`. In a language that has them, the verb
    /// of a title stands last: `das Zimmer aufräumen`.
    public var verbPrefixes: Set<String>
    /// How verbs of one person end and their infinitives do, for a verb that is made to stand last.
    public var infinitives: [Infinitive]
    /// Words, folded, with which what is done something to begins: "the", "his". Behind a name and a verb they say that this person does it.
    public var objectStarts: Set<String>
    /// What stands before what somebody has to do, folded, in its words: "has to", "should".
    public var duties: [[String]]
    /// Words, folded, that say that several do it at once.
    public var together: Set<String>
    /// What people call themselves, folded: "I".
    public var me: Set<String>

    public init(
        language: String, clock: Clock, joinsWeekdayAndPart: Bool,
        tables: [PlanTable: [Int: [PlanPattern]]], phrases: [PlanPhrase: [PlanPattern]],
        lookalikes: [String], infinitiveEndings: [String]? = nil, verbPrefixes: [String] = [],
        infinitives: [Infinitive] = [], objectStarts: [String] = [], duties: [String] = [],
        together: [String] = [], me: [String] = []
    ) {
        self.language = language
        self.clock = clock
        self.joinsWeekdayAndPart = joinsWeekdayAndPart
        self.tables = tables
        self.phrases = phrases
        self.lookalikes = Set(lookalikes.flatMap(PlanFolding.spellings))
        self.infinitiveEndings = infinitiveEndings?.map(PlanFolding.plain)
        self.verbPrefixes = Set(verbPrefixes.flatMap(PlanFolding.spellings))
        self.infinitives = infinitives
        self.objectStarts = Set(objectStarts.flatMap(PlanFolding.spellings))
        self.duties = duties.map { PlanToken.tokens(of: Array($0)).compactMap(\.word) }.filter { !$0.isEmpty }
        self.together = Set(together.flatMap(PlanFolding.spellings))
        self.me = Set(me.flatMap(PlanFolding.spellings))
    }

    /// An ending of a verb of one person, and that of its infinitive: "bringt" is "bringen".
    public struct Infinitive: Hashable, Sendable {
        public var ending: String
        public var infinitive: String

        public init(of ending: String, _ infinitive: String) {
            (self.ending, self.infinitive) = (ending, infinitive)
        }
    }

    /// A verb in its infinitive; as it is where no ending fits.
    func infinitive(of verb: String) -> String {
        let fitting = infinitives.filter { verb.hasSuffix($0.ending) }
        guard let longest = fitting.max(by: { $0.ending.count < $1.ending.count }) else { return verb }
        return verb.dropLast(longest.ending.count) + longest.infinitive
    }

    /// What begins with a verb, with that behind the rest: `räumt sein Zimmer auf` as `sein Zimmer aufräumen`.
    func verbLast(_ title: String) -> String {
        let words = title.split(separator: " ").map { String($0) }
        guard let first = words.first else { return title }
        let verb = infinitive(of: first)
        guard let last = words.dropFirst().last, verbPrefixes.contains(PlanFolding.plain(last)) else {
            return (words.dropFirst() + [verb]).joined(separator: " ")
        }
        return (words.dropFirst().dropLast() + [last + verb]).joined(separator: " ")
    }
}

/// A table of words, each of which stands for a number.
public enum PlanTable: String, CaseIterable, Hashable, Sendable {
    case numbers, one, ordinals, folds, units
    /// 0 is Monday, as in `Weekday`.
    case weekdays
    /// "Mon": counted as a weekday only where something beside it says so.
    case weekdaysShort = "weekdays_short"
    /// "Mondays".
    case weekdaysEvery = "weekdays_every"
    case months
    case monthsShort = "months_short"
    case parts
    case partsAdverb = "parts_adverb"
    case partsEvery = "parts_every"
    /// Days from today on.
    case relative
    /// Minutes: "half an hour" is 30.
    case durations

    /// The names that a file uses, and the numbers for which they stand.
    public var keys: [(name: String, value: Int)] {
        switch self {
        case .numbers: Self.numbers(0...999)
        case .one: [("1", 1)]
        case .ordinals: [("last", -1)] + Self.numbers(1...31)
        case .folds: Self.numbers(1...20)
        case .units: PlanUnit.allCases.enumerated().map { ($1.rawValue, $0) }
        case .weekdays, .weekdaysShort, .weekdaysEvery:
            Weekday.allCases.map { ($0.name.lowercased(), $0.rawValue) }
        case .months, .monthsShort: Self.numbers(1...12)
        case .parts, .partsAdverb, .partsEvery:
            PlanDayPart.allCases.enumerated().map { ($1.rawValue, $0) }
        case .relative: Self.numbers(0...7)
        case .durations: Self.numbers(1...1440)
        }
    }

    private static func numbers(_ range: ClosedRange<Int>) -> [(name: String, value: Int)] {
        range.map { (String($0), $0) }
    }
}

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
}

/// A unit of time, as people plan in it.
public enum PlanUnit: String, CaseIterable, Hashable, Sendable {
    case minute, hour, day, week, month, year

    /// In minutes, where that is always the same.
    var minutes: Int? {
        switch self {
        case .minute: 1
        case .hour: 60
        case .day: 1440
        case .week: 10_080
        case .month, .year: nil
        }
    }
}

/// A part of the day. Beside a time it only says which half of the day is meant; alone it stands for its usual time.
public enum PlanDayPart: String, CaseIterable, Hashable, Sendable {
    case morning, forenoon, noon, afternoon, evening, night

    /// When something is due of which no more is said. Those of the day are the times that `docs/routines.md` has for three times a day.
    public var usualTime: PlanTime {
        switch self {
        case .morning: PlanTime(hour: 8)
        case .forenoon: PlanTime(hour: 10)
        case .noon: PlanTime(hour: 12)
        case .afternoon: PlanTime(hour: 15)
        case .evening: PlanTime(hour: 18)
        case .night: PlanTime(hour: 22)
        }
    }

    /// Hours that belong to it; "3 at night" is 3:00, "11 at night" 23:00.
    func contains(hour: Int) -> Bool {
        switch self {
        case .morning, .forenoon: (1...11).contains(hour)
        case .noon: (11...14).contains(hour)
        case .afternoon: (12...18).contains(hour)
        case .evening: hour == 0 || (16...23).contains(hour)
        case .night: hour <= 5 || hour >= 18
        }
    }
}

/// A time of day, to the minute.
public struct PlanTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 0 to 1439.
    public let minuteOfDay: Int

    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    public init(hour: Int, minute: Int = 0) { self.init(minuteOfDay: hour * 60 + minute) }

    /// Minutes beyond a day count on from its beginning.
    public init(minuteOfDay: Int) { self.minuteOfDay = (minuteOfDay % 1440 + 1440) % 1440 }

    public var hour: Int { minuteOfDay / 60 }
    public var minute: Int { minuteOfDay % 60 }

    public static func < (first: Self, second: Self) -> Bool { first.minuteOfDay < second.minuteOfDay }

    /// `08:30`.
    public var description: String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
