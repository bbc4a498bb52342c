import Care
import CareStore
import Chance
import Foundation
import Recurrence
import Testing

@Suite("Whatever people do, in whatever order")
struct RoutinePlayTests {
    @Test(
        "Nothing is told twice, nothing that is open is left untold, nothing closed is told, and no history is rewritten",
        arguments: 1...16)
    func play(seed: UInt64) async throws {
        let play = try await RoutinePlay(seed: seed)
        for _ in 0..<45 {
            try await play.step()
            try await play.look()
        }
        #expect(play.reminders > 0)
    }
}

/// A home in which chance marks, takes back, changes and listens, and beside it what each reminder was told by.
private final class RoutinePlay {
    /// A due time and what is told of it: by its local start, since parts and zones of a series may change.
    struct Subject: Hashable {
        var local: WallTime
        var at: Date
        var kind: ReminderKind
    }

    let home: RoutineHome
    var chance: SeededGenerator
    /// What was done, for whoever reads of a failure.
    private var log: [String] = []
    private var sequence: Int64 = 0
    /// By id: how often the journal told of it, and how often somebody gave a reason to tell it again.
    private var events: [UUID: Int] = [:]
    private var again: [UUID: Int] = [:]
    private var histories: [String: [OccurrenceEntry]] = [:]
    private var toldIDs: Set<UUID> = []
    private var told: Set<Subject> = []
    private var waiting: [Reminder] = []
    /// So many came at all.
    var reminders: Int { events.count }

    init(seed: UInt64) async throws {
        chance = SeededGenerator(seed: seed)
        home = try await RoutineHome()
        let start = ["2026-03-28T14:00", "2026-03-28T02:30", "2026-03-27T13:30"].randomElement(using: &chance)
        try await home.add(
            medicine(
                at: start ?? "", repeats: .rules([RecurrenceRule("FREQ=HOURLY;INTERVAL=5")]),
                by: [.fixed(person: "anna"), .inTurn(people: ["anna", "ben"])].randomElement(using: &chance)
                    ?? .inTurn(people: []), reminders: ReminderPlan(minutesBefore: [90, 10])))
    }

    private func routines() async throws -> [Routine] {
        try await home.store.routines(onlyActive: true).routines
    }

    private func near() async throws -> [RoutineOccurrence] {
        try await home.store.occurrences(
            from: home.clock.addingTimeInterval(-86_400), until: home.clock.addingTimeInterval(86_400),
            now: home.clock)
    }

    // MARK: - What people do

    func step() async throws {
        if Int.random(in: 0..<12, using: &chance) == 0 { try home.restart() }
        let what = Int.random(in: 0..<16, using: &chance)
        let occurrence = try await near().randomElement(using: &chance)
        switch (what, occurrence) {
        case (0..<5, _), (_, nil): home.clock += Double(Int.random(in: 1...180, using: &chance) * 60)
        case (5..<8, let occurrence?): try await mark(occurrence)
        case (8..<10, let occurrence?): try await takeBack(occurrence)
        case (10..<12, _): try await listen()
        case (12, let occurrence?): try await changeOne(occurrence)
        case (13, _): try await changeAll()
        case (14, let occurrence?): try await follow(occurrence)
        case (_, .some): try await someoneIsAway()
        }
        _ = try await home.take(at: home.clock)
    }

    private func mark(_ occurrence: RoutineOccurrence) async throws {
        let kind = [OccurrenceEntry.Kind.done, .skipped, .note].randomElement(using: &chance) ?? .done
        try await enter(kind, occurrence)
    }

    private func takeBack(_ occurrence: RoutineOccurrence) async throws {
        guard let last = occurrence.lastEntry else { return }
        let wasOpen = occurrence.state.isOpen
        try await enter(.undone, occurrence, undoes: last)
        guard !wasOpen else { return }
        // Whatever was not told to its end may come again now.
        for reminder in events.keys { again[reminder, default: 0] += 1 }
    }

    private func enter(
        _ kind: OccurrenceEntry.Kind, _ occurrence: RoutineOccurrence, undoes: UUID? = nil
    ) async throws {
        log.append("\(kind.rawValue) \(occurrence.key)")
        var entry = OccurrenceEntry(
            id: UUID(), routine: occurrence.routine, key: occurrence.key, kind: kind, by: "Anna",
            text: kind == .note ? "warm" : nil, undoes: undoes, at: home.clock)
        let before = try await home.store.history(occurrence.routine, occurrence.key)
        _ = try await home.store.mark(entry, actor: .station, receivedAt: home.clock)
        let after = try await home.store.history(occurrence.routine, occurrence.key)
        entry.receivedAt = home.clock
        #expect(after == before + [entry], "\(log)")
    }

    /// Stations say some of what waits, and put some of it off.
    private func listen() async throws {
        for reminder in try await home.waiting() where Bool.random(using: &chance) {
            let isPutOff = Int.random(in: 0..<4, using: &chance) == 0
            log.append("\(isPutOff ? "put off" : "told") \(reminder.kind.rawValue)")
            let receipt = ReminderReceipt(
                id: UUID(), outcome: isPutOff ? .snoozed : .told, minutes: isPutOff ? 20 : nil,
                at: home.clock)
            let after = try await home.store.receive(
                reminder: reminder.id, receipt, actor: .station, receivedAt: home.clock
            ).0
            if isPutOff { again[reminder.id, default: 0] += 1 }
            guard after.state == .told, let subject = subject(reminder) else { continue }
            told.insert(subject)
            toldIDs.insert(reminder.id)
        }
    }

    // MARK: - What is changed

    private func change(_ routine: Routine, _ change: RoutineChange) async throws {
        var change = change
        change.replaces = routine.sequence
        log.append("\(change.scope.rawValue) \(change.occurrence?.description ?? "")")
        _ = try await home.store.changeRoutine(routine.id, change, receivedAt: home.clock)
        // Who does it may be another, and another again.
        for reminder in events.keys { again[reminder, default: 0] += 1 }
    }

    private func routine(of occurrence: RoutineOccurrence) async throws -> Routine? {
        guard let routine = try await home.store.routine(occurrence.routine), routine.isActive,
            // What was named by another zone's clock is in the past of this routine.
            occurrence.key.zone == routine.content.schedule.zone
        else { return nil }
        return routine
    }

    private func changeOne(_ occurrence: RoutineOccurrence) async throws {
        guard occurrence.state.isOpen, let routine = try await routine(of: occurrence) else { return }
        var change = RoutineChange(
            id: UUID(), scope: .one, occurrence: occurrence.key, replaces: 0, at: home.clock)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: change.to = occurrence.local.adding(minutes: Int.random(in: -90...90, using: &chance))
        case 1: change.edit = OccurrenceEdit(title: "Pills", assignment: .fixed(person: "ben"))
        case 2: change.edit = OccurrenceEdit()
        default: change.scope = .restore
        }
        do { try await self.change(routine, change) } catch CareStoreError.invalid(let field, _) {
            // It was moved out of a rule that has been changed since.
            #expect(field == "occurrence", "\(log)")
        }
    }

    private func changeAll() async throws {
        guard let routine = try await routines().randomElement(using: &chance) else { return }
        try await change(
            routine,
            RoutineChange(
                id: UUID(), scope: .all, content: changed(routine.content), replaces: 0, at: home.clock))
    }

    private func follow(_ occurrence: RoutineOccurrence) async throws {
        guard let routine = try await routine(of: occurrence) else { return }
        let change = RoutineChange(
            id: UUID(), scope: .following, occurrence: occurrence.key, content: changed(routine.content),
            continuation: UUID(), replaces: 0, at: home.clock)
        do { try await self.change(routine, change) } catch CareStoreError.invalid(let field, _) {
            // Where another rule holds by now, nothing is due there any more.
            #expect(["occurrence", "content.schedule"].contains(field), "\(log)")
        }
    }

    private func changed(_ content: RoutineContent) -> RoutineContent {
        var content = content
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: content.title = ["Medicine", "Pills", "Drops"].randomElement(using: &chance) ?? ""
        case 1:
            content.assignment =
                [.inTurn(people: ["ben", "anna"]), .fixed(person: "anna")].randomElement(using: &chance)
                ?? content.assignment
        case 2:
            content.schedule.zone =
                ["Europe/London", "Europe/Berlin", "America/New_York"].randomElement(using: &chance) ?? ""
        default:
            content.schedule.start = content.schedule.start.adding(
                minutes: Int.random(in: -60...60, using: &chance))
        }
        return content
    }

    private func someoneIsAway() async throws {
        guard
            var person = try await home.store.people().filter({ $0.role == .caregiver })
                .randomElement(using: &chance)
        else { return }
        let from = home.clock + Double(Int.random(in: -600...600, using: &chance) * 60)
        person.absences = [Absence(from: from, until: from + 36_000)]
        log.append("away \(person.id)")
        _ = try await home.store.setPerson(person, at: home.clock)
        for reminder in events.keys { again[reminder, default: 0] += 1 }
    }

    // MARK: - What must hold

    private func subject(_ reminder: Reminder) -> Subject? {
        reminder.occurrence.map { Subject(local: $0.key.local, at: $0.at, kind: reminder.kind) }
    }

    func look() async throws {
        let new = try await home.store.events(after: sequence, limit: .max)
        sequence = new.last?.sequence ?? sequence
        for event in new {
            guard let reminder = event.reminder else { continue }
            events[reminder.id, default: 0] += 1
            #expect(
                (events[reminder.id] ?? 0) <= 1 + (again[reminder.id] ?? 0),
                "told twice: \(reminder.kind) \(log)")
            #expect(!toldIDs.contains(reminder.id), "it had been told: \(reminder.kind) \(log)")
        }
        waiting = try await home.waiting()
        for reminder in waiting {
            #expect(reminder.occurrence?.state.isOpen ?? false, "nobody waits for that: \(log)")
        }
        let waits = Set(waiting.compactMap(subject))
        for occurrence in try await near() where occurrence.at <= home.clock && occurrence.state.isOpen {
            let kind: ReminderKind = occurrence.missedAt <= home.clock ? .missed : .due
            let subject = Subject(local: occurrence.key.local, at: occurrence.at, kind: kind)
            #expect(told.contains(subject) || waits.contains(subject), "untold: \(subject) \(log)")
        }
        for occurrence in try await near() where occurrence.lastEntry != nil {
            let history = try await home.store.history(occurrence.routine, occurrence.key)
            let name = occurrence.key.local.description
            #expect(history.starts(with: histories[name] ?? []), "\(log)")
            histories[name] = history
        }
    }
}

extension WallTime {
    fileprivate func adding(minutes: Int) -> WallTime { WallTime(clamping: seconds + Int64(minutes) * 60) }
}
