import Care
import Recurrence

/// Reads the rules of calendars, and puts right what programs write otherwise than RFC 5545 has it.
enum CalendarRules {
    /// `nil` for what is no rule, or one of another calendar than the Gregorian.
    ///
    /// - Parameters:
    ///   - isAllDay: Then its end is a day, as it has to be; one that is written as an instant is the day at home.
    static func rule(_ text: String, isAllDay: Bool, home: ZoneRules) -> RecurrenceRule? {
        // What goes without saying of RFC 7529.
        let plain = text.split(separator: ";").filter { part in
            !["RSCALE=GREGORIAN", "SKIP=OMIT"].contains(String(part).trimmed.uppercased())
        }
        guard let rule = read(plain.joined(separator: ";")) else { return nil }
        switch rule.end {
        case .never, .count: return rule
        case .day(let day): return ended(rule, day)
        case .local(let time): return isAllDay || isEndless(time.day) ? ended(rule, time.day) : rule
        case .utc(let time):
            guard isAllDay || isEndless(time.day) else { return rule }
            return ended(rule, time.secondOfDay == 0 ? time.day : home.local(ofSecond: time.seconds).day)
        }
    }

    /// Whether it gives nothing from the first year of plans on.
    static func endsBeforePlans(_ rule: RecurrenceRule) -> Bool {
        let first = PlannedTimes.years.lowerBound
        return switch rule.end {
        case .never, .count: false
        case .day(let day): day.year < first
        case .local(let time), .utc(let time): time.day.year < first
        }
    }

    private static func isEndless(_ day: CalendarDay) -> Bool { day.year > PlannedTimes.years.upperBound }

    /// The same rule until the end of a day; without an end where that is later than anybody plans, as programs write "for ever".
    private static func ended(_ rule: RecurrenceRule, _ day: CalendarDay) -> RecurrenceRule? {
        var parts = rule.description.split(separator: ";").filter { !$0.hasPrefix("UNTIL=") }
            .map { String($0) }
        if !isEndless(day) { parts.append("UNTIL=" + day.description.filter { $0 != "-" }) }
        return read(parts.joined(separator: ";"))
    }

    private static func read(_ text: String) -> RecurrenceRule? {
        do { return try RecurrenceRule(text) } catch {
            // Why does not matter: whoever wrote it does not write it here.
            return nil
        }
    }
}
