import Recurrence

/// A time of day as it was said.
struct SpokenTime: Equatable {
    /// 0 to 24 and, for what is no time, more.
    var hour: Int
    var minute: Int
    /// Whether it may be in either half of the day: `hour` is from 1 to 12 then.
    var isOpen = false
    /// Whether "am" or "pm" was said.
    var saysHalf = false
    var isMidnight = false
    /// Whether a half of the day was said that has no such hour: "15:00 am".
    var contradicts = false

    var isPossible: Bool { hour < 24 && minute < 60 }
}

/// An amount of time as it was said.
struct SpokenAmount: Equatable {
    var minutes: Int
    /// Whether it was said in days or longer units.
    var isInDays = false
    /// Whether words say it that mean nothing else: "half an hour".
    var isNamed = false
    /// What it would be as two amounts: "an hour and 10 minutes".
    var parts: [Int] = []
}

struct SpokenDate: Equatable {
    var year: Int?
    var month: Int
    var day: Int
    /// Whether day and month may be meant the other way round.
    var isUnsure = false
}

/// A day as it was said.
enum SpokenDay: Equatable {
    case ahead(Int, PlanUnit)
    case date(SpokenDate, on: Weekday?)
    case dayOfMonth(Int)
    case weekday(Weekday)
    case coming(Weekday)
    case next(Weekday)
    case ofNextWeek(Weekday)
    case nextWeek, nextMonth
    /// Of the next such month to come, where no year was said; with `isWhole`, only the month was named, "until June".
    case endOfMonth(Int, year: Int?, isWhole: Bool)
    case endOfThisMonth, endOfYear

    var weekday: Weekday? { if case .weekday(let weekday) = self { weekday } else { nil } }
}

/// What one phrase of a sentence says, before the day is known on which it is said.
enum PlanClause: Equatable {
    case intro
    case times([SpokenTime], isAbout: Bool)
    case span(SpokenTime, SpokenTime)
    /// `isHabit`: it says "every" as well.
    case part(PlanDayPart, isHabit: Bool)
    case every(Int, PlanUnit)
    /// On weekdays, every so many weeks. `isAssumed`: that it comes again was not said.
    case habit([Weekday], every: Int, isAssumed: Bool)
    /// "every third Wednesday" may be the month's third one.
    case weeksNotOfMonth(Int)
    case weekdaysOfMonth([Int], [Weekday])
    case monthDays([Int])
    case yearly([SpokenDate])
    case timesPer(Int, PlanUnit)
    case days([SpokenDay])
    case afterDone(Int, PlanUnit)
    case inTime(Int)
    case except([Weekday], [SpokenDay])
    case from(SpokenDay), until(SpokenDay), count(Int), lasting(Int, PlanUnit)
    case duration(Int)
    case points(Int)
    case remindBefore([SpokenAmount]), remindAt(SpokenTime), remindWhenDue, noReminder
    /// Indices in the people that were given; `wanted`: whom the words before them ask for, if they do.
    case people([[Int]], wanted: PlanPerson.Kind?)
    /// Several at the beginning of the title: "Anna and Ben set the table".
    case subjects([[Int]])
    case inTurn
    case claimed
    /// "each": of several, each has it to do.
    case eachOf
    /// "after dinner".
    case moment(PlanMoment)
}

/// What a slot has matched.
enum PlanValue: Equatable {
    case numbers([Int])
    case halves(Int)
    case hour(Int, digits: Int)
    case minute(Int)
    case dayNumber(Int), monthNumber(Int), year(Int)
    case ordinals([Int])
    case fold(Int)
    case unit(PlanUnit)
    case event(PlanEvent)
    case weekdays([Weekday])
    case month(Int)
    case part(PlanDayPart, isAdverb: Bool, isHabit: Bool)
    /// `Montagabend`; as a habit, `montagabends`.
    case weekdayPart(Weekday, PlanDayPart, isHabit: Bool)
    case times([SpokenTime])
    case amounts([SpokenAmount])
    case dates([SpokenDate])
    case days([SpokenDay])
    /// For each name those who have it, and whether one of them does it: "Anna or Ben".
    case people([[Int]], isEither: Bool)

    /// Both in one, for lists of the same.
    func appending(_ more: PlanValue) -> PlanValue? {
        switch (self, more) {
        case (.numbers(let a), .numbers(let b)): .numbers(a + b)
        case (.ordinals(let a), .ordinals(let b)): .ordinals(a + b)
        case (.weekdays(let a), .weekdays(let b)): .weekdays(a + b)
        case (.times(let a), .times(let b)): .times(a + b)
        case (.amounts(let a), .amounts(let b)): .amounts(a + b)
        case (.dates(let a), .dates(let b)): .dates(a + b)
        case (.days(let a), .days(let b)): .days(a + b)
        default: nil
        }
    }
}

/// What the slots of one phrase have matched, in the order of the sentence.
struct PlanCaptures {
    var values: [PlanValue]

    private func first<Value>(_ value: (PlanValue) -> Value?) -> Value? {
        for one in values { if let found = value(one) { return found } }
        return nil
    }

    var numbers: [Int] { first { if case .numbers(let found) = $0 { found } else { nil } } ?? [] }
    var number: Int? { numbers.first }
    /// All numbers, of several slots.
    var allNumbers: [Int] {
        values.flatMap { value -> [Int] in if case .numbers(let found) = value { found } else { [] } }
    }
    var halves: Int? { first { if case .halves(let found) = $0 { found } else { nil } } }
    var hour: (value: Int, digits: Int)? {
        first { if case .hour(let found, let digits) = $0 { (found, digits) } else { nil } }
    }
    var minute: Int? { first { if case .minute(let found) = $0 { found } else { nil } } }
    var dayNumber: Int? { first { if case .dayNumber(let found) = $0 { found } else { nil } } }
    var monthNumber: Int? { first { if case .monthNumber(let found) = $0 { found } else { nil } } }
    var year: Int? { first { if case .year(let found) = $0 { found } else { nil } } }
    /// All, of several slots.
    var ordinals: [Int] {
        values.flatMap { value -> [Int] in if case .ordinals(let found) = value { found } else { [] } }
    }
    var fold: Int? { first { if case .fold(let found) = $0 { found } else { nil } } }
    var units: [PlanUnit] {
        values.compactMap { value -> PlanUnit? in if case .unit(let found) = value { found } else { nil } }
    }
    var unit: PlanUnit? { units.first }
    var event: PlanEvent? { first { if case .event(let found) = $0 { found } else { nil } } }
    var weekdays: [Weekday] {
        values.flatMap { value -> [Weekday] in
            switch value {
            case .weekdays(let found): found
            case .weekdayPart(let found, _, _): [found]
            default: []
            }
        }
    }
    var month: Int? { first { if case .month(let found) = $0 { found } else { nil } } }
    var part: PlanDayPart? {
        first {
            switch $0 {
            case .part(let found, _, _): found
            case .weekdayPart(_, let found, _): found
            default: nil
            }
        }
    }
    var times: [SpokenTime] {
        values.flatMap { value -> [SpokenTime] in if case .times(let found) = value { found } else { [] } }
    }
    var amounts: [SpokenAmount] {
        first { if case .amounts(let found) = $0 { found } else { nil } } ?? []
    }
    var dates: [SpokenDate] { first { if case .dates(let found) = $0 { found } else { nil } } ?? [] }
    var days: [SpokenDay] {
        values.flatMap { value -> [SpokenDay] in if case .days(let found) = value { found } else { [] } }
    }
    var people: [[Int]] { first { if case .people(let found, _) = $0 { found } else { nil } } ?? [] }
    /// Whether one of these people does it.
    var isEither: Bool { first { if case .people(_, let isEither) = $0 { isEither } else { nil } } ?? false }
}
