import Activities
import Care
import Foundation
import HomeFiles
import Kiosk
import Testing

/// The question how it was: on the disk until its answer is, and asked once.
@Suite("How it was is asked until that is on the disk, and not twice") struct OwedMoodTests {
    private typealias Given = AssignmentTests

    private static func kept(_ stage: Stage) -> KeptActivity? {
        stage.effects.compactMap { if case .keepExercise(let kept) = $0 { kept } else { nil } }.last?.activity
    }

    /// "Good" was pressed, and the disk takes its time.
    private static func answered() -> Stage {
        var stage = Given.stage(appointment: nil)
        Given.begin(&stage)
        Given.doExercise(&stage)
        stage.storesAfter = .seconds(5)
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 1)
        return stage
    }

    @Test("Until the answer is on the disk, a power cut asks again; then no more") func untilStored() throws {
        var stage = Self.answered()
        #expect(stage.text.contains("MOOD faces5 4") && !stage.text.contains("mood_thanks"), "\(stage.text)")
        let kept = try #require(Self.kept(stage))
        #expect(kept.owed.map(\.title) == ["Breathing"] && kept.assignment == nil)
        var next = Given.stage(appointment: nil)
        next.session.recall(KeptExercise(client: "maria", activity: kept))
        next.send(.started(expectsSwitch: false))
        next.press(at: 13)
        Given.choose(&next, "Exercises")
        Given.choose(&next, "Breathing mood_question")
        Given.choose(&next, "mood_bad")
        next.run(to: Given.seconds(next) + 2)
        #expect(next.text.contains("MOOD faces5 2"), "\(next.text)")
        // Where nothing was cut, it is over with the disk's answer.
        stage.run(to: Given.seconds(stage) + 8)
        #expect(stage.text.contains("mood_thanks") && Self.kept(stage) == nil, "\(stage.text)")
    }

    @Test(
        "What was on the disk already, or was said elsewhere, is not asked again", arguments: [true, false])
    func once(isOnDisk: Bool) throws {
        let stage = Self.answered()
        let kept = try #require(Self.kept(stage))
        let mood = try #require(
            stage.effects.compactMap { if case .mood(let mood) = $0 { mood } else { nil as NewMood? } }.last)
        var next = Given.stage(appointment: nil)
        next.session.recall(KeptExercise(client: "maria", activity: kept))
        next.send(.started(expectsSwitch: false))
        if isOnDisk {
            next.send(.care(.restored([], moods: [mood])))
        } else {
            let logged = LoggedMood(id: mood.id, scale: mood.scale, value: mood.value)
            next.agenda(at: 3, Given.agenda([Given.given("Breathing", .done, mood: logged)]))
        }
        #expect(Self.kept(next) == nil)
        next.press(at: 13)
        Given.choose(&next, "Exercises")
        next.run(to: Given.seconds(next) + 2)
        #expect(next.text.contains("cue: Breathing mood_good"), "\(next.text)")
    }

    @Test("A question that is open closes when the client has answered it on a phone") func elsewhere() {
        var stage = Given.joined()
        Given.choose(&stage, "choice_leave")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(Self.kept(stage)?.stage == .mood)
        let logged = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        stage.agenda(
            at: Given.seconds(stage) + 1, Given.agenda([Given.given("Breathing", .done, mood: logged)]))
        stage.run(to: Given.seconds(stage) + 2400)
        #expect(Self.kept(stage) == nil && stage.session.isResting)
        #expect(!stage.text.contains("mood_prompt"), "\(stage.text)")
        // "Not now" is no answer.
        var other = Given.joined()
        Given.choose(&other, "choice_leave")
        other.run(to: Given.seconds(other) + 2)
        let later = LoggedMood(id: UUID(), scale: .faces5, value: .notNow)
        other.agenda(
            at: Given.seconds(other) + 1, Given.agenda([Given.given("Breathing", .done, mood: later)]))
        #expect(Self.kept(other)?.stage == .mood)
    }

    /// "Not now" was said after the session.
    private static func putOff(isStored: Bool = true) -> Stage {
        var stage = Given.joined()
        Given.choose(&stage, "choice_leave")
        if !isStored { stage.storesAfter = nil }
        Given.choose(&stage, "mood_not_now")
        stage.run(to: Given.seconds(stage) + 2)
        return stage
    }

    private static func said(_ stage: Stage) -> [NewMood] {
        stage.effects.compactMap { if case .mood(let mood) = $0 { mood } else { nil } }
    }

    enum Fate: CaseIterable { case waits, delivered, refused }

    @Test("\"Not now\" takes the place of no answer that the service has already", arguments: Fate.allCases)
    func late(fate: Fate) throws {
        var stage = Self.putOff()
        #expect(Self.kept(stage)?.stage == .later)
        let later = try #require(Self.said(stage).last)
        #expect(later.value == .notNow)
        // The service was away, or this kiosk has lost the answer to a power cut.
        let logged = LoggedMood(id: UUID(), scale: .faces5, value: .level(4))
        let plan = Given.agenda([Given.given("Breathing", .done, mood: logged)])
        stage.agenda(at: Given.seconds(stage) + 1, plan)
        #expect(Self.kept(stage) == nil)
        switch fate {
        case .waits: break
        case .delivered:
            stage.send(.care(.delivered(later.id)))
            stage.agenda(at: Given.seconds(stage) + 1, plan)
        case .refused: stage.send(.care(.rejected(later.id, detail: "not yours", nil)))
        }
        #expect(Self.kept(stage) == nil)
        stage.run(to: Given.seconds(stage) + 2400)
        #expect(!stage.text.contains("mood_prompt"), "\(stage.text)")
        stage.lines = []
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing mood_good")
    }

    @Test("\"Not now\" that no disk takes is asked once more, and not twice") func putOffNowhere() throws {
        var stage = Self.putOff(isStored: false)
        let later = try #require(Self.said(stage).last)
        stage.send(.care(.notRecorded(later.id, detail: "disk full")))
        #expect(Self.kept(stage)?.stage == .later && Self.kept(stage)?.owed == [])
        stage.storesAfter = .milliseconds(10)
        stage.run(to: Given.seconds(stage) + 120)
        stage.lines = []
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
        Given.choose(&stage, "Breathing mood_question")
        Given.choose(&stage, "mood_good")
        stage.run(to: Given.seconds(stage) + 2)
        #expect(Self.said(stage).last?.value == .level(4))
        #expect(Self.kept(stage) == nil, "\(stage.text)")
    }
}
