import Care
import FoundationEssentials
import Recurrence
import Wording

/// What a form means, in words, before it is saved.
struct DueDatesPreview {
    struct Time {
        /// When it is, and who would do it.
        let text: Text
        /// What the clocks do to it.
        let note: Text?
    }

    private static let count = 5
    /// Times further ahead than this are not looked for, in seconds: fifty years.
    private static let farthest = 50.0 * 365.25 * 86_400

    /// For whom it is, and who does it.
    var people: Text
    let symbol: String?
    let title: String
    /// What it is worth.
    let points: Text?
    let words: Text
    /// Of what people are told, and when.
    let reminded: Text
    let times: [Time]
    /// What comes after them.
    let rest: Text?
    /// For a routine that goes by other clocks than the home's.
    let zone: String?
    /// That the same is planned already, which is told and not refused; `nil` where it is not.
    var plannedAlready: Text?

    /// - Parameters:
    ///   - people: Everybody.
    ///   - turns: What whose turn each would be follows from; `nil` where that is not known, and nothing is said of it.
    init(
        _ content: RoutineContent, zone: ZoneRules, now: Date, people: [Person], turns: KnownTurns?
    ) throws(RecurrenceError) {
        func name(_ id: String) -> Text { WhoText.name(id, among: people) }
        let whose = WhoseText.of(content, people: people)
        self.people =
            if case .claimed = content.assignment {
                .joined(
                    [
                        .sentence(Text("plan.for_client", ["client": .text(whose)])),
                        WhoText.sentence(content.assignment, people: people),
                    ], separator: " ")
            } else {
                content.audience == .person || content.isByItsClient
                    ? Text("chores.by", ["who": .text(.list(content.assignment.people.map(name)))])
                    : Text(
                        "plan.for_client_by",
                        [
                            "client": .text(whose),
                            "who": .text(.list(content.assignment.people.map(name))),
                        ])
            }
        let usual: Text? =
            switch content.assignment {
            case .fixed(let person): name(person)
            case .inTurn, .leastOften, .claimed: nil
            }
        symbol = ShownSymbol.sign(content.symbol)
        points = content.chore.points.map(PointWords.points)
        title = content.title
        reminded = Self.reminded(content.reminders)
        let clocks = Self.clocks(content.schedule.zone, zone: zone)
        self.zone = clocks.id == zone.id ? nil : clocks.id
        words = RepetitionWords.text(content.schedule)
        let plan = try RoutinePlan(content, zone: clocks)
        var found = try plan.times(
            from: now, until: now.addingTimeInterval(Self.farthest), limit: Self.count + 1)
        let goesOn = found.count > Self.count
        if goesOn { found.removeLast() }
        let today = clocks.local(of: now).day
        let assignments = turns?.assignments(of: content, at: found, people: people, zone: clocks)
        times = found.enumerated().map { index, time in
            let when = PlanText.dayAndTime(clocks.local(of: time.at), today: today)
            // Who always does it stands above the dates.
            let who = assignments?[index].name.flatMap { Text.verbatim($0) == usual ? nil : $0 }
            return Time(
                text: who.map { Text("plan.time_by", ["when": .text(when), "who": .verbatim($0)]) } ?? when,
                note: Self.note(time, content.schedule, clocks))
        }
        switch content.schedule.repetition {
        case .afterDone(let days):
            rest = Text("plan.then_after_done", count: days)
        case .once, .rules, .elapsed:
            let name =
                found.isEmpty
                ? "never_again"
                : goesOn ? "and_so_on" : found.count == 1 ? "only_this_once" : "then_no_more"
            rest = Text("plan.\(name)")
        }
    }

    /// "Reminded: 10 minutes before, when it is due and when it was missed."
    private static func reminded(_ plan: ReminderPlan) -> Text {
        let before = plan.minutesBefore.sorted(by: >).map {
            Text("plan.span_before", ["span": .text(RepetitionWords.span(minutes: $0))])
        }
        let when =
            before + (plan.tellsDue ? [Text("plan.when_due")] : [])
            + (plan.tellsMissed ? [Text("plan.when_missed")] : [])
            + (plan.untilDone.isEmpty
                ? []
                : [
                    Text(
                        "chores.again_at",
                        ["times": .text(.list(OneOccurrencePage.times(plan.untilDone)))])
                ])
        return when.isEmpty
            ? Text("plan.nobody_reminded") : Text("plan.reminded", ["when": .text(.list(when))])
    }

    /// For another zone only its local times are known here, so changes of its clocks are not shown.
    static func clocks(_ id: String, zone: ZoneRules) -> ZoneRules {
        id == zone.id ? zone : ZoneRules(id: id, fixedOffset: 0)
    }

    private static func note(_ time: PlannedTime, _ set: RecurrenceSet, _ zone: ZoneRules) -> Text? {
        guard !set.isElapsed else { return nil }
        return switch zone.reading(of: time.local) {
        case .once: nil
        case .skipped(let taken):
            Text("plan.clock_skips", ["time": .time(time.local), "instead": .time(taken)])
        case .twice: Text("plan.clock_repeats", ["time": .time(time.local)])
        }
    }
}

extension RoutineContent {
    /// Whether both are the same thing for the same people at the same time, whenever each began.
    func isSamePlan(as other: RoutineContent) -> Bool {
        func name(_ title: String) -> String { title.trimmed().lowercased() }
        let (own, theirs) = (schedule, other.schedule)
        guard name(title) == name(other.title), client == other.client, audience == other.audience,
            Set(assignment.people) == Set(other.assignment.people), own.zone == theirs.zone,
            own.repetition == theirs.repetition
        else { return false }
        return own.repetition == .once
            ? own.start == theirs.start
            : (own.start.hour, own.start.minute) == (theirs.start.hour, theirs.start.minute)
    }

    /// Whether it is a client's who always does it: then one name says both.
    fileprivate var isByItsClient: Bool { client.map { assignment == .fixed(person: $0) } ?? false }
}
