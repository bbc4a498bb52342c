/// The best groups that there can be for items of given weights, when time counts.
///
/// Choosing the first place of a level takes `first`, the second `second`, and every further one `step` more than the one
/// before it. For such letter costs no quick exact method is known (Golin and Rote 1998 need whole numbers), so this
/// searches: every tree is a row of decisions in the order of time, trees that have come to the same state go
/// on alike, and what cannot become better than the best one found is left out (`docs/decisions/0060`).
struct TimeTree {
    /// In nanoseconds, all above 0.
    struct Letters: Equatable {
        var first: Int64
        var second: Int64
        var step: Int64
    }

    /// A place that some open level offers next.
    fileprivate struct Pending: Hashable {
        /// From now.
        var due: Int64
        var isFirst: Bool
        var count: Int
    }

    fileprivate struct State: Hashable {
        var placed: Int
        /// By time; no more places than there are items left.
        var pending: [Pending]
    }

    /// Seconds in the mean: the best tree found, and what no tree is better than. Equal where the search came to its
    /// end.
    struct Result: Equatable {
        var found: Double
        var proven: Double
    }

    private let letters: Letters
    /// The weight of everything from an index on, as `StepTree` has it.
    private let tails: [Double]
    private var relaxed: StepTree
    private var best = Double.infinity

    /// - Parameter weights: Those of 0 do not matter: what is never chosen can be anywhere.
    init(weights: [Double], letters: Letters) {
        self.letters = letters
        relaxed = StepTree(weights: weights)
        tails = relaxed.tails
    }

    /// - Parameters:
    ///   - width: How many states are kept at each stage of the first, quick search.
    ///   - states: How many states the exact search looks at before it gives up.
    mutating func search(width: Int = 100, states: Int = 5_000) -> Result {
        guard let all = tails.first, all > 0 else { return Result(found: 0, proven: 0) }
        let start = State(placed: 0, pending: [Pending(due: letters.first, isFirst: true, count: 1)])
        searchBroadly(from: start, width: width)
        let proven = searchExactly(from: start, states: states)
        return Result(found: best / all / 1e9, proven: min(best, proven) / all / 1e9)
    }

    /// Keeps only the most promising states: finds a good tree, and proves nothing.
    private mutating func searchBroadly(from start: State, width: Int) {
        var layer = [(state: start, cost: 0.0, bound: 0.0)]
        // A good tree uses every moment for an item or a level, and has fewer levels than items.
        for _ in 0..<(2 * tails.count) where !layer.isEmpty {
            var next: [State: (cost: Double, bound: Double)] = [:]
            for (state, cost, _) in layer {
                for (following, added) in successors(of: state) {
                    let total = cost + added
                    guard following.placed < tails.count - 1 else {
                        best = min(best, total)
                        continue
                    }
                    guard total < next[following]?.cost ?? .infinity else { continue }
                    next[following] = (total, total + bound(following))
                }
            }
            layer = next.filter { $0.value.bound < best }.map { ($0.key, $0.value.cost, $0.value.bound) }
            if layer.count > width {
                layer.sort { $0.bound == $1.bound ? $0.state.precedes($1.state) : $0.bound < $1.bound }
                layer.removeLast(layer.count - width)
            }
        }
    }

    /// The state that can become best is looked at first. Returns what nothing is better than.
    private mutating func searchExactly(from start: State, states: Int) -> Double {
        var costs: [State: Double] = [start: 0]
        var queue = BoundQueue<State>()
        queue.add(start, bound(start))
        var looked = 0
        while let (state, least) = queue.next() {
            guard least < best * (1 - 1e-12) else { return best }
            guard looked < states else { return least }
            let cost = costs[state] ?? 0
            guard least <= (cost + bound(state)) * (1 + 1e-12) else { continue }
            looked += 1
            for (following, added) in successors(of: state) {
                let total = cost + added
                guard following.placed < tails.count - 1 else {
                    best = min(best, total)
                    continue
                }
                guard total < costs[following] ?? .infinity else { continue }
                let least = total + bound(following)
                guard least < best else { continue }
                costs[following] = total
                queue.add(following, least)
            }
        }
        return best
    }

    /// What follows when the places that are due next hold items or open levels, and what the wait costs.
    private func successors(of state: State) -> [(State, cost: Double)] {
        guard let due = state.pending.first?.due else { return [] }
        let now = state.pending.prefix { $0.due == due }
        let count = now.reduce(0) { $0 + $1.count }
        var later = state.pending.dropFirst(now.count).map {
            Pending(due: $0.due - due, isFirst: $0.isFirst, count: $0.count)
        }
        for place in now {
            let wait = place.isFirst ? letters.second - letters.first : letters.step
            later.append(Pending(due: wait, isFirst: false, count: place.count))
        }
        let cost = tails[state.placed] * Double(due)
        return (0...count).map { opening in
            let placed = min(tails.count - 1, state.placed + count - opening)
            var pending = later
            if opening > 0 { pending.append(Pending(due: letters.first, isFirst: true, count: opening)) }
            return (
                State(placed: placed, pending: Self.merged(pending, limit: tails.count - 1 - placed)), cost
            )
        }
    }

    private static func merged(_ pending: [Pending], limit: Int) -> [Pending] {
        var merged: [Pending] = []
        var room = limit
        for place in pending.sorted(by: { ($0.due, $0.isFirst ? 0 : 1) < ($1.due, $1.isFirst ? 0 : 1) }) {
            guard room > 0 else { break }
            let count = min(place.count, room)
            room -= count
            if let last = merged.last, last.due == place.due, last.isFirst == place.isFirst {
                merged[merged.count - 1].count += count
            } else {
                merged.append(Pending(due: place.due, isFirst: place.isFirst, count: count))
            }
        }
        return merged
    }

    /// What the items that are left cost at least: as if all pending places came with the first of them, and every
    /// letter took no longer than the shortest wait.
    private mutating func bound(_ state: State) -> Double {
        guard let due = state.pending.first?.due else { return 0 }
        let shortest = Double(min(letters.first, letters.second - letters.first, letters.step))
        let open = state.pending.reduce(0) { $0 + $1.count }
        let tail = tails[state.placed]
        return tail * Double(due) + shortest * (relaxed.cost(placed: state.placed, open: open) - tail)
    }
}

extension TimeTree.State {
    /// Any fixed order, so that the same board always gives the same result.
    fileprivate func precedes(_ other: Self) -> Bool {
        guard placed == other.placed else { return placed < other.placed }
        return pending.lexicographicallyPrecedes(other.pending) {
            ($0.due, $0.isFirst ? 0 : 1, $0.count) < ($1.due, $1.isFirst ? 0 : 1, $1.count)
        }
    }
}
