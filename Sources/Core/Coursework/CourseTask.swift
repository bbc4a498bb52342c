import Calendars
public import FoundationEssentials

/// A task of a learning platform.
public struct CourseTask: Codable, Sendable, Equatable, Identifiable {
    /// The same wherever it is read: `assignment_12`, `quiz_3`.
    public var id: String
    public var title: String
    public var course: String?
    /// Until when; to the minute.
    public var dueAt: Date
    /// Whether the platform says that nothing is left to do. A calendar never says so.
    public var isDone: Bool

    public init(id: String, title: String, course: String? = nil, dueAt: Date, isDone: Bool = false) {
        self.id = id
        self.title = title
        self.course = course
        self.dueAt = dueAt
        self.isDone = isDone
    }
}

/// What was found when a platform was read.
public struct CourseReading: Sendable, Equatable {
    /// Each id once.
    public var tasks: [CourseTask]
    /// Whether what is missing is not there: nothing was cut off or could not be read.
    public var isComplete: Bool
    /// What else was there: no tasks, without a deadline, or put aside there.
    public var others: Int
    /// What could not be read.
    public var unreadable: Int

    public init(tasks: [CourseTask], isComplete: Bool, others: Int = 0, unreadable: Int = 0) {
        self.tasks = tasks
        self.isComplete = isComplete
        self.others = others
        self.unreadable = unreadable
    }
}

/// What is read of a platform, and how much of it.
public enum CourseLimits {
    /// Days before now: what Canvas has in its calendar, too.
    public static let daysBack = 30
    /// Days after now.
    public static let daysAhead = 366
    /// A task becomes a goal so many days before it is to be done.
    public static let goalDays = 14
    /// So many goals of one platform may be open, that the client has room for goals of their own; others wait, the latest.
    public static let mostOpenGoals = 30
    /// Canvas ends its calendar there: with as many, some may be missing.
    public static let mostEvents = 1000
    /// The most pages of a planner that are read, of 100 tasks each.
    public static let mostPages = 20
    /// The longest page of a planner, bytes.
    public static let longestPage = 4 << 20
    /// The longest calendar, bytes.
    public static let longestFeed = 8 << 20
    /// The longest title of a goal, characters: it is spoken.
    public static let longestTitle = 200

    static let day = 86_400.0

    /// What is read at a time.
    public static func span(at now: Date) -> Range<Date> {
        now.addingTimeInterval(-Double(daysBack) * day)..<now.addingTimeInterval(Double(daysAhead) * day)
    }
}

extension CourseReading {
    /// The same with other words for looking through somebody else's work, which the platform calls as that work is called.
    ///
    /// - Parameter name: What it is called, by the work's title.
    public func namingReviews(_ name: (String) -> String) -> CourseReading {
        var reading = self
        for index in reading.tasks.indices where reading.tasks[index].isReview {
            reading.tasks[index].title = CourseTask.words(name(reading.tasks[index].title))
        }
        return reading
    }
}

extension CourseTask {
    /// What begins the id of looking through somebody else's work.
    static let review = "assessment_request"

    public var isReview: Bool { id.hasPrefix(Self.review + "_") }

    /// Words of a stranger's, as one line that can be spoken: control characters and what changes the direction of writing are left out.
    static func words(_ text: String) -> String {
        OutsideWords.line(text, limit: CourseLimits.longestTitle)
    }

    /// One of each id: what is said first counts, but done is done.
    static func once(_ tasks: [CourseTask]) -> [CourseTask] {
        var (places, once): ([String: Int], [CourseTask]) = ([:], [])
        for task in tasks {
            if let place = places[task.id] {
                if task.isDone { once[place].isDone = true }
            } else {
                places[task.id] = once.count
                once.append(task)
            }
        }
        return once
    }
}
