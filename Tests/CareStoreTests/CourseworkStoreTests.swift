import Care
import CareStore
import Coursework
import Foundation
import Recurrence
import Testing

@Suite("School tasks in the store")
struct CourseworkStoreTests {
    private static let day = 86_400.0

    private static func link(_ home: RoutineHome) async throws -> UUID {
        let link = CourseworkLink(
            id: UUID(), client: "maria", kind: .planner, platform: "https://school.example", addedAt: noon)
        return try await home.store.addCoursework(CourseworkRecord(link: link, mayBeInside: false)).0.id
    }

    private static func task(_ number: Int, at now: Date, days: Double = 3) -> CourseTask {
        let minute = (now.addingTimeInterval(days * day).timeIntervalSince1970 / 60).rounded() * 60
        return CourseTask(
            id: "assignment_\(number)", title: "Task \(number)", course: "History",
            dueAt: Date(timeIntervalSince1970: minute))
    }

    @Test("A task that is found again years after it was done makes no second goal, with or without restarts")
    func returns() async throws {
        let home = try await RoutineHome()
        let id = try await Self.link(home)
        func read(_ tasks: [CourseTask], _ now: Date) async throws -> CourseworkTally {
            let reading = CourseReading(tasks: tasks, isComplete: true)
            let record = try await home.store.mergeCoursework(reading, of: id, now: now)
            return try #require(record?.link.tally)
        }
        func goals(_ now: Date) async throws -> [String] {
            try await home.store.goals(of: .only(["maria"]), now: now).goals.map(\.occurrence.title)
        }
        var task = Self.task(1, at: noon)
        #expect(try await read([task], noon).made == 1)
        #expect(try await goals(noon) == ["Task 1"])
        task.isDone = true
        let done = try await read([task], noon)
        #expect((done.settled, done.doneThere, done.made, done.read) == (1, 1, 1, 1))
        var now = noon
        for years in 1...3 {
            now = noon.addingTimeInterval(Double(years) * 420 * Self.day)
            if years == 2 { try home.restart() }
            try await home.store.forgetOldCoursework(now: now)
            _ = try await read([], now)
        }
        let again = try await read([Self.task(1, at: now), Self.task(2, at: now)], now)
        #expect((again.settled, again.open, again.made) == (1, 1, 2))
        #expect(try await goals(now) == ["Task 2"])
    }

    @Test("What has no room is counted as waiting, and a goal too many is refused by its name")
    func waiting() async throws {
        let home = try await RoutineHome()
        let id = try await Self.link(home)
        for number in 0..<Goal.mostOpen {
            try await home.add(
                RoutineContent(
                    title: "Own \(number)", client: "maria", assignment: .fixed(person: "maria"),
                    schedule: RecurrenceSet(
                        start: try #require(WallTime("2026-03-28T13:00")), zone: "Europe/Berlin",
                        repetition: .once),
                    graceMinutes: Goal.openEnd, isClientsOwn: true, isGoal: true))
        }
        let reading = CourseReading(tasks: [Self.task(1, at: noon)], isComplete: true, others: 2)
        let full = try await home.store.mergeCoursework(reading, of: id, now: noon)?.link.tally
        #expect(full?.waiting == 1 && full?.made == 0 && full?.others == 2)
        do throws(CareStoreError) {
            _ = try await home.store.addRoutine(
                NewRoutine(
                    id: UUID(),
                    content: RoutineContent(
                        title: "One more", client: "maria", assignment: .fixed(person: "maria"),
                        schedule: RecurrenceSet(
                            start: WallTime(startOf: .first), zone: "Europe/Berlin", repetition: .once),
                        graceMinutes: Goal.openEnd, isClientsOwn: true, isGoal: true), at: noon),
                receivedAt: noon)
            Issue.record("there was room")
        } catch {
            #expect(error == .goalsFull(title: "One more"))
            #expect(error.description.hasPrefix("“One more” has no room: there are 50 goals already"))
        }
    }
}
