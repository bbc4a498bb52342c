import Care
import Foundation
import Kiosk
import Scanning
import Testing
import Time

@Suite("A reward that the client does not want to be said stands until it could be read")
struct UnsaidRewardTests {
    /// A shared kiosk with screens, at which Maria scans when a reward of hers comes.
    private static func shared() -> SharedStage {
        var stage = SharedStage(haveOwnKeys: true, hasScreens: true)
        var agenda = Stage.agenda(1)
        agenda.unsaid = [.rewards]
        stage.send(.client(SharedStage.maria, .care(.agenda(agenda))))
        stage.send(.client(SharedStage.maria, .care(.household(Stage.household()))))
        stage.press(at: 0, key: SharedStage.mariasKey)
        stage.run(to: 2)
        let grant = JournalEvent(
            sequence: 5, at: Stage.start,
            content: .grantChanged(Stage.grant("Cinema", .granted, crossing: 1)))
        stage.send(.client(SharedStage.maria, .care(.journal(grant))))
        return stage
    }

    @Test(
        "At a shared kiosk a reward is left on the screen to be read; said, if somebody else takes the kiosk before",
        arguments: [true, false])
    func sharedReward(isTaken: Bool) {
        var stage = Self.shared()
        stage.run(until: { Self.shown($0) != nil })
        #expect(Self.shown(stage)?.label == "Cinema" && stage.seconds > 4, "\(stage.text)")
        stage.leaveToBeRead(isTaken: isTaken, said: "reward_reached Cinema") { Self.shown($0) != nil }
    }

    private static func shown(_ stage: SharedStage) -> Screen.Celebration? {
        stage.screen(of: SharedStage.maria)?.celebration
    }

    @Test("At a shared kiosk a reward that gave way stands for its client when they take the kiosk again")
    func rewardStandsAgain() {
        var stage = Self.shared()
        stage.run(until: { Self.shown($0) != nil })
        let began = stage.seconds
        stage.press(at: began + 2, key: SharedStage.ottosKey)
        // She is next.
        stage.press(at: began + 3, key: SharedStage.mariasKey)
        stage.run(to: began + 4)
        #expect(Self.shown(stage) == nil, "\(stage.text)")
        stage.run(until: { Self.shown($0) != nil })
        #expect(Self.shown(stage)?.label == "Cinema", "\(stage.text)")
        stage.run(to: began + 400)
        #expect(stage.text.contains("maria ack 5") && !stage.text.contains("reward_reached"), "\(stage.text)")
    }

    @Test(
        "A reward that is only shown comes again if it gives way before it could be read",
        arguments: [true, false])
    func rewardAgain(isGiven: Bool) {
        var stage = UnsaidTests.asked([.rewards])
        stage.grant(at: 50, 5, Stage.grant("Cinema", .granted, crossing: 1))
        stage.run(to: 51)
        #expect(stage.screen?.celebration?.label == "Cinema", "\(stage.text)")
        stage.press(at: 52)
        stage.run(to: 54)
        #expect(stage.screen?.celebration == nil && !stage.text.contains("ack 5"), "\(stage.text)")
        // Reached yesterday, it was handed over meanwhile, or not.
        let yesterday = Stage.start.addingTimeInterval(-86_400)
        if isGiven { stage.grant(at: 55, 6, Stage.grant("Cinema", .given, crossing: 1, reached: yesterday)) }
        while stage.screen?.celebration == nil, stage.now < Instant(nanoseconds: 200_000_000_000) {
            stage.run(to: Double(stage.now.nanoseconds) / 1e9 + 0.5)
        }
        // That it is there is shown in place of that it was reached.
        #expect(
            stage.screen?.celebration?.words.hasPrefix(isGiven ? "reward_given" : "reward_reached") == true,
            "\(stage.screen?.celebration?.words ?? stage.text)")
        stage.run(to: 220)
        #expect(stage.text.contains("ack 5") && stage.text.contains("ack 6") == isGiven, "\(stage.text)")
        #expect(UnsaidTests.spoken(stage, since: 45).allSatisfy { !$0.contains("reward") }, "\(stage.text)")
    }

    @Test("Of two rewards that are only shown the second waits until the first could be read")
    func twoRewards() {
        var stage = UnsaidTests.asked([.rewards])
        stage.grant(at: 50, 5, Stage.grant("Cinema", .granted, crossing: 1))
        stage.grant(at: 51, 6, Stage.grant("Zoo", .granted, number: 2, crossing: 1))
        stage.run(to: 57)
        #expect(stage.screen?.celebration?.label == "Cinema" && !stage.text.contains("ack 5"))
        stage.run(to: 59)
        #expect(stage.screen?.celebration?.label == "Zoo" && stage.text.contains("ack 5"))
        #expect(!stage.text.contains("ack 6"))
        stage.run(to: 67)
        #expect(stage.text.contains("ack 6"))
    }
}
