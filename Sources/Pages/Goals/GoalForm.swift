import Care
import FoundationEssentials
import Recurrence
import Wording

/// What is typed of a goal: the same for a new one and for one that is changed.
struct GoalForm {
    private static let names = [
        "id", "at", "replaces", "title", "details", "count", "date", "time", "reminders", "repeat",
    ]
    /// Where only a day is said, until when on it: its last minute. Seconds after midnight.
    private static let endOfDay = 86_399 - 59

    var values: [String: String]
    var problems: [String: Text] = [:]
    /// Whether it is due every day: then there is no last day, and no other way to repeat.
    var comesAgain = false
    var isDaily: Bool { values["repeat"] == "daily" }
    var chosen: [String: Bool] { ["repeat-\(isDaily ? "daily" : "once")": true] }

    /// An empty one.
    init(_ call: PageCall) {
        values = ["id": UUIDs.new(), "at": CareJSON.string(from: call.request.now), "repeat": "once"]
    }

    /// A goal as it is.
    init(_ goal: Goal, _ call: PageCall) {
        let content = goal.routine.content
        comesAgain = content.schedule.repetition != .once
        values = [
            "id": UUIDs.new(), "at": CareJSON.string(from: call.request.now),
            "replaces": "\(goal.routine.sequence)", "title": content.title, "details": content.details ?? "",
            "count": content.count.map(String.init) ?? "",
            "reminders": content.reminders.untilDone.sorted().map(RoutineForm.time).joined(separator: ", "),
        ]
        guard let end = goal.end else { return }
        let local = call.request.zone.local(of: end)
        if !comesAgain { values["date"] = "\(local.day)" }
        values["time"] = RoutineForm.text(local)
    }

    /// What was sent.
    init(sent call: PageCall) {
        values = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, call.form[$0] ?? "") })
    }

    /// It was sent before with something else in it: the next time it is something new.
    mutating func sendAnew() {
        values["id"] = UUIDs.new()
        problems["form"] = Text("goals.sent_before")
    }

    /// What the service has found wrong.
    mutating func note(_ problem: CareProblem) {
        let place =
            switch PlanSending.field(problem.field) {
            case "title", "details", "count": PlanSending.field(problem.field)
            case "reminders.until_done": "reminders"
            case "grace_minutes": "time"
            default: "form"
            }
        problems[place] = problem.sentence
    }

    /// What it comes to; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameter goal: As it was until now; `nil` for a new one.
    mutating func content(of client: String, over goal: Goal?, _ call: PageCall) -> RoutineContent? {
        let zone = call.request.zone
        let isDaily = goal.map { $0.routine.content.schedule.repetition != .once } ?? isDaily
        let title = (values["title"] ?? "").trimmed()
        if title.isEmpty { problems["title"] = Text("goals.write_title") }
        let count = number("count")
        let times = times()
        let start: Date
        if let goal {
            start = goal.occurrence.at
        } else {
            let now = PlanSending.at(call)
            start = isDaily ? zone.instant(of: WallTime(startOf: zone.local(of: now).day)) : now
        }
        let end = isDaily ? timeOfDay(from: zone.local(of: start)) : end(from: start, zone, call)
        guard problems.isEmpty, let end else { return nil }
        var content =
            goal?.routine.content
            ?? RoutineContent(
                title: title, client: client, assignment: .fixed(person: client),
                schedule: RecurrenceSet(start: zone.local(of: start), zone: zone.id, repetition: .once),
                reminders: ReminderPlan(tellsDue: false), isClientsOwn: true, isGoal: true)
        if goal == nil, isDaily, let daily = try? RecurrenceRule("FREQ=DAILY") {
            content.schedule.repetition = .rules([daily])
        }
        let details = (values["details"] ?? "").trimmed()
        (content.title, content.details) = (title, details.isEmpty ? nil : details)
        content.count = count
        content.reminders.untilDone = times
        content.graceMinutes = end
        // Who wants no reminder is told of no end either.
        content.reminders.tellsMissed = end != Goal.openEnd && !times.isEmpty
        return content
    }

    private mutating func number(_ name: String) -> Int? {
        let typed = (values[name] ?? "").trimmed()
        guard !typed.isEmpty else { return nil }
        guard let number = Int(typed), OccurrenceEntry.partsRange.contains(number) else {
            problems[name] = Text(
                "goals.count_range",
                [
                    "least": .number(OccurrenceEntry.partsRange.lowerBound),
                    "most": .number(OccurrenceEntry.partsRange.upperBound),
                ])
            return nil
        }
        return number
    }

    /// Minutes after midnight.
    private mutating func times() -> [Int] {
        var times: Set<Int> = []
        let typed = values["reminders"] ?? ""
        for text in typed.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
            guard let time = RoutineForm.time(String(text)) else {
                problems["reminders"] = Text(
                    "plan.not_a_time", ["text": .verbatim(String(text.prefix(40)))])
                return []
            }
            times.insert(time / 60)
        }
        return times.sorted()
    }

    /// So many minutes after its start on each day, to the time of the day that was typed.
    private mutating func timeOfDay(from start: WallTime) -> Int? {
        let typed = (values["time"] ?? "").trimmed()
        guard let seconds = typed.isEmpty ? Self.endOfDay : RoutineForm.time(typed) else {
            problems["time"] = Text("plan.write_time")
            return nil
        }
        let minutes = seconds / 60 - (start.hour * 60 + start.minute)
        guard minutes >= 1 else {
            problems["time"] = Text("goals.end_passed")
            return nil
        }
        return minutes
    }

    /// So many minutes after its start; `Goal.openEnd` where no day was typed.
    private mutating func end(from start: Date, _ zone: ZoneRules, _ call: PageCall) -> Int? {
        let (typedDay, typedTime) = ((values["date"] ?? "").trimmed(), (values["time"] ?? "").trimmed())
        guard !typedDay.isEmpty || !typedTime.isEmpty else { return Goal.openEnd }
        let day = typedDay.isEmpty ? zone.local(of: call.request.now).day : CalendarDay(typedDay)
        if day == nil { problems["date"] = Text("plan.write_day") }
        let seconds = typedTime.isEmpty ? Self.endOfDay : RoutineForm.time(typedTime)
        if seconds == nil { problems["time"] = Text("plan.write_time") }
        guard let day, let seconds else { return nil }
        let end = zone.instant(of: WallTime(startOf: day).adding(seconds: Int64(seconds)))
        // Up, so that it ends in the minute that was typed.
        let minutes = (end.timeIntervalSince(start) / 60).rounded(.up)
        guard (1..<Double(Goal.openEnd)).contains(minutes) else {
            problems["date"] = Text(minutes < 1 ? "goals.end_passed" : "goals.end_far")
            return nil
        }
        return Int(minutes)
    }

    /// - Parameter isOwn: Whether the client writes, or somebody for them.
    static func fields(isNew: Bool, isOwn: Bool) -> String {
        let repeats = """
            \(Form.way("repeat", "once", "[[goals.once]]", Form.typed("date", "[[goals.last_day]]", .date.short)))
            \(Form.way("repeat", "daily", "[[goals.daily]]"))
            """
        return Form.mended(
            """
            \(Form.typed("title", isOwn ? "[[goals.what]]" : "[[goals.what_theirs]]", .line.most(FieldChecks.shortText)))
            \(Form.typed("details", "[[goals.details]]", .area(rows: 2).most(FieldChecks.longText)))
            \(Form.typed("count", "[[goals.count]]", .number))
            \(isNew ? repeats : "{{^comesAgain}}\(Form.typed("date", "[[goals.last_day]]", .date.short)){{/comesAgain}}")
            \(Form.typed("time", "[[goals.last_time]]", .time.short))
            \(Form.typed("reminders", isOwn ? "[[goals.reminders]]" : "[[goals.reminders_theirs]]"))
            """)
    }
}
