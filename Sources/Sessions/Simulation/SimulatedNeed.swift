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

    var item: BoardItem
    /// From the first board down to the last choice, "yes, ask" included.
    var stages: [Stage]

    /// The index in `stages` of the choice in this level.
    func stage(in level: String) -> Int? { stages.firstIndex { $0.level == level } }
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
