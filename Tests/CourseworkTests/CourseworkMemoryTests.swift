import Care
import Coursework
import Foundation
import Testing

@Suite("What is kept of school tasks, and for how long")
struct CourseworkMemoryTests {
    private static let now = Date(timeIntervalSince1970: 1_774_699_200)

    private static func days(_ count: Int) -> Date { now.addingTimeInterval(Double(count) * 86_400) }

    private static func known(
        _ id: String, _ state: KnownTask.State, seenAt: Date?, due: Date = now
    ) -> KnownTask {
        KnownTask(
            task: CourseTask(id: id, title: "Essay", course: "History", dueAt: due), goal: UUID(),
            state: state, seen: ["a": 0], writer: "a", writtenEnd: due, seenAt: seenAt)
    }

    /// What is known once the changes were taken.
    private static func kept(
        _ known: [KnownTask], found: Set<String> = [], at now: Date
    ) -> [String: KnownTask] {
        var all = Dictionary(uniqueKeysWithValues: known.map { ($0.task.id, $0) })
        let changes = CourseworkMemory.changes(of: all, found: found, now: now)
        for one in changes.noted { all[one.task.id] = one }
        for id in changes.forgotten { all[id] = nil }
        return all
    }

    @Test(
        "A settled task keeps that it was a goal and loses its words; one that is withdrawn goes; an open one stays"
    )
    func forgets() {
        let all = [
            Self.known("open", .open, seenAt: Self.now), Self.known("settled", .settled, seenAt: Self.now),
            Self.known("withdrawn", .withdrawn, seenAt: Self.now),
        ]
        let before = Self.kept(all, at: Self.days(CourseworkMemory.daysOfWords - 1))
        #expect(before.values.allSatisfy { $0.task.title == "Essay" } && before.count == 3)
        let after = Self.kept(all, at: Self.days(CourseworkMemory.daysOfWords))
        #expect(after.keys.sorted() == ["open", "settled"] && after["open"] == all[0])
        #expect(after["settled"]?.state == .settled && after["settled"]?.task.title == "")
        #expect(after["settled"]?.task.course == nil && after["settled"]?.goal == nil)
        // Nothing is written a second time.
        let again = CourseworkMemory.changes(of: after, found: [], now: Self.days(500))
        #expect(again == CourseworkMemory.Changes())
    }

    @Test("A task that comes again after years, with another deadline, is no second goal")
    func returns() {
        let later = Self.days(1000)
        let known = Self.kept([Self.known("assignment_1", .settled, seenAt: Self.now)], at: later)
        let task = CourseTask(id: "assignment_1", title: "Essay", dueAt: later.addingTimeInterval(86_400))
        func steps(_ known: [String: KnownTask]) -> [CourseworkStep] {
            CourseworkMerge.steps(
                known: known, goals: [:], reading: CourseReading(tasks: [task], isComplete: true), link: "a",
                links: ["a": .planner], now: later)
        }
        #expect(steps(known) == [])
        // Found, it counts as found from then on.
        let found = Self.kept(Array(known.values), found: ["assignment_1"], at: later)
        #expect(found["assignment_1"]?.seenAt == later && steps(found) == [])
        // Without what is kept, it would be.
        #expect(steps([:]).map(\.action) == [.make])
    }

    @Test("That a task is found is written now and then, not with each reading")
    func notes() {
        let one = Self.known("a", .open, seenAt: Self.now)
        func noted(_ one: KnownTask, after days: Int) -> [Date?] {
            CourseworkMemory.changes(of: ["a": one], found: ["a"], now: Self.days(days)).noted.map(\.seenAt)
        }
        #expect(noted(one, after: 29) == [] && noted(one, after: 30) == [Self.days(30)])
        // Of a version that noted none.
        #expect(noted(Self.known("a", .open, seenAt: nil), after: 1) == [Self.days(1)])
    }

    @Test(
        "Of more settled tasks than can be, those that were found longest ago are forgotten, and none that is there"
    )
    func bounded() {
        let most = CourseworkMemory.mostSettled
        let all = (0..<(most + 10)).map { number in
            Self.known("assignment_\(number)", .settled, seenAt: Self.now.addingTimeInterval(Double(number)))
        }
        let kept = Self.kept(all, found: ["assignment_3"], at: Self.days(1))
        #expect(kept.count == most && kept["assignment_3"] != nil)
        #expect((0...10).filter { kept["assignment_\($0)"] != nil } == [3])
    }

    @Test("A clock that is wrong forgets no goal, and what it noted is mended")
    func clocks() {
        let (first, last) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 253_402_300_799))
        let all = [
            Self.known("open", .open, seenAt: Self.now), Self.known("settled", .settled, seenAt: Self.now),
        ]
        #expect(Self.kept(all, at: first) == Dictionary(uniqueKeysWithValues: all.map { ($0.task.id, $0) }))
        let ahead = Self.kept(all, found: ["open", "settled"], at: last)
        #expect(ahead.count == 2 && ahead["settled"]?.seenAt == last)
        let mended = Self.kept(Array(ahead.values), at: Self.now)
        #expect(mended.values.allSatisfy { $0.seenAt == Self.now && $0.task.title == "Essay" })
    }
}
