public import FoundationEssentials

/// A page of what `GET /api/v1/planner/items` of Canvas answers, as its documentation of the planner describes it
/// (instructure/canvas-lms, `app/controllers/planner_controller.rb` and `lib/api/v1/planner_item.rb`).
public struct PlannerPage: Sendable, Equatable {
    public var tasks: [CourseTask]
    /// Items that could not be read.
    public var unreadable: Int
    /// Items that are no tasks, have no deadline, or were put aside there.
    public var others: Int

    /// Reads a page; throws where it is no list of items.
    public init(_ bytes: Data) throws(CourseworkReadError) {
        let items: [Loose<PlannerItem>]
        do { items = try JSONDecoder().decode([Loose<PlannerItem>].self, from: bytes) } catch {
            throw .notAPlanner
        }
        var (tasks, unreadable, others) = ([CourseTask](), 0, 0)
        for item in items {
            guard let value = item.value else {
                unreadable += 1
                continue
            }
            do throws(PlannerItem.UnreadableDate) {
                if let task = try value.task() { tasks.append(task) } else { others += 1 }
            } catch { unreadable += 1 }
        }
        (self.tasks, self.unreadable, self.others) = (tasks, unreadable, others)
    }

    /// What is read of several pages.
    public static func reading(_ pages: [PlannerPage], isWhole: Bool) -> CourseReading {
        CourseReading(
            tasks: CourseTask.once(pages.flatMap(\.tasks)),
            isComplete: isWhole && pages.allSatisfy { $0.unreadable == 0 },
            others: pages.reduce(0) { $0 + $1.others },
            unreadable: pages.reduce(0) { $0 + $1.unreadable })
    }
}

/// Why something is neither a planner nor a calendar.
public enum CourseworkReadError: Error, Equatable {
    case notAPlanner
    case notACalendar
}

/// One of a list that may be of another shape: then `nil`.
private struct Loose<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// A number or a text: Canvas writes ids as texts for those who ask for that.
private struct PlannerID: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
        guard (1...40).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id")
        }
    }
}

private struct PlannerItem: Decodable {
    let type: String
    let id: PlannerID
    let course: String?
    let plannable: Plannable
    let date: String?
    let submissions: Submissions?
    let override: Override?

    struct Plannable: Decodable {
        let title: String?
        let due: String?
        let todo: String?
        let assignment: PlannerID?
        /// Of a peer review: `assigned`, or `completed`.
        let state: String?

        enum CodingKeys: String, CodingKey {
            case title
            case due = "due_at"
            case todo = "todo_date"
            case assignment = "assignment_id"
            case state = "workflow_state"
        }
    }

    /// Of the person's own; `false` where nothing can be handed in.
    struct Submissions: Decodable {
        let submitted: Bool?
        let excused: Bool?
        let graded: Bool?
        let missing: Bool?
        let redo: Bool?

        enum CodingKeys: String, CodingKey {
            case submitted, excused, graded, missing
            case redo = "redo_request"
        }
    }

    struct Override: Decodable {
        let isComplete: Bool?
        let isDismissed: Bool?

        enum CodingKeys: String, CodingKey {
            case isComplete = "marked_complete"
            case isDismissed = "dismissed"
        }
    }

    enum CodingKeys: String, CodingKey {
        case plannable, submissions
        case type = "plannable_type"
        case id = "plannable_id"
        case course = "context_name"
        case date = "plannable_date"
        case override = "planner_override"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = try container.decode(String.self, forKey: .type)
        id = try container.decode(PlannerID.self, forKey: .id)
        course = try container.decodeIfPresent(String.self, forKey: .course)
        plannable = try container.decode(Plannable.self, forKey: .plannable)
        date = try container.decodeIfPresent(String.self, forKey: .date)
        // `false` stands where there is none.
        submissions =
            (try? container.decodeIfPresent(Bool.self, forKey: .submissions)) == nil
            ? try container.decodeIfPresent(Submissions.self, forKey: .submissions) : nil
        override = try container.decodeIfPresent(Override.self, forKey: .override)
    }

    /// There is a date, but nobody knows which.
    struct UnreadableDate: Error {}

    /// `nil` for what is no task, has no end, or was put aside there.
    func task() throws(UnreadableDate) -> CourseTask? {
        guard let identity, override?.isDismissed != true, let end else { return nil }
        guard let due = PlannerTime.date(end) else { throw UnreadableDate() }
        let title = CourseTask.words(plannable.title ?? "")
        let course = CourseTask.words(course ?? "")
        guard !title.isEmpty else { return nil }
        return CourseTask(
            id: identity, title: title, course: course.isEmpty ? nil : course, dueAt: due, isDone: isDone)
    }

    /// What is graded is an assignment, whatever it looks like: the calendar knows it by that id.
    private var identity: String? {
        switch type {
        case "assignment": "assignment_\(id.text)"
        case "quiz", "discussion_topic":
            plannable.assignment.map { "assignment_\($0.text)" } ?? "\(type)_\(id.text)"
        case "sub_assignment", "wiki_page", "planner_note", CourseTask.review: "\(type)_\(id.text)"
        // Announcements and dates are to be read, not to be done; what Beckon does not know is neither.
        default: nil
        }
    }

    /// Of what is handed in, the item's own date is the person's, also where theirs was extended: that within it may be everybody's. The
    /// date of others may be when they were written.
    private var end: String? {
        let general = plannable.due ?? plannable.todo
        return ["assignment", "sub_assignment", "quiz"].contains(type) ? date ?? general : general
    }

    private var isDone: Bool {
        // What the person says of it themselves goes before everything.
        if let isComplete = override?.isComplete { return isComplete }
        if type == CourseTask.review { return plannable.state == "completed" }
        guard let submissions, submissions.redo != true else { return false }
        // What is missing may be graded by a rule of the course's, with nothing handed in.
        return submissions.submitted == true || submissions.excused == true
            || submissions.graded == true && submissions.missing != true
    }
}

/// Times in RFC 3339.
enum PlannerTime {
    /// To the minute; `nil` for what is no time between 1970 and 2200.
    static func date(_ text: String) -> Date? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        guard let date = try? Date(text, strategy: style) else { return nil }
        return whole(date)
    }

    static func whole(_ date: Date) -> Date? {
        let minutes = (date.timeIntervalSince1970 / 60).rounded(.down)
        guard (0..<120_960_000).contains(minutes) else { return nil }
        return Date(timeIntervalSince1970: minutes * 60)
    }
}
