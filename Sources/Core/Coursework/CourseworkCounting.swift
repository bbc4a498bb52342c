public import Care
public import FoundationEssentials

extension CourseworkTally {
    /// What came of a reading.
    ///
    /// - Parameters:
    ///   - reading: As it was found.
    ///   - known: What is known of the tasks once it was taken over, by their ids.
    ///   - unreadable: Tasks of which nobody can read what is known.
    ///   - taken: What was carried out.
    ///   - goals: The goals as they were before that.
    public init(
        _ reading: CourseReading, known: [String: KnownTask], unreadable: Set<String>,
        taken: [CourseworkStep], goals: [UUID: KnownGoal], now: Date
    ) {
        self.init()
        let last = now.addingTimeInterval(Double(CourseLimits.goalDays) * CourseLimits.day)
        self.unreadable = reading.unreadable
        others = reading.others
        for task in reading.tasks {
            switch known[task.id]?.state {
            case _ where unreadable.contains(task.id): self.unreadable += 1
            case .open: open += 1
            case .settled: settled += 1
            case .withdrawn, nil:
                if task.isDone {
                    done += 1
                } else if task.dueAt <= now {
                    over += 1
                } else if task.dueAt > last {
                    later += 1
                } else {
                    waiting += 1
                }
            }
        }
        count(taken, goals)
    }

    /// What steps have done with goals.
    private mutating func count(_ taken: [CourseworkStep], _ goals: [UUID: KnownGoal]) {
        for step in taken {
            switch step.action {
            case .make: made += 1
            case .change: changed += 1
            case .tick: doneThere += 1
            case .withdraw: withdrawn += 1
            case .note:
                // A goal that is open and settled all the same is the client's own now.
                guard step.known.state == .settled else { break }
                switch step.known.goal.flatMap({ goals[$0] }) {
                case let goal? where goal.isActive && goal.isClosed: doneHere += 1
                case let goal? where goal.isActive: break
                case _?, nil: deleted += 1
                }
            }
        }
    }
}
