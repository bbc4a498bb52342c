import Care
import Coursework
import Foundation
import GRDB
import Logging
import Recurrence

/// What is known of a client's tasks of one platform, with their goals, within one transaction.
struct CourseworkShelf {
    let known: [String: KnownTask]
    let goals: [UUID: KnownGoal]
    /// The links of the platform that are read at present.
    let links: [String: CourseworkLink.Kind]
    /// How many goals of the client's other platforms are open.
    let openElsewhere: Int
    /// Tasks of which nobody can read what is known: they are left as they are.
    let unreadable: Set<String>
    private let link: CourseworkLink
    private let keeper: RoutineKeeper

    init(_ link: CourseworkLink, _ keeper: RoutineKeeper, in db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT platform, task, content FROM coursework_task WHERE client = ?",
            arguments: [link.client])
        var (known, goals): ([String: KnownTask], [UUID: KnownGoal]) = ([:], [:])
        var (openElsewhere, unreadable): (Int, Set<String>) = (0, [])
        for row in rows {
            let (platform, task): (String, String) = (row["platform"], row["task"])
            let isHere = platform == Self.place(link)
            guard let one: KnownTask = Stored.readable(row["content"]) else {
                keeper.logger.warning(
                    "what is known of a school task cannot be read",
                    metadata: ["task": "\(task)", "platform": "\(platform)"])
                if isHere { unreadable.insert(task) }
                continue
            }
            if isHere { known[task] = one }
            guard one.state == .open, let id = one.goal, let goal = try keeper.knownGoal(id, in: db) else {
                continue
            }
            if isHere { goals[id] = goal } else if goal.isActive, !goal.isClosed { openElsewhere += 1 }
        }
        let others = try CourseworkLinks.all(of: link.client, in: db).map(\.link)
            .filter { $0.isActive && Self.place($0) == Self.place(link) }
        links = Dictionary(others.map { ($0.id.uuidString, $0.kind) }) { first, _ in first }
        (self.known, self.goals, self.link, self.keeper) = (known, goals, link, keeper)
        (self.openElsewhere, self.unreadable) = (openElsewhere, unreadable)
    }

    /// The same for a calendar and a planner of one platform.
    private static func place(_ link: CourseworkLink) -> String {
        link.platform.split(separator: "/").last.map(String.init) ?? link.platform
    }

    /// Carries the steps out. What cannot be done of one, as where a client has too many goals already, is tried again with the next
    /// reading: it keeps no other one waiting.
    ///
    /// - Returns: What is known then, by the tasks' ids, and the steps that were carried out.
    @discardableResult
    func take(
        _ steps: [CourseworkStep], in db: Database
    ) throws -> (known: [String: KnownTask], taken: [CourseworkStep]) {
        var (after, taken) = (known, [CourseworkStep]())
        for step in steps {
            do {
                var kept = step.known
                try db.inSavepoint {
                    try carryOut(step.action, &kept, in: db)
                    try CourseworkTasks.write(kept, of: link.client, Self.place(link), in: db)
                    return .commit
                }
                after[kept.task.id] = kept
                taken.append(step)
            } catch let error as CareStoreError where error.isOfOneRoutine {
                keeper.logger.debug(
                    "a school task waits", metadata: ["task": "\(step.known.task.id)", "reason": "\(error)"])
            }
        }
        return (after, taken)
    }

    /// Notes what was found now, and forgets what has not been for long.
    ///
    /// - Parameter known: What is known once the steps were taken.
    func remember(_ known: [String: KnownTask], found: [CourseTask], in db: Database) throws {
        let changes = CourseworkMemory.changes(of: known, found: Set(found.map(\.id)), now: keeper.now)
        try CourseworkTasks.take(changes, of: link.client, Self.place(link), in: db)
    }

    private func carryOut(
        _ action: CourseworkStep.Action, _ known: inout KnownTask, in db: Database
    ) throws {
        switch action {
        case .note: break
        case .make:
            let new = NewRoutine(
                id: UUID(), content: content(of: known.task), by: Self.place(link), at: keeper.now)
            do { try new.check(zones: keeper.zones) } catch {
                throw CareStoreError.invalid(field: error.field, error.message)
            }
            let routine = try keeper.add(Stored.normal(new), in: db)
            (known.goal, known.writtenEnd) = (routine.id, keeper.end(of: routine.content))
        case .change(let title, let details, let end):
            guard let row = try row(of: known, in: db) else { return }
            var content = row.routine.content
            if let title { content.title = title }
            if let details { content.details = details }
            if let end {
                content.graceMinutes = keeper.minutes(from: content.schedule, to: end)
                known.writtenEnd = keeper.end(of: content)
            }
            try change(row, to: content, in: db)
        case .tick:
            guard let row = try row(of: known, in: db) else { return }
            let content = row.routine.content
            let entry = OccurrenceEntry(
                id: UUID(), routine: row.routine.id,
                key: OccurrenceKey(content.schedule.start, zone: content.schedule.zone), kind: .done,
                by: Self.place(link), at: keeper.now)
            _ = try keeper.mark(
                entry, actor: .person, sender: link.client, isLoggedIn: false, of: .everything, in: db)
        case .withdraw:
            guard let row = try row(of: known, in: db) else { return }
            try change(row, to: nil, in: db)
        }
    }

    private func row(of known: KnownTask, in db: Database) throws -> RoutineRow? {
        try known.goal.flatMap { try RoutineRow.find($0, in: db) }
    }

    private func change(_ row: RoutineRow, to content: RoutineContent?, in db: Database) throws {
        let change = RoutineChange(
            id: UUID(), scope: .all, content: content, replaces: row.routine.sequence,
            by: Self.place(link), at: keeper.now)
        _ = try keeper.apply(change, to: row, in: db)
    }

    private func content(of task: CourseTask) -> RoutineContent {
        let minute = (keeper.now.timeIntervalSince1970 / 60).rounded(.down) * 60
        let start = keeper.home.local(of: Date(timeIntervalSince1970: minute))
        let schedule = RecurrenceSet(start: start, zone: keeper.home.id, repetition: .once)
        return RoutineContent(
            title: task.title, details: task.course, client: link.client,
            assignment: .fixed(person: link.client), schedule: schedule,
            reminders: ReminderPlan(tellsDue: false, untilDone: link.reminders),
            graceMinutes: keeper.minutes(from: schedule, to: task.dueAt), isClientsOwn: true, isGoal: true)
    }
}

extension RoutineKeeper {
    /// A goal as it is now; `nil` where there is none with this id.
    fileprivate func knownGoal(_ id: UUID, in db: Database) throws -> KnownGoal? {
        guard let row = try RoutineRow.find(id, in: db) else { return nil }
        let content = row.routine.content
        let key = OccurrenceKey(content.schedule.start, zone: content.schedule.zone)
        let occurrence = try OccurrenceRow.find(id, key, now: now, in: db)
        return KnownGoal(
            isClosed: occurrence?.outcome != nil, isActive: row.routine.isActive && content.isGoal,
            isBegun: (occurrence?.occurrence.chore?.parts ?? 0) > 0, title: content.title,
            details: content.details, end: end(of: content))
    }

    /// Until when it is to be done; `nil` where nobody has said so.
    fileprivate func end(of content: RoutineContent) -> Date? {
        guard content.graceMinutes < Goal.openEnd else { return nil }
        return start(of: content.schedule).addingTimeInterval(60 * Double(content.graceMinutes))
    }

    /// So many minutes after its start it is over: at least one, and less than what counts as no end.
    fileprivate func minutes(from schedule: RecurrenceSet, to end: Date) -> Int {
        let minutes = (end.timeIntervalSince(start(of: schedule)) / 60).rounded()
        return Int(min(max(minutes, 1), Double(Goal.openEnd - 1)))
    }

    /// When a goal that comes once begins: where its own start was ahead, because the clock was, it was moved.
    private func start(of schedule: RecurrenceSet) -> Date {
        let key = OccurrenceKey(schedule.start, zone: schedule.zone)
        let moved = schedule.changes.first { $0.of == key }.flatMap(\.to)
        return (zones(schedule.zone) ?? home).instant(of: moved ?? schedule.start)
    }
}
