import Care
import Chance
import Coursework
import Foundation

/// A platform with two links and a client, played by chance; beside it what each task should have come to.
struct MergePlay {
    /// A goal here, whoever made it what it is.
    private struct Goal {
        var task: String
        var goal: KnownGoal
        var isOwn = false
    }

    private var chance: SeededGenerator
    private var now = Date(timeIntervalSince1970: 1_774_699_200)
    /// What is there.
    private var there: [String: CourseTask] = [:]
    private var known: [String: KnownTask] = [:]
    private var goals: [UUID: Goal] = [:]
    /// Tasks that the client has done, deleted or changed: what became of them stays.
    private var settled: [UUID: KnownGoal] = [:]

    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

    /// Something happens; what is wrong then, if anything is.
    mutating func step() -> String? {
        now += Double(roll(6) * 3600)
        // Long holidays.
        if roll(300) == 0 { now += 500 * 86_400 }
        switch roll(10) {
        case 0, 1: add()
        case 2: change { task, play in task.title = "Title \(play.roll(5))" }
        case 3:
            change { task, play in
                task.dueAt = play.now.addingTimeInterval(Double(play.roll(20) - 3) * 86_400)
            }
        case 4: change { task, play in task.isDone = play.roll(2) == 0 }
        case 5:
            if let id = there.keys.sorted().randomElement(using: &chance) { there[id] = nil }
        case 6: act()
        default: break
        }
        return read()
    }

    private mutating func add() {
        let id = "assignment_\(roll(12))"
        guard there[id] == nil else { return }
        there[id] = CourseTask(
            id: id, title: "Title \(roll(5))", course: "Course",
            dueAt: now.addingTimeInterval(Double(roll(16) - 1) * 86_400 + 60))
    }

    private mutating func change(_ body: (inout CourseTask, inout Self) -> Void) {
        guard let id = there.keys.sorted().randomElement(using: &chance), var task = there[id] else { return }
        body(&task, &self)
        there[id] = task
    }

    /// The client does, deletes or changes one.
    private mutating func act() {
        let open = goals.filter { $0.value.goal.isActive && !$0.value.goal.isClosed }.keys
        guard let id = open.sorted(by: { $0.uuidString < $1.uuidString }).randomElement(using: &chance),
            var goal = goals[id]
        else { return }
        switch roll(3) {
        case 0: goal.goal.isClosed = true
        case 1: goal.goal.isActive = false
        default:
            goal.goal.title = "Mine"
            goal.isOwn = true
        }
        goals[id] = goal
        if !goal.isOwn { settled[id] = goal.goal }
    }

    /// Reads with one of two links, perhaps only a part, and looks.
    private mutating func read() -> String? {
        let isPlanner = roll(2) == 0
        var tasks = there.values.sorted { $0.id < $1.id }
        let isComplete = roll(4) > 0
        if !isComplete { tasks = tasks.filter { _ in roll(2) == 0 } }
        // A calendar never says what is done.
        if !isPlanner {
            tasks = tasks.map { CourseTask(id: $0.id, title: $0.title, course: $0.course, dueAt: $0.dueAt) }
        }
        let steps = CourseworkMerge.steps(
            known: known, goals: goals.mapValues(\.goal),
            reading: CourseReading(tasks: tasks, isComplete: isComplete),
            link: isPlanner ? "planner" : "feed", links: ["planner": .planner, "feed": .feed], now: now)
        for step in steps {
            if let wrong = carryOut(step) { return wrong }
        }
        let memory = CourseworkMemory.changes(of: known, found: Set(tasks.map(\.id)), now: now)
        for one in memory.noted { known[one.task.id] = one }
        for id in memory.forgotten {
            if known[id]?.state != .withdrawn { return "\(id) was forgotten" }
            known[id] = nil
        }
        return look(at: isPlanner && isComplete ? tasks : []) ?? (isPlanner ? follows(tasks) : nil)
    }

    private mutating func carryOut(_ step: CourseworkStep) -> String? {
        var one = step.known
        switch step.action {
        case .note: break
        case .make:
            let id = UUID()
            goals[id] = Goal(
                task: one.task.id,
                goal: KnownGoal(title: one.task.title, details: one.task.course, end: one.task.dueAt))
            (one.goal, one.writtenEnd) = (id, one.task.dueAt)
        case .change(let title, let details, let end):
            guard let id = one.goal, var goal = goals[id] else { return "a change of nothing" }
            if goal.isOwn, title != nil { return "\(one.task.id): the client's own title is changed" }
            if let title { goal.goal.title = title }
            if let details { goal.goal.details = details }
            if let end { (goal.goal.end, one.writtenEnd) = (end, end) }
            goals[id] = goal
        case .tick:
            guard let id = one.goal, goals[id]?.goal.isClosed == false else { return "ticked twice" }
            goals[id]?.goal.isClosed = true
        case .withdraw:
            guard let id = one.goal, let goal = goals[id], goal.goal.isActive, !goal.isOwn else {
                return "\(one.task.id): the client's own goal is taken away"
            }
            goals[id]?.goal.isActive = false
        }
        known[one.task.id] = one
        return nil
    }

    /// Whether what a planner has just shown is what its open goals say, in what the client has not changed.
    private func follows(_ read: [CourseTask]) -> String? {
        for task in read {
            guard let one = known[task.id], one.state == .open, let id = one.goal, let goal = goals[id],
                !goal.goal.isClosed, goal.goal.isActive
            else { continue }
            if goal.goal.end != task.dueAt { return "\(task.id) did not follow its deadline" }
            if !goal.isOwn, goal.goal.title != task.title { return "\(task.id) did not follow its title" }
        }
        return nil
    }

    /// - Parameter read: What a planner has just shown as a whole.
    private func look(at read: [CourseTask]) -> String? {
        for (id, before) in settled where goals[id]?.goal != before {
            return "what the client did was changed"
        }
        let there = Dictionary(grouping: goals.filter { $0.value.goal.isActive }, by: \.value.task)
        for (task, goals) in there {
            let open = goals.filter { !$0.value.goal.isClosed }
            if open.count > 1 { return "\(task) is a goal twice" }
        }
        for task in read {
            let all = goals.values.filter { $0.task == task.id }
            let isSoon = task.dueAt > now && task.dueAt <= now.addingTimeInterval(14 * 86_400)
            if !task.isDone, isSoon, all.isEmpty { return "\(task.id) was lost" }
            if !task.isDone, isSoon, known[task.id]?.state == .withdrawn {
                return "\(task.id) came again, and is no goal"
            }
            if task.isDone, all.contains(where: { $0.goal.isActive && !$0.goal.isClosed && !$0.isOwn }),
                known[task.id]?.state == .open
            {
                return "\(task.id) is done there and open here"
            }
        }
        return nil
    }
}
