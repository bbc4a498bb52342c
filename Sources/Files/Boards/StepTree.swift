/// The best groups that there can be for items of given weights, when only steps count.
///
/// Choosing the i-th place of a level costs i steps, whether an item or a further level stands there. This is a
/// prefix code whose letters cost 1, 2, 3, …: unequal letter costs, as Varn (1971) treats them for equal and Golin and
/// Rote (1998) for any weights. `docs/decisions/0060` proves that the recursion is exact.
struct StepTree {
    /// The weights, heaviest first.
    private let weights: [Double]
    /// The weight of everything from an index on.
    let tails: [Double]
    private var known: [Int: Double] = [:]

    /// - Parameter weights: In any order, none negative. What is never chosen is left out: it can stand behind
    ///   everything else and costs nobody anything.
    init(weights: [Double]) {
        self.weights = weights.filter { $0 > 0 }.sorted(by: >)
        var tails = [0.0]
        for weight in self.weights.reversed() { tails.append((tails.last ?? 0) + weight) }
        self.tails = tails.reversed()
    }

    /// Mean steps of the best groups; 0 without weights.
    mutating func meanSteps() -> Double {
        guard let all = tails.first, all > 0 else { return 0 }
        return cost(placed: 0, open: 1) / all
    }

    /// What the items from `placed` on still cost when `open` levels offer their next place at the next step.
    ///
    /// At each step every open level offers one place; some of them hold an item, heaviest first, the others open a
    /// level of their own.
    mutating func cost(placed: Int, open: Int) -> Double {
        let rest = weights.count - placed
        guard rest > 0 else { return 0 }
        // More places than items are left: all are items, and another level would only make them wait.
        if open >= rest { return tails[placed] }
        let key = placed * (weights.count + 1) + open
        if let cost = known[key] { return cost }
        var best = Double.infinity
        for opening in 0...open {
            let items = open - opening
            best = min(best, cost(placed: placed + items, open: min(open + opening, rest - items)))
        }
        known[key] = tails[placed] + best
        return tails[placed] + best
    }
}
