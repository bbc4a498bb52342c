import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("A reward is celebrated") struct ARewardIsCelebratedTests {
    private static let cinema = Stage.grant("Cinema", .granted, crossing: 1)

    @Test("At rest at once, by its own sound and words, and acknowledged when they were heard")
    func atRest() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.grant(at: 1, 5, Self.cinema)
        stage.run(to: 10)
        #expect(
            stage.text == """
                1.00 main: reward_reached Cinema
                1.00 ack 4
                2.00 ack 5
                """)
        // The same event again, as after a connection, is no news.
        stage.grant(at: 11, 5, Self.cinema)
        stage.run(to: 20)
        #expect(stage.lines.filter { $0.contains("reward_reached") }.count == 1)
    }

    @Test("During a scan it waits until that rests, and a call goes first")
    func duringAScan() {
        var stage = Stage(Stage.water, Stage.pain)
        stage.household(at: 0, Stage.household())
        stage.press(at: 0)
        stage.grant(at: 0.6, 5, Self.cinema)
        stage.press(at: 1)
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.50 cue: Water
                0.60 ack 4
                1.00 ASK water normal
                1.00 main: Some water, please.
                2.00 main: asked
                3.00 main: take_back
                4.00 (window)
                7.30 cue: Water asked_just_now state_asked
                10.50 cue: Pain
                13.00 cue: Water asked_just_now state_asked
                16.20 cue: Pain
                18.70 cue: Water asked_just_now state_asked
                21.90 cue: Pain
                24.40 main: reward_reached Cinema
                25.40 ack 5
                """)
    }

    @Test("While something urgent is open it waits; what is not urgent does not hold it back")
    func duringAnUrgentCall() {
        var stage = Stage(Stage.pain)
        stage.household(at: 0, Stage.household())
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        stage.grant(at: 41, 6, Self.cinema)
        stage.run(to: 60)
        #expect(!stage.text.contains("reward_reached"))
        stage.journal(at: 61, 7, .met, .met, by: "Anna")
        stage.run(to: 90)
        #expect(stage.lines.filter { $0.contains("reward_reached") }.count == 1, "\(stage.text)")
    }

    @Test("What was told while it waits is not told again after a restart, and it is still celebrated")
    func restart() {
        var stage = Stage(Stage.pain)
        stage.household(at: 0, Stage.household())
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        stage.grant(at: 41, 6, Self.cinema)
        stage.journal(at: 42, 7, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: 60)
        #expect(stage.lines.filter { $0.contains("main: on_the_way") }.count == 1, "\(stage.text)")
        let told = stage.effects.flatMap { effect -> [Int64] in
            if case .toldAhead(let numbers) = effect { numbers } else { [] }
        }
        #expect(told == [7] && !stage.text.contains("ack 6"))
        var later = Stage(Stage.pain)
        // The request that is answered.
        later.effects = stage.effects
        later.household(at: 0, Stage.household())
        later.send(.care(.connected(openRequests: [], openFaults: [], sequence: 7, told: Set(told))))
        later.press(at: 0)
        later.grant(at: 1, 6, Self.cinema)
        later.journal(at: 1, 7, .onTheWay, .onTheWay, by: "Anna")
        later.run(to: 30)
        #expect(!later.text.contains("main: on_the_way"))
        later.journal(at: 31, 8, .met, .met, by: "Anna")
        later.run(to: 90)
        let heard = later.lines.filter { $0.contains("main: met") || $0.contains("reward_reached") }
        #expect(heard.count == 2 && heard.last?.contains("reward_reached") == true, "\(later.text)")
        #expect(later.text.contains("ack 8"))
    }

    @Test("A press ends it, counts as heard, and wakes the board")
    func press() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.grant(at: 1, 5, Self.cinema)
        stage.press(at: 1.3)
        stage.run(to: 2.5)
        #expect(
            stage.text == """
                1.00 main: reward_reached Cinema
                1.00 ack 4
                1.30 ack 5
                1.80 cue: Water
                """)
    }

    /// Quiet hours until ten minutes after the start.
    private static func quietStage() -> Stage {
        var stage = Stage(Stage.water)
        var agenda = Stage.agenda(1)
        agenda.quiet = [
            QuietTime(from: Stage.start.addingTimeInterval(-60), until: Stage.start.addingTimeInterval(600))
        ]
        stage.agenda(at: 0, agenda)
        stage.household(at: 0, Stage.household())
        return stage
    }

    @Test("Quiet hours hold it back until they end")
    func quiet() {
        var stage = Self.quietStage()
        stage.grant(at: 1, 5, Self.cinema)
        stage.run(to: 599)
        #expect(
            stage.text == """
                1.00 ack 4
                """)
        stage.run(to: 605)
        #expect(
            stage.text == """
                1.00 ack 4
                600.00 main: reward_reached Cinema
                601.00 ack 5
                """)
    }

    @Test(
        "What a chore has brought is celebrated before the scan goes on, also where it was handed over at once"
    )
    func afterAChore() throws {
        for isHandedOver in [false, true] {
            var stage = Stage(Stage.chores)
            stage.household(at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)]))
            // The scan, the list, the chore, and "done".
            var now = 0.0
            for _ in 0..<4 {
                stage.press(at: now)
                let before = stage.lines.count
                while !stage.lines.dropFirst(before).contains(where: { $0.contains("cue: ") }), now < 60 {
                    now += 0.1
                    stage.run(to: now)
                    if stage.lines.contains(where: { $0.contains("marked_done") }) { break }
                }
                now += 0.5
            }
            #expect(stage.marks.map(\.kind) == [.done])
            stage.grant(at: now, 5, Self.cinema)
            if isHandedOver {
                stage.grant(at: now + 0.1, 6, Stage.grant("Cinema", .given, crossing: 1))
            }
            stage.run(to: now + 30)
            let told = stage.lines.map { String($0.drop { $0 != " " }.dropFirst()) }
            let end = try #require(told.firstIndex { $0.hasPrefix("(window)") })
            let words = told[(end + 1)...].filter { $0.hasPrefix("main: ") || $0.hasPrefix("cue: ") }
            #expect(words.first == "main: reward_reached Cinema", "\(stage.text)")
            #expect(words.dropFirst().first?.hasPrefix("cue: ") == true)
        }
    }

    @Test(
        "What is handed over later is told once more, after quiet hours, and to nobody who has ticked it off")
    func handedOver() {
        let given = Stage.grant("Cinema", .given, crossing: 1, by: "Anna")
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.grant(at: 1, 5, Self.cinema)
        stage.grant(at: 600, 6, given)
        stage.grant(at: 610, 6, given)
        stage.run(to: 700)
        #expect(
            stage.text == """
                1.00 main: reward_reached Cinema
                1.00 ack 4
                2.00 ack 5
                600.00 main: reward_given Cinema
                601.00 ack 6
                """)
        // Nobody has said yes before: that it is there is all of it.
        var direct = Stage(Stage.water)
        direct.household(at: 0, Stage.household())
        direct.grant(at: 1, 5, Stage.grant("Film", .waiting))
        direct.grant(at: 2, 6, Stage.grant("Film", .given, by: "Anna"))
        direct.run(to: 60)
        #expect(direct.lines.filter { $0.contains("main: ") }.map { $0.suffix(17) } == ["reward_given Film"])
        // While it is celebrated it is not told a second time.
        var atOnce = Stage(Stage.water)
        atOnce.household(at: 0, Stage.household())
        atOnce.grant(at: 1, 5, Self.cinema)
        atOnce.grant(at: 1.5, 6, given)
        atOnce.run(to: 60)
        #expect(!atOnce.text.contains("reward_given") && atOnce.text.contains("reward_reached"))
        // A carer may have the client's name.
        var namesake = Stage(Stage.water)
        namesake.household(at: 0, Stage.household())
        namesake.grant(at: 1, 6, Stage.grant("Cinema", .given, crossing: 1, by: "Maria"))
        namesake.run(to: 60)
        #expect(namesake.text.contains("reward_given Cinema"))
        var off = Stage(Stage.water)
        off.household(at: 0, Stage.household(isOn: false))
        off.grant(at: 1, 6, given)
        off.run(to: 60)
        #expect(!off.text.contains("reward_given"))
    }

    @Test("Quiet hours hold back that it was handed over, and days later it is no news")
    func handedOverQuietly() {
        var stage = Self.quietStage()
        stage.grant(at: 1, 5, Stage.grant("Cinema", .given, crossing: 1, by: "Anna"))
        stage.run(to: 599)
        #expect(!stage.text.contains("reward_given"))
        stage.run(to: 605)
        #expect(stage.lines.filter { $0.contains("reward_given") } == ["600.00 main: reward_given Cinema"])
        var late = Stage(Stage.water)
        late.household(at: 0, Stage.household())
        late.grant(at: 1, 5, Stage.grant("Cinema", .granted, crossing: 1))
        late.grant(at: 13 * 3600, 6, Stage.grant("Cinema", .given, crossing: 1, by: "Anna"))
        late.run(to: 13 * 3600 + 60)
        #expect(!late.text.contains("reward_given"))
    }

    @Test("Whoever wants no points hears nothing of it; one that was reached yesterday is only told as there")
    func off() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household(isOn: false))
        stage.grant(at: 1, 5, Self.cinema)
        stage.run(to: 10)
        #expect(!stage.text.contains("reward_reached"))
        var other = Stage(Stage.water)
        other.household(at: 0, Stage.household())
        other.press(at: 0)
        other.grant(at: 0.6, 5, Self.cinema)
        let old = Stage.start.addingTimeInterval(-86_400)
        other.grant(at: 0.7, 6, Stage.grant("Cinema", .given, crossing: 1, reached: old))
        other.run(to: 90)
        #expect(!other.text.contains("reward_reached"))
        #expect(other.lines.filter { $0.contains("reward_given") }.count == 1)
        #expect(other.text.contains("ack 6"))
    }

    @Test("Points that are switched off elsewhere end what waits to be celebrated")
    func offElsewhere() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.press(at: 0)
        stage.grant(at: 0.6, 5, Self.cinema)
        stage.run(to: 0.7)
        let standing = Stage.household(isOn: false).standing
        stage.send(
            .care(
                .journal(
                    JournalEvent(sequence: 6, at: Stage.start, content: .pointsChanged(standing)))))
        stage.run(to: 90)
        #expect(!stage.text.contains("reward_reached"))
        #expect(stage.text.contains("ack 6"))
    }

    @Test("One that was asked for is told when somebody says yes, and as well when they say no")
    func answers() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.grant(at: 1, 5, Stage.grant("Film", .waiting))
        stage.grant(at: 2, 6, Stage.grant("Film", .granted))
        stage.grant(at: 10, 7, Stage.grant("Zoo", .refused, number: 2, reason: "later", by: "Anna"))
        stage.run(to: 20)
        #expect(
            stage.text == """
                1.00 ack 5
                2.00 main: reward_granted Film
                3.00 ack 6
                10.00 main: proposal_declined Anna Zoo later
                11.00 ack 7
                """)
    }

    @Test("The screen shows it whole, and no longer once scanning goes on")
    func screen() throws {
        var stage = Stage(Stage.water)
        stage.session.showOnScreen()
        stage.household(at: 0, Stage.household())
        stage.grant(at: 1, 5, Self.cinema)
        stage.run(to: 10)
        func shown(_ stage: Stage) -> Screen.Celebration? {
            stage.effects.compactMap { if case .show(let screen) = $0 { screen } else { nil } }.last?
                .celebration
        }
        #expect(shown(stage)?.label == "Cinema")
        stage.press(at: 11)
        stage.run(to: 13)
        #expect(shown(stage) == nil)
    }
}
