import Care
import FoundationEssentials
import PlanSentences
import Recurrence
import Wording

extension PlanEditing {
    /// How many plans are looked through for the same one.
    private static let mostCompared = 1000

    func preview(
        of content: RoutineContent, _ form: RoutineForm
    ) async throws(RecurrenceError) -> DueDatesPreview {
        let now = call.request.now
        var (shown, start) = (content, now)
        if let key {
            // As the service will have it: what follows begins with the day of the occurrence.
            let morning = WallTime(startOf: key.local.day)
            shown.beginsWith = OccurrenceKey(morning, zone: key.zone)
            start = max(now, DueDatesPreview.clocks(key.zone, zone: zone).instant(of: morning))
        }
        let turns: KnownTurns? =
            if let routine {
                await KnownTurns.read(of: routine, changedTo: shown, people: people, before: start, call)
            } else { KnownTurns() }
        var preview = try DueDatesPreview(shown, zone: zone, now: now, people: people, turns: turns)
        if form.isOfEach {
            let names = form.each.sorted().map { WhoText.name($0, among: people) }
            let who = Text("plan.each_gets", ["who": .text(.list(names))])
            let whose = Text("plan.for_client", ["client": .text(WhoseText.of(content, people: people))])
            preview.people =
                content.audience == .person
                ? .sentence(who) : .joined([.sentence(whose), .sentence(who)], separator: " ")
        }
        preview.isPlannedAlready = routine == nil ? await isPlanned(content) : false
        return preview
    }

    /// Whether the same stands in the plan already. Where that cannot be read, nothing is said of it.
    private func isPlanned(_ content: RoutineContent) async -> Bool {
        await anyPlanned { $0.isSamePlan(as: content) }
    }

    /// When the home does what a time may be said by, "after dinner": what is planned by such a name, and comes again.
    func homeTimes() async throws -> [PlanEvent: PlanEventTime] {
        let readers = try call.site.planReaders(for: call.request)
        var times: [PlanEvent: PlanEventTime] = [:]
        _ = await anyPlanned { content in
            guard case .rules = content.schedule.repetition,
                let event = readers.lazy.compactMap({ $0.event(content.title) }).first
            else { return false }
            let start = content.schedule.start
            let time = PlanEventTime(
                start: PlanTime(hour: start.hour, minute: start.minute), minutes: content.minutes)
            // Of several the earliest: whoever comes first must not be too late.
            if times[event].map({ time.start < $0.start }) ?? true { times[event] = time }
            return false
        }
        return times
    }

    /// Whether anything that is planned is of a kind; at most the first thousand plans are looked at.
    private func anyPlanned(_ isMeant: (RoutineContent) -> Bool) async -> Bool {
        var (next, read): (String?, Int) = (nil, 0)
        repeat {
            let found: RoutinePage? = try? await call.api.get(
                "routines", [("state", "active"), ("limit", "200"), ("after", next)])
            guard let page = found, !page.routines.isEmpty else { return false }
            if page.routines.contains(where: { isMeant($0.content) }) { return true }
            read += page.routines.count
            next = page.next
        } while next != nil && read < Self.mostCompared
        return false
    }
}
