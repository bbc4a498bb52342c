import Boards
import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Speech
import Spelling
import Time

/// What the client has set themselves to do: the list, what can be done about a goal, and the way to a new one.
extension KioskSession {
    /// The client's goals now.
    var goals: [Goal] { agenda.goals(at: planTime, zone: encouragement.means.zone) }

    mutating func openGoals(at now: Instant, _ effects: inout Effects) {
        levels.maker.goals = goals
        guard !levels.maker.goals.isEmpty else {
            let words = whisper([.text(phrases[agenda.known == nil ? .planUnknown : .noGoals])])
            runChoice(
                Script(steps: [.say(words)], ending: .open(levels.maker.goalList)), at: now, &effects)
            return
        }
        finishChoice(.open(levels.maker.goalList), at: now, &effects)
    }

    /// What scanning adds to an entry.
    func standing(of choice: GoalChoice) -> String? {
        guard case .open(let id) = choice, let goal = agenda.goal(id, at: planTime) else { return nil }
        let standing = levels.maker.standing(
            ofGoal: goal.occurrence, client: settings.client.name, at: planTime)
        return standing.isEmpty ? nil : standing
    }

    mutating func act(on choice: GoalChoice, at now: Instant, _ effects: inout Effects) {
        switch choice {
        case .open(let id): choseGoal(id, at: now, &effects)
        case .new: finishChoice(.open(levels.maker.newGoal), at: now, &effects)
        case .spell: openProposing(.spelling, at: now, &effects)
        case .title(let title): finishChoice(.open(levels.maker.goalEnds(title)), at: now, &effects)
        case .end(let title, let end):
            finishChoice(.open(levels.maker.goalReminders(title, end)), at: now, &effects)
        case .make(let title, let end, let reminding): make(title, end, reminding, at: now, &effects)
        case .delete(let id):
            guard agenda.goal(id, at: planTime) != nil else {
                reply(.noLongerPlanned, at: now, &effects)
                return
            }
            finishChoice(.open(levels.maker.confirmation(ofDeleting: id)), at: now, &effects)
        case .deleted(let id): delete(id, at: now, &effects)
        }
    }

    // MARK: - Reminders without the service

    /// While the service is away, this kiosk reminds at the times that it was told.
    mutating func remindOfGoals(at now: Instant, _ effects: inout Effects) {
        guard faults.reach.isServiceAway, journal.tellsHere else {
            agenda.goals.remindsItself()
            return
        }
        guard !agenda.goals.nothingIsDue(at: now, time: planTime) else { return }
        for (goal, at) in agenda.goals.due(among: goals, at: now, time: planTime) {
            let occurrence = goal.occurrence
            let reminder = Reminder(
                id: newID(), kind: occurrence.state == .missed ? .missed : .due, occurrence: occurrence,
                channel: .kiosk, recipient: settings.client.id, recipientName: settings.client.name,
                priority: occurrence.priority, at: at, isLate: false, state: .waiting)
            take(KnownReminder(reminder: reminder, sequence: KnownReminder.own), at: now, &effects)
        }
    }

    // MARK: - What can be done

    /// Tells everything about it, and offers what the client can do.
    private mutating func choseGoal(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let goal = agenda.goal(id, at: planTime)?.occurrence else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        let client = settings.client.name
        let standing = levels.maker.standing(ofGoal: goal, client: client, at: planTime)
        let sentences =
            [standing.isEmpty ? "\(goal.title)." : "\(goal.title), \(standing)."]
            + [goal.details].compactMap { $0 }.filter { !$0.isEmpty }
        let mayUndo = goal.isBegun && goal.changedBy == client && goal.lastEntry != nil
        runChoice(
            Script(
                steps: [.say(whisper(sentences.map { .text($0) }))],
                ending: .open(levels.maker.choices(aboutGoal: goal, mayUndo: mayUndo))), at: now, &effects)
    }

    /// It goes to the disk at the press, and is in the list from then on.
    private mutating func make(
        _ title: String, _ end: GoalEnd, _ reminding: GoalReminding, at now: Instant, _ effects: inout Effects
    ) {
        guard let (local, zone) = agenda.local(of: planTime) else {
            reply(.planUnknown, at: now, &effects)
            return
        }
        let client = settings.client
        let content = RoutineContent(
            title: title, client: client.id, assignment: .fixed(person: client.id),
            schedule: RecurrenceSet(start: local, zone: zone, repetition: .once),
            reminders: ReminderPlan(
                tellsDue: false, tellsMissed: end != .open && reminding != .quiet, untilDone: reminding.times),
            graceMinutes: end.minutes(from: local), isClientsOwn: true, isGoal: true)
        let new = NewRoutine(id: newID(), content: content, by: client.name, at: planTime)
        if proposing.spelled.label == title {
            proposing.remember(title)
            proposing.spelled = SpelledText()
        }
        send(.addGoal(new), saying: phrases[.goalKept, [.label: title]], at: now, &effects)
        levels.maker.goals = goals
    }

    private mutating func delete(_ id: String, at now: Instant, _ effects: inout Effects) {
        guard let goal = agenda.goal(id, at: planTime) else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        let change = RoutineChange(
            id: newID(), scope: .all, replaces: goal.routine.sequence, by: settings.client.name, at: planTime)
        dropReminders { $0.occurrence?.routine == goal.id }
        send(
            .endGoal(routine: goal.id, change),
            saying: phrases[.goalDeleted, [.label: goal.occurrence.title]], at: now, &effects)
        levels.maker.goals = goals
    }
}
