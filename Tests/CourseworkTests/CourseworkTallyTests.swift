import Care
import Coursework
import Foundation
import Testing

@Suite("What became of school tasks, in numbers")
struct CourseworkTallyTests {
    private static let now = Date(timeIntervalSince1970: 1_774_699_200)

    private static func task(_ id: String, days: Double = 3, isDone: Bool = false) -> CourseTask {
        CourseTask(id: id, title: id, dueAt: now.addingTimeInterval(days * 86_400), isDone: isDone)
    }

    private static func known(_ id: String, _ state: KnownTask.State) -> KnownTask {
        KnownTask(task: task(id), goal: UUID(), state: state, seen: ["a": 0], writer: "a")
    }

    @Test("Each that was read counts once, by what became of it")
    func reading() {
        let known = ["open": KnownTask.State.open, "settled": .settled, "again": .withdrawn].map {
            Self.known($0.key, $0.value)
        }
        let reading = CourseReading(
            tasks: [
                Self.task("open"), Self.task("settled"), Self.task("again", days: 20),
                Self.task("done", isDone: true), Self.task("over", days: -1), Self.task("later", days: 15),
                Self.task("waiting"), Self.task("broken"),
            ], isComplete: true, others: 2, unreadable: 1)
        let tally = CourseworkTally(
            reading, known: Dictionary(uniqueKeysWithValues: known.map { ($0.task.id, $0) }),
            unreadable: ["broken"], taken: [], goals: [:], now: Self.now)
        var wanted = CourseworkTally()
        (wanted.open, wanted.settled, wanted.done, wanted.over) = (1, 1, 1, 1)
        (wanted.later, wanted.waiting, wanted.others, wanted.unreadable) = (2, 1, 2, 2)
        #expect(tally == wanted && tally.read == 11)
    }

    @Test("What was done with goals is counted, and goes on from reading to reading")
    func steps() {
        func goal(isClosed: Bool = false, isActive: Bool = true) -> KnownGoal {
            KnownGoal(isClosed: isClosed, isActive: isActive, title: "x", details: nil, end: nil)
        }
        let (done, deleted, own, gone) = (
            Self.known("1", .settled), Self.known("2", .settled), Self.known("3", .settled),
            Self.known("4", .settled)
        )
        let goals = Dictionary(
            uniqueKeysWithValues: [
                (done.goal, goal(isClosed: true)), (deleted.goal, goal(isActive: false)), (own.goal, goal()),
            ].compactMap { id, goal in id.map { ($0, goal) } })
        let other = Self.known("5", .open)
        let taken = [
            CourseworkStep(.make, other), CourseworkStep(.tick, other),
            CourseworkStep(.change(title: "y", details: nil, end: nil), other),
            CourseworkStep(.withdraw, other), CourseworkStep(.note, other), CourseworkStep(.note, done),
            CourseworkStep(.note, deleted), CourseworkStep(.note, own), CourseworkStep(.note, gone),
        ]
        var tally = CourseworkTally(
            CourseReading(tasks: [], isComplete: true), known: [:], unreadable: [], taken: taken,
            goals: goals,
            now: Self.now)
        var wanted = CourseworkTally()
        (wanted.made, wanted.doneThere, wanted.doneHere, wanted.changed) = (1, 1, 1, 1)
        (wanted.withdrawn, wanted.deleted) = (1, 2)
        #expect(tally == wanted && tally.read == 0)
        tally.goOn(from: wanted)
        #expect(tally.made == 2 && tally.deleted == 4)
    }
}
