import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech

/// The choices in the list of goals, and on the way to a new one.
enum GoalChoice: Sendable {
    /// A goal, by its occurrence's id.
    case open(String)
    case new
    case spell
    /// Until when it is to be done is asked next.
    case title(String)
    /// At which times of the day the client wants to be reminded is asked next.
    case end(String, GoalEnd)
    case make(String, GoalEnd, GoalReminding)
    /// Asks first.
    case delete(String)
    /// "Yes" to that.
    case deleted(String)

    /// Whether it only opens another level.
    var leadsOn: Bool {
        switch self {
        case .open, .new, .spell, .title, .end, .delete: true
        case .make, .deleted: false
        }
    }
}

/// What somebody may want to do, without spelling it.
enum GoalIdea: String, CaseIterable, Sendable {
    case walk, drink, call, read, tidy

    var phrase: PhraseKey {
        switch self {
        case .walk: .goalWalk
        case .drink: .goalDrink
        case .call: .goalCall
        case .read: .goalRead
        case .tidy: .goalTidy
        }
    }
}

/// Until when a new goal is to be done.
enum GoalEnd: String, CaseIterable, Sendable {
    case today, tomorrow, week, open

    var phrase: PhraseKey {
        switch self {
        case .today: .choiceGoalToday
        case .tomorrow: .choiceGoalTomorrow
        case .week: .choiceGoalWeek
        case .open: .choiceGoalOpen
        }
    }

    /// How many minutes that is from a time of the home's clocks: to a minute before midnight.
    func minutes(from local: WallTime) -> Int {
        let left = 1439 - (local.hour * 60 + local.minute)
        return switch self {
        case .today: max(1, left)
        case .tomorrow: left + 1440
        case .week: left + 7 * 1440
        case .open: Goal.openEnd
        }
    }
}

/// At which times of the day the client is reminded of a new goal, until it is done.
enum GoalReminding: String, CaseIterable, Sendable {
    case quiet, morning, noon, evening, often

    var phrase: PhraseKey {
        switch self {
        case .quiet: .choiceGoalQuiet
        case .morning: .choiceGoalMorning
        case .noon: .choiceGoalNoon
        case .evening: .choiceGoalEvening
        case .often: .choiceGoalOften
        }
    }

    /// Minutes after midnight.
    var times: [Int] {
        switch self {
        case .quiet: []
        case .morning: [9 * 60]
        case .noon: [12 * 60]
        case .evening: [18 * 60]
        case .often: [9 * 60, 12 * 60, 18 * 60]
        }
    }
}

extension LevelMaker {
    static let goalsID = "goals"
    static let newGoalID = "goals new"
    /// The last minute of a day: then the day alone is said.
    private static let endOfDay = (hour: 23, minute: 59)
    /// From so many days on, their number is said instead of the day of the week.
    private static let weekdays = 7

    /// The client's goals, and making another; how each stands is said when it is scanned.
    var goalList: KioskLevel {
        var level = goals(
            Self.goalsID,
            goals.map { ($0.occurrence.id, .goal(.open($0.occurrence.id)), $0.occurrence.title) }
                + [("new", .goal(.new), phrases[.choiceNewGoal])])
        level.isLive = true
        return paged(level)
    }

    /// What it may be.
    var newGoal: KioskLevel {
        paged(
            goals(
                Self.newGoalID,
                GoalIdea.allCases.map { ($0.rawValue, .goal(.title(phrases[$0.phrase])), phrases[$0.phrase]) }
                    + (means.alphabet == nil ? [] : [("spell", .goal(.spell), phrases[.proposeSpell])])))
    }

    /// Until when?
    func goalEnds(_ title: String) -> KioskLevel {
        goals(
            "goals end",
            GoalEnd.allCases.map { ($0.rawValue, .goal(.end(title, $0)), phrases[$0.phrase]) },
            isQuestion: true)
    }

    /// Reminded at which times?
    func goalReminders(_ title: String, _ end: GoalEnd) -> KioskLevel {
        goals(
            "goals reminders",
            GoalReminding.allCases.map { ($0.rawValue, .goal(.make(title, end, $0)), phrases[$0.phrase]) },
            isQuestion: true)
    }

    /// What the client can do about a goal.
    ///
    /// - Parameter mayUndo: Whether its present state was set by the client.
    func choices(aboutGoal goal: RoutineOccurrence, mayUndo: Bool) -> KioskLevel {
        var items: [GoalItem] = []
        if goal.state.isOpen {
            items.append(
                goal.count > 1
                    ? ("one-more", .mark(goal.id, .partDone), phrases[.choiceOneMore])
                    : ("done", .mark(goal.id, .done), phrases[.choiceDone]))
        }
        if mayUndo { items.append(("not-done", .mark(goal.id, .undone), phrases[.choiceNotDone])) }
        items.append(("delete", .goal(.delete(goal.id)), phrases[.choiceGoalDelete]))
        return goals("goal \(goal.id)", items, isQuestion: true)
    }

    /// "Yes, delete it", and the way back.
    func confirmation(ofDeleting id: String) -> KioskLevel {
        var level = goals(
            "goal delete \(id)", [("yes", .goal(.deleted(id)), phrases[.confirmGoalDelete])], isQuestion: true
        )
        level.cues[ScanLevel.backID] = [.text(phrases[.confirmNo])]
        return level
    }

    // MARK: - What is said

    /// "1 of 3 done, until tomorrow, 6 o'clock": what scanning adds to a goal's title.
    func standing(ofGoal goal: RoutineOccurrence, client: String, at now: Date) -> String {
        var said: [String] = []
        if goal.state.isOpen, let parts = goal.chore?.parts, parts > 0 {
            said.append(phrases[.chorePart, [.position: String(parts), .count: String(goal.count)]])
        }
        switch goal.state {
        case .upcoming, .due: if let end = end(of: goal, at: now) { said.append(end) }
        case .missed: said.append(phrases[.goalOver])
        case .skipped: said.append(phrases[.planSkipped])
        case .done:
            switch goal.changedBy {
            case nil: said.append(phrases[.planDone])
            case client: said.append(phrases[.planDoneByYou])
            case .some(let name): said.append(phrases[.planDoneBy, [.caregiver: name]])
            }
        }
        return said.joined(separator: ", ")
    }

    private func end(of goal: RoutineOccurrence, at now: Date) -> String? {
        guard let local = goal.localEnd else { return nil }
        let days = Int(local.day.number) - Int(goal.local.day.number) - goal.days(before: now)
        let isWholeDay = (local.hour, local.minute) == Self.endOfDay
        let time = phrases.shortClock(local)
        switch days {
        case ...0: return isWholeDay ? phrases[.goalToday] : phrases[.goalUntil, [.time: time]]
        case 1:
            return isWholeDay
                ? phrases[.goalTomorrow] : phrases[.goalUntil, [.time: phrases[.planTomorrow, [.time: time]]]]
        case ..<Self.weekdays:
            let day = phrases[local.day.weekday.phrase]
            return phrases[.goalUntil, [.time: isWholeDay ? day : "\(day), \(time)"]]
        case let days: return phrases[.goalDaysLeft, [.count: String(days)]]
        }
    }

    /// A reminder's words.
    func reminder(ofGoal goal: RoutineOccurrence, client: String, at now: Date) -> String {
        let standing = standing(ofGoal: goal, client: client, at: now)
        let label = standing.isEmpty ? goal.title : "\(goal.title), \(standing)"
        return phrases[.reminderGoal, [.label: label]]
    }

    // MARK: - Levels

    private typealias GoalItem = (id: String, content: KioskLevel.Content, cue: String)

    private func goals(_ id: String, _ items: [GoalItem], isQuestion: Bool = false) -> KioskLevel {
        let back = ScanItem(id: ScanLevel.backID, kind: .back)
        var level = KioskLevel(
            scan: isQuestion
                ? ScanLevel(id: id, items: items.map { ScanItem(id: $0.id) } + [back], isQuestion: true)
                : ScanLevel(id: id, choices: items.map(\.id), back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]])
        for item in items {
            level.contents[item.id] = item.content
            level.cues[item.id] = [.text(item.cue)]
        }
        return level
    }
}
