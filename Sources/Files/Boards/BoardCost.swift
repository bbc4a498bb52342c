public import Scanning

/// What every item of a board, and of the boards that it opens, costs to choose.
public struct BoardCost: Equatable, Sendable {
    /// One line of the scan order.
    public struct Row: Equatable, Sendable {
        public enum Subject: Equatable, Sendable {
            case item(BoardItem)
            /// A row of the grid, by its items.
            case row([BoardItem])
            case goBack
        }

        public var subject: Subject
        /// The place in every level from the top, from 1: `[2, 3]` is the third of the second.
        public var number: [Int]
        /// `nil` where a keypad has no key for it.
        public var cost: ScanCost?
        /// The board's id.
        public var board: String
        /// Whether it opens a board whose items are listed elsewhere: further up, or on the way here.
        public var isListedElsewhere: Bool
    }

    /// Over all that can be chosen and does something: requests, sayings, lists.
    public struct Totals: Equatable, Sendable {
        public var count: Int
        /// Those that a keypad has no key for.
        public var unreachable: Int
        /// The most expensive by time.
        public var worst: ScanCost
        public var meanSteps: Double
        public var meanPresses: Double
        public var meanSeconds: Double
    }

    /// In scan order, what is in a group behind its group.
    public var rows: [Row]
    /// `nil` where nothing can be chosen.
    public var totals: Totals?

    /// - Parameter weights: How often each item is chosen, by id; 1 for those that are not in it.
    public init(
        of boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions = CostAssumptions(),
        weights: [String: Double] = [:]
    ) {
        var walk = CostWalk(boards: boards, parameters: parameters, assumptions: assumptions)
        rows = walk.rows()
        totals = Self.totals(of: rows, weights: weights)
    }

    private static func totals(of rows: [Row], weights: [String: Double]) -> Totals? {
        let ends: [(item: BoardItem, cost: ScanCost?)] = rows.compactMap { row in
            guard case .item(let item) = row.subject else { return nil }
            switch item.action {
            case .request, .speak, .list, .pace, .propose: return (item, row.cost)
            case .group, .open: return nil
            }
        }
        let reached = ends.compactMap { end in
            end.cost.map { (cost: $0, weight: max(0, weights[end.item.id] ?? 1)) }
        }
        let weight = reached.reduce(0) { $0 + $1.weight }
        guard weight > 0, let worst = reached.map(\.cost).max(by: { $0.time < $1.time }) else { return nil }
        func mean(_ value: (ScanCost) -> Double) -> Double {
            reached.reduce(0) { $0 + value($1.cost) * $1.weight } / weight
        }
        return Totals(
            count: ends.count, unreachable: ends.count - reached.count, worst: worst,
            meanSteps: mean { Double($0.steps) }, meanPresses: mean { Double($0.presses) },
            meanSeconds: mean(\.seconds))
    }
}
