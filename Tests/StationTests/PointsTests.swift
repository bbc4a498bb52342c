import Care
import Foundation
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Testing

@Suite("Points at a station") struct PointsAtAStationTests {
    private static let standing = PointStanding(
        person: "maria", name: "Maria", sum: 17, collected: 17, isOn: true)

    /// A stage on which Maria's chore was told as due and ticked off.
    private static func done(tellsPoints: Bool) -> StationStage {
        var stage = StationStage { $0.alerts.tellsPoints = tellsPoints }
        stage.plan("dishes", minutes: 0, by: "Maria", points: 5)
        stage.remind(at: 0, "dishes", .due)
        stage.key(at: 8, .met)
        stage.run(to: 10)
        stage.lines = []
        return stage
    }

    @Test("How many points there are is said once, after a chore that was ticked off here")
    func told() {
        var stage = Self.done(tellsPoints: true)
        stage.news(at: 10, .pointsChanged(Self.standing))
        stage.news(at: 15, .pointsChanged(Self.standing))
        stage.run(to: 20)
        #expect(stage.text == "10.00 alert: station_points Maria 17")
    }

    @Test(
        "Nothing is said where the home has not asked for it, nor of what was done elsewhere, nor much later")
    func quiet() {
        var other = Self.done(tellsPoints: false)
        other.news(at: 10, .pointsChanged(Self.standing))
        other.news(at: 11, .grantChanged(Self.grant(.granted)))
        other.run(to: 20)
        #expect(other.text == "")
        var elsewhere = StationStage { $0.alerts.tellsPoints = true }
        elsewhere.news(at: 1, .pointsChanged(Self.standing))
        elsewhere.run(to: 10)
        #expect(elsewhere.text == "")
        var later = Self.done(tellsPoints: true)
        later.news(at: 60, .pointsChanged(Self.standing))
        later.run(to: 70)
        #expect(!later.text.contains("station_points"))
    }

    private static func grant(_ state: RewardGrant.State) -> RewardGrant {
        RewardGrant(
            id: UUID(), reward: UUID(), title: "Cinema", person: "maria", name: "Maria", cost: 0, crossing: 1,
            state: state, at: Date(timeIntervalSince1970: 1_800_000_000),
            changedAt: Date(timeIntervalSince1970: 1_800_000_000), sequence: 1)
    }

    @Test("A reward that was reached is one line, and nothing else of it is said")
    func reached() {
        var stage = StationStage { $0.alerts.tellsPoints = true }
        for state in RewardGrant.State.allCases { stage.news(at: 1, .grantChanged(Self.grant(state))) }
        stage.run(to: 10)
        #expect(stage.text == "1.00 alert: station_reached Maria Cinema")
    }
}
