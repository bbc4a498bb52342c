/// Reads rules, and says what is wrong with those that are none.
enum RecurrenceRuleParser {
    /// In characters. All numbers of all parts together stay below it.
    static let longest = 6000

    static func rule(_ text: String) throws(RecurrenceRuleError) -> RecurrenceRule {
        guard text.utf8.count <= longest else { throw .init(part: "", reason: .tooLong) }
        var line = text.uppercased().filter { !$0.isWhitespace }[...]
        if line.hasPrefix("RRULE:") { line = line.dropFirst(6) }
        if line.hasSuffix(";") { line = line.dropLast() }
        guard !line.isEmpty else { throw .init(part: "", reason: .empty) }

        var values: [RulePart: String] = [:]
        for part in line.split(separator: ";", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else {
                throw .init(part: "", reason: .notAPart(String(part.prefix(40))))
            }
            let name = String(sides[0].prefix(40))
            guard let known = RulePart(rawValue: name) else {
                throw .init(part: name, reason: .unknownPart(meant: RuleGuess.part(name)))
            }
            guard values[known] == nil else { throw .init(part: name, reason: .repeated) }
            values[known] = String(sides[1])
        }
        guard let frequency = values[.freq] else { throw .init(part: "FREQ", reason: .noFrequency) }
        var rule = RecurrenceRule(try self.frequency(frequency))
        // In the order of the parts, so that the same text always gives the same message.
        for part in RulePart.allCases {
            if let value = values[part] { try set(part, to: value, in: &rule) }
        }
        try RuleLimits.check(rule, values)
        return rule
    }

    private static func set(
        _ part: RulePart, to value: String, in rule: inout RecurrenceRule
    ) throws(RecurrenceRuleError) {
        switch part {
        case .freq: break
        case .interval: rule.interval = try number(value, part, 1...2_147_483_647)
        case .count: rule.end = .count(try number(value, part, 1...2_147_483_647))
        case .until: rule.end = try end(value)
        case .byMonth: rule.months = try numbers(value, part, 1...12)
        case .byWeekNo: rule.weekNumbers = try numbers(value, part, 1...53, orFromEnd: true)
        case .byYearDay: rule.yearDays = try numbers(value, part, 1...366, orFromEnd: true)
        case .byMonthDay: rule.monthDays = try numbers(value, part, 1...31, orFromEnd: true)
        case .byDay: rule.days = try days(value)
        case .byHour: rule.hours = try numbers(value, part, 0...23)
        case .byMinute: rule.minutes = try numbers(value, part, 0...59)
        case .bySecond: rule.seconds = try numbers(value, part, 0...60)
        case .bySetPos: rule.positions = try numbers(value, part, 1...366, orFromEnd: true)
        case .weekStart: rule.weekStart = try weekday(value, part)
        }
    }

    private static func frequency(_ value: String) throws(RecurrenceRuleError) -> RecurrenceRule.Frequency {
        if let known = RecurrenceRule.Frequency.allCases.first(where: { $0.code == value }) { return known }
        guard !value.isEmpty else { throw .init(part: "FREQ", reason: .noValue) }
        throw .init(
            part: "FREQ",
            reason: .unknownValue(
                String(value.prefix(40)),
                wanted: "one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY and SECONDLY",
                meant: RuleGuess.frequency(value)))
    }

    private static func weekday(_ value: String, _ part: RulePart) throws(RecurrenceRuleError) -> Weekday {
        if let known = Weekday.allCases.first(where: { $0.code == value }) { return known }
        guard !value.isEmpty else { throw .init(part: part.rawValue, reason: .noValue) }
        throw .init(
            part: part.rawValue,
            reason: .unknownValue(
                String(value.prefix(40)), wanted: "a weekday: MO, TU, WE, TH, FR, SA or SU",
                meant: RuleGuess.weekday(value)))
    }

    private static func days(_ text: String) throws(RecurrenceRuleError) -> [RecurrenceRule.Day] {
        var days: Set<RecurrenceRule.Day> = []
        for value in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sign = value.prefix { $0 == "+" || $0 == "-" || $0.isNumber }
            let name = String(value.dropFirst(sign.count))
            let ordinal =
                sign.isEmpty
                ? nil : try numbers(String(sign), .byDay, 1...53, orFromEnd: true, in: String(value)).first
            days.insert(.init(try weekday(name, .byDay), ordinal: ordinal))
        }
        return days.sorted()
    }

    private static func end(_ value: String) throws(RecurrenceRuleError) -> RecurrenceRule.End {
        if let day = CalendarDay(value) { return .day(day) }
        if let time = WallTime(value) { return .local(time) }
        if value.hasSuffix("Z"), let time = WallTime(String(value.dropLast())) { return .utc(time) }
        throw .init(
            part: "UNTIL", reason: value.isEmpty ? .noValue : .notATime(String(value.prefix(40))))
    }

    private static func number(
        _ value: String, _ part: RulePart, _ range: ClosedRange<Int>
    ) throws(RecurrenceRuleError) -> Int {
        guard !value.isEmpty else { throw .init(part: part.rawValue, reason: .noValue) }
        guard value.utf8.count <= 12, value.first?.isNumber == true, let number = Int(value),
            range.contains(number)
        else {
            throw .init(
                part: part.rawValue,
                reason: .notInRange(
                    String(value.prefix(40)),
                    wanted: "a number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return number
    }

    private static func numbers(
        _ text: String, _ part: RulePart, _ range: ClosedRange<Int>, orFromEnd: Bool = false,
        in whole: String? = nil
    ) throws(RecurrenceRuleError) -> [Int] {
        var found: Set<Int> = []
        for value in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard !value.isEmpty else { throw .init(part: part.rawValue, reason: .noValue) }
            guard value.utf8.count <= 6, let number = Int(value),
                range.contains(number) || orFromEnd && range.contains(-number)
            else {
                throw .init(
                    part: part.rawValue,
                    reason: .notInRange(
                        whole ?? String(value.prefix(40)),
                        wanted: orFromEnd
                            ? "a number from \(range.lowerBound) to \(range.upperBound) or -\(range.upperBound) to -1"
                            : "a number from \(range.lowerBound) to \(range.upperBound)"))
            }
            found.insert(number)
        }
        return found.sorted()
    }
}

/// The parts of a rule, as they are written.
enum RulePart: String, CaseIterable {
    case freq = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case byMonth = "BYMONTH"
    case byWeekNo = "BYWEEKNO"
    case byYearDay = "BYYEARDAY"
    case byMonthDay = "BYMONTHDAY"
    case byDay = "BYDAY"
    case byHour = "BYHOUR"
    case byMinute = "BYMINUTE"
    case bySecond = "BYSECOND"
    case bySetPos = "BYSETPOS"
    case weekStart = "WKST"
}
