import Boards
import Care
import Foundation
import HomeFiles
import Kiosk
import Recurrence
import Scanning
import Spelling
import Testing
import Time

@Suite("Goals on a board") struct GoalTests {
    private static let goals = Stage.list(.goals, "Goals")

    /// A keypad: a digit is one choice, so that a test says little.
    private static func stage(means: ProposalMeans = ProposalMeans()) -> Stage {
        Stage(items: [goals], scanning: { $0.mode = .direct }, means: means)
    }

    /// A kiosk that knows one goal and has lost the service, so many seconds after its start.
    private static func alone(_ goal: Goal, until seconds: Double) -> Stage {
        var stage = stage()
        stage.agenda(at: 0, agenda([goal]))
        stage.send(.care(.serviceLost("no route")))
        stage.run(to: seconds)
        return stage
    }

    private static func goal(
        _ title: String, _ minutes: Int = 600, count: Int? = nil, parts: Int? = nil,
        state: OccurrenceState = .due, by: String? = nil, entry: UUID? = nil, alarms: [Double] = []
    ) -> Goal {
        var occurrence = Stage.planned(title, -60, state, by: by, own: true, entry: entry)
        occurrence.missedAt = Stage.start.addingTimeInterval(Double(minutes) * 60)
        occurrence.assignment = Assignment(person: "maria", name: "Maria", reason: "")
        occurrence.isGoal = true
        if let count { occurrence.chore = Chore(count: count, parts: parts) }
        let content = RoutineContent(
            title: title, client: "maria", assignment: .fixed(person: "maria"),
            schedule: RecurrenceSet(start: occurrence.local, zone: "UTC", repetition: .once), count: count,
            isGoal: true)
        return Goal(
            routine: Routine(
                id: occurrence.routine, series: occurrence.routine, content: content, createdAt: Stage.start,
                changedAt: Stage.start, sequence: 3), occurrence: occurrence,
            alarms: alarms.map { Stage.start.addingTimeInterval($0) })
    }

    private static func agenda(_ goals: [Goal], _ sequence: Int64 = 1, reminders: [Reminder] = []) -> Agenda {
        var agenda = Stage.agenda(sequence, reminders: reminders)
        agenda.goals = goals
        agenda.offset = 0
        return agenda
    }

    /// Presses digits, six seconds apart.
    private static func play(_ stage: inout Stage, _ digits: [Int], from start: Double = 1) {
        for (index, digit) in digits.enumerated() {
            stage.press(at: start + Double(index) * 6, .digit(digit))
        }
        stage.run(to: start + Double(digits.count) * 6)
    }

    private static func said(_ stage: Stage) -> [String] {
        stage.lines.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
            .filter { !$0.hasPrefix("sound:") && !$0.hasPrefix("ack") && $0 != "press" }
    }

    @Test("The client hears their goals by their end, with what is left, and then what can be made")
    func list() {
        var stage = Stage(Self.goals)
        stage.agenda(
            at: 0,
            Self.agenda([
                Self.goal("Walk", 16 * 60 - 1), Self.goal("Drink", 120, count: 3, parts: 1),
                Self.goal("Paint", Goal.openEnd + 60), Self.goal("Call", -5, state: .due),
                Self.goal("Letter", 3 * 1440), Self.goal("Book", 30 * 1440),
                Self.goal("Tea", 60, state: .done, by: "Maria", entry: UUID()),
            ]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 26)
        let cues = Self.said(stage).filter { $0.hasPrefix("cue: ") }
        #expect(
            Array(cues.prefix(9)) == [
                "cue: Goals", "cue: Call goal_over", "cue: Drink chore_part 3 1, goal_until clock_hour 10",
                "cue: Walk goal_today", "cue: Letter goal_until day_monday, clock_hour 8",
                "cue: Book goal_days_left 30", "cue: Paint", "cue: Tea plan_done_by_you",
                "cue: choice_new_goal",
            ], "\(stage.text)")
    }

    @Test("One of a count is ticked off, taken back, and the rest is done; each is one entry")
    func counts() {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([Self.goal("Drink", count: 2)]))
        Self.play(&stage, [1, 1, 1])
        Self.play(&stage, [1, 1, 2], from: 60)
        Self.play(&stage, [1, 1, 1], from: 120)
        Self.play(&stage, [1, 1, 1], from: 180)
        #expect(stage.marks.map(\.kind) == [.done, .undone, .done, .done], "\(stage.text)")
        #expect(stage.marks.map(\.parts) == [1, nil, 1, 1])
        #expect(stage.marks[1].undoes == stage.marks[0].id)
        #expect(Self.said(stage).contains("main: marked_part 2 1"))
        #expect(Self.said(stage).contains("main: marked_done"))
    }

    @Test("A goal is deleted after a question, is gone at once, and its reminder with it")
    func deletes() {
        var stage = Self.stage()
        let goal = Self.goal("Walk")
        let reminder = Stage.reminder(1, of: goal.occurrence, at: 3600)
        stage.agenda(at: 0, Self.agenda([goal], reminders: [reminder]))
        Self.play(&stage, [1, 1, 2])
        #expect(
            Self.said(stage).suffix(2) == ["cue: confirm_goal_delete", "cue: confirm_no"], "\(stage.text)")
        // No, and then yes.
        Self.play(&stage, [2], from: 30)
        #expect(stage.commands.isEmpty)
        Self.play(&stage, [1, 1, 2, 1], from: 60)
        guard case .endGoal(let routine, let change)? = stage.commands.first else {
            Issue.record("nothing was deleted: \(stage.text)")
            return
        }
        #expect(routine == goal.id && change.scope == .all && change.content == nil && change.replaces == 3)
        Self.play(&stage, [1], from: 120)
        #expect(Self.said(stage).contains("cue: no_goals"), "\(stage.text)")
        // An agenda that was on the way brings it back neither to the list nor to the ear.
        stage.agenda(at: 140, Self.agenda([goal], 2))
        stage.run(to: 4000)
        #expect(!Self.said(stage).contains { $0.contains("reminder_goal") })
    }

    @Test("A new goal is chosen from the list, with its end and its reminders, and can be ticked off at once")
    func new() throws {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([]))
        // Goals, new, walk, by tomorrow evening, three times a day.
        Self.play(&stage, [1, 1, 1, 2, 5])
        guard case .addGoal(let new)? = stage.commands.first else {
            Issue.record("nothing was made: \(stage.text)")
            return
        }
        #expect(new.content.title == "goal_walk" && new.content.isGoal && new.content.client == "maria")
        #expect(new.content.graceMinutes == 15 * 60 + 59 + 1440)
        #expect(new.content.reminders.untilDone == [540, 720, 1080])
        #expect(new.content.schedule.zone == "UTC" && !new.content.reminders.tellsDue)
        try new.check { _ in .utc }
        #expect(Self.said(stage).contains("main: goal_kept goal_walk"), "\(stage.text)")
        Self.play(&stage, [1, 1, 1], from: 60)
        let mark = try #require(stage.marks.first)
        #expect(mark.routine == new.id)
        #expect(mark.key == OccurrenceKey(new.content.schedule.start, zone: "UTC"))
        // The service has both.
        stage.send(.care(.delivered(new.id)))
        stage.send(.care(.delivered(mark.id)))
        stage.agenda(at: 120, Self.agenda([], 2))
        stage.agenda(at: 121, Self.agenda([], 3))
        Self.play(&stage, [1], from: 130)
        #expect(Self.said(stage).contains("cue: no_goals"), "\(stage.text)")
    }

    @Test("What the service refuses is told, and is no goal any more")
    func refused() throws {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([]))
        Self.play(&stage, [1, 1, 2, 1, 1])
        let made = try #require(stage.commands.first)
        stage.send(.care(.rejected(made.id, detail: "too many", nil)))
        stage.run(to: 60)
        #expect(Self.said(stage).contains("main: mark_lost goal_drink"), "\(stage.text)")
        Self.play(&stage, [1], from: 70)
        #expect(Self.said(stage).contains("cue: no_goals"))
    }

    @Test("Where there are as many goals as there can be, that is said, with which one has no room")
    func full() throws {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([]))
        Self.play(&stage, [1, 1, 2, 1, 1])
        let made = try #require(stage.commands.first)
        stage.send(.care(.rejected(made.id, detail: "full", nil, as: .goalsFull)))
        stage.run(to: 60)
        let said = Self.said(stage)
        #expect(said.contains("main: goals_full goal_drink"), "\(stage.text)")
        #expect(!said.contains { $0.contains("mark_lost") }, "\(stage.text)")
    }

    @Test("A reminder names the goal, and a press ticks off one of a count")
    func reminder() {
        var stage = Self.stage()
        let goal = Self.goal("Drink", count: 3, parts: 1)
        stage.agenda(
            at: 0, Self.agenda([goal], reminders: [Stage.reminder(1, of: goal.occurrence, at: 10)]))
        stage.run(to: 13)
        stage.press(at: 14)
        stage.run(to: 30)
        #expect(
            Self.said(stage).contains {
                $0.hasPrefix("main: reminder_goal Drink, chore_part 3 1, goal_until")
            }, "\(stage.text)")
        #expect(stage.marks.map(\.parts) == [1] && stage.receipts.count == 1)
    }

    @Test(
        "Without the service this kiosk reminds at the times it was told, and the service's for the same is not said again"
    )
    func alone() {
        let goal = Self.goal("Walk", alarms: [600, 1200, 1800])
        var stage = Self.alone(goal, until: 650)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 1, "\(stage.text)")
        #expect(stage.receipts.isEmpty)
        stage.run(to: 1250)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 2)
        stage.send(.care(.serviceBack))
        let late = Stage.reminder(1, of: goal.occurrence, at: 1200)
        stage.agenda(at: 1260, Self.agenda([goal], 2, reminders: [late]))
        stage.run(to: 1300)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 2, "\(stage.text)")
        #expect(stage.receipts == [late.id])
        // The next one is the service's again.
        stage.run(to: 1900)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 2)
    }

    @Test("What was ticked off is reminded of no more, also without the service")
    func doneAlone() {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([Self.goal("Walk", alarms: [600])]))
        stage.send(.care(.serviceLost("no route")))
        Self.play(&stage, [1, 1, 1])
        #expect(stage.marks.count == 1)
        stage.run(to: 900)
        #expect(!Self.said(stage).contains { $0.contains("reminder_goal") }, "\(stage.text)")
    }

    @Test("What was ticked off and taken back without the service is reminded of again")
    func undoneAlone() {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([Self.goal("Walk", alarms: [600])]))
        stage.send(.care(.serviceLost("no route")))
        Self.play(&stage, [1, 1, 1])
        stage.run(to: 100)
        Self.play(&stage, [1, 1, 1], from: 101)
        #expect(stage.marks.map(\.kind) == [.done, .undone], "\(stage.text)")
        stage.run(to: 700)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 1, "\(stage.text)")
    }

    @Test(
        "A time that this kiosk was never told of has come, and is said, although it has told an earlier one")
    func unknownTime() {
        let goal = Self.goal("Walk", alarms: [600, 5000])
        var stage = Self.alone(goal, until: 700)
        stage.send(.care(.serviceBack))
        // Meanwhile ten to nine was added elsewhere; the agenda comes when that has passed.
        var changed = Self.goal("Walk", alarms: [5000])
        changed.routine.content.reminders.untilDone = [8 * 60 + 50]
        let reminder = Stage.reminder(1, of: goal.occurrence, at: 3000)
        stage.agenda(at: 3001, Self.agenda([changed], 2, reminders: [reminder]))
        stage.run(to: 3100)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 2, "\(stage.text)")
        #expect(stage.receipts == [reminder.id])
    }

    @Test(
        "What comes while this kiosk's own reminder is being said is told by that only where it is the same")
    func whileSaying() {
        let goal = Self.goal("Walk", 15, alarms: [899.5])
        var stage = Self.alone(goal, until: 899.8)
        #expect(Self.said(stage).contains { $0.hasPrefix("main: reminder_goal Walk") }, "\(stage.text)")
        stage.send(.care(.serviceBack))
        let over = Stage.reminder(1, of: goal.occurrence, at: 900, .missed)
        let later = Stage.reminder(2, of: goal.occurrence, at: 1500)
        stage.agenda(at: 900, Self.agenda([goal], 2, reminders: [over, later]))
        stage.run(to: 1000)
        let said = Self.said(stage).filter { $0.hasPrefix("main: reminder_goal Walk") }
        #expect(said.map { $0.contains("over") } == [false, true], "\(stage.text)")
        #expect(stage.receipts == [over.id])
        stage.run(to: 1600)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 3, "\(stage.text)")
        #expect(stage.receipts == [over.id, later.id])
    }

    @Test("What an earlier run has made and not sent is in the list")
    func restored() throws {
        var first = Self.stage()
        first.agenda(at: 0, Self.agenda([]))
        Self.play(&first, [1, 1, 3, 4, 1])
        var stage = Self.stage()
        stage.send(.care(.restored([], household: first.commands)))
        Self.play(&stage, [1])
        #expect(Self.said(stage).contains("cue: goal_call"), "\(stage.text)")
    }

    @Test("Without a reminder nothing says that the time is over")
    func noReminder() throws {
        var stage = Self.stage()
        stage.agenda(at: 0, Self.agenda([]))
        Self.play(&stage, [1, 1, 1, 1, 1])
        Self.play(&stage, [1, 2, 1, 1, 2], from: 60)
        let made = stage.commands.compactMap { command -> ReminderPlan? in
            guard case .addGoal(let new) = command else { return nil }
            return new.content.reminders
        }
        #expect(made.map(\.untilDone) == [[], [540]], "\(stage.text)")
        #expect(made.map(\.tellsMissed) == [false, true])
    }

    @Test("All goals that may be open are in the list")
    func many() {
        var stage = Stage(Self.goals)
        stage.agenda(at: 0, Self.agenda((1...Goal.mostOpen).map { Self.goal("Goal \($0)", 600 + $0) }))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 400)
        let said = Set(Self.said(stage))
        for number in 1...Goal.mostOpen {
            #expect(said.contains { $0.hasPrefix("cue: Goal \(number) ") }, "\(number)")
        }
    }

    @Test(
        "A reminder of this kiosk's own that waits for its turn when the service is back is said, and once",
        arguments: ["with the agenda", "after it", "never"])
    func waits(_ whenItComes: String) {
        var stage = Self.stage()
        let goal = Self.goal("Walk", alarms: [600])
        let medicine = Stage.reminder(2, of: Stage.planned("Medicine", 0, .due, own: true), at: 597)
        stage.agenda(at: 0, Self.agenda([goal], reminders: [medicine]))
        stage.send(.care(.serviceLost("no route")))
        stage.run(to: 600.5)
        #expect(Self.said(stage).contains { $0.contains("Medicine") }, "\(stage.text)")
        stage.send(.care(.serviceBack))
        let own = Stage.reminder(1, of: goal.occurrence, at: 600)
        let rest = [medicine] + (whenItComes == "with the agenda" ? [own] : [])
        stage.agenda(at: 601, Self.agenda([goal], 2, reminders: rest))
        if whenItComes == "after it" { stage.remind(at: 602, 3, own) }
        stage.run(to: 700)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 1, "\(stage.text)")
        #expect(stage.receipts.contains(own.id) == (whenItComes != "never"))
    }

    @Test("A service that stood still tells a time again that this kiosk has told, and it is not said again")
    func stoodStill() {
        let goal = Self.goal("Walk", alarms: [600, 5000])
        var stage = Self.alone(goal, until: 700)
        stage.send(.care(.serviceBack))
        // It reminds when it sees that the time has passed.
        let (late, next) = (
            Stage.reminder(1, of: goal.occurrence, at: 2000), Stage.reminder(2, of: goal.occurrence, at: 5000)
        )
        stage.agenda(at: 2001, Self.agenda([Self.goal("Walk", alarms: [5000])], 2, reminders: [late]))
        stage.run(to: 2100)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 1, "\(stage.text)")
        #expect(stage.receipts == [late.id])
        stage.remind(at: 5000, 3, next)
        stage.run(to: 5100)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 2, "\(stage.text)")
    }

    @Test("Quiet hours hold for a goal that the service does not know yet")
    func quietAlone() {
        var stage = Self.stage()
        var agenda = Self.agenda([])
        // At nine, when the client is to be reminded, they rest until half past.
        agenda.quiet = [
            QuietTime(
                from: Stage.start.addingTimeInterval(3000), until: Stage.start.addingTimeInterval(5400))
        ]
        stage.agenda(at: 0, agenda)
        stage.send(.care(.serviceLost("no route")))
        Self.play(&stage, [1, 1, 1, 2, 2])
        stage.run(to: 5300)
        #expect(!Self.said(stage).contains { $0.hasPrefix("main: reminder_goal") }, "\(stage.text)")
        stage.run(to: 5500)
        #expect(
            Self.said(stage).count { $0.hasPrefix("main: reminder_goal goal_walk") } == 1, "\(stage.text)")
    }

    @Test(
        "That the service is away shows a while later: a time that came before is told, unless the service had told it",
        arguments: [false, true])
    func noticedLate(serviceTold: Bool) {
        var stage = Self.stage()
        let goal = Self.goal("Walk", alarms: [600])
        stage.agenda(at: 0, Self.agenda([goal]))
        stage.run(to: 600)
        if serviceTold { stage.remind(at: 601, 2, Stage.reminder(1, of: goal.occurrence, at: 600)) }
        stage.run(to: 645)
        stage.send(.care(.serviceLost("no route")))
        stage.run(to: 700)
        #expect(Self.said(stage).count { $0.hasPrefix("main: reminder_goal Walk") } == 1, "\(stage.text)")
    }

    @Test("That its time is over is said by the service, also after this kiosk has reminded")
    func over() {
        let goal = Self.goal("Walk", 15, alarms: [600])
        var stage = Self.alone(goal, until: 700)
        stage.send(.care(.serviceBack))
        stage.agenda(
            at: 1000,
            Self.agenda([goal], 2, reminders: [Stage.reminder(1, of: goal.occurrence, at: 900, .missed)]))
        stage.run(to: 1100)
        #expect(
            Self.said(stage).filter { $0.hasPrefix("main: reminder_goal Walk") }.map { $0.contains("over") }
                == [false, true], "\(stage.text)")
    }

    @Test("What was deleted elsewhere is not said by a reminder that waited here")
    func goneMeanwhile() {
        var stage = Self.stage()
        let goal = Self.goal("Walk", alarms: [600])
        let medicine = Stage.reminder(2, of: Stage.planned("Medicine", 0, .due, own: true), at: 597)
        stage.agenda(at: 0, Self.agenda([goal], reminders: [medicine]))
        stage.send(.care(.serviceLost("no route")))
        stage.run(to: 600.5)
        stage.send(.care(.serviceBack))
        stage.agenda(at: 601, Self.agenda([], 2, reminders: [medicine]))
        stage.run(to: 700)
        #expect(!Self.said(stage).contains { $0.contains("reminder_goal") }, "\(stage.text)")
    }
}
