import Boards
import Care
import Exercises
import Foundation
import HomeFiles
import Scanning
import Spelling
import Testing

@testable import Kiosk

/// What staff change while a client is led through an assignment, and what the client wants to say there.
@Suite("Settings that change while the client is led, and words of the client's own")
struct GuidanceTests {
    private typealias Given = AssignmentTests

    private static func guidance(_ change: (inout HomeSettings) -> Void) -> KioskEvent {
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        change(&settings)
        return .guidanceChanged(settings.guidance)
    }

    @Test(
        "Fewer faces count at once, also for the question that is open; what is chosen is of those that were asked"
    )
    func faces() {
        var stage = Given.stage(appointment: nil)
        Given.begin(&stage)
        Given.doExercise(&stage)
        stage.run(to: Given.seconds(stage) + 20)
        #expect(stage.text.contains("mood_very_good"), "\(stage.text)")
        stage.send(Self.guidance { $0.moodScale = .faces2 })
        stage.run(to: Given.seconds(stage) + 3)
        stage.lines = []
        Given.choose(&stage, "mood_good")
        #expect(!stage.text.contains("mood_very"), "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("MOOD faces2 2"), "\(stage.text)")
    }

    @Test("Days ahead open at once") func ahead() {
        var stage = Given.stage([Given.given("Later", days: 2, hasAppointment: false)])
        stage.send(Self.guidance { $0.opensDaysAhead = 2 })
        stage.press(at: 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Later")
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("Breathe with me."), "\(stage.text)")
    }

    @Test("A link to a video that is set in the session is on the screen at once") func link() {
        var stage = Given.joined()
        stage.session.showOnScreen()
        stage.run(to: Given.seconds(stage) + 2)
        stage.effects = []
        stage.send(Self.guidance { $0.videoLink = VideoLink("https://meet.example.org/room") })
        let links = stage.effects.compactMap {
            if case .show(let screen) = $0 { screen.link?.address } else { nil as String? }
        }
        #expect(links.last == "https://meet.example.org/room", "\(links)")
    }

    @Test("Whoever is pretended comes, although nobody is to be pretended any more") func pretended() {
        var stage = Given.stage([Given.given("Breathing", hasAppointment: false)], appointment: nil) {
            $0.pretendWait = .seconds(30)
        }
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.choose(&stage, "choice_wait")
        stage.send(Self.guidance { _ in })
        stage.run(to: Given.seconds(stage) + 40)
        #expect(stage.text.contains("provider_join"), "\(stage.text)")
    }

    @Test("How long the client has waited is said, also where the service does not know that they wait")
    func waited() {
        var stage = Given.stage([Given.given("Breathing", hasAppointment: false)], appointment: nil) {
            $0.pretendWait = .seconds(300)
        }
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.choose(&stage, "choice_wait")
        stage.run(to: Given.seconds(stage) + 200)
        #expect(stage.text.contains("waited_minutes 1 "), "\(stage.text)")
        #expect(stage.text.contains("waited_minutes 3 "), "\(stage.text)")
    }

    @Test("All appointments read anew undo nothing that the journal has told meanwhile") func readAnew() {
        var stage = Given.stage()
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.news(&stage, .providerCame, Given.kim(.in, client: true, sequence: 3))
        stage.run(to: Given.seconds(stage) + 10)
        stage.lines = []
        stage.send(.care(.appointments([Given.kim(client: true, sequence: 2)])))
        stage.run(to: Given.seconds(stage) + 10)
        #expect(!stage.text.contains("wait_not_here"), "\(stage.text)")
        // A service that counts from the beginning has nothing older.
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 0, client: "maria")))
        stage.send(.care(.appointments([Given.kim(client: true, sequence: 1)])))
        stage.run(to: Given.seconds(stage) + 10)
        #expect(stage.text.contains("wait_not_here Dr Kim"), "\(stage.text)")
    }

    @Test(
        "Something calm ends with what it was to pass the time for: the question is asked, and the board is there again"
    )
    func calmEnds() {
        var stage = Given.stage()
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.news(&stage, .clientCame, Given.kim(client: true, sequence: 2))
        Given.choose(&stage, "choice_calm")
        Given.choose(&stage, "Calm")
        stage.run(to: Given.seconds(stage) + 1.5)
        #expect(stage.lines.last?.contains("Breathe with me.") == true, "\(stage.text)")
        // They leave on their phone.
        Given.news(&stage, .clientLeft, Given.kim(sequence: 3))
        stage.run(to: Given.seconds(stage) + 4)
        #expect(stage.text.contains("mood_prompt"), "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 120)
        #expect(stage.session.isResting)
        stage.lines = []
        stage.press(at: Given.seconds(stage))
        Given.choose(&stage, "Water")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("ASK water"), "\(stage.text)")
    }

    @Test("Who leaves something calm to join a provider who has gone again can choose in the wait room")
    func calmLeft() {
        var stage = Given.stage()
        Given.begin(&stage)
        Given.doExercise(&stage)
        Given.news(&stage, .clientCame, Given.kim(client: true, sequence: 2))
        Given.choose(&stage, "choice_calm")
        Given.choose(&stage, "Calm")
        stage.run(to: Given.seconds(stage) + 10)
        Given.news(&stage, .providerCame, Given.kim(.in, client: true, sequence: 3))
        stage.run(to: Given.seconds(stage) + 3)
        #expect(stage.text.contains("provider_join Dr Kim"), "\(stage.text)")
        Given.news(&stage, .providerAway, Given.kim(.away, client: true, sequence: 4))
        stage.press(at: Given.seconds(stage) + 0.5)
        stage.run(to: Given.seconds(stage) + 1)
        #expect(stage.text.contains("cue: wait_away Dr Kim"), "\(stage.text)")
        stage.lines = []
        Given.choose(&stage, "choice_leave")
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("MOOD faces5 4"), "\(stage.text)")
    }

    @Test("A choice about an exercise that has ended while it waited for its turn holds nothing up")
    func choiceTooLate() {
        var stage = Given.stage { $0.scanning.mode = .direct }
        let long = Exercise(
            id: "calm", name: "Calm", language: "en", instructions: .init("Breathe with me."),
            steps: [.init(action: .pause(.seconds(60)))])
        stage.send(.exercisesChanged([long]))
        stage.press(at: 1)
        stage.press(at: 8, .digit(1))
        stage.press(at: 16, .digit(1))
        stage.run(to: 20)
        stage.press(at: 20)
        stage.press(at: 24)
        stage.run(to: 34)
        #expect(stage.text.contains("cue: exercise_paused"), "\(stage.text)")
        Given.news(&stage, .providerCame, Given.kim(.in, sequence: 2))
        // "Stop", while the question is being said; then that is answered, and they have gone again.
        stage.press(at: 34.4, .digit(1))
        Given.news(&stage, .providerAway, Given.kim(.away, sequence: 3))
        stage.press(at: 36.5)
        stage.run(to: 38)
        #expect(stage.text.contains("TELL client_came"), "\(stage.text)")
        stage.lines = []
        stage.run(to: 60)
        #expect(stage.text.contains("cue: choice_leave"), "\(stage.text)")
    }

    // MARK: - Words of the client's own

    /// In the session, with one letter spelled.
    private static func spelled() -> Stage {
        var stage = Given.joined(means: .small)
        Given.choose(&stage, "answer_want_to_say")
        #expect(stage.text.contains("TELL answered want_to_say"), "\(stage.text)")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("main: answer_want_to_say"), "\(stage.text)")
        Given.choose(&stage, "first row")
        Given.choose(&stage, "t")
        Given.choose(&stage, "spelling_finish")
        return stage
    }

    @Test(
        "“I want to say something” opens the letters; what is spelled is said aloud and sent at once, and the session goes on"
    )
    func wantsToSay() {
        var stage = Self.spelled()
        stage.lines = []
        Given.choose(&stage, "spelling_tell Dr Kim")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("TELL answered want_to_say t"), "\(stage.text)")
        #expect(stage.text.contains("main: t"), "\(stage.text)")
        Given.choose(&stage, "answer_yes")
    }

    @Test("Words that could not be sent are told, and still there for another try") func notSent() {
        var stage = Self.spelled()
        Given.choose(&stage, "spelling_tell Dr Kim")
        let sent = stage.effects.compactMap {
            if case .tell(_, let line) = $0, line.text != nil { line.id } else { nil as UUID? }
        }
        guard let last = sent.last else {
            Issue.record("nothing was sent\n\(stage.text)")
            return
        }
        stage.send(.care(.notTold(last, detail: "away")))
        stage.run(to: Given.seconds(stage) + 6)
        #expect(stage.text.contains("not_told Dr Kim"), "\(stage.text)")
        stage.lines = []
        Given.choose(&stage, "answer_want_to_say")
        stage.run(to: Given.seconds(stage) + 4)
        #expect(stage.text.contains("spelling_so_far t"), "\(stage.text)")
    }

    private static func sent(_ stage: Stage) -> [NewAppointmentLine] {
        stage.effects.compactMap {
            if case .tell(_, let line) = $0, line.text != nil { line } else { nil }
        }
    }

    @Test(
        "The same words again, where no answer came, are the same line; said on purpose they are another"
    )
    func sentAgain() throws {
        var stage = Self.spelled()
        Given.choose(&stage, "spelling_tell Dr Kim")
        let first = try #require(Self.sent(stage).last)
        stage.send(.care(.notTold(first.id, detail: "no answer")))
        stage.run(to: Given.seconds(stage) + 6)
        Given.choose(&stage, "answer_want_to_say")
        Given.choose(&stage, "spelling_finish")
        Given.choose(&stage, "spelling_tell Dr Kim")
        #expect(Self.sent(stage).map(\.id) == [first.id, first.id], "\(stage.text)")
        Given.choose(&stage, "answer_want_to_say")
        Given.choose(&stage, "first row")
        Given.choose(&stage, "t")
        Given.choose(&stage, "spelling_finish")
        Given.choose(&stage, "spelling_tell Dr Kim")
        let all = Self.sent(stage)
        #expect(all.count == 3 && all[2].text == first.text && all[2].id != first.id, "\(stage.text)")
    }

    @Test(
        "In the wait room, what is spelled is a point to talk about: sent once, not said aloud, and the wait room is there again"
    )
    func spelledPoint() throws {
        var stage = Given.stage(means: .small)
        Given.begin(&stage)
        Given.doExercise(&stage)
        for cue in ["choice_note", "propose_spell", "first row", "t", "spelling_finish"] {
            Given.choose(&stage, cue)
        }
        stage.lines = []
        Given.choose(&stage, "spelling_tell Dr Kim")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("TELL talking_point t"), "\(stage.text)")
        #expect(stage.text.contains("cue: noted Dr Kim"), "\(stage.text)")
        #expect(!stage.text.contains("main: t"), "\(stage.text)")
        let first = try #require(Self.sent(stage).last)
        // It could not be sent: it is told, and still there for another try.
        stage.send(.care(.notTold(first.id, detail: "away")))
        stage.run(to: Given.seconds(stage) + 6)
        #expect(stage.text.contains("not_told Dr Kim"), "\(stage.text)")
        for cue in ["choice_note", "propose_spell"] { Given.choose(&stage, cue) }
        stage.run(to: Given.seconds(stage) + 4)
        #expect(stage.text.contains("spelling_so_far t"), "\(stage.text)")
        for cue in ["spelling_finish", "spelling_tell Dr Kim"] { Given.choose(&stage, cue) }
        stage.run(to: Given.seconds(stage) + 2)
        let sent = Self.sent(stage)
        #expect(sent.map(\.id) == [first.id, first.id], "\(stage.text)")
        #expect(sent.allSatisfy { $0.kind == .talkingPoint && $0.text == "t" && $0.answer == nil })
        Given.choose(&stage, "choice_leave")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("TELL client_left"), "\(stage.text)")
    }

    @Test("Where nothing can be spelled, it is said and sent, and the session goes on") func noLetters() {
        var stage = Given.joined()
        Given.choose(&stage, "answer_want_to_say")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(stage.text.contains("TELL answered want_to_say"), "\(stage.text)")
        Given.choose(&stage, "answer_no")
    }

    private static func text(_ text: String) -> SpelledText {
        var spelled = SpelledText()
        spelled.write(text)
        return spelled
    }

    @Test("What was begun in one of two sessions of a day is never in the letters of the other")
    func twoSessions() {
        let (first, second) = (UUID(), UUID())
        var proposing = Proposing(.small)
        for (session, words) in [(first, "one"), (second, "two")] {
            proposing.opens(in: session)
            #expect(proposing.spelled.isEmpty)
            proposing.spelled = Self.text(words)
            proposing.wrote(in: session)
        }
        proposing.opens(in: first)
        #expect(proposing.spelled.text == "one")
        // Gone on with between the two, it is still the first one's.
        proposing.opens(in: nil)
        proposing.spelled.write("more")
        proposing.wrote(in: nil)
        let longer = proposing.spelled
        proposing.opens(in: second)
        #expect(proposing.spelled.text == "two")
        proposing.opens(in: first)
        #expect(proposing.spelled == longer)
        // Sent, it is nobody's draft any more.
        _ = proposing.tells(NewAppointmentLine(id: UUID(), kind: .said, text: "one more"), to: first)
        proposing.opens(in: first)
        #expect(proposing.spelled.isEmpty)
        proposing.opens(in: second)
        #expect(proposing.spelled.text == "two")
    }

    @Test("What the client has begun by themselves waits while a session has a draft of its own")
    func ownDraft() {
        let (session, other) = (UUID(), UUID())
        var proposing = Proposing(.small)
        proposing.opens(in: session)
        proposing.spelled = Self.text("asked")
        proposing.wrote(in: session)
        proposing.opens(in: other)
        proposing.opens(in: nil)
        // Left last, it is what they find; they begin something else.
        #expect(proposing.spelled.text == "asked")
        proposing.opens(in: other)
        proposing.spelled = SpelledText()
        proposing.wrote(in: nil)
        proposing.spelled = Self.text("mine")
        proposing.wrote(in: nil)
        proposing.opens(in: session)
        #expect(proposing.spelled.text == "asked")
        proposing.opens(in: other)
        #expect(proposing.spelled.isEmpty)
        proposing.opens(in: nil)
        #expect(proposing.spelled.text == "mine")
        // No draft of its own: perhaps it is for this one.
        proposing.opens(in: other)
        #expect(proposing.spelled.text == "mine")
    }

    @Test("Words that could not be sent are not in the letters of the session that came after")
    func lateFailure() {
        let (first, second) = (UUID(), UUID())
        var proposing = Proposing(.small)
        proposing.opens(in: first)
        proposing.spelled = Self.text("lost")
        proposing.wrote(in: first)
        let line = NewAppointmentLine(id: UUID(), kind: .said, text: "lost")
        _ = proposing.tells(line, to: first)
        proposing.opens(in: second)
        proposing.notTold(line.id)
        #expect(proposing.spelled.isEmpty)
        proposing.opens(in: first)
        #expect(proposing.spelled.text == "lost")
    }

    @Test("Words that could not be sent wait behind an older draft that was taken up since") func older() {
        let (first, second) = (UUID(), UUID())
        var proposing = Proposing(.small)
        proposing.opens(in: first)
        proposing.spelled = Self.text("draft")
        proposing.wrote(in: first)
        proposing.opens(in: second)
        proposing.spelled = Self.text("lost")
        proposing.wrote(in: second)
        let line = NewAppointmentLine(id: UUID(), kind: .said, text: "lost")
        _ = proposing.tells(line, to: second)
        proposing.opens(in: nil)
        #expect(proposing.spelled.text == "draft")
        proposing.notTold(line.id)
        #expect(proposing.spelled.text == "draft")
        proposing.spelled = SpelledText()
        proposing.opens(in: nil)
        #expect(proposing.spelled.text == "lost")
    }
}
