public import FoundationEssentials
public import Recurrence

/// A goal of a client's: a routine that the client makes, changes, marks and deletes themselves, with its newest due time.
///
/// It is due from when it was made, and missed once the time has passed until which it is to be done.
public struct Goal: Codable, Sendable, Equatable, Identifiable {
    /// The longest time for one, minutes: a year. A goal that has so long has no end that anybody says.
    public static let openEnd = 527_040
    /// The most that may be open for one client.
    public static let mostOpen = 50
    /// The most that a client's goals may be made or changed in `dayLength`.
    public static let mostADay = 200
    /// For so many days ahead it is told when the client is reminded.
    public static let daysAhead = 3
    /// Seconds.
    public static let dayLength = 86_400.0

    public var routine: Routine
    public var occurrence: RoutineOccurrence
    /// Until when it is to be done; absent where it has no end that anybody says.
    public var end: Date?
    /// When the client is reminded of it within `daysAhead`, as their own reminders have it: quiet hours are kept.
    @MayBeAbsent public var alarms: [Date]

    public var id: UUID { routine.id }

    public init(routine: Routine, occurrence: RoutineOccurrence, alarms: [Date] = []) {
        self.routine = routine
        self.occurrence = occurrence
        end = occurrence.goalEnd
        self.alarms = alarms
    }
}

/// The answer to `GET /goals`.
public struct GoalPage: Codable, Sendable, Equatable {
    /// What is open, and what was done or skipped within a day; by the time until which each is to be done.
    public var goals: [Goal]
    /// The home's zone.
    public var zone: String
    /// Where they are of one client alone: when the client has quiet hours within `Goal.daysAhead`.
    @MayBeAbsent public var quiet: [QuietTime]
    /// The journal's last sequence number when it was read.
    public var sequence: Int64

    public init(goals: [Goal], zone: String, quiet: [QuietTime] = [], sequence: Int64) {
        self.goals = goals
        self.zone = zone
        self.quiet = quiet
        self.sequence = sequence
    }
}

extension Goal: Weighable {
    public var isOpen: Bool { occurrence.state.isOpen }
    public var priority: Priority { occurrence.priority }
    public var at: Date { occurrence.at }
}

extension Goal {
    /// What is to be done first, first.
    public static func isEarlier(_ one: Goal, _ other: Goal) -> Bool {
        (one.occurrence.missedAt, one.occurrence.title, one.occurrence.id)
            < (other.occurrence.missedAt, other.occurrence.title, other.occurrence.id)
    }

    /// The goal of a message that the service does not have yet, as it will stand there.
    ///
    /// - Returns: `nil` if it is no goal that is to be done once.
    public init?(_ new: NewRoutine, name: String) {
        let content = new.content
        guard content.isGoal, let client = content.client, content.schedule.repetition == .once else {
            return nil
        }
        let (chore, start) = (content.chore, content.schedule.start)
        let midnight = WallTime(startOf: start.day)
        let alarms = (0..<Self.daysAhead).flatMap { days in
            content.reminders.untilDone.map { minutes in
                let local = midnight.adding(seconds: Int64(days) * 86_400 + Int64(minutes) * 60)
                return new.at.addingTimeInterval(Double(local.seconds - start.seconds))
            }
        }
        self.init(
            routine: Routine(
                id: new.id, series: new.id, content: content, createdAt: new.at, changedAt: new.at),
            occurrence: RoutineOccurrence(
                routine: new.id, key: OccurrenceKey(start, zone: content.schedule.zone),
                title: content.title, details: content.details, symbol: content.symbol, client: client,
                clientName: name, priority: content.priority, at: new.at, local: start,
                missedAt: new.at.addingTimeInterval(60 * Double(content.graceMinutes)), state: .due,
                assignment: Assignment(person: client, name: name, reason: ""), isClientsOwn: true,
                chore: chore.isEmpty ? nil : chore, isGoal: true),
            alarms: alarms.filter { $0 > new.at }.sorted())
    }
}

extension RoutineOccurrence {
    /// When a goal's time is over; `nil` where it has no end that anybody says.
    public var goalEnd: Date? {
        missedAt.timeIntervalSince(at) < Double(Goal.openEnd) * 60 ? missedAt : nil
    }

    /// On the wall of its zone, by the zone's offset when it was due.
    public var localEnd: WallTime? {
        goalEnd.map { local.adding(seconds: Int64($0.timeIntervalSince(at).rounded())) }
    }
}

extension RoutineContent {
    /// A goal is the client's alone: nobody else does it, approves it, pays for it, or is roused for it.
    func checkGoal() throws(FieldProblem) {
        guard isGoal else { return }
        guard audience == .client, let client else {
            throw FieldProblem("goal", "only a client's plan can be a goal: write the `audience` `client`")
        }
        guard isClientsOwn, assignment == .fixed(person: client) else {
            throw FieldProblem(
                isClientsOwn ? "assignment" : "clients_own",
                "a goal is done by its client: write `clients_own` true, and the client as `assignment`")
        }
        guard points == nil, !isPlannedAsChore, !needsApproval, proof == nil, need == nil, exercise == nil,
            edits.isEmpty
        else {
            throw FieldProblem(
                "goal",
                "a goal has no points, as_chore, approval, proof, need, exercise or edits: leave them out")
        }
        guard priority == .normal else {
            throw FieldProblem("priority", "a goal keeps quiet hours: write `normal`")
        }
        guard schedule.isDailyAtMost else {
            throw FieldProblem(
                "schedule", "a goal comes once a day at most: write one rule, with one time of the day")
        }
    }
}

extension RecurrenceSet {
    /// Whether no rule makes it come twice within a day.
    fileprivate var isDailyAtMost: Bool {
        guard also.isEmpty else { return false }
        switch repetition {
        case .once, .afterDone: return true
        case .elapsed(let seconds): return Double(seconds) >= Goal.dayLength
        case .rules(let rules):
            guard rules.count == 1, let rule = rules.first else { return false }
            return rule.frequency >= .daily
                && [rule.hours, rule.minutes, rule.seconds].allSatisfy { $0.count <= 1 }
        }
    }
}
