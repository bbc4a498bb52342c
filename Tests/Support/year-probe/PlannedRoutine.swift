import Care
import Chance
import Foundation
import Recurrence

/// One routine, with what is known of it without any engine.
final class PlannedRoutine {
    enum Days {
        case week(Set<Int>)
        case month(Int)
        /// In January, April, July and October.
        case quarter(Int)
        /// Each day of the two months in which clocks are changed.
        case aroundChanges
    }

    static let graceMinutes = 60

    let number: Int
    let days: Days
    let minutesBefore: [Int]
    let tellsMissed: Bool
    let isOwn: Bool
    let isUrgent: Bool
    /// Whose it is; `nil` where it is the household's.
    let client: String?
    let chore: Chore?
    /// The part of the series that goes on: its id, its minute after midnight, who does it (one is fixed, several take
    /// turns), and the first of its days: at first the year's second, since what was due just before a routine is made is
    /// due at once.
    private(set) var part = UUID()
    private(set) var minute: Int
    private(set) var people: [String]
    private(set) var firstDay = 1
    /// The journal's number of its last change.
    var sequence: Int64 = 0
    private(set) var occurrences: [PlannedOccurrence] = []

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    init(number: Int, _ household: Household, _ chance: inout SeededGenerator) {
        self.number = number
        // Every fortieth stands where clocks are changed; of the others most are rare, so that two thousand fit into two
        // minutes.
        let isAtChange = number % 40 == 0
        if isAtChange {
            days = .aroundChanges
        } else {
            days =
                switch Int.random(in: 0..<200, using: &chance) {
                case 0..<2: .week(Set((0...1).map { _ in Int.random(in: 0..<7, using: &chance) }))
                case 2..<60: .month(Int.random(in: 1...28, using: &chance))
                default: .quarter(Int.random(in: 1...28, using: &chance))
                }
        }
        minute =
            isAtChange ? Int.random(in: 110..<200, using: &chance) : Int.random(in: 0..<1440, using: &chance)
        minutesBefore =
            [[], [], [10], [5, 30], [90]].randomElement(using: &chance) ?? []
        // Every third is the household's.
        chore = number % 3 == 1 ? Chore(&chance) : nil
        // What is told anew is told as due or as missed, and has been told as such before.
        tellsMissed = Int.random(in: 0..<4, using: &chance) > 0 || chore != nil
        isOwn = Int.random(in: 0..<5, using: &chance) == 0 && chore == nil
        isUrgent = Int.random(in: 0..<10, using: &chance) == 0
        client = chore == nil ? household.clients.randomElement(using: &chance) : nil
        people = Self.people(household, of: chore, &chance)
        occurrences = planned(from: Year.start)
    }

    private static func people(
        _ household: Household, of chore: Chore?, _ chance: inout SeededGenerator
    ) -> [String] {
        if chore.map({ $0.rule != .fixed }) ?? (Int.random(in: 0..<4, using: &chance) == 0) {
            return Array(household.housemates.shuffled(using: &chance).prefix(3))
        }
        return [household.caregivers[Int.random(in: 0..<household.caregivers.count, using: &chance)]]
    }

    var content: RoutineContent {
        get throws { try content(firstDay: firstDay, minute: minute, people: people) }
    }

    /// As it goes on from an occurrence.
    func content(
        from first: PlannedOccurrence, minute: Int, people: [String]
    ) throws -> RoutineContent {
        try content(firstDay: first.day, minute: minute, people: people)
    }

    private func content(firstDay: Int, minute: Int, people: [String]) throws -> RoutineContent {
        let recurrence =
            switch days {
            case .week(let days):
                "FREQ=WEEKLY;BYDAY=" + days.sorted().map { Self.codes[$0] }.joined(separator: ",")
            case .month(let day): "FREQ=MONTHLY;BYMONTHDAY=\(day)"
            case .quarter(let day): "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=\(day)"
            case .aroundChanges: "FREQ=DAILY;BYMONTH=3,10"
            }
        let rule: Chore.Rule = chore?.rule ?? (people.count == 1 ? .fixed : .inTurn(.occurrence))
        return RoutineContent(
            title: "Routine \(number)", client: client, audience: audience, assignment: rule.of(people),
            schedule: RecurrenceSet(
                start: Berlin.wall(day: firstDay, minute: minute), zone: Berlin.id,
                repetition: .rules([try RecurrenceRule(recurrence)])),
            priority: isUrgent ? .urgent : .normal,
            reminders: ReminderPlan(
                minutesBefore: minutesBefore, tellsDue: true, tellsMissed: tellsMissed,
                untilDone: chore?.untilDone ?? []),
            graceMinutes: Self.graceMinutes, isClientsOwn: isOwn, points: chore?.points,
            count: chore?.count, needsApproval: chore?.needsApproval ?? false)
    }

    private var audience: Audience { chore.map { $0.rule == .fixed ? .person : .household } ?? .client }

    /// What is due behind an instant, by the plan as it is now.
    private func planned(from moment: Int64) -> [PlannedOccurrence] {
        (firstDay..<Berlin.days).filter(isOn).map {
            PlannedOccurrence(
                self, day: $0, second: Berlin.second(day: $0, minute: minute), from: moment)
        }.filter { $0.second > moment }
    }

    private func isOn(_ day: Int) -> Bool {
        let (month, monthDay) = Berlin.months[day]
        return switch days {
        case .week(let days): days.contains(Berlin.weekday(day))
        case .month(let wanted): monthDay == wanted
        case .quarter(let wanted): monthDay == wanted && month % 3 == 1
        case .aroundChanges: month == 3 || month == 10
        }
    }

    /// Whether something was entered of what is still to come.
    func isBegun(at now: Int64) -> Bool {
        occurrences.contains { $0.second > now && !$0.isGone(at: now) && !($0.work?.entries.isEmpty ?? true) }
    }

    // MARK: - Changes

    /// From now on at another time of day. Gives what is due by the new plan.
    func change(toMinute minute: Int, at now: Int64) -> [PlannedOccurrence] {
        for occurrence in occurrences { occurrence.leave(at: now) }
        self.minute = minute
        let new = planned(from: now)
        occurrences += new
        return new
    }

    /// From an occurrence on another part of the series, at another time or with other people.
    func goOn(
        from first: PlannedOccurrence, as part: UUID, toMinute minute: Int, people: [String], at now: Int64
    ) -> [PlannedOccurrence] {
        for occurrence in occurrences where occurrence.day >= first.day { occurrence.leave(at: now) }
        self.part = part
        self.minute = minute
        self.people = people
        firstDay = first.day
        let new = planned(from: now)
        occurrences += new
        return new
    }

    /// One is due later; the others stay.
    func move(_ old: PlannedOccurrence, toMinute minute: Int, at now: Int64) -> PlannedOccurrence {
        old.leave(at: now)
        let new = PlannedOccurrence(
            self, day: old.day, second: Berlin.second(day: old.day, minute: minute), from: now,
            movedFrom: old)
        occurrences.append(new)
        return new
    }
}
