import Activities
import Care
import Foundation
import HomeFiles
import Kiosk
import Recurrence
import Testing

/// A session to which no exercise leads, with one switch.
@Suite("A session without an exercise at the kiosk") struct MeetingAloneTests {
    private typealias Given = AssignmentTests

    private static let name = "meeting_with Dr Kim"

    /// - Parameters:
    ///   - at: Seconds from the start.
    ///   - state: How its provider is, and whether it is over.
    private static func kim(
        at: Double = 600, _ provider: AppointmentStanding.Provider = .out, client: Bool = false,
        sequence: Int64 = 1, _ ending: AppointmentStanding.Ending? = nil
    ) -> Appointment {
        var kim = Given.kim(provider, client: client, sequence: sequence, ending)
        kim.content.at = Stage.start.addingTimeInterval(at)
        return kim
    }

    private static func openList(_ stage: inout Stage) {
        stage.lines = []
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
    }

    /// What the whole list says, once through.
    private static func list(_ stage: inout Stage) -> String {
        openList(&stage)
        stage.run(to: Given.seconds(stage) + 20)
        return stage.text
    }

    private static func moods(_ stage: Stage) -> [NewMood] {
        stage.effects.compactMap { if case .mood(let mood) = $0 { mood } else { nil } }
    }

    @Test("List, wait room, the provider comes, join, leave, mood: one press each, and no exercise")
    func whole() throws {
        var stage = Given.stage([], appointment: Self.kim())
        Self.openList(&stage)
        Given.choose(&stage, Self.name)
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        #expect(stage.text.contains("wait_not_here Dr Kim"), "\(stage.text)")
        Given.news(&stage, .clientCame, Self.kim(client: true, sequence: 2))
        Given.choose(&stage, "choice_wait")
        stage.run(to: Given.seconds(stage) + 70)
        #expect(stage.text.contains("waited_minutes"), "\(stage.text)")
        Given.news(&stage, .providerCame, Self.kim(.in, client: true, sequence: 3))
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("provider_join Dr Kim"), "\(stage.text)")
        stage.press(at: Given.seconds(stage))
        stage.run(to: Given.seconds(stage) + 1)
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
        Given.choose(&stage, "choice_leave")
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
        #expect(!stage.text.contains("choice_breathe_again"), "\(stage.text)")
        let mood = try #require(Self.moods(stage).last)
        #expect(mood.value == .level(4) && mood.routine == nil && mood.key == nil)
        #expect(mood.appointment == Given.appointment)
        #expect(stage.marks.isEmpty)
    }

    @Test("Who is there already is joined, and no exercise is offered first") func already() {
        var stage = Given.stage([], appointment: Self.kim(.in))
        Self.openList(&stage)
        Given.choose(&stage, Self.name)
        Given.choose(&stage, "choice_join")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
        #expect(!stage.text.contains("choice_exercise_first"), "\(stage.text)")
    }

    @Test("What comes is locked and says when; hours before its time today is, too") func locked() {
        for at: TimeInterval in [3 * 3600, 2 * 86_400] {
            var stage = Given.stage([], appointment: Self.kim(at: at))
            Self.openList(&stage)
            Given.choose(&stage, Self.name)
            stage.run(to: Given.seconds(stage) + 3)
            #expect(stage.text.contains("assignment_locked"), "\(stage.text)")
            #expect(stage.text.contains("assignment_opens"), "\(stage.text)")
            #expect(!stage.text.contains("TELL"), "\(stage.text)")
        }
    }

    @Test("For trying, days ahead open as well") func ahead() {
        var stage = Given.stage([], appointment: Self.kim(at: 2 * 86_400)) { $0.opensDaysAhead = 2 }
        Self.openList(&stage)
        Given.choose(&stage, Self.name)
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("wait_not_here Dr Kim"), "\(stage.text)")
    }

    @Test("An exercise that leads to it stands for it; once that is done, the session itself is there")
    func led() {
        var stage = Given.stage([Given.given("Breathing")], appointment: Self.kim())
        let first = Self.list(&stage)
        #expect(first.contains("cue: Breathing") && !first.contains(Self.name), "\(first)")
        let good = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        var later = Given.stage([Given.given("Breathing", .done, mood: good)], appointment: Self.kim())
        let second = Self.list(&later)
        #expect(second.contains("Breathing mood_good") && second.contains(Self.name), "\(second)")
        // What is to be done after it does not lead to it.
        var next = Given.stage([Given.given("Breathing", days: 1)], appointment: Self.kim())
        let third = Self.list(&next)
        #expect(third.contains("cue: Breathing") && third.contains(Self.name), "\(third)")
    }

    @Test("What was cancelled is not there, and what has ended is done") func over() {
        var cancelled = Given.stage([], appointment: Self.kim(.out, .cancelled))
        cancelled.press(at: 1)
        cancelled.run(to: 20)
        #expect(!cancelled.text.contains("cue: Exercises"), "\(cancelled.text)")
        var ended = Given.stage([], appointment: Self.kim(.out, .ended))
        Self.openList(&ended)
        Given.choose(&ended, Self.name)
        ended.run(to: Given.seconds(ended) + 3)
        #expect(ended.text.contains("plan_done"), "\(ended.text)")
        #expect(!ended.text.contains("TELL"), "\(ended.text)")
    }

    @Test("It is there as soon as it is planned") func planned() {
        var stage = Given.stage([], appointment: nil)
        Given.news(&stage, .planned, Self.kim())
        let said = Self.list(&stage)
        #expect(said.contains(Self.name), "\(said)")
    }

    // MARK: - Its time

    @Test("At its time the client is told, and a press leads to the wait room; nobody there is told twice")
    func called() {
        var stage = Given.stage([], appointment: Self.kim())
        stage.run(to: 599)
        #expect(!stage.text.contains("reminder_due"), "\(stage.text)")
        stage.run(to: 603)
        #expect(stage.text.contains("reminder_due \(Self.name) reminder_begin"), "\(stage.text)")
        stage.press(at: 604)
        stage.run(to: 608)
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        #expect(stage.text.contains("wait_not_here Dr Kim"), "\(stage.text)")
        stage.lines = []
        stage.run(to: 600 + 40 * 60)
        #expect(!stage.text.contains("reminder_due"), "\(stage.text)")
    }

    @Test("An exercise that is given between the words and the press is what the press opens")
    func givenMeanwhile() {
        var stage = Given.stage([], appointment: Self.kim())
        stage.run(to: 602)
        stage.agenda(at: 602, Given.agenda([Given.given("Breathing")]))
        stage.run(to: 603)
        stage.press(at: 604)
        stage.run(to: 608)
        #expect(stage.text.contains("reminder_due \(Self.name) reminder_begin"), "\(stage.text)")
        #expect(!stage.text.contains("no_longer_planned"), "\(stage.text)")
        #expect(!stage.text.contains("TELL client_came"), "\(stage.text)")
    }

    @Test("Where nobody presses, it is said twice more; put off by its provider, it is said anew")
    func calledAgain() {
        var stage = Given.stage([], appointment: Self.kim())
        stage.run(to: 3500)
        #expect(stage.lines.count { $0.contains("reminder_due") } == 3, "\(stage.text)")
        #expect(!stage.text.contains("TELL"), "\(stage.text)")
        stage.lines = []
        Given.news(&stage, .changed, Self.kim(at: 4000, sequence: 2))
        stage.run(to: 4100)
        #expect(stage.lines.count { $0.contains("reminder_due") } == 1, "\(stage.text)")
    }

    @Test("An exercise that leads to it is reminded of instead, and what is over is told to nobody")
    func notCalled() {
        var led = Given.stage([Given.given("Breathing")], appointment: Self.kim())
        led.run(to: 700)
        #expect(!led.text.contains(Self.name), "\(led.text)")
        var over = Given.stage([], appointment: Self.kim(.out, .ended))
        over.run(to: 700)
        #expect(!over.text.contains("reminder_due"), "\(over.text)")
    }

    // MARK: - Restarts

    private static func kept(_ stage: Stage) -> KeptActivity? {
        stage.effects.compactMap { if case .keepExercise(let kept) = $0 { kept } else { nil } }.last?.activity
    }

    /// Left, and "Good" was pressed.
    ///
    /// - Parameter storesAfter: When the disk has taken it; `nil` never answers.
    private static func answered(storesAfter: Duration? = .seconds(5)) -> Stage {
        var stage = Given.stage([], appointment: kim(.in))
        openList(&stage)
        Given.choose(&stage, name)
        Given.choose(&stage, "choice_join")
        Given.choose(&stage, "choice_leave")
        stage.storesAfter = storesAfter
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 1)
        return stage
    }

    @Test("A restart in the wait room leads back there, also before the service has told of anything")
    func restart() throws {
        var stage = Given.stage([], appointment: Self.kim())
        Self.openList(&stage)
        Given.choose(&stage, Self.name)
        stage.run(to: Given.seconds(stage) + 3)
        let kept = try #require(Self.kept(stage))
        #expect(kept.stage == .waiting)
        var next = Given.stage([], appointment: nil)
        next.session.recall(KeptExercise(client: "maria", activity: kept))
        next.send(.started(expectsSwitch: false))
        next.send(.care(.serviceLost("away")))
        next.run(to: 2400)
        Self.openList(&next)
        Given.choose(&next, "\(Self.name) assignment_waits")
        Given.choose(&next, "choice_leave")
        Given.choose(&next, "mood_good")
        next.run(to: Given.seconds(next) + 3)
        #expect(Self.moods(next).map(\.appointment) == [Given.appointment])
    }

    @Test(
        "Until the answer is on the disk, a power cut asks again; found there, it does not",
        arguments: [true, false])
    func untilStored(isFound: Bool) throws {
        let stage = Self.answered()
        let kept = try #require(Self.kept(stage))
        let mood = try #require(Self.moods(stage).last)
        #expect(kept.owed.map(\.appointment) == [Given.appointment] && kept.assignment == nil)
        var next = Given.stage([], appointment: Self.kim())
        next.session.recall(KeptExercise(client: "maria", activity: kept))
        next.send(.started(expectsSwitch: false))
        next.send(.care(.restored([], moods: isFound ? [mood] : [])))
        next.run(to: 10)
        let said = Self.list(&next)
        #expect(said.contains(Self.name) && said.contains("mood_question") != isFound, "\(said)")
    }

    @Test("What was said on a phone is not asked here; what was said here closes no later question")
    func saidElsewhere() throws {
        var sequence: Int64 = 20
        func tell(_ stage: inout Stage, _ mood: NewMood) {
            sequence += 1
            let logged = Mood(number: sequence, mood: mood, receivedAt: mood.at, countsAt: mood.at)
            stage.send(
                .care(
                    .journal(
                        JournalEvent(sequence: sequence, at: Stage.start, content: .moodLogged(logged)))))
        }
        var stage = Self.answered(storesAfter: .milliseconds(10))
        let own = try #require(Self.moods(stage).last)
        stage.run(to: Given.seconds(stage) + 60)
        Self.openList(&stage)
        Given.choose(&stage, Self.name)
        Given.choose(&stage, "choice_join")
        Given.choose(&stage, "choice_leave")
        #expect(Self.kept(stage)?.stage == .mood)
        tell(&stage, own)
        #expect(Self.kept(stage)?.stage == .mood)
        var later = own
        later.id = UUID()
        later.value = .notNow
        tell(&stage, later)
        #expect(Self.kept(stage)?.stage == .mood)
        later.value = .level(2)
        tell(&stage, later)
        #expect(Self.kept(stage) == nil, "\(stage.text)")
    }

    @Test("The disk is full: how it was is asked again") func full() throws {
        var stage = Self.answered(storesAfter: nil)
        let mood = try #require(Self.moods(stage).last)
        stage.send(.care(.notRecorded(mood.id, detail: "the disk is full")))
        stage.run(to: Given.seconds(stage) + 60)
        let said = Self.list(&stage)
        #expect(said.contains("mood_question"), "\(said)")
    }
}
