import Activities
import Boards
import Care
import Exercises
import Foundation
import HomeFiles
import Kiosk
import Playing
import Recurrence
import Scanning
import Testing
import Time

@Suite("Assignments, wait room, session and mood at the kiosk") struct AssignmentTests {
    static let assignments = Stage.list(.assignments, "Exercises")
    static let appointment = UUID(uuid: (7, 7, 7, 7, 7, 7, 0x47, 7, 0x87, 7, 7, 7, 7, 7, 7, 7))

    static let calm = Exercise(
        id: "calm", name: "Calm", language: "en", instructions: .init("Breathe with me."),
        steps: [.init(action: .press(.init("Look.")))])

    static func given(
        _ title: String, days: Int = 0, _ state: OccurrenceState = .upcoming, hasAppointment: Bool = true,
        mood: LoggedMood? = nil
    ) -> RoutineOccurrence {
        var one = Stage.planned(title, days * 1440 + 30, state, own: true)
        one.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
        one.exercise = "calm"
        one.appointment = hasAppointment ? appointment : nil
        one.mood = mood
        return one
    }

    static func agenda(_ given: [RoutineOccurrence]) -> Agenda {
        var agenda = Stage.agenda(today: given.filter { $0.days(before: Stage.start) == 0 })
        agenda.assignments = given
        return agenda
    }

    static func kim(
        _ provider: AppointmentStanding.Provider = .out, client: Bool = false, sequence: Int64 = 1,
        _ ending: AppointmentStanding.Ending? = nil
    ) -> Appointment {
        Appointment(
            id: appointment,
            content: AppointmentContent(
                provider: "kim", client: "maria", at: Stage.start.addingTimeInterval(600), minutes: 50),
            providerName: "Dr Kim", clientName: "Maria",
            standing: AppointmentStanding(
                provider: provider, isClientIn: client, ending: ending,
                clientSince: client ? Stage.start : nil),
            changedAt: Stage.start, sequence: sequence)
    }

    static func stage(
        _ given: [RoutineOccurrence]? = nil, appointment: Appointment? = kim(),
        means: ProposalMeans = ProposalMeans(), settings: (inout HomeSettings) -> Void = { _ in }
    ) -> Stage {
        var own = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        own.client = .init(id: "maria", name: "Maria")
        settings(&own)
        let board = Board(
            id: "home", name: "Home", language: "en-GB",
            items: [assignments, Stage.water, Stage.list(.pain, "Pain")])
        var stage = Stage(
            settings: own, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain, means: means)
        stage.send(.exercisesChanged([calm]))
        stage.agenda(at: 0, agenda(given ?? [Self.given("Breathing")]))
        if let appointment { stage.send(.care(.appointments([appointment]))) }
        return stage
    }

    static func news(
        _ stage: inout Stage, _ kind: AppointmentLine.Kind, _ appointment: Appointment, text: String? = nil
    ) {
        let line = AppointmentLine(
            id: UUID(), kind: kind, side: .provider, text: text, at: Stage.start)
        stage.send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: appointment.sequence, at: Stage.start,
                        content: .appointmentChanged(AppointmentNews(appointment: appointment, line: line)))
                )))
    }

    /// Presses once that is offered; at most a minute later.
    static func choose(_ stage: inout Stage, _ cue: String) {
        let (begin, count) = (Double(stage.now.nanoseconds) / 1e9, stage.lines.count)
        var time = begin
        while time < begin + 60 {
            time += 0.1
            stage.run(to: time)
            if let last = stage.lines.last, stage.lines.count > count, last.contains("cue: \(cue)") {
                stage.press(at: time + 0.6)
                return
            }
        }
        Issue.record("\(cue) is not offered:\n\(stage.text)")
    }

    static func seconds(_ stage: Stage) -> Double { Double(stage.now.nanoseconds) / 1e9 }

    /// The list is open, and the exercise has begun.
    static func begin(_ stage: inout Stage) {
        stage.press(at: seconds(stage) + 1)
        choose(&stage, "Exercises")
        choose(&stage, "Breathing")
        stage.run(to: seconds(stage) + 3)
    }

    /// Done to its end: any press begins it, and one more ends it.
    static func doExercise(_ stage: inout Stage) {
        stage.press(at: seconds(stage) + 3)
        stage.press(at: seconds(stage) + 4)
        stage.run(to: seconds(stage) + 0.5)
    }

    // MARK: - The list

    /// From rest through the list to what was assigned.
    static func open(_ stage: inout Stage) {
        stage.press(at: 1)
        choose(&stage, "Exercises")
        choose(&stage, "Breathing")
    }

    /// In the session, with the provider who was there before.
    static func joined(means: ProposalMeans = ProposalMeans()) -> Stage {
        var stage = stage(appointment: kim(.in), means: means)
        open(&stage)
        choose(&stage, "choice_join")
        return stage
    }

    @Test("What comes is locked, today's opens, and what is past says how it was")
    func list() {
        let good = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        var stage = Self.stage([
            Self.given("Before", days: -3, .done, mood: good), Self.given("Breathing"),
            Self.given("Later", days: 2), Self.given("Forgotten", days: -2, .missed),
        ])
        stage.press(at: 1)
        Self.choose(&stage, "Exercises")
        stage.run(to: 25)
        let cues = stage.lines.filter { $0.contains("cue: ") }.map { $0.split(separator: ": ")[1] }
        #expect(cues.contains { $0.hasPrefix("Breathing") })
        #expect(cues.contains { $0.hasPrefix("Later") && $0.hasSuffix("assignment_locked") }, "\(stage.text)")
        #expect(cues.contains { $0.hasPrefix("Before") && $0.hasSuffix("mood_good") }, "\(stage.text)")
        #expect(cues.contains { $0.hasPrefix("Forgotten") && $0.hasSuffix("plan_not_done") }, "\(stage.text)")
        // What is locked stays so.
        stage.lines = []
        Self.choose(&stage, "Later")
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("assignment_opens"), "\(stage.text)")
        #expect(!stage.text.contains("Breathe with me."))
    }

    @Test("For trying, days ahead open as well") func ahead() {
        var stage = Self.stage([Self.given("Later", days: 2, hasAppointment: false)]) {
            $0.opensDaysAhead = 2
        }
        stage.press(at: 1)
        Self.choose(&stage, "Exercises")
        Self.choose(&stage, "Later")
        stage.run(to: Self.seconds(stage) + 3)
        #expect(stage.text.contains("Breathe with me."), "\(stage.text)")
    }

    @Test("Without the service the last known list is said to be old") func old() {
        var stage = Self.stage()
        stage.send(.care(.serviceLost("away")))
        stage.press(at: 1)
        Self.choose(&stage, "Exercises")
        stage.run(to: Self.seconds(stage) + 4)
        #expect(stage.text.contains("assignments_old"), "\(stage.text)")
        #expect(stage.text.contains("cue: Breathing"), "\(stage.text)")
    }

    // MARK: - All of it

    @Test("Exercise, wait room, the provider comes, join, answers, leave, mood; it is done with it")
    func whole() {
        var stage = Self.stage()
        Self.begin(&stage)
        Self.doExercise(&stage)
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        Self.news(&stage, .clientCame, Self.kim(client: true, sequence: 2))
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("wait_not_here Dr Kim"), "\(stage.text)")
        Self.choose(&stage, "choice_wait")
        // Waits at rest; how long it has been is said.
        stage.run(to: Self.seconds(stage) + 70)
        #expect(stage.text.contains("waited_minutes"), "\(stage.text)")
        #expect(stage.session.isResting)
        stage.lines = []
        Self.news(&stage, .providerCame, Self.kim(.in, client: true, sequence: 3))
        stage.run(to: Self.seconds(stage) + 3)
        #expect(stage.text.contains("provider_join Dr Kim"), "\(stage.text)")
        #expect(!stage.text.contains("meeting_begins"))
        stage.press(at: Self.seconds(stage))
        stage.run(to: Self.seconds(stage) + 1)
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
        Self.choose(&stage, "answer_no")
        #expect(stage.text.contains("TELL answered no"), "\(stage.text)")
        Self.news(&stage, .said, Self.kim(.in, client: true, sequence: 4), text: "Shall we stop here?")
        stage.run(to: Self.seconds(stage) + 4)
        #expect(stage.text.contains("Shall we stop here?"), "\(stage.text)")
        Self.choose(&stage, "choice_leave")
        #expect(stage.text.contains("TELL client_left"), "\(stage.text)")
        Self.choose(&stage, "mood_good")
        stage.run(to: Self.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces5 4"), "\(stage.text)")
        #expect(stage.text.contains("mood_thanks"), "\(stage.text)")
        // It is in the list at once.
        stage.run(to: Self.seconds(stage) + 60)
        stage.lines = []
        stage.press(at: Self.seconds(stage) + 1)
        Self.choose(&stage, "Exercises")
        Self.choose(&stage, "Breathing mood_good")
    }

    @Test("The provider is there already: asked first, and joined without the exercise") func already() {
        var stage = Self.joined()
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("provider_here Dr Kim"), "\(stage.text)")
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        #expect(stage.text.contains("meeting_begins"), "\(stage.text)")
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
    }

    @Test("The provider comes while the client exercises: joined by one press, or finished first")
    func during() {
        for isJoined in [true, false] {
            var stage = Self.stage()
            Self.begin(&stage)
            stage.press(at: Self.seconds(stage) + 3)
            stage.run(to: Self.seconds(stage) + 2)
            Self.news(&stage, .providerCame, Self.kim(.in, sequence: 2))
            stage.run(to: Self.seconds(stage) + 1.5)
            #expect(stage.text.contains("provider_join_or_finish Dr Kim"), "\(stage.text)")
            if isJoined {
                stage.press(at: Self.seconds(stage) + 1.5)
                stage.run(to: Self.seconds(stage) + 3)
                #expect(stage.text.contains("meeting_begins"), "\(stage.text)")
            } else {
                stage.run(to: Self.seconds(stage) + 10)
                stage.press(at: Self.seconds(stage))
                Self.choose(&stage, "choice_join")
                stage.run(to: Self.seconds(stage) + 3)
                #expect(stage.text.contains("meeting_begins"), "\(stage.text)")
            }
        }
    }

    @Test("At rest in the session, a press leads back to its choices, and from there to the board")
    func back() {
        var stage = Self.joined()
        Self.choose(&stage, "answer_yes")
        stage.run(to: Self.seconds(stage) + 120)
        #expect(stage.session.isResting)
        stage.lines = []
        stage.press(at: Self.seconds(stage))
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("cue: answer_yes"), "\(stage.text)")
        Self.choose(&stage, "go_back")
        Self.choose(&stage, "Water")
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("ASK water"), "\(stage.text)")
    }

    @Test("What could not be sent is told: nobody believes they were heard") func notSent() {
        var stage = Self.joined()
        Self.choose(&stage, "answer_yes")
        let sent = stage.effects.compactMap {
            if case .tell(_, let line) = $0 { line.id } else { nil as UUID? }
        }
        guard let last = sent.last else {
            Issue.record("nothing was sent")
            return
        }
        stage.send(.care(.notTold(last, detail: "away")))
        stage.run(to: Self.seconds(stage) + 5)
        #expect(stage.text.contains("not_told Dr Kim"), "\(stage.text)")
    }

    @Test("A call for help interrupts each stage, and the stage is there afterwards") func help() {
        var stage = Self.joined()
        stage.run(to: Self.seconds(stage) + 2)
        stage.press(at: Self.seconds(stage), .help)
        stage.run(to: Self.seconds(stage) + 20)
        #expect(stage.text.contains("ASK help urgent"), "\(stage.text)")
        stage.run(to: Self.seconds(stage) + 60)
        stage.lines = []
        stage.press(at: Self.seconds(stage))
        stage.run(to: Self.seconds(stage) + 2)
        #expect(stage.text.contains("cue: answer_yes"), "\(stage.text)")
    }

    @Test("The session is ended by the provider: said, and asked how it was; unanswered, the list asks")
    func ended() {
        var stage = Self.joined()
        stage.run(to: Self.seconds(stage) + 2)
        Self.news(&stage, .ended, Self.kim(sequence: 5, .ended))
        stage.run(to: Self.seconds(stage) + 10)
        #expect(stage.text.contains("meeting_over Dr Kim"), "\(stage.text)")
        #expect(stage.text.contains("mood_prompt"), "\(stage.text)")
        stage.run(to: Self.seconds(stage) + 90)
        #expect(stage.session.isResting)
        stage.lines = []
        stage.press(at: Self.seconds(stage))
        Self.choose(&stage, "Exercises")
        Self.choose(&stage, "Breathing mood_question")
        Self.choose(&stage, "mood_not_now")
        stage.run(to: Self.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces5 not_now"), "\(stage.text)")
        // Once more, later.
        stage.run(to: Self.seconds(stage) + 1900)
        #expect(stage.text.contains("mood_prompt"), "\(stage.text)")
    }

    @Test("A restart in the session leads to the wait room, with the first press") func restart() {
        var stage = Self.joined()
        stage.run(to: Self.seconds(stage) + 2)
        let kept = stage.effects.compactMap {
            if case .keepExercise(let kept) = $0 { kept } else { nil as KeptExercise? }
        }
        #expect(kept.last?.activity?.stage == .waiting)
        guard let last = kept.last else { return }
        var next = Self.stage(appointment: nil)
        next.session.recall(last)
        next.send(.started(expectsSwitch: false))
        next.send(.care(.appointments([Self.kim(.in, client: true, sequence: 3)])))
        next.run(to: 12)
        next.lines = []
        next.press(at: 13)
        next.run(to: 15)
        #expect(next.text.contains("cue: choice_join"), "\(next.text)")
    }

    @Test("The disk is full: what was said of a mood is asked again") func full() {
        var stage = Self.stage(appointment: nil)
        Self.begin(&stage)
        Self.doExercise(&stage)
        stage.storesAfter = nil
        Self.choose(&stage, "mood_good")
        stage.run(to: Self.seconds(stage) + 20)
        #expect(stage.text.contains("mark_lost Breathing"), "\(stage.text)")
        stage.run(to: Self.seconds(stage) + 60)
        stage.lines = []
        stage.press(at: Self.seconds(stage))
        Self.choose(&stage, "Exercises")
        Self.choose(&stage, "Breathing mood_question")
    }

    @Test("In the wait room a point is noted, and a wish for the coordinator; each is sent once") func notes()
    {
        var stage = Self.stage()
        Self.begin(&stage)
        Self.doExercise(&stage)
        for cue in ["note_sleep", "note_too_hard", "note_coordinator"] {
            Self.choose(&stage, "choice_note")
            Self.choose(&stage, cue)
        }
        stage.run(to: Self.seconds(stage) + 3)
        let told = stage.lines.filter { $0.contains("TELL") }.map { $0.split(separator: " ").dropFirst(2) }
        #expect(
            told.map { $0.joined(separator: " ") } == [
                "client_came", "talking_point note_sleep", "too_hard", "coordinator_please",
            ], "\(stage.text)")
        // How one feels while waiting belongs to no assignment, which stays open.
        Self.choose(&stage, "choice_note")
        Self.choose(&stage, "choice_feeling")
        Self.choose(&stage, "mood_bad")
        stage.run(to: Self.seconds(stage) + 3)
        let moods = stage.effects.compactMap {
            if case .mood(let mood) = $0 { mood } else { nil as NewMood? }
        }
        #expect(moods.count == 1 && moods[0].routine == nil)
    }

    @Test("How strong a pain is, without an assignment") func pain() {
        var stage = Self.stage()
        stage.press(at: 1)
        Self.choose(&stage, "Pain")
        Self.choose(&stage, "pain_strong")
        stage.run(to: Self.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD pain10 6"), "\(stage.text)")
    }

    @Test("A wait that is only pretended tells nobody") func pretended() {
        var stage = Self.stage([Self.given("Breathing", hasAppointment: false)], appointment: nil) {
            $0.pretendWait = .seconds(30)
        }
        Self.begin(&stage)
        Self.doExercise(&stage)
        Self.choose(&stage, "choice_wait")
        stage.run(to: Self.seconds(stage) + 40)
        #expect(stage.text.contains("provider_join"), "\(stage.text)")
        #expect(!stage.text.contains("TELL"), "\(stage.text)")
    }

    @Test("Faces are three or two where that is set") func faces() {
        var stage = Self.stage(appointment: nil) { $0.moodScale = .faces2 }
        Self.begin(&stage)
        Self.doExercise(&stage)
        stage.run(to: Self.seconds(stage) + 12)
        #expect(stage.text.contains("mood_good") && stage.text.contains("mood_bad"), "\(stage.text)")
        #expect(!stage.text.contains("mood_middle") && !stage.text.contains("mood_very"), "\(stage.text)")
    }

    // MARK: - The week

    private static func week(_ faces: [(ago: Int, face: Int)], given: [RoutineOccurrence] = []) -> Agenda {
        var agenda = agenda(given)
        agenda.moods = faces.map { DayMood(day: agenda.day.adding(days: -$0.ago), face: $0.face) }
        return agenda
    }

    private static func hearsWeek(_ stage: inout Stage) {
        stage.press(at: seconds(stage) + 1)
        choose(&stage, "Exercises")
        stage.lines = []
        choose(&stage, "choice_mood_week")
        stage.run(to: seconds(stage) + 8)
    }

    @Test(
        "How the week was is the last of the list, and is heard with one choice, also where nothing is planned"
    )
    func ownWeek() {
        var stage = Self.stage([])
        stage.send(.care(.agenda(Self.week([(6, 4), (2, 2), (0, 4)]))))
        Self.hearsWeek(&stage)
        #expect(stage.text.contains("mood_week"), "\(stage.text)")
        #expect(stage.text.split(separator: "mood_week_day").count == 4, "\(stage.text)")
        #expect(stage.text.contains("mood_week_mostly"), "\(stage.text)")
    }

    @Test("A week of one day is that day; one of nothing is not offered")
    func shortWeek() {
        var stage = Self.stage([])
        stage.send(.care(.agenda(Self.week([(3, 1)]))))
        Self.hearsWeek(&stage)
        #expect(
            stage.text.contains("mood_week_day") && !stage.text.contains("mood_week_mostly"), "\(stage.text)")
        var empty = Self.stage([Self.given("Breathing")])
        empty.send(.care(.agenda(Self.week([(9, 1)], given: [Self.given("Breathing")]))))
        empty.press(at: 1)
        Self.choose(&empty, "Exercises")
        empty.run(to: Self.seconds(empty) + 12)
        #expect(empty.text.contains("Breathing") && !empty.text.contains("choice_mood_week"), "\(empty.text)")
    }

    @Test("In a scale of two faces the week is told in its words")
    func weekOfTwo() {
        var stage = Self.stage([]) { $0.moodScale = .faces2 }
        stage.send(.care(.agenda(Self.week([(2, 5), (1, 2)]))))
        Self.hearsWeek(&stage)
        #expect(stage.text.contains("mood_week"), "\(stage.text)")
        #expect(!stage.text.contains("mood_very") && !stage.text.contains("mood_middle"), "\(stage.text)")
    }
}
