import Care
import CareStore
import Foundation
import Recurrence

/// Chores that nobody has, of which each is claimed, done and approved, and then brings its points.
extension StoreProbe {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)
    private static let worth = 10
    /// What is noted of each, in this order.
    private static let steps: [OccurrenceEntry.Kind] = [.claimed, .done, .approved]

    /// Makes a chore, which Maria claims and does and Anna approves, so often; each is said as soon as it is recorded.
    static func writeChores(_ path: String, count: Int) async throws {
        let store = try CareStore(path: path)
        for person in [("maria", Person.Role.client), ("anna", .coordinator)] {
            _ = try await store.setPerson(
                Person(id: person.0, name: person.0, role: person.1), at: start)
        }
        // Behind what an earlier run has made.
        let made = try await store.routines(onlyActive: true, limit: 200).routines.count
        for number in made..<made + count {
            let now = start.addingTimeInterval(60 * Double(number + 1))
            let new = NewRoutine(id: UUID(), content: freeChore(at: now), at: now)
            _ = try await store.addRoutine(new, receivedAt: now)
            say("recorded chore-\(new.id)")
            for kind in steps {
                let isAnswer = kind == .approved
                let entry = OccurrenceEntry(
                    id: UUID(), routine: new.id, key: key(of: new.content), kind: kind,
                    person: kind == .claimed ? "maria" : nil, at: now)
                _ = try await store.mark(
                    entry, actor: isAnswer ? .person : .station, sender: isAnswer ? "anna" : nil,
                    isLoggedIn: isAnswer, receivedAt: now)
                say("recorded \(kind.rawValue)-\(entry.id)")
            }
        }
    }

    /// Says what there is, and whether all of it fits together: what was claimed is Maria's, what was done waits for approval, and what was
    /// approved has its points, once; nothing else has any.
    static func listChores(_ path: String) async throws {
        let store = try CareStore(path: path)
        let routines = try await store.routines(onlyActive: true, limit: 200).routines
        // Killed before there was anybody who could have points.
        guard try await store.people().contains(where: { $0.id == "maria" }) else { return }
        let lines = try await store.points(of: "maria", seenBy: .all, limit: 200).lines
        let occurrences = try await store.occurrences(
            from: start, until: start.addingTimeInterval(86_400), now: start)
        for routine in routines {
            say("kept chore-\(routine.id)")
            let entries = try await store.history(routine.id, key(of: routine.content))
            for entry in entries { say("kept \(entry.kind.rawValue)-\(entry.id)") }
            let kinds = entries.map(\.kind)
            guard kinds == Array(steps.prefix(kinds.count)),
                let found = occurrences.first(where: { $0.routine == routine.id })
            else {
                say("error \(routine.id) has the entries \(kinds)")
                continue
            }
            let holder = kinds.isEmpty ? nil : "maria"
            if found.assignment.person != holder {
                say("error \(routine.id) is \(found.assignment.person ?? "nobody")'s after \(kinds)")
            }
            let approval: Chore.Approval =
                kinds.contains(.approved) ? .given : kinds.contains(.done) ? .waiting : .needed
            if found.chore?.approval != approval {
                let word = found.chore?.approval?.rawValue ?? "nothing"
                say("error the approval of \(routine.id) is \(word) after \(kinds)")
            }
            let points = entries.flatMap { entry in lines.filter { $0.entry == entry.id }.map(\.points) }
            if points != (approval == .given ? [worth] : []) {
                say("error the points of \(routine.id) are \(points) after \(kinds)")
            }
        }
        let total = try await store.points(of: "maria", seenBy: .all).standing.total
        if lines.map(\.points).reduce(0, +) != total { say("error the total is \(total)") }
    }

    private static func key(of content: RoutineContent) -> OccurrenceKey {
        OccurrenceKey(content.schedule.start, zone: ZoneRules.utc.id)
    }

    private static func freeChore(at due: Date) -> RoutineContent {
        RoutineContent(
            title: "Windows", audience: .household, assignment: .claimed(),
            schedule: RecurrenceSet(
                start: ZoneRules.utc.local(of: due), zone: ZoneRules.utc.id, repetition: .once),
            reminders: ReminderPlan(tellsDue: false, tellsMissed: false), points: worth, needsApproval: true)
    }
}
