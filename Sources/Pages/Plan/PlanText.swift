import FoundationEssentials
import Recurrence
import Wording

/// Words and addresses of the plan.
enum PlanText {
    /// "Monday 23 November", without the year unless it is another one than today's.
    static func date(_ day: CalendarDay, today: CalendarDay) -> Text {
        Text("time.day", ["day": .day(day, today: today)])
    }

    /// "Monday 23 November": whoever reads it sees which year is meant.
    static func date(_ day: CalendarDay) -> Text { date(day, today: day) }

    /// "Monday 23 November 08:00", with the year where it is not this one.
    static func dayAndTime(_ local: WallTime, today: CalendarDay) -> Text {
        Text("time.day_and_time", ["day": .day(local.day, today: today), "time": .time(local)])
    }

    static func month(_ day: CalendarDay) -> Text { Text("plan.of_month", ["month": .month(day)]) }

    /// "Mo", as narrow as a phone's columns.
    static func shortWeekday(_ day: Weekday) -> Text { Text("plan.short_weekday_\(day.rawValue + 1)") }

    static func weekday(_ day: Weekday) -> Text { Text("plan.weekday", ["weekday": .weekday(day)]) }

    /// How many more there are, in digits alone as in the table of a month.
    static func more(_ name: String, _ count: Int) -> Text { Text(name, ["count": .verbatim("\(count)")]) }

    /// Where one occurrence is shown.
    static func path(_ routine: UUID, _ key: OccurrenceKey) -> String {
        "\(path(routine))/\(PageText.escaped(key.description))"
    }

    /// Where one routine is shown.
    static func path(_ routine: UUID) -> String { "/plan/\(routine.uuidString.lowercased())" }

    static func week(_ day: CalendarDay, _ choice: PlanChoice = .everything) -> String {
        "/plan?week=\(day)" + choice.address
    }

    /// Where one day is shown by itself.
    static func day(_ day: CalendarDay, _ choice: PlanChoice) -> String {
        "/plan?day=\(day)" + choice.address
    }

    static func month(_ day: CalendarDay, _ choice: PlanChoice = .everything) -> String {
        "/plan?month=\(day.description.prefix(7))" + choice.address
    }
}

extension CalendarDay {
    /// The first day of its week, where weeks begin with a weekday.
    func startOfWeek(_ first: Weekday) -> CalendarDay {
        adding(days: -((weekday.rawValue - first.rawValue + 7) % 7))
    }

    var firstOfMonth: CalendarDay { adding(days: 1 - day) }
}

extension Weekday {
    /// The days of a week that begins with this one.
    var week: [Weekday] {
        let all = Weekday.allCases
        return Array(all[rawValue...] + all[..<rawValue])
    }
}

extension ZoneRules {
    /// When a local day begins.
    func start(of day: CalendarDay) -> Date { instant(of: WallTime(startOf: day)) }

    /// What the clocks do on a day, in words; `nil` on nearly all.
    func change(on day: CalendarDay) -> Text? {
        let (start, end) = (start(of: day), start(of: day.adding(days: 1)))
        guard let change = nextChange(after: start), change < end else { return nil }
        let isForward = offset(at: end) > offset(at: start)
        let from = local(of: change.addingTimeInterval(-1)).adding(seconds: 1)
        return Text(isForward ? "plan.clocks_forward" : "plan.clocks_back", ["time": .time(from)])
    }
}
