import Care
import Scanning

/// Looks for the moves that save most within what must stay.
struct MoveSearch {
    /// A move that saves less than this part of a need's time is not worth learning a new place.
    static let worthwhile = 0.01
    /// So many of the best moves are followed one move further.
    static let lookAhead = 3

    /// A form of the board with what it costs.
    struct Candidate {
        var items: [BoardItem]
        var mean: BoardBounds.Mean
    }

    private let boards: BoardSet
    private let parameters: ScanParameters
    private let assumptions: CostAssumptions
    private let weights: [String: Double]
    private let candidates: MoveCandidates
    /// The places of pinned items, and what urgent requests cost.
    private let pinned: [String: [Int]]
    private let urgent: [String: ScanCost]
    /// How many things no key of a keypad reaches.
    private let unreachable: Int
    private(set) var start: Candidate?

    init?(
        boards: BoardSet, parameters: ScanParameters, assumptions: CostAssumptions,
        weights: [String: Double]?,
        groups: BoardSuggestion.Limits.Groups
    ) {
        guard let board = boards.boards[boards.start] else { return nil }
        self.boards = boards
        self.parameters = parameters
        self.assumptions = assumptions.remembering()
        self.weights = weights ?? [:]
        let order = BoardOrder { item in max(0, weights.map { $0[item.id] ?? 0 } ?? 1) }
        candidates = MoveCandidates(
            largestLevel: parameters.mode == .direct ? BoardChecks.keypadItems : BoardChecks.comfortableItems,
            groups: groups, weight: { order.sum($0, boards, [boards.start]) })
        var pinned: [String: [Int]] = [:]
        var urgent: [String: ScanCost] = [:]
        let cost = BoardCost(of: boards, parameters: parameters, assumptions: assumptions)
        for row in cost.rows {
            guard case .item(let item) = row.subject else { continue }
            let key = row.board + " " + item.id
            if item.isPinned { pinned[key] = row.number }
            if item.action == .request(.urgent), let cost = row.cost { urgent[key] = cost }
        }
        self.pinned = pinned
        self.urgent = urgent
        unreachable = cost.totals?.unreachable ?? 0
        start = candidate(board.items)
    }

    /// The board with these items; `nil` if something moved that must not.
    private func candidate(_ items: [BoardItem]) -> Candidate? {
        var set = boards
        set.boards[boards.start]?.items = items
        let cost = BoardCost(of: set, parameters: parameters, assumptions: assumptions, weights: weights)
        guard let totals = cost.totals, totals.unreachable <= unreachable else { return nil }
        for row in cost.rows {
            guard case .item(let item) = row.subject else { continue }
            let key = row.board + " " + item.id
            if let number = pinned[key], row.number != number { return nil }
            if let limit = urgent[key] {
                guard let cost = row.cost, cost.steps <= limit.steps, cost.time <= limit.time else {
                    return nil
                }
            }
        }
        return Candidate(
            items: items,
            mean: .init(steps: totals.meanSteps, presses: totals.meanPresses, seconds: totals.meanSeconds))
    }

    private func apply(_ move: BoardMove, to now: Candidate) -> BoardSuggestion.Step? {
        guard let items = move.applied(to: now.items), let next = candidate(items) else { return nil }
        return .init(move: move, before: now.items, from: now.mean, to: next.mean)
    }

    /// The moves in the order in which they were found.
    func moves(limit: Int) -> [BoardMove] {
        guard var now = start else { return [] }
        var moves: [BoardMove] = []
        while moves.count < limit, let step = best(from: now, isLast: moves.count == limit - 1),
            let next = step.move.applied(to: now.items).flatMap(candidate)
        {
            moves.append(step.move)
            now = next
        }
        return moves
    }

    /// The move with the most behind it: what it saves itself, and what the best one after it would.
    private func best(from now: Candidate, isLast: Bool) -> BoardSuggestion.Step? {
        let first = worthwhile(from: now)
        guard !isLast else { return first.first }
        func reach(_ step: BoardSuggestion.Step) -> Double {
            guard let items = step.move.applied(to: step.before), let next = candidate(items) else {
                return step.to.seconds
            }
            return worthwhile(from: next).first?.to.seconds ?? step.to.seconds
        }
        // The first of equals stays: `min` keeps it.
        return first.prefix(Self.lookAhead).map { (step: $0, reach: (reach($0) * 1e6).rounded()) }
            .min { $0.reach < $1.reach }?.step
    }

    /// All moves that are worth it, the best first.
    private func worthwhile(from now: Candidate) -> [BoardSuggestion.Step] {
        let most = now.mean.seconds * (1 - Self.worthwhile)
        let weights = Dictionary(
            BoardItem.flattened(now.items).map { ($0.id, candidates.weight($0)) }
        ) { first, _ in first }
        // Of two moves that come to the same, the one of what is asked more is easier to understand.
        func rank(_ entry: (offset: Int, element: BoardSuggestion.Step)) -> (Double, Double, Int) {
            let microseconds = (entry.element.to.seconds * 1e6).rounded()
            return (microseconds, -(weights[entry.element.move.item] ?? 0), entry.offset)
        }
        return candidates.all(now.items).compactMap { apply($0, to: now) }
            .filter { $0.to.seconds <= most }
            .enumerated().sorted { rank($0) < rank($1) }
            .map(\.element)
    }

    /// The same moves, each time the one that saves most then; in the order found where one needs another first.
    func sorted(_ moves: [BoardMove]) -> [BoardSuggestion.Step] {
        guard var now = start else { return [] }
        var left = moves
        var steps: [BoardSuggestion.Step] = []
        while !left.isEmpty {
            let possible = left.compactMap { move in apply(move, to: now) }
            guard let step = possible.max(by: { $0.savedSeconds < $1.savedSeconds }),
                let next = step.move.applied(to: now.items).flatMap(candidate)
            else { return inOrder(moves) }
            left.removeAll { $0 == step.move }
            steps.append(step)
            now = next
        }
        // Another order may put neighbours elsewhere: it must not save less in the end.
        let found = inOrder(moves)
        return (steps.last?.to.seconds ?? 0) <= (found.last?.to.seconds ?? 0) + 1e-9 ? steps : found
    }

    private func inOrder(_ moves: [BoardMove]) -> [BoardSuggestion.Step] {
        guard var now = start else { return [] }
        var steps: [BoardSuggestion.Step] = []
        for move in moves {
            guard let step = apply(move, to: now), let next = move.applied(to: now.items).flatMap(candidate)
            else { break }
            steps.append(step)
            now = next
        }
        return steps
    }
}

extension CostAssumptions {
    /// The same, with every text measured once.
    fileprivate func remembering() -> CostAssumptions {
        let known = KnownLengths(measure: cueDuration)
        var copy = self
        copy.cueDuration = { known.length($0, $1) }
        return copy
    }
}

private final class KnownLengths {
    private let measure: (String, String) -> Duration
    private var lengths: [String: Duration] = [:]

    init(measure: @escaping (String, String) -> Duration) { self.measure = measure }

    func length(_ text: String, _ language: String) -> Duration {
        let key = language + " " + text
        if let length = lengths[key] { return length }
        let length = measure(text, language)
        lengths[key] = length
        return length
    }
}
