import Care
import Foundation
import GRDB
import Logging
import Recurrence

/// A time of a routine's plan for which nothing is stored.
struct PlannedOccurrence {
    let item: RoutinePlanCache.Item
    /// Everything due up to here is stored.
    let takenTo: Date
    let time: PlannedTime
}

/// Something that is or was due, before its details are filled in. A view finds ten thousand and returns a
/// hundred, and filling one in costs more than finding it.
enum FoundOccurrence: Weighable {
    case written(RoutineOccurrence)
    case planned(PlannedOccurrence)

    var isOpen: Bool {
        switch self {
        case .written(let occurrence): occurrence.isOpen
        case .planned: true
        }
    }

    var priority: Priority {
        switch self {
        case .written(let occurrence): return occurrence.priority
        case .planned(let planned):
            let content = planned.item.routine.content
            return content.edits.isEmpty ? content.priority : content.of(planned.time.key).priority
        }
    }

    var at: Date {
        switch self {
        case .written(let occurrence): occurrence.at
        case .planned(let planned): planned.time.at
        }
    }

    /// Its position among all that is due.
    var place: OccurrencePlace {
        switch self {
        case .written(let occurrence):
            OccurrencePlace(at: occurrence.at, routine: occurrence.routine, key: occurrence.key)
        case .planned(let planned):
            OccurrencePlace(
                at: planned.time.at, routine: planned.item.routine.id, key: planned.time.key)
        }
    }
}

extension RoutineKeeper {
    /// Finds planned times that are not stored; considers only routines that come up before the end.
    ///
    /// - Parameters:
    ///   - routine: Of this one alone.
    ///   - part: Of these alone.
    ///   - withGoals: `false`: of none that is a goal.
    ///   - onlyNext: Of each routine the first one alone.
    ///   - visit: Called for each one; returns until when more are wanted.
    func eachPlanned(
        from: Date, until end: Date, of whose: PlanReach, routine: UUID? = nil, need: String? = nil,
        only part: PlanPart = .everything, withGoals: Bool = true, onlyNext: Bool = false,
        except known: [UUID: Set<OccurrenceKey>],
        in db: Database, _ visit: (PlannedOccurrence) throws -> Date
    ) throws {
        let items = try planCache.all(in: db) {
            logger.error("an unreadable routine is left out", metadata: ["reason": "\($0)"])
        }
        var until = end
        let rows = try Row.fetchCursor(
            db, sql: Self.comingUp,
            arguments: [
                end.milliseconds, whose.argument, routine?.uuidString, need, part.rawValue, withGoals,
            ])
        while let row = try rows.next() {
            // In this order, none of the remaining routines is due earlier.
            guard Date(milliseconds: row[2]) < until else { return }
            guard let item = items[row[0]] else { continue }
            let takenTo = Date(milliseconds: row[1])
            let start = max(from, takenTo.addingTimeInterval(0.001))
            guard start < until else { continue }
            let written = known[item.routine.id]
            // Of those that are stored, none is the next.
            let limit = onlyNext ? min((written?.count ?? 0) + 1, Self.mostOfOne) : Self.mostOfOne
            let times: [PlannedTime]
            do {
                times = try item.plan.times(from: start, until: until, limit: limit)
            } catch {
                logger.error(
                    "an unreadable routine is left out",
                    metadata: ["routine": "\(item.routine.id)", "reason": "\(error)"])
                continue
            }
            for time in times where time.at < until && !(written?.contains(time.key) ?? false) {
                until = min(until, try visit(PlannedOccurrence(item: item, takenTo: takenTo, time: time)))
            }
        }
    }

    /// Routines whose next moment comes before an instant, the earliest first. Everything due until then
    /// belongs to one of them, because an occurrence's first moment comes when it is due or before.
    static let comingUp = """
        SELECT number, taken_to, next_at FROM routine
        WHERE next_at < ?1 AND is_active = 1
            AND \(PlanReach.condition("?2")) AND (?3 IS NULL OR id = ?3)
            AND (?4 IS NULL OR need = ?4) AND \(PlanPart.ofRoutines("?5")) AND (?6 = 1 OR is_goal = 0)
        ORDER BY next_at
        """

    /// Fills in what was chosen: words, whose turn it is, and the notes of what is not due yet.
    ///
    /// - Parameter found: The planned times of one routine are adjacent, by time.
    func whole(
        _ found: [FoundOccurrence], notes: [UUID: [OccurrenceKey: RoutineOccurrence]], in db: Database
    ) throws -> [RoutineOccurrence] {
        let people = try people(in: db)
        var whole: [RoutineOccurrence] = []
        whole.reserveCapacity(found.count)
        var index = 0
        while index < found.count {
            switch found[index] {
            case .written(let occurrence):
                whole.append(occurrence)
                index += 1
            case .planned(let first):
                var times: [PlannedTime] = []
                while index < found.count, case .planned(let next) = found[index], next.item === first.item {
                    times.append(next.time)
                    index += 1
                }
                let routine = first.item.routine
                let notes = notes[routine.id]
                let assignments = try assignments(
                    of: first.item, at: times, after: first.takenTo, in: db)
                for (time, assignment) in zip(times, assignments) {
                    let one = occurrence(time, of: routine, assignment: assignment, people: people)
                    whole.append(notes?[time.key].map(one.with(notesOf:)) ?? one)
                }
            }
        }
        return whole
    }
}

extension [FoundOccurrence] {
    /// Groups adjacent planned times of one routine, by time.
    var byRoutine: [FoundOccurrence] {
        func place(_ one: FoundOccurrence) -> (Int64, Date) {
            switch one {
            case .written(let occurrence): (0, occurrence.at)
            case .planned(let planned): (planned.item.number, planned.time.at)
            }
        }
        return sorted { place($0) < place($1) }
    }
}
