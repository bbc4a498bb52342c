import Scanning
import Time

/// What a board can be compared with: how cheap its choices could be.
public struct BoardBounds: Equatable, Sendable {
    /// The mean over all that can be chosen, weighted as the board's own.
    public struct Mean: Equatable, Sendable {
        public var steps: Double
        public var presses: Double
        public var seconds: Double
    }

    /// One after the other without groups, the most frequent first. `nil` for a keypad, whose keys end at 9.
    public var linear: Mean?
    /// The board's own groups, each level in the order of frequency, the most frequent first.
    public var ordered: Mean
    /// Steps of the best groups that there could be, whatever belongs together.
    public var treeSteps: Double
    /// Seconds of the best groups that were found, if every cue were as long as the mean one, …
    public var treeSeconds: Double
    /// … and what no groups whatever are better than. The same unless the board is too large to try all.
    public var treeSecondsAtLeast: Double

    /// - Parameter weights: How often each item is chosen, by id; `nil` if all are alike.
    init?(
        of boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions,
        weights: [String: Double]?
    ) {
        let ends = Self.ends(of: boards)
        func weight(_ item: BoardItem) -> Double { max(0, weights.map { $0[item.id] ?? 0 } ?? 1) }
        let order = ends.enumerated().sorted {
            (-weight($0.element), $0.offset) < (-weight($1.element), $1.offset)
        }.map(\.element)
        let sum = order.reduce(0) { $0 + weight($1) }
        guard let board = boards.boards[boards.start], sum > 0 else { return nil }
        func mean(_ set: BoardSet, _ pattern: ScanParameters.Pattern) -> Mean? {
            var own = parameters
            own.pattern = pattern
            return BoardCost(of: set, parameters: own, assumptions: assumptions, weights: weights ?? [:])
                .totals
                .map { Mean(steps: $0.meanSteps, presses: $0.meanPresses, seconds: $0.meanSeconds) }
        }
        var flat = board
        flat.items = order
        linear =
            parameters.mode == .direct
            ? nil : mean(BoardSet(start: boards.start, boards: [boards.start: flat]), .linear)
        guard let ordered = mean(BoardOrder(weight: weight).sorted(boards), parameters.pattern) else {
            return nil
        }
        self.ordered = ordered
        let cues = CueLengths(parameters: parameters, assumptions: assumptions)
        let cue =
            order.reduce(Duration.zero) {
                $0 + cues.length(of: .item(0), [$1], language: board.language, position: 1, count: 1)
            } / order.count
        let rules = CostRules(parameters: parameters, reaction: assumptions.reaction)
        let all = order.map(weight)
        switch parameters.mode {
        case .direct:
            treeSteps = KeypadTree.meanLevels(all)
            treeSeconds = treeSteps * rules.reaction.inSeconds
            treeSecondsAtLeast = treeSeconds
        case .automatic, .inverse, .stepDwell, .step:
            var steps = StepTree(weights: all)
            treeSteps = steps.meanSteps()
            var tree = TimeTree(weights: all, letters: rules.letters(cue: cue))
            let found = tree.search()
            let waking = rules.waking(cue: cue).inSeconds
            treeSeconds = found.found + waking
            treeSecondsAtLeast = found.proven + waking
        }
    }

    /// All that does something when it is chosen, each once, in the order of the files.
    static func ends(of boards: BoardSet) -> [BoardItem] {
        var seen: Set<String> = [boards.start]
        var waiting = [boards.start]
        var ends: [BoardItem] = []
        while !waiting.isEmpty {
            for item in BoardItem.flattened(boards.boards[waiting.removeFirst()]?.items ?? []) {
                if item.isEnd { ends.append(item) }
                if case .open(let path) = item.action, seen.insert(path).inserted { waiting.append(path) }
            }
        }
        return ends
    }
}

extension CostRules {
    /// What choosing the first, the second and each further place of an opened level takes.
    func letters(cue: Duration) -> TimeTree.Letters {
        func place(_ index: Int) -> Int64 {
            var cost = opened(.nothing, count: 2)
            for before in 0..<index { cost = passed(cost, cue: cue, isFirst: before == 0) }
            return (chosen(cost, cue: cue, index: index) ?? cost).time.nanoseconds
        }
        return TimeTree.Letters(first: place(0), second: place(1), step: place(2) - place(1))
    }

    /// What the top level takes more than an opened one.
    func waking(cue: Duration) -> Duration { woken(count: 2).time - opened(.nothing, count: 2).time }
}

extension Duration {
    var inSeconds: Double { Double(nanoseconds) / 1e9 }
}

/// The best groups for a keypad: nine keys a level, all equally near, which is Huffman's case.
enum KeypadTree {
    static func meanLevels(_ weights: [Double]) -> Double {
        let sum = weights.reduce(0, +)
        let keys = BoardChecks.keypadItems
        guard sum > 0 else { return 0 }
        guard weights.count > 1 else { return 1 }
        var heap = weights
        while (heap.count - 1) % (keys - 1) != 0 { heap.append(0) }
        var total = 0.0
        while heap.count > 1 {
            heap.sort(by: >)
            let joined = heap.suffix(keys).reduce(0, +)
            heap.removeLast(keys)
            heap.append(joined)
            total += joined
        }
        return total / sum
    }
}
