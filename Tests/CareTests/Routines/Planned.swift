import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

/// Short words for tests about routines.
enum Planned {
    /// "Medicine" for Maria, by Anna.
    static func content(
        _ rules: String, from start: String, in zone: String = Routines.berlin, before: [Int] = [],
        grace: Int = 60, also: [String] = [], priority: Priority = .normal
    ) throws -> RoutineContent {
        let rules = try rules.split(separator: " ").map { try RecurrenceRule(String($0)) }
        return try content(
            rules.isEmpty ? .once : .rules(rules), from: start, in: zone, before: before, grace: grace,
            also: also, priority: priority)
    }

    static func content(
        _ repetition: Repetition, from start: String, in zone: String = Routines.berlin, before: [Int] = [],
        grace: Int = 60, also: [String] = [], priority: Priority = .normal
    ) throws -> RoutineContent {
        RoutineContent(
            title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
            schedule: RecurrenceSet(
                start: try Routines.time(start), zone: zone, repetition: repetition,
                also: try also.map(Routines.time)),
            priority: priority, reminders: ReminderPlan(minutesBefore: before), graceMinutes: grace)
    }

    static func plan(_ content: RoutineContent) throws -> RoutinePlan {
        try RoutinePlan(content, zone: try Routines.zone(content.schedule.zone))
    }

    static func routine(_ content: RoutineContent) throws -> Routine {
        let day = try Routines.instant("2026-01-01T00:00")
        let id = UUID()
        return Routine(id: id, series: id, content: content, createdAt: day, changedAt: day)
    }

    static func key(_ text: String, in zone: String = Routines.berlin) throws -> OccurrenceKey {
        OccurrenceKey(try Routines.time(text), zone: zone)
    }

    /// In the change's zone, whatever it is called.
    static func zones(_ id: String) -> ZoneRules? { try? Routines.zone(id) }

    static func change(
        _ scope: RoutineChange.Scope, _ occurrence: OccurrenceKey? = nil, to: String? = nil,
        content: RoutineContent? = nil
    ) throws -> RoutineChange {
        RoutineChange(
            id: UUID(), scope: scope, occurrence: occurrence, to: try to.map(Routines.time), content: content,
            continuation: scope == .following && content != nil ? UUID() : nil, replaces: 1, by: "Anna",
            at: try Routines.instant("2026-03-01T12:00"))
    }

    /// All that is due from one local day until another, as `03-28 08:00`, or with `~` where it was moved.
    static func list(_ content: RoutineContent, from: String, until: String) throws -> [String] {
        let zone = try Routines.zone(content.schedule.zone)
        return try plan(content).times(
            from: zone.instant(of: try Routines.time(from)), until: zone.instant(of: try Routines.time(until))
        ).map { time in
            let text = time.local.description.dropFirst(5).dropLast(3)
            return text.replacing("T", with: " ") + (time.key.local == time.local ? "" : "~")
        }
    }
}
