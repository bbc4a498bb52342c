import Care
import FoundationEssentials
import Recurrence
import Time

/// Goals that the client has made or deleted here, until what the service tells has that too.
///
/// | a goal | the service has it | an agenda comes with it | an agenda comes without it | it is refused |
/// |---|---|---|---|---|
/// | is made here | → is delivered | → gone, the agenda has it | stays | → gone |
/// | is delivered | – | → gone, the agenda has it | stays once: it may have been on the way | → gone |
/// | is deleted here | → its end is delivered | stays | stays | is there again |
/// | its end is delivered | – | stays: it was on the way | → gone | – |
struct KioskGoals: Sendable {
    private struct Made: Sendable {
        var new: NewRoutine
        var name: String
        var isDelivered = false
        /// Whether an agenda has come since without it.
        var wasMissing = false
    }

    private struct Deleted: Sendable {
        var routine: UUID
        var change: RoutineChange
        var isDelivered = false
    }

    private var made: [Made] = []
    private var deleted: [Deleted] = []
    /// Up to when the client was reminded here, since the service is away; `nil` while it is there and reminds.
    private var remindedTo: Date?
    /// For which times this kiosk has reminded without the service, by the occurrences' ids: said, to its end.
    private var alone: [String: Date] = [:]
    /// For which times the service has reminded last.
    private var byService: [String: Date] = [:]
    /// At which times the client is reminded of those, as far as was told since.
    private var times: [String: Set<Date>] = [:]
    /// When the next is to be told here.
    private(set) var nextWake: Instant?
    /// Of which goals the client was to be reminded next when that was looked at last; `nil` if it has to be looked at anew.
    private var looked: (at: Date, next: Date?)?
    /// A reminder of the service's for nearly the same time is the same one. Seconds.
    private static let sameTime: TimeInterval = 120
    /// After so long another time of the day has come, whether this kiosk knew it or not. Seconds.
    private static let longestBetween: TimeInterval = 86_400

    mutating func make(_ new: NewRoutine, name: String) {
        made.append(Made(new: new, name: name))
        looked = nil
    }

    mutating func delete(_ routine: UUID, _ change: RoutineChange) {
        deleted.append(Deleted(routine: routine, change: change))
        looked = nil
    }

    /// When the client has quiet hours may have changed.
    mutating func zoneChanged() { looked = nil }

    mutating func delivered(_ id: UUID) {
        for index in made.indices where made[index].new.id == id { made[index].isDelivered = true }
        for index in deleted.indices where deleted[index].change.id == id {
            deleted[index].isDelivered = true
        }
    }

    /// It will never be stored.
    ///
    /// - Returns: It, if it was one of these.
    mutating func lost(_ id: UUID) -> HouseholdCommand? {
        looked = nil
        if let index = made.firstIndex(where: { $0.new.id == id }) {
            return .addGoal(made.remove(at: index).new)
        }
        guard let index = deleted.firstIndex(where: { $0.change.id == id }) else { return nil }
        let lost = deleted.remove(at: index)
        return .endGoal(routine: lost.routine, lost.change)
    }

    /// An agenda has come with these.
    mutating func came(_ goals: [Goal]) {
        looked = nil
        let known = Set(goals.map(\.id))
        made.removeAll { known.contains($0.new.id) || $0.isDelivered && $0.wasMissing }
        for index in made.indices where made[index].isDelivered { made[index].wasMissing = true }
        note(goals)
        forget(allBut: applied(to: goals))
        deleted.removeAll { $0.isDelivered && !known.contains($0.routine) }
    }

    /// The service is there: it reminds.
    mutating func remindsItself() { (remindedTo, nextWake, looked) = (nil, nil, nil) }

    /// Whether none can be due, as they were looked at last: each event asks for that, and there may be many goals.
    ///
    /// - Parameter time: What time it is by the service's clock.
    mutating func nothingIsDue(at now: Instant, time: Date) -> Bool {
        guard let looked, looked.at <= time, looked.next.map({ time < $0 }) ?? true else { return false }
        remindedTo = time
        wake(for: looked.next, at: now, time: time)
        return true
    }

    private mutating func wake(for next: Date?, at now: Instant, time: Date) {
        nextWake = next.map { now.advanced(by: .seconds(min($0.timeIntervalSince(time) + 0.001, 86_400))) }
    }

    /// The service is away: those of which the client is to be reminded now.
    ///
    /// - Parameters:
    ///   - goals: All of them; those that are done may be open again before the next time comes.
    ///   - time: What time it is by the service's clock.
    /// - Returns: Each with the time that has come.
    mutating func due(among goals: [Goal], at now: Instant, time: Date) -> [(goal: Goal, at: Date)] {
        // That the service is away shows a while later than it is.
        let from = remindedTo.map { min($0, time) } ?? time.addingTimeInterval(-Self.sameTime)
        remindedTo = time
        note(goals)
        let next = goals.lazy.flatMap(\.alarms).filter { $0 > time }.min()
        looked = (time, next)
        wake(for: next, at: now, time: time)
        return goals.filter(\.isOpen).compactMap { goal in
            goal.alarms.last { from < $0 && $0 <= time && !wasTold(of: goal.occurrence.id, at: $0) }
                .map { (goal, $0) }
        }
    }

    /// It was said here, for that time.
    mutating func reminded(of id: String, at moment: Date) {
        alone[id] = moment
        times[id] = times[id]?.filter { $0 > moment }
    }

    /// The service has reminded of it, for that time.
    mutating func serviceReminded(of id: String, at moment: Date) { byService[id] = moment }

    private func wasTold(of id: String, at moment: Date) -> Bool {
        [alone[id], byService[id]].contains { told in
            told.map { abs($0.timeIntervalSince(moment)) < Self.sameTime } ?? false
        }
    }

    /// Whether the client was reminded of it here, for that time or for the last one before: a service that stood still reminds when it
    /// sees that a time has passed, and not by the time itself. That its time is over is news.
    ///
    /// - Parameter planned: More of the times at which the client is reminded of it.
    func wasReminded(
        of occurrence: RoutineOccurrence, _ kind: ReminderKind, at moment: Date, planned: [Date]
    ) -> Bool {
        let id = occurrence.id
        guard let told = alone[id], kind != .missed || told >= occurrence.missedAt else { return false }
        let later = moment.timeIntervalSince(told)
        guard later >= Self.sameTime else { return later > -Self.sameTime }
        return later < Self.longestBetween
            && !(times[id] ?? []).union(planned).contains { told < $0 && $0 <= moment }
    }

    private mutating func note(_ goals: [Goal]) {
        for goal in goals {
            guard let first = goal.alarms.min() else { continue }
            let oldest = first.addingTimeInterval(-Self.longestBetween)
            times[goal.occurrence.id] = Set(goal.alarms).union(
                (times[goal.occurrence.id] ?? []).filter { $0 > oldest })
        }
    }

    /// Nothing is kept of what is no goal any more.
    private mutating func forget(allBut goals: [Goal]) {
        let ids = Set(goals.map(\.occurrence.id))
        alone = alone.filter { ids.contains($0.key) }
        byService = byService.filter { ids.contains($0.key) }
        times = times.filter { ids.contains($0.key) }
    }

    /// Those of the service, with what was made and deleted here.
    func applied(to goals: [Goal]) -> [Goal] {
        let gone = Set(deleted.map(\.routine))
        let known = Set(goals.map(\.id))
        return (goals + made.filter { !known.contains($0.new.id) }.compactMap { Goal($0.new, name: $0.name) })
            .filter { !gone.contains($0.id) }
    }
}

extension KioskAgenda {
    /// Of what was done nobody scans through more.
    private static let mostDone = 20

    /// What is open, by the time until which it is to be done, and what was done within a day: that can be undone.
    func goals(at now: Date, zone: ZoneRules) -> [Goal] {
        let all = goals.applied(to: known?.goals ?? []).map { goal in
            // The service knows the client's quiet hours; for what it does not have yet they hold as well.
            Goal(
                routine: goal.routine, occurrence: standing(goal.occurrence, at: now),
                alarms: goal.alarms.map { quietEnd(at: $0, zone: zone) ?? $0 })
        }.sorted(by: Goal.isEarlier)
        return all.filter(\.isOpen) + all.filter { !$0.isOpen }.prefix(Self.mostDone)
    }

    /// One of them, by its occurrence's id.
    func goal(_ id: String, at now: Date) -> Goal? {
        goals.applied(to: known?.goals ?? []).first { $0.occurrence.id == id }.map {
            Goal(routine: $0.routine, occurrence: standing($0.occurrence, at: now), alarms: $0.alarms)
        }
    }

    /// Whether the client was reminded of it here, by `KioskGoals.wasReminded`; an agenda that comes late tells of no time that has passed.
    func wasReminded(
        of occurrence: RoutineOccurrence, _ kind: ReminderKind, at moment: Date, zone: ZoneRules
    ) -> Bool {
        let goal = (known?.goals ?? []).first { $0.occurrence.id == occurrence.id }
        let minutes = goal?.routine.content.reminders.untilDone ?? []
        let today = zone.local(of: moment).day
        let planned = [today.adding(days: -1), today].flatMap { day in
            minutes.map { zone.instant(of: WallTime(startOf: day).adding(seconds: Int64($0) * 60)) }
        }
        return goals.wasReminded(of: occurrence, kind, at: moment, planned: planned)
    }

    /// What the home's clocks show at a moment; `nil` until the service has told of them.
    func local(of moment: Date) -> (time: WallTime, zone: String)? {
        guard let known, let offset = known.offset else { return nil }
        let seconds = moment.timeIntervalSince1970.rounded(.down) + Double(offset)
        return (WallTime(clamping: Int64(seconds)), known.zone)
    }
}
