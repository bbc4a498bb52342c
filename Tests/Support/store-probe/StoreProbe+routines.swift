import Care
import CareStore
import Foundation
import Recurrence

/// Routines in a time of their own, in which each is due a minute after the one before.
extension StoreProbe {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)

    /// Makes a routine, tells that it is due, hears that it was told, and marks it done, so often; each is said as soon as it
    /// is recorded.
    static func writeRoutines(_ path: String, count: Int) async throws {
        let store = try CareStore(path: path)
        for person in [("maria", Person.Role.client), ("anna", .caregiver)] {
            _ = try await store.setPerson(
                Person(id: person.0, name: person.0, role: person.1), at: start)
        }
        // Behind what an earlier run has made.
        let made = try await store.routines(onlyActive: true, limit: 200).routines.count
        for number in made..<made + count {
            let due = start.addingTimeInterval(60 * Double(number + 1))
            let new = NewRoutine(id: UUID(), content: try medicine(at: due), at: due.addingTimeInterval(-30))
            _ = try await store.addRoutine(new, receivedAt: due.addingTimeInterval(-30))
            say("recorded routine-\(new.id)")
            let reminders = try await store.takeDue(now: due).compactMap(\.reminder)
            for reminder in reminders {
                say("recorded reminder-\(reminder.id)")
                _ = try await store.receive(
                    reminder: reminder.id, ReminderReceipt(id: UUID(), outcome: .told, at: due),
                    actor: .station, receivedAt: due)
                say("recorded told-\(reminder.id)")
                guard let occurrence = reminder.occurrence else { continue }
                let entry = OccurrenceEntry(
                    id: UUID(), routine: occurrence.routine, key: occurrence.key, kind: .done, at: due)
                _ = try await store.mark(entry, actor: .station, receivedAt: due)
                say("recorded entry-\(entry.id)")
            }
        }
    }

    /// Starts as a service does, which tells what is due and was not told, and says what there is.
    static func listRoutines(_ path: String) async throws {
        let store = try CareStore(path: path)
        let now = start.addingTimeInterval(86_400)
        repeat {
            _ = try await store.takeDue(now: now)
        } while try await store.nextDue().map { $0 <= now } ?? false
        let told = try await store.events(after: 0, limit: .max).compactMap(\.reminder)
        let waiting = Set(try await store.agenda(for: .station, client: "", now: now).reminders.map(\.id))
        for reminder in told {
            say("kept reminder-\(reminder.id)")
            if !waiting.contains(reminder.id) { say("kept told-\(reminder.id)") }
        }
        for routine in try await store.routines(onlyActive: true, limit: 200).routines {
            let own = told.filter { $0.occurrence?.routine == routine.id }
            // Of each one time, of which one person is reminded once.
            guard own.count == 1, let key = own[0].occurrence?.key else {
                say("error \(own.count) reminders of the routine \(routine.id)")
                continue
            }
            say("kept routine-\(routine.id)")
            for entry in try await store.history(routine.id, key) { say("kept entry-\(entry.id)") }
        }
    }

    private static func medicine(at due: Date) throws -> RoutineContent {
        RoutineContent(
            title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
            schedule: RecurrenceSet(
                start: ZoneRules.utc.local(of: due), zone: ZoneRules.utc.id, repetition: .once),
            reminders: ReminderPlan(tellsMissed: false))
    }
}
