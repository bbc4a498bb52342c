import Boards
import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("Chores, points and rewards on a board") struct ChoresPointsAndRewardsOnABoardTests {
    private static let lists = [Stage.chores, Stage.points, Stage.rewards, Stage.people, Stage.yes]

    private static func stage(
        _ items: [BoardItem] = lists, scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        Stage(items: items, scanning: scanning)
    }

    // MARK: - Chores

    @Test("The client hears what is theirs by deadline, and then what they may take")
    func chores() {
        var stage = Self.stage()
        stage.household(
            at: 0,
            Stage.household([
                Stage.chore("Bins", 60, points: 5, state: .upcoming), Stage.chore("Dishes", -30, points: 3),
                Stage.chore("Floor", 90, of: nil, state: .upcoming),
                Stage.chore("Windows", 0, approval: .waiting, state: .done, by: "Maria"),
                Stage.chore("Post", -60, state: .done, by: "Maria", entry: UUID()),
                Stage.chore("Laundry", 0, of: "ben"),
            ]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 20)
        #expect(stage.text == "", "\(stage.text)")
    }

    @Test("A chore is marked done by one switch, and what it pays is said")
    func done() {
        var stage = Self.stage([Stage.chores])
        stage.household(at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2)
        stage.run(to: 5.5)
        stage.press(at: 5.6)
        stage.run(to: 30)
        #expect(stage.text == "", "\(stage.text)")
        #expect(stage.marks.map(\.person) == ["maria"])
    }
}
