import Care
import FoundationEssentials
import Recurrence
import Wording

/// What a form means, in words, before it is saved.
struct DueDatesPreview {
    struct Time {
        let text: String
        /// What the clocks do to it.
        let note: String?
        let who: String?
    }

    private static let count = 5
    /// Times further ahead than this are not looked for, in seconds: fifty years.
    private static let farthest = 50.0 * 365.25 * 86_400

    let words: Text
    let times: [Time]
    /// What comes after them.
    let rest: String?
    /// For a routine that goes by other clocks than the home's.
    let zone: String?

    /// - Parameter people: Everybody, where it is told whose turn each would be; `nil` where earlier turns would count.
    init(
        _ content: RoutineContent, zone: ZoneRules, now: Date, people: [Person]?
    ) throws(RecurrenceError) {
        let clocks = Self.clocks(content.schedule.zone, zone: zone)
        self.zone = clocks.id == zone.id ? nil : clocks.id
        words = RepetitionWords.text(content.schedule)
        let plan = try RoutinePlan(content, zone: clocks)
        var found = try plan.times(
            from: now, until: now.addingTimeInterval(Self.farthest), limit: Self.count + 1)
        let goesOn = found.count > Self.count
        if goesOn { found.removeLast() }
        let today = clocks.local(of: now).day
        let turns = people.map {
            content.assignment.assignments(at: found.map(\.at), people: $0, history: [], zone: clocks)
        }
        times = found.enumerated().map { index, time in
            Time(
                text: PlanText.dayAndTime(clocks.local(of: time.at), today: today),
                note: Self.note(time, content.schedule, clocks), who: turns?[index].name)
        }
        switch content.schedule.repetition {
        case .afterDone(let days):
            rest = "After that, \(days == 1 ? "the day" : "\(days) days") after it was done."
        case .once, .rules, .elapsed:
            rest =
                found.isEmpty
                ? "It would never be due again: all of its times are past."
                : goesOn ? "And so on." : found.count == 1 ? "Only this once." : "Then no more."
        }
    }

    /// For another zone only its local times are known here, so changes of its clocks are not shown.
    static func clocks(_ id: String, zone: ZoneRules) -> ZoneRules {
        id == zone.id ? zone : ZoneRules(id: id, fixedOffset: 0)
    }

    private static func note(_ time: PlannedTime, _ set: RecurrenceSet, _ zone: ZoneRules) -> String? {
        guard !set.isElapsed else { return nil }
        return switch zone.reading(of: time.local) {
        case .once: nil
        case .skipped(let taken):
            "The clocks go forward: \(PageText.time(time.local)) does not exist on this day, it is taken as \(PageText.time(taken))."
        case .twice:
            "The clocks go back: \(PageText.time(time.local)) comes twice on this day; the first one counts."
        }
    }
}
