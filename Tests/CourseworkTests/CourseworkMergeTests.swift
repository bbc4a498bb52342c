import Care
import Chance
import Coursework
import Foundation
import Testing

@Suite("What comes of a reading")
struct CourseworkMergeTests {
    private static let now = Date(timeIntervalSince1970: 1_774_699_200)
    private static let soon = now.addingTimeInterval(3 * 86_400)
    private static let essay = CourseTask(
        id: "assignment_1", title: "Essay", course: "History", dueAt: soon)

    private static func steps(
        _ tasks: [CourseTask], _ known: [KnownTask] = [], _ goals: [UUID: KnownGoal] = [:],
        link: String = "a", links: [String: CourseworkLink.Kind] = ["a": .planner, "feed": .feed],
        openElsewhere: Int = 0, isComplete: Bool = true, now: Date = now
    ) -> [CourseworkStep] {
        CourseworkMerge.steps(
            known: Dictionary(uniqueKeysWithValues: known.map { ($0.task.id, $0) }), goals: goals,
            reading: CourseReading(tasks: tasks, isComplete: isComplete), link: link, links: links,
            openElsewhere: openElsewhere, now: now)
    }

    private static func goal(of task: CourseTask) -> KnownGoal {
        KnownGoal(title: task.title, details: task.course, end: task.dueAt)
    }

    /// The essay as it is known from `a`, with its goal.
    private static func known(_ change: (inout KnownTask, inout KnownGoal) -> Void = { _, _ in }) -> (
        KnownTask, [UUID: KnownGoal]
    ) {
        var task = KnownTask(
            task: essay, goal: UUID(), seen: ["a": 0], writer: "a", writtenEnd: essay.dueAt)
        var goal = goal(of: essay)
        change(&task, &goal)
        return (task, [task.goal ?? UUID(): goal])
    }

    @Test("What is open and to be done soon becomes a goal; what is done, over or far away does not")
    func make() {
        var (done, over, far) = (Self.essay, Self.essay, Self.essay)
        (done.id, done.isDone) = ("assignment_2", true)
        (over.id, over.dueAt) = ("assignment_3", Self.now)
        (far.id, far.dueAt) = ("assignment_4", Self.now.addingTimeInterval(15 * 86_400))
        let steps = Self.steps([done, over, far, Self.essay])
        #expect(steps.map(\.action) == [.make] && steps.map(\.known.task) == [Self.essay])
    }

    @Test("Of many, those that end first become goals, and the client keeps room for others")
    func many() {
        let tasks = (0..<100).map { number in
            CourseTask(
                id: "assignment_\(number)", title: "Task \(number)",
                dueAt: Self.soon.addingTimeInterval(Double(100 - number) * 60))
        }
        let made = Self.steps(tasks).map(\.known.task.id)
        #expect(made == (70..<100).reversed().map { "assignment_\($0)" })
    }

    @Test("Nothing new is nothing to do")
    func same() {
        let (known, goals) = Self.known()
        #expect(Self.steps([Self.essay], [known], goals) == [])
    }

    @Test("Done there is done here, once")
    func doneThere() {
        let (known, goals) = Self.known()
        var task = Self.essay
        task.isDone = true
        let steps = Self.steps([task], [known], goals)
        #expect(steps.map(\.action) == [.tick] && steps.first?.known.state == .settled)
        #expect(Self.steps([task], steps.map(\.known), goals) == [])
    }

    @Test("Done or deleted here stays so, whatever is open or moved there")
    func doneHere() {
        for (closed, active) in [(true, true), (false, false)] {
            let (known, goals) = Self.known {
                $1.isClosed = closed; $1.isActive = active
            }
            var moved = Self.essay
            moved.dueAt += 86_400
            let steps = Self.steps([moved], [known], goals)
            #expect(steps.map(\.action) == [.note] && steps.first?.known.state == .settled)
            #expect(Self.steps([Self.essay], steps.map(\.known), goals) == [])
            #expect(Self.steps([], steps.map(\.known), goals) == [])
        }
    }

    @Test("A goal follows in what the client has not changed")
    func follows() {
        var moved = Self.essay
        (moved.title, moved.course, moved.dueAt) = ("A long essay", nil, Self.soon + 3600)
        let (known, goals) = Self.known()
        #expect(
            Self.steps([moved], [known], goals).map(\.action) == [
                .change(title: "A long essay", details: .some(nil), end: Self.soon + 3600)
            ])
        let (own, ownGoals) = Self.known {
            $1.title = "My essay"; $1.end = nil
        }
        #expect(
            Self.steps([moved], [own], ownGoals).map(\.action) == [
                .change(title: nil, details: .some(nil), end: nil)
            ])
    }

    @Test("What a planner says goes before what a calendar says, and both are one goal")
    func twoLinks() {
        let (known, goals) = Self.known()
        var rounded = Self.essay
        rounded.dueAt += 7200
        let steps = Self.steps([rounded], [known], goals, link: "feed")
        #expect(steps.map(\.action) == [.note] && steps.first?.known.task == Self.essay)
        #expect(steps.first?.known.seen == ["a": 0, "feed": 0])
        // A calendar alone is followed: also one that stays alone, as when the planner has it no more, was turned off or removed.
        let followed = [CourseworkStep.Action.change(title: nil, details: nil, end: rounded.dueAt)]
        let (alone, its) = Self.known { known, _ in known.seen = ["feed": 0] }
        #expect(Self.steps([rounded], [alone], its, link: "feed").map(\.action) == followed)
        let (both, of) = Self.known { known, _ in known.seen = ["a": 0, "feed": 0] }
        #expect(Self.steps([rounded], [both], of, link: "feed") == [])
        #expect(
            Self.steps([rounded], [both], of, link: "feed", links: ["feed": .feed]).map(\.action) == followed)
    }

    @Test("Of two calendars, the one that wrote last is followed until it has the task no more")
    func twoCalendars() {
        let links: [String: CourseworkLink.Kind] = ["a": .feed, "b": .feed]
        let (known, goals) = Self.known { known, _ in known.seen = ["a": 0, "b": 0] }
        var other = Self.essay
        other.dueAt += 7200
        #expect(Self.steps([other], [known], goals, link: "b", links: links) == [])
        #expect(Self.steps([other], [known], goals, link: "a", links: links).first?.known.writer == "a")
        let (left, its) = Self.known { known, _ in known.seen = ["b": 0] }
        let steps = Self.steps([other], [left], its, link: "b", links: links)
        #expect(steps.map(\.action) == [.change(title: nil, details: nil, end: other.dueAt)])
        #expect(steps.first?.known.writer == "b")
    }

    @Test("What was done, over or deleted takes no room for ever, also far behind what is read")
    func room() {
        let old = (0..<CourseLimits.mostOpenGoals).map { number in
            KnownTask(
                task: CourseTask(
                    id: "assignment_\(100 + number)", title: "Old",
                    dueAt: Self.now.addingTimeInterval(-90 * 86_400)),
                goal: UUID(), seen: ["a": 0])
        }
        let open = KnownGoal(title: "Old", details: nil, end: nil)
        var (closed, deleted) = (open, open)
        (closed.isClosed, deleted.isActive) = (true, false)
        var goals: [UUID: KnownGoal] = [:]
        for (number, one) in old.enumerated() {
            // Of some nothing is left at all.
            goals[one.goal ?? UUID()] = [closed, deleted, nil][number % 3]
        }
        let steps = Self.steps([Self.essay], old, goals)
        #expect(steps.count { $0.action == .note && $0.known.state == .settled } == old.count)
        #expect(steps.filter { $0.action == .make }.map(\.known.task) == [Self.essay])
        // What is open does.
        let all = Dictionary(uniqueKeysWithValues: old.map { ($0.goal ?? UUID(), open) })
        #expect(Self.steps([Self.essay], old, all) == [])
        #expect(Self.steps([Self.essay], openElsewhere: CourseLimits.mostOpenGoals) == [])
    }

    @Test("A goal follows from the end that was written, also where that was not the task's own")
    func mendedDeadline() {
        var wrong = Self.essay
        wrong.dueAt = Self.now.addingTimeInterval(-86_400)
        let written = Self.now.addingTimeInterval(60)
        let (known, goals) = Self.known {
            $0.task = wrong
            $0.writtenEnd = written
            $1.end = written
        }
        #expect(
            Self.steps([Self.essay], [known], goals).map(\.action) == [
                .change(title: nil, details: nil, end: Self.essay.dueAt)
            ])
        // The client has said another one since.
        let (own, its) = Self.known {
            $0.task = wrong
            $0.writtenEnd = written
            $1.end = Self.soon
        }
        #expect(Self.steps([Self.essay], [own], its).map(\.action) == [.note])
    }

    @Test("What is missing in two whole readings is taken away; in one, or in a part, it is not")
    func gone() {
        let (known, goals) = Self.known()
        #expect(Self.steps([], [known], goals, isComplete: false) == [])
        let once = Self.steps([], [known], goals)
        #expect(once.map(\.action) == [.note])
        // It comes back.
        #expect(Self.steps([Self.essay], once.map(\.known), goals).map(\.known.seen) == [["a": 0]])
        let twice = Self.steps([], once.map(\.known), goals)
        #expect(twice.map(\.action) == [.withdraw] && twice.first?.known.state == .withdrawn)
        // It comes back later: a goal again.
        #expect(Self.steps([Self.essay], twice.map(\.known)).map(\.action) == [.make])
        // Another link has it still.
        let (both, its) = Self.known { known, _ in known.seen = ["a": 1, "feed": 0] }
        let left = Self.steps([], [both], its)
        #expect(left.map(\.action) == [.note] && left.first?.known.seen == ["feed": 0])
    }

    @Test("A goal that the client has changed or begun is not taken away")
    func kept() {
        let changes: [(inout KnownTask, inout KnownGoal) -> Void] = [
            { $1.title = "Mine" }, { $1.details = "Mine" }, { $1.end = nil }, { $1.isBegun = true },
        ]
        for change in changes {
            var (known, goals) = Self.known(change)
            known.seen = ["a": 1]
            let steps = Self.steps([], [known], goals)
            #expect(steps.map(\.action) == [.note] && steps.first?.known.state == .settled)
        }
    }

    @Test("What is out of reach of a reading is not missing in it")
    func outOfReach() {
        var (known, goals) = Self.known()
        known.task.dueAt = Self.now.addingTimeInterval(-31 * 86_400)
        #expect(Self.steps([], [known], goals) == [])
    }

    @Test("A link that is forgotten leaves its goals, or takes along those that nobody else has")
    func forgotten() {
        let (known, goals) = Self.known()
        let tasks = [known.task.id: known]
        let keeping = CourseworkMerge.forgetting("a", known: tasks, goals: goals, keepsGoals: true)
        #expect(keeping.map(\.action) == [.note] && keeping.first?.known.seen == [:])
        let taking = CourseworkMerge.forgetting("a", known: tasks, goals: goals, keepsGoals: false)
        #expect(taking.map(\.action) == [.withdraw])
        let (both, its) = Self.known { known, _ in known.seen = ["a": 0, "feed": 0] }
        let left = CourseworkMerge.forgetting("a", known: [both.task.id: both], goals: its, keepsGoals: false)
        #expect(left.map(\.action) == [.note] && left.first?.known.seen == ["feed": 0])
        #expect(CourseworkMerge.forgetting("other", known: tasks, goals: goals, keepsGoals: false) == [])
    }

    /// A platform and a client who do whatever they like: each task has at most one goal that is there, none is lost, none comes twice, and
    /// what the client did stays.
    @Test("Whatever happens there and here, each task is a goal once", arguments: 1...60)
    func random(seed: UInt64) {
        var play = MergePlay(seed: seed)
        for step in 0..<400 {
            if let wrong = play.step() {
                Issue.record("seed \(seed), step \(step): \(wrong)")
                return
            }
        }
    }

    @Test(
        "The next reading: a quarter to half an hour; after failures later and later, never before the platform asks for"
    )
    func pace() {
        var pace = ReadingPace()
        #expect(pace.read(chance: 0) == .seconds(900) && pace.read(chance: 1) == .seconds(1800))
        let waits = (0..<8).map { _ in pace.failed(.failing, asked: nil, chance: 0.5) / .seconds(60) }
        #expect(waits == [15, 30, 60, 120, 240, 360, 360, 360])
        #expect(pace.failed(.busy, asked: .seconds(30_000), chance: 0) == .seconds(30_000))
        #expect(pace.failed(.busy, asked: .seconds(1_000_000), chance: 0) == .seconds(86_400))
        #expect(pace.failed(.refused, asked: nil, chance: 0) == .seconds(43_200))
        _ = pace.read(chance: 0)
        #expect(pace.failed(.unreachable, asked: nil, chance: 0) == .seconds(675))
        var calendars = ReadingPace(ReadingPace.ofCalendars)
        #expect(calendars.read(chance: 0.5) == .seconds(3600))
    }
}
