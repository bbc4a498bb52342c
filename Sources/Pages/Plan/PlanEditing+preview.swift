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
        preview.plannedAlready = routine == nil ? await planned(content, form) : nil
        return preview
    }

    /// That the same stands in the plan already, of several people with whose names. Where that cannot be read, nothing is said of it.
    private func planned(_ content: RoutineContent, _ form: RoutineForm) async -> Text? {
        guard form.isOfEach else {
            return await found([content]).isEmpty ? nil : Text("plan.planned_already")
        }
        let people = form.each.sorted()
        let wanted = people.map { person in
            var own = content
            own.assignment = .fixed(person: person)
            return own
        }
        let names = await found(wanted).sorted().map { WhoText.name(people[$0], among: self.people) }
        return names.isEmpty ? nil : Text("plan.planned_already_for", ["who": .text(.list(names))])
    }

    /// The places of those that stand in the plan already.
    private func found(_ wanted: [RoutineContent]) async -> Set<Int> {
        var found: Set<Int> = []
        await readPlanned { content in
            found.formUnion(wanted.indices.filter { content.isSamePlan(as: wanted[$0]) })
            return found.count < wanted.count
        }
        return found
    }

    /// When the home does what a time may be said by, "after dinner": what is planned by such a name, and comes again.
    func homeTimes() async throws -> [PlanEvent: PlanEventTime] {
        let readers = try call.site.planReaders(for: call.request)
        var times: [PlanEvent: PlanEventTime] = [:]
        await readPlanned { content in
            guard case .rules = content.schedule.repetition,
                let event = readers.lazy.compactMap({ $0.event(content.title) }).first
            else { return true }
            let start = content.schedule.start
            let time = PlanEventTime(
                start: PlanTime(hour: start.hour, minute: start.minute), minutes: content.minutes)
            // Of several the earliest: whoever comes first must not be too late.
            if times[event].map({ time.start < $0.start }) ?? true { times[event] = time }
            return true
        }
        return times
    }

    /// Looks at what is planned, at most the first thousand plans, while `goesOn` gives true.
    private func readPlanned(_ goesOn: (RoutineContent) -> Bool) async {
        var (next, read): (String?, Int) = (nil, 0)
        repeat {
            let answer: RoutinePage? = try? await call.api.get(
                "routines", [("state", "active"), ("limit", "200"), ("after", next)])
            guard let page = answer, !page.routines.isEmpty else { return }
            for routine in page.routines where !goesOn(routine.content) { return }
            read += page.routines.count
            next = page.next
        } while next != nil && read < Self.mostCompared
    }
}
