public import Care
public import FoundationEssentials

/// What is known of a task that has become a goal.
public struct KnownTask: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable {
        /// Its goal follows it.
        case open
        /// It was done, here or there, or its goal was deleted or made the client's own: nothing follows it any more.
        case settled
        /// It had gone there, and its goal was taken away. If it comes again, it becomes a goal again.
        case withdrawn
    }

    /// As it was when its goal was written last.
    public var task: CourseTask
    /// Its goal's id, once there is one.
    public var goal: UUID?
    public var state: State
    /// Where it was found, by the links' ids, and how often in a row it was missing there since.
    public var seen: [String: Int]
    /// Where its words came from last, by the link's id: no other one of its kind rewrites them while that one has it.
    public var writer: String?
    /// The end that was written into its goal: another one than the task's where that was over already.
    public var writtenEnd: Date?
    /// When it was found last, to some weeks.
    public var seenAt: Date?

    public init(
        task: CourseTask, goal: UUID? = nil, state: State = .open, seen: [String: Int] = [:],
        writer: String? = nil, writtenEnd: Date? = nil, seenAt: Date? = nil
    ) {
        self.task = task
        self.goal = goal
        self.state = state
        self.seen = seen
        self.writer = writer
        self.writtenEnd = writtenEnd
        self.seenAt = seenAt
    }
}

/// A goal as it is now.
public struct KnownGoal: Sendable, Equatable {
    /// Whether it was done or skipped.
    public var isClosed: Bool
    /// `false` once it was deleted.
    public var isActive: Bool
    /// Whether a part of it is done.
    public var isBegun: Bool
    public var title: String
    public var details: String?
    /// `nil` for none that anybody says.
    public var end: Date?

    public init(
        isClosed: Bool = false, isActive: Bool = true, isBegun: Bool = false, title: String,
        details: String?, end: Date?
    ) {
        self.isClosed = isClosed
        self.isActive = isActive
        self.isBegun = isBegun
        self.title = title
        self.details = details
        self.end = end
    }
}

/// What is to be done with one task.
public struct CourseworkStep: Sendable, Equatable {
    public enum Action: Sendable, Equatable {
        /// Only what is known changes.
        case note
        case make
        /// The members that follow the platform; `nil` for those that stay.
        case change(title: String?, details: String??, end: Date?)
        /// It was done there.
        case tick
        /// It is not there any more.
        case withdraw
    }

    public var action: Action
    /// What is known once that is done.
    public var known: KnownTask

    public init(_ action: Action, _ known: KnownTask) {
        self.action = action
        self.known = known
    }
}

/// What comes of one reading.
///
/// | of a task | there | then |
/// |---|---|---|
/// | not known, or withdrawn | open, to be done within 14 days | its goal is made |
/// | | done, over, or later | nothing |
/// | goal open | done | the goal is done |
/// | | changed | the goal follows in what the client has not changed |
/// | | missing in two whole readings of each place | the goal is taken away, unless the client has changed or begun it |
/// | goal done or deleted here | whatever | nothing, also when it is opened again there |
public enum CourseworkMerge {
    /// A list that changes while its pages are read may lack a task once.
    static let mostMissing = 2

    /// - Parameters:
    ///   - known: The tasks of this client and platform, by their ids.
    ///   - goals: Their goals.
    ///   - link: Where it was read.
    ///   - links: The links of this client and platform that are read at present, by their ids.
    ///   - openElsewhere: How many goals of the client's other platforms are open.
    public static func steps(
        known: [String: KnownTask], goals: [UUID: KnownGoal], reading: CourseReading, link: String,
        links: [String: CourseworkLink.Kind], openElsewhere: Int = 0, now: Date
    ) -> [CourseworkStep] {
        let last = now.addingTimeInterval(Double(CourseLimits.goalDays) * CourseLimits.day)
        let found = Set(reading.tasks.map(\.id))
        var steps: [CourseworkStep] = []
        var known = known
        // Wherever they are, also far behind what is read: they must not take room for ever.
        for (id, var one) in known.sorted(by: { $0.key < $1.key })
        where one.state == .open && !isOpen(one.goal.flatMap { goals[$0] }) {
            one.state = .settled
            known[id] = one
            steps.append(CourseworkStep(.note, one))
        }
        var room = CourseLimits.mostOpenGoals - openElsewhere - known.values.count { $0.state == .open }
        for task in reading.tasks.sorted(by: { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }) {
            guard var one = known[task.id], one.state != .withdrawn else {
                guard !task.isDone, task.dueAt > now, task.dueAt <= last, room > 0 else { continue }
                room -= 1
                let new = KnownTask(task: task, seen: [link: 0], writer: link)
                steps.append(CourseworkStep(.make, new))
                continue
            }
            guard one.state == .open else { continue }
            let before = one
            one.seen[link] = 0
            let step = step(
                task, of: one, goal: one.goal.flatMap { goals[$0] },
                by: mayWrite(link, one, links) ? link : nil)
            if step != CourseworkStep(.note, before) { steps.append(step) }
        }
        guard reading.isComplete else { return steps }
        let span = CourseLimits.span(at: now)
        for (id, one) in known.sorted(by: { $0.key < $1.key })
        where one.state == .open && one.seen[link] != nil && !found.contains(id)
            && span.contains(one.task.dueAt)
        {
            steps.append(missing(one, in: link, goal: one.goal.flatMap { goals[$0] }))
        }
        return steps
    }

    /// What comes of a link that is forgotten: its goals stay, or are taken away where no other link has them.
    public static func forgetting(
        _ link: String, known: [String: KnownTask], goals: [UUID: KnownGoal], keepsGoals: Bool
    ) -> [CourseworkStep] {
        known.sorted { $0.key < $1.key }.compactMap { _, one in
            guard one.state == .open, one.seen[link] != nil else { return nil }
            var kept = one
            kept.seen[link] = nil
            guard !keepsGoals, kept.seen.isEmpty else { return CourseworkStep(.note, kept) }
            return gone(kept, goal: one.goal.flatMap { goals[$0] })
        }
    }

    private static func isOpen(_ goal: KnownGoal?) -> Bool {
        goal.map { $0.isActive && !$0.isClosed } ?? false
    }

    /// Whether a link's words go before those of the others that have the task: a planner's before a calendar's, which rounds to days and
    /// may be hours behind; of two alike, those of the one that wrote last.
    private static func mayWrite(
        _ link: String, _ known: KnownTask, _ links: [String: CourseworkLink.Kind]
    ) -> Bool {
        known.seen.keys.allSatisfy { other in
            guard other != link, let kind = links[other] else { return true }
            return kind == links[link] ? known.writer != other : kind == .feed
        }
    }

    /// - Parameter writer: The link, if its words count.
    private static func step(
        _ task: CourseTask, of known: KnownTask, goal: KnownGoal?, by writer: String?
    ) -> CourseworkStep {
        var next = known
        guard let goal else { return CourseworkStep(.note, next) }
        if task.isDone {
            next.task.isDone = true
            next.state = .settled
            return CourseworkStep(.tick, next)
        }
        guard let writer else { return CourseworkStep(.note, next) }
        next.writer = writer
        let old = known.task
        next.task = task
        let title = task.title != old.title && goal.title == old.title ? task.title : nil
        let details: String?? =
            task.course != old.course && goal.details == old.course ? .some(task.course) : nil
        let end = task.dueAt != old.dueAt && goal.end == known.writtenEnd ? task.dueAt : nil
        guard title != nil || details != nil || end != nil else { return CourseworkStep(.note, next) }
        return CourseworkStep(.change(title: title, details: details, end: end), next)
    }

    private static func missing(_ known: KnownTask, in link: String, goal: KnownGoal?) -> CourseworkStep {
        var next = known
        next.seen[link, default: 0] += 1
        guard next.seen[link] ?? 0 >= mostMissing else { return CourseworkStep(.note, next) }
        next.seen[link] = nil
        guard next.seen.isEmpty else { return CourseworkStep(.note, next) }
        return gone(next, goal: goal)
    }

    /// Nobody has it any more.
    private static func gone(_ known: KnownTask, goal: KnownGoal?) -> CourseworkStep {
        var next = known
        guard let goal, goal.isActive, !goal.isClosed, !goal.isBegun, goal.title == known.task.title,
            goal.details == known.task.course, goal.end == known.writtenEnd
        else {
            next.state = .settled
            return CourseworkStep(.note, next)
        }
        next.state = .withdrawn
        return CourseworkStep(.withdraw, next)
    }
}
