import Care
import CareStore
import Foundation
import Recurrence

/// Exercises, each followed by a mood that completes it.
extension StoreProbe {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)

    /// Plans an exercise and logs the mood after it, so often; each is said as soon as it is recorded.
    static func writeMoods(_ path: String, count: Int) async throws {
        let store = try CareStore(path: path)
        _ = try await store.setPerson(Person(id: "maria", name: "Maria", role: .client), at: start)
        let actor = MoodActor(
            actor: .kiosk, sender: "maria", isLoggedIn: false, whose: .only(["maria"]),
            appointments: .client("maria"))
        // Behind what an earlier run has made.
        let made = try await store.routines(onlyActive: true, limit: 200).routines.count
        for number in made..<made + count {
            let now = start.addingTimeInterval(60 * Double(number + 1))
            let new = NewRoutine(id: UUID(), content: exercise(at: now), at: now)
            _ = try await store.addRoutine(new, receivedAt: now)
            say("recorded exercise-\(new.id)")
            let mood = NewMood(
                id: UUID(), client: "maria", scale: .faces5, value: .level(4), routine: new.id,
                key: key(of: new.content), at: now)
            _ = try await store.addMood(mood, by: actor, receivedAt: now)
            say("recorded mood-\(mood.id)")
        }
    }

    /// Says what there is, and whether all of it fits together: what has a mood was done once, and nothing else was done.
    static func listMoods(_ path: String) async throws {
        let store = try CareStore(path: path)
        let moods = try await store.moods(MoodSearch(limit: 200)).moods
        for mood in moods { say("kept mood-\(mood.id)") }
        for routine in try await store.routines(onlyActive: true, limit: 200).routines {
            say("kept exercise-\(routine.id)")
            let done = try await store.history(routine.id, key(of: routine.content)).count {
                $0.kind == .done
            }
            let logged = moods.count { $0.mood.routine == routine.id }
            if done != logged { say("error \(routine.id) was done \(done) times and has \(logged) moods") }
        }
    }

    private static func key(of content: RoutineContent) -> OccurrenceKey {
        OccurrenceKey(content.schedule.start, zone: ZoneRules.utc.id)
    }

    private static func exercise(at due: Date) -> RoutineContent {
        RoutineContent(
            title: "Breathing", client: "maria", assignment: .fixed(person: "maria"),
            schedule: RecurrenceSet(
                start: ZoneRules.utc.local(of: due), zone: ZoneRules.utc.id, repetition: .once),
            reminders: ReminderPlan(tellsDue: false, tellsMissed: false), isClientsOwn: true,
            exercise: "calm")
    }
}
