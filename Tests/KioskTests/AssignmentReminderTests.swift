import Boards
import Care
import Exercises
import Foundation
import HomeFiles
import Recurrence
import Scanning
import Testing

@testable import Kiosk

/// A due exercise that the client was given: the press at its reminder begins it, and nothing but doing it completes it.
@Suite("A reminder of an exercise begins it") struct AssignmentReminderTests {
    private typealias Given = AssignmentTests

    private static let breathing = Exercise(
        id: "calm", name: "Calm", language: "en", instructions: .init("Breathe with me."),
        steps: [
            .init(
                action: .breathe(
                    Breathing(
                        breath: [.init(.in, .seconds(4)), .init(.out, .seconds(6))], amount: .rounds(30),
                        isSpoken: false)))
        ])

    /// Due since the stage begins, for four hours.
    private static func due(_ title: String = "Breathing", details: String? = nil) -> RoutineOccurrence {
        var one = Given.given(title, hasAppointment: false)
        (one.at, one.local) = (Stage.start, WallTime(clamping: 1_800_000_000))
        one.missedAt = Stage.start.addingTimeInterval(4 * 3600)
        one.details = details
        return one
    }

    private static func outcomes(_ stage: Stage) -> [ReminderReceipt.Outcome] {
        stage.effects.compactMap { if case .receipt(_, let receipt) = $0 { receipt.outcome } else { nil } }
    }

    private static func remind(
        _ stage: inout Stage, _ sequence: Int64 = 5, of occurrence: RoutineOccurrence = due()
    ) {
        stage.remind(
            at: Given.seconds(stage), sequence, Stage.reminder(Int(sequence), of: occurrence))
    }

    /// Until that is offered; gives when.
    private static func hear(_ stage: inout Stage, _ cue: String) -> Double {
        var time = Given.seconds(stage)
        let end = time + 60
        while time < end, stage.lines.last?.contains("cue: \(cue)") != true {
            time += 0.1
            stage.run(to: time)
        }
        return time
    }

    /// The reminder of what the client is doing is not said into it, and comes again later.
    private static func staysAway(_ stage: inout Stage, at place: SourceLocation = #_sourceLocation) {
        stage.lines = []
        remind(&stage)
        stage.run(to: Given.seconds(stage) + 25)
        let isSaid = stage.text.contains("reminder") || stage.text.contains("(tones)")
        #expect(!isSaid, "\(stage.text)", sourceLocation: place)
        #expect(outcomes(stage) == [.told, .snoozed], sourceLocation: place)
    }

    /// A reminder of what the client is in is not said; one of something else is, and asks for no press.
    ///
    /// - Parameter key: What the other one begins with.
    private static func leadsNobodyOut(
        _ stage: inout Stage, of present: RoutineOccurrence, toldAs key: String,
        at place: SourceLocation = #_sourceLocation
    ) {
        stage.lines = []
        remind(&stage, of: present)
        stage.run(to: Given.seconds(stage) + 8)
        #expect(!stage.text.contains("reminder"), "\(stage.text)", sourceLocation: place)
        remind(&stage, 6, of: due("Walking"))
        stage.run(to: Given.seconds(stage) + 8)
        #expect(stage.text.contains("\(key) Walking"), "\(stage.text)", sourceLocation: place)
        let asks = stage.text.contains("reminder_begin") || stage.text.contains("(window)")
        #expect(!asks, "\(stage.text)", sourceLocation: place)
    }

    // MARK: - At rest

    @Test(
        "The press begins the exercise, which is done with its mood alone",
        arguments: ScanParameters.Mode.allCases)
    func begins(mode: ScanParameters.Mode) {
        var stage = Given.stage([Self.due()], appointment: nil) { $0.scanning.mode = mode }
        Self.remind(&stage)
        stage.run(to: 2)
        #expect(stage.text.contains("main: reminder_due Breathing reminder_begin"), "\(stage.text)")
        stage.press(at: 4)
        stage.run(to: 6)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
        #expect(Self.outcomes(stage) == [.told])
        Given.doExercise(&stage)
        stage.run(to: Given.seconds(stage) + 1)
        #expect(stage.text.contains("mood_question"), "\(stage.text)")
        #expect(stage.marks.isEmpty, "\(stage.text)")
        guard mode == .automatic else { return }
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces5 4") && stage.marks.isEmpty, "\(stage.text)")
    }

    @Test("Where nobody presses, it is asked again later, and nothing begins") func unanswered() {
        var stage = Given.stage([Self.due()], appointment: nil)
        Self.remind(&stage)
        stage.run(to: 30)
        #expect(Self.outcomes(stage) == [.told, .snoozed])
        #expect(stage.session.isResting && !stage.text.contains("Breathe with me."), "\(stage.text)")
    }

    @Test("Where many are in the list of a keypad, the press finds its own") func paged() {
        var last = Self.due()
        last.at = Stage.start.addingTimeInterval(1)
        var stage = Given.stage((0..<10).map { Self.due("Task \($0)") } + [last], appointment: nil) {
            $0.scanning.mode = .direct
        }
        stage.run(to: 2)
        Self.remind(&stage, of: last)
        stage.press(at: 6)
        stage.run(to: 8)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
    }

    @Test("It begins although the plan has not come yet; what was cancelled meanwhile does not")
    func plan() {
        var early = Given.stage([], appointment: nil)
        Self.remind(&early)
        early.press(at: 4)
        early.run(to: 6)
        #expect(early.text.contains("main: Breathe with me."), "\(early.text)")
        var late = Given.stage([Self.due()], appointment: nil)
        Self.remind(&late)
        late.agenda(at: 3, Stage.agenda(6))
        late.press(at: 4)
        late.run(to: 6)
        #expect(late.text.contains("no_longer_planned"), "\(late.text)")
        #expect(!late.text.contains("Breathe with me."), "\(late.text)")
    }

    @Test("One that was begun and left can be gone on with") func left() {
        var stage = Given.stage([Self.due()], appointment: nil)
        stage.send(.exercisesChanged([Self.breathing]))
        Given.begin(&stage)
        stage.press(at: Given.seconds(stage) + 1)
        stage.press(at: Given.seconds(stage) + 5)
        stage.run(to: Given.seconds(stage) + 200)
        #expect(stage.session.isResting)
        stage.lines = []
        Self.remind(&stage)
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("Breathing") && stage.text.contains("reminder_begin"), "\(stage.text)")
        stage.press(at: Given.seconds(stage) + 1)
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("cue: exercise_paused"), "\(stage.text)")
        #expect(stage.text.contains("cue: choice_exercise_stop"), "\(stage.text)")
    }

    // MARK: - Meanwhile

    @Test("It never comes between the breaths of its own exercise, as another one does") func breathing() {
        var stage = Given.stage([Self.due()], appointment: nil)
        stage.send(.exercisesChanged([Self.breathing]))
        Given.begin(&stage)
        stage.press(at: Given.seconds(stage) + 1)
        stage.run(to: Given.seconds(stage) + 2)
        Self.staysAway(&stage)
        Self.remind(&stage, 6, of: Stage.planned("Singing", 0))
        stage.run(to: Given.seconds(stage) + 15)
        #expect(stage.text.contains("Singing") && stage.text.contains("(tones)"), "\(stage.text)")
        // Who stops is asked once more, when the quarter of an hour is over.
        stage.press(at: Given.seconds(stage) + 3)
        Given.choose(&stage, "choice_exercise_stop")
        stage.run(to: 500)
        var later = Stage.agenda(
            7, today: [Self.due()], reminders: [Stage.reminder(5, of: Self.due(), at: 960)])
        later.assignments = [Self.due()]
        stage.agenda(at: 600, later)
        stage.run(to: 950)
        #expect(!stage.text.contains("reminder_begin"), "\(stage.text)")
        stage.run(to: 962)
        #expect(stage.text.contains("reminder_begin"), "\(stage.text)")
    }

    @Test("Nor where the same exercise was chosen in the list of exercises") func sameExercise() {
        var stage = Stage(items: [Stage.list(.exercises, "Calm down"), Stage.water])
        stage.send(.exercisesChanged([Self.breathing]))
        stage.agenda(at: 0, Given.agenda([Self.due()]))
        stage.press(at: 1)
        Given.choose(&stage, "Calm down")
        Given.choose(&stage, "Calm")
        stage.run(to: Given.seconds(stage) + 3)
        stage.press(at: Given.seconds(stage))
        stage.run(to: Given.seconds(stage) + 2)
        Self.staysAway(&stage)
    }

    @Test("One that waits for the end of a step is not said into the exercise that is chosen meanwhile")
    func waits() {
        var stage = Given.stage([Self.due()], appointment: nil)
        stage.send(.exercisesChanged([Self.breathing]))
        stage.press(at: 1)
        Given.choose(&stage, "Exercises")
        let heard = Self.hear(&stage, "Breathing")
        stage.run(to: heard + 0.2)
        Self.remind(&stage)
        stage.press(at: heard + 0.5)
        stage.run(to: heard + 4)
        stage.press(at: heard + 5)
        stage.run(to: heard + 30)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
        #expect(!stage.text.contains("reminder"), "\(stage.text)")
        #expect(Self.outcomes(stage) == [.told, .snoozed])
    }

    @Test("In the session its own is not said, and another one leads nobody out of it") func meeting() {
        var first = Self.due()
        first.appointment = Given.appointment
        var stage = Given.stage([first, Self.due("Walking")], appointment: Given.kim(.in))
        Given.open(&stage)
        Given.choose(&stage, "choice_join")
        stage.run(to: Given.seconds(stage) + 3)
        Self.leadsNobodyOut(&stage, of: first, toldAs: "reminder_due")
        // Both come again later.
        #expect(Self.outcomes(stage) == [.told, .snoozed, .told, .snoozed])
    }

    @Test("Who does it again while they wait, and pauses, is led out by no reminder, and leaves by choice")
    func waitsOn() {
        var first = Self.due()
        first.appointment = Given.appointment
        var stage = Given.stage([first, Self.due("Walking")])
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.choose(&stage, "choice_breathe_again")
        stage.run(to: Given.seconds(stage) + 3)
        // Nobody presses where a press is waited for: it pauses, and is left.
        stage.run(to: Given.seconds(stage) + 1200)
        #expect(stage.session.isResting)
        Self.leadsNobodyOut(&stage, of: first, toldAs: "reminder_was_due")
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Walking")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("TELL client_left"), "\(stage.text)")
    }

    @Test("Whoever has done it and owes how it was is not called to it again") func owed() {
        var stage = Given.stage([Self.due()], appointment: nil)
        Given.begin(&stage)
        Given.doExercise(&stage)
        stage.run(to: Given.seconds(stage) + 200)
        #expect(stage.session.isResting)
        stage.lines = []
        Self.remind(&stage)
        stage.run(to: Given.seconds(stage) + 5)
        #expect(!stage.text.contains("reminder"), "\(stage.text)")
    }

    // MARK: - In the day's list

    private static func day(_ agenda: Agenda) -> Stage {
        var stage = Stage(items: [Stage.today, Stage.water])
        stage.send(.exercisesChanged([Given.calm]))
        stage.agenda(at: 0, agenda)
        stage.press(at: 1)
        Given.choose(&stage, "My day")
        return stage
    }

    @Test("There it opens as in its own list, and is not done by a word") func today() {
        var stage = Self.day(Given.agenda([Self.due(details: "Sit up first.")]))
        Given.choose(&stage, "Breathing")
        stage.run(to: Given.seconds(stage) + 4)
        #expect(stage.text.contains("cue: Sit up first."), "\(stage.text)")
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
        #expect(!stage.text.contains("choice_done"), "\(stage.text)")
        Given.doExercise(&stage)
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces5 4") && stage.marks.isEmpty, "\(stage.text)")
    }

    @Test("One that pays points opens in the list of chores, too") func chores() {
        var one = Self.due()
        one.chore = Chore(points: 5)
        var stage = Stage(items: [Stage.chores, Stage.water])
        stage.send(.exercisesChanged([Given.calm]))
        stage.agenda(at: 0, Given.agenda([one]))
        stage.household(at: 0, Stage.household([one]))
        stage.press(at: 1)
        Given.choose(&stage, "Chores")
        Given.choose(&stage, "Breathing")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("main: Breathe with me."), "\(stage.text)")
        #expect(!stage.text.contains("choice_done") && stage.marks.isEmpty, "\(stage.text)")
    }

    @Test("What is over does not open there, and can be left out, not done") func past() {
        var agenda = Stage.agenda()
        agenda.outstanding = [Given.given("Forgotten", days: -1, .missed, hasAppointment: false)]
        var stage = Self.day(agenda)
        Given.choose(&stage, "Forgotten")
        stage.run(to: Given.seconds(stage) + 10)
        #expect(stage.text.contains("cue: choice_not_today"), "\(stage.text)")
        #expect(!stage.text.contains("choice_done"), "\(stage.text)")
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
    }
}
