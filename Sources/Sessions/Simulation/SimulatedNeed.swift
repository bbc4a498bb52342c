import Chance
public import Boards
import Care
import Scanning

/// Something that a person may want, and the way to it.
struct SimulatedNeed: Sendable {
    /// One choice on the way.
    struct Stage: Hashable, Sendable {
        /// The level's id, as the kiosk names it.
        var level: String
        /// The id of what is chosen there.
        var item: String
        /// Its key on a keypad; `nil` past the ninth.
        var digit: Int?
    }

    let item: BoardItem
    /// From the first board down to the last choice, "yes, ask" included; a row is a choice of its own.
    let stages: [Stage]
    /// The same without rows, each in the level that has the row.
    private let choices: [Stage]

    init(item: BoardItem, stages: [Stage]) {
        self.item = item
        self.stages = stages
        choices = stages.filter { LevelName.items(ofRow: $0.item) == nil }.map { stage in
            var choice = stage
            choice.level = LevelName.parts(of: stage.level).level
            return choice
        }
    }

    /// The index in `stages` of the choice in this level: with a keypad, on which every item keeps its digit.
    func stage(in level: String) -> Int? { stages.firstIndex { $0.level == level } }

    // MARK: - What is heard

    /// The choice in this level, or in this row of it.
    ///
    /// A row is known by the item that is wanted from it: what else is in it changes while the kiosk runs, because lists that are empty
    /// are left out, and a row of one item is that item.
    private func choice(in level: String) -> Stage? {
        let (row, base) = LevelName.parts(of: level)
        return choices.first { $0.level == base && row?.contains($0.item) != false }
    }

    /// Whether the way leads through this level.
    func leads(through level: String) -> Bool { choice(in: level) != nil }

    /// Whether this item of the level is the choice there, or the row that has it; `nil` where the way does not lead through the level.
    func isChosen(_ item: String, in level: String) -> Bool? {
        guard let choice = choice(in: level) else { return nil }
        return item == choice.item || LevelName.items(ofRow: item)?.contains(choice.item) == true
    }

    /// Whether choosing the item only leads further.
    func leadsOn(_ item: String, in level: String) -> Bool {
        guard let choice = choice(in: level) else { return true }
        return choice != choices.last || LevelName.items(ofRow: item) != nil
    }
}

/// Everything on the boards that somebody may want, with its frequency.
public struct Needs: Sendable {
    let all: [SimulatedNeed]
    /// The sum of the weights up to each need.
    private let cumulated: [Double]

    public var count: Int { all.count }

    /// The ids of all requests and sayings, in the order of the files.
    public static func ids(of boards: BoardSet) -> [String] {
        WayFinder(boards, ScanParameters()).needs.map(\.item.id)
    }

    /// - Parameter weights: How often each is wanted, by id, 0 for missing ones. By Zipf's law if `nil`: the
    ///   second of the files half as often as the first, the third a third as often.
    init(of boards: BoardSet, parameters: ScanParameters, weights: [String: Double]?) {
        all = WayFinder(boards, parameters).needs
        var sum = 0.0
        cumulated = all.enumerated().map { rank, need in
            sum += weights.map { $0[need.item.id] ?? 0 } ?? 1 / Double(rank + 1)
            return sum
        }
    }

    /// Whether nothing is ever wanted.
    var isEmpty: Bool { (cumulated.last ?? 0) <= 0 }

    /// Draws one by its weight.
    func draw(using random: inout SeededGenerator) -> SimulatedNeed? {
        guard let sum = cumulated.last, sum > 0 else { return nil }
        let point = random.unit() * sum
        var low = 0
        var high = cumulated.count - 1
        while low < high {
            let middle = (low + high) / 2
            if cumulated[middle] < point { low = middle + 1 } else { high = middle }
        }
        return all[low]
    }
}
