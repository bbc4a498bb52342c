import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("Chores, points and rewards on a board") struct ChoresPointsAndRewardsOnABoardTests {
    /// A keypad: a digit is one choice, so that a test says little.
    private static func stage(
        _ items: [BoardItem] = [Stage.chores, Stage.points, Stage.rewards, Stage.people]
    ) -> Stage {
        Stage(items: items) { $0.mode = .direct }
    }

    /// Presses digits, four seconds apart.
    private static func play(_ stage: inout Stage, _ digits: [Int], from start: Double = 1) {
        for (index, digit) in digits.enumerated() {
            stage.press(at: start + Double(index) * 6, .digit(digit))
        }
        stage.run(to: start + Double(digits.count) * 6)
    }

    /// The lines of what was said and done, without their times.
    private static func said(_ stage: Stage) -> [String] {
        stage.lines.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
            .filter { !$0.hasPrefix("sound:") && !$0.hasPrefix("ack") && $0 != "press" }
    }

    private static let cinema = Stage.reward("Cinema", .redeemed(cost: 10, approval: true), number: 1)
    private static let film = Stage.reward("Film", .redeemed(cost: 20, approval: false), number: 2)
    private static let zoo = Stage.reward("Zoo", .reached(at: 15, again: false), number: 3)

    // MARK: - Chores

    @Test(
        "The client hears what is theirs by deadline, what waits, what they may take, and what they have done"
    )
    func chores() {
        var stage = Stage(Stage.chores)
        stage.household(
            at: 0,
            Stage.household([
                Stage.chore("Bins", 60, points: 5, state: .upcoming), Stage.chore("Dishes", -30, points: 3),
                Stage.chore("Floor", 90, of: nil, state: .upcoming),
                Stage.chore("Windows", 0, approval: .waiting, state: .done, by: "Maria"),
                Stage.chore("Post", -60, state: .done, by: "Maria", entry: UUID()),
                Stage.chore("Laundry", 0, of: "ben"), Stage.chore("Plants", -10, count: 3, parts: 1),
            ]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 26)
        #expect(
            stage.text == """
                """, "\(stage.text)")
    }

    @Test("A chore is marked done, what it pays is said, and it is taken back by a press")
    func done() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)]))
        Self.play(&stage, [1, 1, 1])
        #expect(
            Self.said(stage) == [], "\(Self.said(stage))")
        #expect(stage.marks.map(\.person) == ["maria"])
        #expect(stage.marks.map(\.kind) == [.done])
    }

    @Test("A chore in parts is done with the last of them, and pays what is left of its points")
    func parts() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Plants", 0, points: 10, count: 3, parts: 1)]))
        Self.play(&stage, [1, 1, 1])
        Self.play(&stage, [1, 1, 1], from: 60)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
        #expect(stage.marks.map(\.parts) == [1, 1])
    }

    @Test("What somebody has to approve pays nothing yet, and says so")
    func approval() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Room", 0, points: 5, approval: .needed)]))
        Self.play(&stage, [1, 1, 1])
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    @Test("A client takes what nobody has; if somebody else was quicker, they hear it")
    func claim() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Floor", 0, of: nil)]))
        Self.play(&stage, [1, 1, 1])
        let claim = try #require(stage.marks.first)
        #expect(claim.kind == .claimed && claim.person == "maria")
        stage.run(to: 40)
        stage.send(.care(.rejected(claim.id, detail: "Ben has it", nil)))
        stage.run(to: 45)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    @Test("Without the service a mark holds in the list, and is gone once the service has told it")
    func holds() throws {
        var stage = Self.stage()
        let dishes = Stage.chore("Dishes", 0, points: 5)
        stage.household(at: 0, Stage.household([dishes]))
        Self.play(&stage, [1, 1, 1])
        // It was read before the service had the mark.
        stage.household(at: 30, Stage.household([dishes], total: 12))
        Self.play(&stage, [2], from: 31)
        let entry = try #require(stage.marks.first)
        stage.send(.care(.delivered(entry.id)))
        stage.household(at: 40, Stage.household([], total: 17))
        Self.play(&stage, [2], from: 41)
        Self.play(&stage, [0, 1], from: 51)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    // MARK: - Points

    @Test("The client hears how many points there are, and what they were for")
    func points() {
        var stage = Self.stage()
        stage.household(
            at: 0,
            Stage.household(
                total: 12, rewards: [Self.cinema],
                lines: [
                    Stage.line(4, .returned, 15, "Film"), Stage.line(3, .redeemed, -15, "Film"),
                    Stage.line(2, .undone, -5, "Dishes"), Stage.line(1, .earned, 1, "Bins"),
                ]))
        Self.play(&stage, [2, 1, 2])
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    @Test(
        "Whoever switches points off is asked first; then nothing is said of them, and they can be had again")
    func off() {
        var stage = Self.stage()
        stage.household(
            at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)], rewards: [Self.cinema]))
        Self.play(&stage, [2, 3, 1])
        #expect(stage.commands.count == 1)
        stage.run(to: 40)
        stage.lines = []
        Self.play(&stage, [3], from: 50)
        Self.play(&stage, [1, 1, 1], from: 60)
        stage.run(to: 100)
        #expect(!stage.text.contains("points_earned") && !stage.text.contains("chore_points"))
        Self.play(&stage, [2, 1, 1], from: 110)
        #expect(stage.commands.count == 2)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    // MARK: - Rewards

    @Test("A reward is asked for once, after a question, and cannot be asked for with the same points again")
    func rewards() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household(rewards: [Self.cinema, Self.film, Self.zoo]))
        Self.play(&stage, [3, 1, 1])
        Self.play(&stage, [3, 2], from: 40)
        #expect(stage.commands.count == 1)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
        let command = try #require(stage.commands.first)
        // What is kept of an earlier run counts as well.
        var later = Self.stage()
        later.send(.care(.restored([], household: [command])))
        later.household(at: 0, Stage.household(rewards: [Self.cinema]))
        Self.play(&later, [2], from: 1)
        #expect(later.text.contains("points_total 2"), "\(later.text)")
    }

    @Test("What waits for a yes can be taken back, and a reward that was refused by the service is told")
    func withdrawn() {
        var stage = Self.stage()
        stage.household(
            at: 0, Stage.household(rewards: [Self.zoo], grants: [Stage.grant("Cinema", .waiting)]))
        Self.play(&stage, [3, 1, 1])
        #expect(stage.commands.count == 1)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    // MARK: - People

    @Test("A housemate is reminded of a chore")
    func people() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Laundry", 0, of: "ben")]))
        Self.play(&stage, [4, 1, 1])
        let command = try #require(stage.commands.first)
        stage.run(to: 40)
        stage.send(.care(.rejected(command.id, detail: "less than an hour ago", nil)))
        stage.run(to: 45)
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }

    @Test("Empty lists say so, and what is not known yet as well", arguments: [true, false])
    func empty(isKnown: Bool) {
        var stage = Self.stage()
        if isKnown { stage.household(at: 0, Stage.household()) }
        Self.play(&stage, [1, 3, 4])
        #expect(Self.said(stage) == [], "\(Self.said(stage))")
    }
}
