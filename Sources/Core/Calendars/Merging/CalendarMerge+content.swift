public import Care
import FoundationEssentials
import Recurrence

extension CalendarMerge {
    /// What an event without a length takes, in minutes.
    static let usualMinutes = 60

    /// The content of a new routine for an event.
    public static func content(_ event: CalendarEvent, _ link: CalendarLink) -> RoutineContent {
        content(event, link.taking ?? CalendarLink.Taking(), client: link.client, name: link.name)
    }

    /// Three ways: what changed in the calendar since it was taken last is taken over; what people changed here stays. Where both changed
    /// the same, the times are the calendar's and the words are people's.
    ///
    /// - Parameters:
    ///   - was: The event as it was taken over last.
    ///   - current: The content of its routine now.
    public static func content(
        _ event: CalendarEvent, was: CalendarEvent, _ current: RoutineContent, _ link: CalendarLink
    ) -> RoutineContent {
        merged(current, was: content(was, link), new: content(event, link))
    }

    /// After `set`: other ways of taking over. What people have changed here stays.
    ///
    /// - Parameters:
    ///   - event: As it was taken over in the old way; `event.moved(from:to:)` is it in the new one.
    public static func content(
        _ current: RoutineContent, of event: CalendarEvent, from old: CalendarLink.Taking,
        to new: CalendarLink.Taking
    ) -> RoutineContent {
        merged(
            current, was: content(event, old, client: current.client, name: current.title),
            new: content(event.moved(from: old, to: new), new, client: current.client, name: current.title))
    }

    /// - Parameter name: The title of what has none.
    static func content(
        _ event: CalendarEvent, _ taking: CalendarLink.Taking, client: String?, name: String
    ) -> RoutineContent {
        RoutineContent(
            title: event.title.isEmpty ? name : event.title, details: event.details, client: client,
            audience: client == nil ? .household : .client,
            assignment: taking.person.map { .fixed(person: $0) } ?? .claimed(),
            schedule: event.schedule,
            reminders: ReminderPlan(
                minutesBefore: taking.takesAlarms ? event.alarms : [], tellsDue: taking.tellsDue,
                tellsMissed: false),
            // What lasts the whole day is not missed before its end.
            graceMinutes: min(max(Int(event.length) / 60, 1), 10_080),
            isClientsOwn: taking.isClientsOwn && client != nil, minutes: event.minutes, edits: event.edits)
    }

    private static func merged(
        _ current: RoutineContent, was: RoutineContent, new: RoutineContent
    ) -> RoutineContent {
        // What was said of single dates still holds where only the time of the day is another.
        let isElsewhere = hasOtherTimes(was.schedule, new.schedule)
        let current = isElsewhere ? atTimeOfDay(of: new.schedule, current) : current
        let was = isElsewhere ? atTimeOfDay(of: new.schedule, was) : was
        var merged = current
        func follow<Value: Equatable>(_ path: WritableKeyPath<RoutineContent, Value>) {
            if was[keyPath: path] != new[keyPath: path], current[keyPath: path] == was[keyPath: path] {
                merged[keyPath: path] = new[keyPath: path]
            }
        }
        follow(\.title)
        follow(\.details)
        follow(\.minutes)
        follow(\.graceMinutes)
        follow(\.assignment)
        follow(\.isClientsOwn)
        follow(\.reminders.minutesBefore)
        follow(\.reminders.tellsDue)
        merged.schedule = schedule(current.schedule, was: was.schedule, new: new.schedule)
        let zone = merged.schedule.zone
        merged.edits = edits(
            current.edits.map { .init(of: $0.of.inZone(zone), edit: $0.edit) },
            was: was.edits.map { .init(of: $0.of.inZone(zone), edit: $0.edit) }, new: new.edits)
        merged.beginsWith = merged.beginsWith?.inZone(zone)
        merged.endsBefore = merged.endsBefore?.inZone(zone)
        return merged
    }

    private static func hasOtherTimes(_ was: RecurrenceSet, _ new: RecurrenceSet) -> Bool {
        was.zone != new.zone || was.start != new.start || was.repetition != new.repetition
    }

    /// The same content with what is said of single dates at the time of the day of another schedule.
    private static func atTimeOfDay(of new: RecurrenceSet, _ content: RoutineContent) -> RoutineContent {
        let schedule = content.schedule
        let (old, time) = (schedule.start.secondOfDay, new.start.secondOfDay)
        guard old != time, schedule.zone == new.zone, isOnceADay(schedule), isOnceADay(new) else {
            return content
        }
        func moved(_ key: OccurrenceKey) -> OccurrenceKey {
            guard key.local.secondOfDay == old else { return key }
            return OccurrenceKey(
                WallTime(startOf: key.local.day).adding(seconds: Int64(time)), zone: key.zone)
        }
        var content = content
        content.schedule.except = schedule.except.map(moved)
        content.schedule.changes = schedule.changes.map { .init(of: moved($0.of), to: $0.to) }
        content.edits = content.edits.map { .init(of: moved($0.of), edit: $0.edit) }
        return content
    }

    /// Whether all its times but single ones are at the start's time of the day.
    private static func isOnceADay(_ set: RecurrenceSet) -> Bool {
        switch set.repetition {
        case .once: true
        case .rules(let rules):
            rules.allSatisfy { $0.frequency > .hourly && $0.hours.isEmpty && $0.minutes.isEmpty }
        case .elapsed, .afterDone: false
        }
    }

    private static func schedule(
        _ current: RecurrenceSet, was: RecurrenceSet, new: RecurrenceSet
    ) -> RecurrenceSet {
        var merged = current
        if hasOtherTimes(was, new) {
            (merged.zone, merged.start, merged.repetition) = (new.zone, new.start, new.repetition)
        }
        // In another zone the same local start is the same occurrence.
        let zone = merged.zone
        merged.also = list(current.also, was: was.also, new: new.also, by: <)
        merged.except = list(
            current.except.map { $0.inZone(zone) }, was: was.except.map { $0.inZone(zone) },
            new: new.except.map { $0.inZone(zone) }
        ) { ($0.local, $0.offset ?? 0) < ($1.local, $1.offset ?? 0) }
        func changes(_ set: RecurrenceSet) -> [OccurrenceKey: RecurrenceSet.Change] {
            let changes = set.changes.map { RecurrenceSet.Change(of: $0.of.inZone(zone), to: $0.to) }
            return Dictionary(changes.map { ($0.of, $0) }) { first, _ in first }
        }
        var (all, old, next) = (changes(current), changes(was), changes(new))
        for key in Set(old.keys).union(next.keys) where old[key] != next[key] { all[key] = next[key] }
        merged.changes = all.values.sorted { $0.of.local < $1.of.local }
        return merged
    }

    /// A list with what was added to it and taken from it elsewhere, sorted.
    private static func list<Value: Hashable>(
        _ current: [Value], was: [Value], new: [Value], by isBefore: (Value, Value) -> Bool
    ) -> [Value] {
        guard was != new else { return current }
        return Set(current).subtracting(Set(was).subtracting(new)).union(Set(new).subtracting(was))
            .sorted(by: isBefore)
    }

    /// What differs for single times: of each the words that the calendar has changed, unless people have, too.
    private static func edits(
        _ current: [OccurrenceEdit.Kept], was: [OccurrenceEdit.Kept], new: [OccurrenceEdit.Kept]
    ) -> [OccurrenceEdit.Kept] {
        guard was != new else { return current }
        func byKey(_ edits: [OccurrenceEdit.Kept]) -> [OccurrenceKey: OccurrenceEdit] {
            Dictionary(edits.map { ($0.of, $0.edit) }) { first, _ in first }
        }
        var (all, old, next) = (byKey(current), byKey(was), byKey(new))
        for key in Set(old.keys).union(next.keys) {
            let (before, after) = (old[key] ?? OccurrenceEdit(), next[key] ?? OccurrenceEdit())
            var edit = all[key] ?? OccurrenceEdit()
            if edit.title == before.title { edit.title = after.title }
            if edit.details == before.details { edit.details = after.details }
            all[key] = edit.isEmpty ? nil : edit
        }
        return all.map { .init(of: $0.key, edit: $0.value) }.sorted { $0.of.local < $1.of.local }
    }
}
