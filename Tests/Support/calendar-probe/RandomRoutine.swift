import Care
import Chance
import Foundation
import Recurrence

/// A routine at random, as people and calendars make them, with what happened to it: dates added and left out, times moved,
/// cancelled, edited and skipped, and "this and all following".
struct RandomRoutine {
    /// One part of a series.
    struct Part {
        var content: RoutineContent
        var skipped: [OccurrenceKey] = []
        var lastDone: Date?
        var lastKey: OccurrenceKey?
    }

    let parts: [Part]
    let zone: ZoneRules
    /// The ten years that are compared.
    let from: Date
    let until: Date

    /// More than so many times in ten years would only make the comparison slow.
    private static let mostTimes = 8000
    private static let tenYears: TimeInterval = 3653 * 86_400

    /// `nil` where chance made something that Beckon refuses, or that is due too often.
    init?(chance: inout SeededGenerator, zones: (String) -> ZoneRules?) {
        guard let name = RandomSchedule.zones.randomElement(using: &chance), let zone = zones(name) else {
            return nil
        }
        self.zone = zone
        let start = RandomSchedule.start(zone, &chance)
        from = zone.instant(of: start.adding(days: .random(in: -300...400, using: &chance)))
        until = from.addingTimeInterval(Self.tenYears)
        guard let schedule = RandomSchedule.schedule(from: start, zone, &chance) else { return nil }
        var part = Part(
            content: RoutineContent(
                title: "Tablets, \"blue\"; \(Int.random(in: 1...99, using: &chance))",
                details: "Line 1\nLine 2", client: "maria", assignment: .claimed(), schedule: schedule))
        if case .afterDone = schedule.repetition, Bool.random(using: &chance) {
            part.lastKey = OccurrenceKey(start, zone: zone.id)
            part.lastDone = zone.instant(of: start).addingTimeInterval(
                .random(in: -1e5...1e6, using: &chance))
        }
        guard
            let times = try? RoutinePlan(
                part.content, zone: zone, lastDone: part.lastDone, of: part.lastKey
            ).times(from: from, until: until, limit: Self.mostTimes), times.count < Self.mostTimes
        else { return nil }
        Self.change(&part, times, &chance)
        guard let last = times.last, Int.random(in: 0..<3, using: &chance) == 0 else {
            parts = [part]
            return
        }
        let cut = times.randomElement(using: &chance) ?? last
        guard let split = Self.split(part, at: cut, zones, &chance) else { return nil }
        parts = split
    }

    private static func change(
        _ part: inout Part, _ times: [PlannedTime], _ chance: inout SeededGenerator
    ) {
        guard !times.isEmpty else { return }
        /// More often one of the first.
        func any() -> PlannedTime {
            let few = times.prefix(Bool.random(using: &chance) ? 6 : times.count)
            return few[Int.random(in: 0..<few.count, using: &chance)]
        }
        func often() -> Range<Int> { 0..<Int.random(in: 0...4, using: &chance) }
        for _ in often() { part.content.schedule.except.append(any().key) }
        for _ in often() { part.skipped.append(any().key) }
        for _ in often() {
            let key = any().key
            guard !part.content.edits.contains(where: { $0.of == key }) else { continue }
            let edit = OccurrenceEdit(
                title: Bool.random(using: &chance) ? "Today with Anna" : nil, details: "Elsewhere")
            part.content.edits.append(.init(of: key, edit: edit))
        }
        for _ in often() {
            let time = any()
            guard !part.content.schedule.changes.contains(where: { $0.of == time.key }) else { continue }
            let to = time.local.adding(seconds: Int64(Int.random(in: -400...400, using: &chance)) * 900)
            part.content.schedule.changes.append(
                .init(of: time.key, to: Int.random(in: 0..<4, using: &chance) == 0 ? nil : to))
        }
    }

    /// The part before one of its times, and what goes on from there with another content; `nil` if that is refused.
    private static func split(
        _ part: Part, at cut: PlannedTime, _ zones: (String) -> ZoneRules?,
        _ chance: inout SeededGenerator
    ) -> [Part]? {
        let id = UUID()
        let routine = Routine(
            id: id, series: id, content: part.content, createdAt: .distantPast, changedAt: .distantPast)
        var content = part.content
        content.title = "Later"
        if Bool.random(using: &chance) {
            content.schedule.start = content.schedule.start.adding(seconds: 1800)
        }
        let change = RoutineChange(
            id: UUID(), scope: .following, occurrence: cut.key, content: content, continuation: UUID(),
            replaces: 0, at: .distantPast)
        guard
            let (changed, continuation) = try? routine.applying(
                change, zones: zones, lastDone: part.lastDone, of: part.lastKey)
        else { return nil }
        return ([changed] + (continuation.map { [$0] } ?? [])).map { routine in
            var other = part
            other.content = routine.content
            return other
        }
    }
}
