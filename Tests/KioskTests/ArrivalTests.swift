import Boards
import Care
import Foundation
import Kiosk
import Testing

/// The provider is there, and the client has opened nothing yet.
@Suite("A provider who comes first is told to the client") struct ArrivalTests {
    private typealias Given = AssignmentTests

    /// - Parameters:
    ///   - at: When they are to meet, in seconds from the start.
    ///   - came: When the provider has come, likewise.
    private static func kim(
        at: Double = 600, came: Double = 1, _ provider: AppointmentStanding.Provider = .in,
        client: Bool = false, sequence: Int64 = 2
    ) -> Appointment {
        var kim = Given.kim(provider, client: client, sequence: sequence)
        kim.content.at = Stage.start.addingTimeInterval(at)
        kim.standing.providerSince = Stage.start.addingTimeInterval(came)
        return kim
    }

    /// The provider comes three seconds after the start.
    private static func stage(
        _ given: [RoutineOccurrence]? = nil, at: Double = 600
    ) -> Stage {
        var stage = Given.stage(given, appointment: kim(at: at, .out, sequence: 1))
        stage.run(to: 3)
        Given.news(&stage, .providerCame, kim(at: at))
        return stage
    }

    private static func count(_ words: String, _ stage: Stage) -> Int {
        stage.lines.count { $0.contains(words) }
    }

    @Test("Said at once where the client rests, and one press joins; the mood completes the exercise")
    func joined() {
        var stage = Self.stage()
        stage.run(to: 5)
        #expect(Self.count("provider_join Dr Kim", stage) == 1, "\(stage.text)")
        stage.press(at: 6)
        stage.run(to: 8)
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
        Given.news(&stage, .clientCame, Self.kim(client: true, sequence: 3))
        Given.choose(&stage, "choice_leave")
        Given.news(&stage, .clientLeft, Self.kim(sequence: 4))
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces5 4"), "\(stage.text)")
        #expect(!stage.text.contains("Breathe with me."), "\(stage.text)")
        // Whoever has left is not called back.
        stage.run(to: Given.seconds(stage) + 1200)
        #expect(Self.count("provider_join", stage) == 1, "\(stage.text)")
    }

    @Test("Without an exercise the same, and its time is not told as well") func alone() {
        var stage = Self.stage([], at: 120)
        stage.run(to: 500)
        #expect(Self.count("provider_join Dr Kim", stage) == 1, "\(stage.text)")
        #expect(!stage.text.contains("reminder_due"), "\(stage.text)")
    }

    @Test("No press means no: the list opens it as before") func unanswered() {
        var stage = Self.stage()
        stage.run(to: 60)
        #expect(stage.session.isResting)
        #expect(!stage.text.contains("TELL"), "\(stage.text)")
        stage.lines = []
        stage.press(at: 61)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing")
        Given.choose(&stage, "choice_join")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
    }

    @Test("Who comes hours before is told of a quarter of an hour before the time, once") func early() {
        var stage = Self.stage([], at: 3 * 3600)
        stage.run(to: 3 * 3600 - 901)
        #expect(!stage.text.contains("provider_join"), "\(stage.text)")
        stage.run(to: 3 * 3600 - 1)
        #expect(Self.count("provider_join Dr Kim", stage) == 1, "\(stage.text)")
        // Nobody has pressed: its time is told as well.
        stage.run(to: 3 * 3600 + 10)
        #expect(Self.count("reminder_due", stage) == 1, "\(stage.text)")
    }

    @Test("Not in quiet hours, but when they end") func quiet() {
        var stage = Given.stage(appointment: Self.kim(.out, sequence: 1))
        var agenda = Given.agenda([Given.given("Breathing")])
        agenda.sequence = 2
        agenda.quiet = [
            QuietTime(from: Stage.start.addingTimeInterval(-60), until: Stage.start.addingTimeInterval(300))
        ]
        stage.agenda(at: 1, agenda)
        stage.run(to: 3)
        Given.news(&stage, .providerCame, Self.kim())
        stage.run(to: 299)
        #expect(!stage.text.contains("provider_join"), "\(stage.text)")
        stage.run(to: 304)
        #expect(Self.count("provider_join Dr Kim", stage) == 1, "\(stage.text)")
    }

    @Test("Who comes and goes again is told of three times at most") func often() {
        var stage = Self.stage()
        for time in 1...6 {
            let (came, sequence) = (Double(60 * time), Int64(10 * time))
            stage.run(to: came - 20)
            Given.news(&stage, .providerLeft, Self.kim(came: came - 20, .out, sequence: sequence))
            stage.run(to: came)
            Given.news(&stage, .providerCame, Self.kim(came: came, sequence: sequence + 1))
        }
        stage.run(to: 500)
        #expect(Self.count("provider_join", stage) == 3, "\(stage.text)")
    }

    @Test("Gone again before the press: it begins as if chosen in the list") func gone() {
        var stage = Self.stage()
        stage.run(to: 5)
        Given.news(&stage, .providerLeft, Self.kim(came: 5, .out, sequence: 3))
        stage.press(at: 6)
        stage.run(to: 10)
        #expect(stage.text.contains("Breathe with me."), "\(stage.text)")
        #expect(!stage.text.contains("TELL"), "\(stage.text)")
    }

    @Test("Known when the kiosk connects, it is told then; the same news again says nothing") func connected()
    {
        var stage = Given.stage(appointment: Self.kim())
        stage.run(to: 5)
        #expect(Self.count("provider_join Dr Kim", stage) == 1, "\(stage.text)")
        stage.run(to: 60)
        stage.send(.care(.appointments([Self.kim()])))
        Given.news(&stage, .providerCame, Self.kim(sequence: 3))
        stage.run(to: 200)
        #expect(Self.count("provider_join", stage) == 1, "\(stage.text)")
    }

    @Test("Who is with another provider is told, and not asked") func elsewhere() {
        var stage = Given.joined()
        stage.run(to: Given.seconds(stage) + 2)
        var lee = Self.kim(sequence: 8)
        lee.id = UUID()
        (lee.content.provider, lee.providerName) = ("lee", "Dr Lee")
        stage.lines = []
        Given.news(&stage, .providerCame, lee)
        stage.run(to: Given.seconds(stage) + 20)
        #expect(stage.text.contains("provider_here Dr Lee"), "\(stage.text)")
        #expect(!stage.text.contains("provider_join"), "\(stage.text)")
    }

    @Test("While an exercise of the client's own choice runs, a press joins, and no press goes on with it")
    func exercising() {
        for isJoined in [true, false] {
            var stage = Stage(
                items: [Stage.list(.exercises, "Calm down"), Given.assignments, Stage.water])
            stage.send(.exercisesChanged([Given.calm]))
            stage.agenda(at: 0, Given.agenda([Given.given("Breathing")]))
            stage.send(.care(.appointments([Self.kim(.out, sequence: 1)])))
            stage.press(at: 1)
            Given.choose(&stage, "Calm down")
            Given.choose(&stage, "Calm")
            stage.run(to: Given.seconds(stage) + 3)
            stage.press(at: Given.seconds(stage) + 3)
            stage.run(to: Given.seconds(stage) + 2)
            Given.news(&stage, .providerCame, Self.kim())
            stage.run(to: Given.seconds(stage) + 1.5)
            #expect(stage.text.contains("provider_join_or_finish Dr Kim"), "\(stage.text)")
            guard isJoined else {
                stage.run(to: Given.seconds(stage) + 60)
                #expect(!stage.text.contains("TELL"), "\(stage.text)")
                continue
            }
            stage.press(at: Given.seconds(stage) + 1.5)
            stage.run(to: Given.seconds(stage) + 3)
            #expect(stage.text.contains("meeting_begins Dr Kim"), "\(stage.text)")
            Given.choose(&stage, "choice_leave")
            Given.choose(&stage, "mood_good")
        }
    }
}
