import Care
import CareStore
import Foundation
import Recurrence

/// What happens around the store.
enum Happening {
    case mark(PlannedOccurrence, OccurrenceEntry.Kind, at: Int64)
    /// Of a chore.
    case work(PlannedOccurrence, ChoreAct, at: Int64)
    /// Of what was marked last.
    case undo(PlannedOccurrence, at: Int64)
    case change(PlannedRoutine, RoutineChange.Scope)
    /// Of this occurrence alone: to another minute of its day, or left out.
    case changeOne(PlannedOccurrence, toMinute: Int?)
    case down(seconds: Int64)
    /// With what is due next, between writing and telling.
    case die(seconds: Int64)
    case up
    case clock(step: Int64)
    case dead(ReminderChannel, seconds: Int64)
    case alive(ReminderChannel)
}

extension Year {
    func perform(_ happening: Happening) async throws {
        switch happening {
        case .mark, .work, .undo, .change, .changeOne:
            // What is due by now has been told before a hand can have done anything about it.
            try await serve()
            // With the service down, it waits in somebody's outbox.
            guard store != nil else { return world.add(happening, at: now + 30) }
            try await act(happening)
            try await look()
        case .down(let seconds): if store != nil { goDown(for: seconds) }
        case .die(let seconds): dieAtNext(for: seconds)
        case .up:
            try open()
            try await serve()
            for channel in ReminderChannel.allCases { try await catchUp(channel) }
        case .clock(let step): try await setClock(by: step)
        case .dead(let channel, let seconds): kill(channel, for: seconds)
        case .alive(let channel): try await catchUp(channel)
        }
    }

    private func act(_ happening: Happening) async throws {
        switch happening {
        case .mark(let occurrence, let kind, let at): try await mark(occurrence, kind, at: at)
        case .work(let occurrence, let act, let at): try await work(occurrence, act, at: at)
        case .undo(let occurrence, let at): try await undo(occurrence, at: at)
        case .change(let routine, let scope): try await change(routine, scope)
        case .changeOne(let occurrence, let minute): try await change(occurrence, toMinute: minute)
        case .down, .die, .up, .clock, .dead, .alive: break
        }
    }

    private func mark(_ occurrence: PlannedOccurrence, _ kind: OccurrenceEntry.Kind, at: Int64) async throws {
        guard !occurrence.isGone(at: now), let store else { return }
        let entry = OccurrenceEntry(
            id: UUID(), routine: occurrence.part, key: occurrence.key, kind: kind, by: "Somebody",
            text: kind == .note ? "As usual." : nil, at: Self.date(at))
        _ = try await store.mark(entry, actor: .station, receivedAt: Self.date(now))
        guard kind != .note else { return tally.count("notes") }
        occurrence.lastEntry = entry.id
        occurrence.close(at: now)
        tally.count("marks")
    }

    private func undo(_ occurrence: PlannedOccurrence, at: Int64) async throws {
        guard let last = occurrence.lastEntry, occurrence.isClosedNow, !occurrence.isGone(at: now), let store
        else { return }
        let entry = OccurrenceEntry(
            id: UUID(), routine: occurrence.part, key: occurrence.key, kind: .undone, by: "Somebody",
            undoes: last, at: Self.date(at))
        _ = try await store.mark(entry, actor: .station, receivedAt: Self.date(now))
        occurrence.open(at: now)
        tally.count("undone")
    }

    private func change(_ occurrence: PlannedOccurrence, toMinute minute: Int?) async throws {
        let routine = occurrence.routine
        guard occurrence.second > now, !occurrence.isGone(at: now), !occurrence.isClosedNow else { return }
        try await send(
            RoutineChange(
                id: UUID(), scope: .one, occurrence: occurrence.key,
                to: minute.map { Berlin.wall(day: occurrence.day, minute: $0) }, replaces: routine.sequence,
                at: Self.date(now)), of: routine, part: occurrence.part)
        if let minute {
            let moved = routine.move(occurrence, toMinute: minute, at: now)
            tally.expect([moved])
            plan([moved])
            tally.count("moved")
        } else {
            occurrence.leave(at: now)
            tally.count("left out")
        }
    }

    private func change(_ routine: PlannedRoutine, _ scope: RoutineChange.Scope) async throws {
        let minute = (routine.minute + Int.random(in: 30...600, using: &chance)) % 1440
        // What was begun ahead of time belongs to the plan as it is.
        guard !routine.isBegun(at: now) else { return }
        var new: [PlannedOccurrence]
        switch scope {
        case .all:
            var content = try routine.content
            content.schedule.start = Berlin.wall(day: routine.firstDay, minute: minute)
            try await send(
                RoutineChange(
                    id: UUID(), scope: .all, content: content, replaces: routine.sequence, at: Self.date(now)),
                of: routine, part: routine.part)
            new = routine.change(toMinute: minute, at: now)
            tally.count("all changed")
        case .following:
            let ahead = routine.occurrences.filter {
                $0.second > now && !$0.isGone(at: now) && !$0.isClosedNow
            }
            guard let first = ahead.dropFirst().min(by: { $0.second < $1.second }) else { return }
            let isOther = routine.chore != nil || Bool.random(using: &chance)
            let people = isOther ? routine.people : [tally.household.caregivers[0]]
            let (part, old) = (UUID(), routine.part)
            let change = try routine.content(
                from: first, minute: isOther ? minute : routine.minute, people: people)
            try await send(
                RoutineChange(
                    id: UUID(), scope: .following, occurrence: first.key, content: change, continuation: part,
                    replaces: routine.sequence, at: Self.date(now)), of: routine, part: old)
            new = routine.goOn(
                from: first, as: part, toMinute: isOther ? minute : routine.minute, people: people, at: now)
            routine.sequence = try await store?.routine(part)?.sequence ?? 0
            tally.count("this and all following")
        case .one, .restore: return
        }
        tally.expect(new)
        plan(new)
    }

    private func send(_ change: RoutineChange, of routine: PlannedRoutine, part: UUID) async throws {
        guard let store else { return }
        let changed = try await store.changeRoutine(part, change, receivedAt: Self.date(now))
        routine.sequence = changed.0.sequence
    }
}
