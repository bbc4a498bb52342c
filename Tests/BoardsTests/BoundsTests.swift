@testable import Boards
import Scanning
import Testing

/// 1, 1/2, 1/3, …
private func zipf(_ count: Int) -> [Double] { (1...count).map { 1 / Double($0) } }

private func mean(_ weights: [Double], _ costs: [Double]) -> Double {
    zip(weights, costs.sorted()).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
}

/// The cheapest of all trees, by trying each: the cost of choosing place `i` of a level is `letter(i)`.
///
/// A tree is grown from its places in the order of their cost: each holds an item, heaviest first, or a level.
private func cheapest(_ weights: [Double], letter: @escaping (Int) -> Double) -> Double {
    var best = Double.infinity
    func grow(_ placed: Int, _ total: Double, _ open: [(cost: Double, next: Int)], _ levels: Int) {
        guard placed < weights.count else {
            best = min(best, total)
            return
        }
        guard let index = open.indices.min(by: { cost(open[$0]) < cost(open[$1]) }) else { return }
        func cost(_ level: (cost: Double, next: Int)) -> Double { level.cost + letter(level.next) }
        let here = cost(open[index])
        var moved = open
        moved[index].next += 1
        grow(placed + 1, total + weights[placed] * here, moved, levels)
        // A tree of n items with two or more in each level has fewer than n levels.
        if levels < weights.count - 1 { grow(placed, total, moved + [(here, 0)], levels + 1) }
    }
    grow(0, 0, [(0, 0)], 1)
    return best / weights.reduce(0, +)
}

@Suite struct BoundsTests {
    @Test(
        "The table of mean steps with Zipf's weights",
        arguments: [
            (6, 3.5, 2.45, 2.91), (8, 4.5, 2.94, 3.06), (12, 6.5, 3.87, 3.41), (24, 12.5, 6.36, 4.03),
        ])
    func theTableOfMeanStepsWithZipfsWeights(count: Int, any: Double, linear: Double, rows: Double) throws {
        var parameters = ScanParameters()
        func meanSteps(_ order: [Int], _ pattern: ScanParameters.Pattern) throws -> Double {
            parameters.pattern = pattern
            let items = order.map { rank in
                BoardItem(id: "n\(rank)", label: "n", cue: "n", say: "n", called: "n", action: .speak)
            }
            let board = Board(id: "b", name: "b", language: "en", items: items)
            let weights = Dictionary(uniqueKeysWithValues: order.map { ("n\($0)", 1 / Double($0)) })
            let cost = BoardCost(
                of: BoardSet(start: "b", boards: ["b": board]), parameters: parameters, weights: weights)
            return try #require(cost.totals).meanSteps
        }
        // In any order: the mean of an order and its reverse.
        let ranks = Array(1...count)
        let both = try (meanSteps(ranks, .linear) + meanSteps(ranks.reversed(), .linear)) / 2
        #expect(abs(both - any) < 0.005)
        #expect(abs(try meanSteps(ranks, .linear) - linear) < 0.005)
        // By frequency means that the most frequent stand where rows and columns are reached first, along the diagonals.
        let columns = ScanOrder.squareColumns(count)
        let places = ranks.indices.sorted {
            ($0 / columns + $0 % columns, $0) < ($1 / columns + $1 % columns, $1)
        }
        var order = Array(repeating: 0, count: count)
        for (rank, place) in places.enumerated() { order[place] = rank + 1 }
        #expect(abs(try meanSteps(order, .rowColumn) - rows) < 0.005)
    }

    @Test("The best groups in steps are those that trying every tree finds", arguments: 1...7)
    func theBestGroupsInStepsAreThoseThatTryingEveryTreeFinds(count: Int) {
        for weights in [
            zipf(count), Array(repeating: 1, count: count), (1...count).map { 1 / Double($0 * $0) },
        ] {
            var tree = StepTree(weights: weights.reversed())
            #expect(abs(tree.meanSteps() - cheapest(weights) { Double($0 + 1) }) < 1e-9)
        }
    }

    @Test(
        "The best groups in seconds are those that trying every tree finds",
        arguments: [(2.4, 5.7, 2.6), (1, 2, 1), (0.5, 2.5, 1), (3, 3.7, 0.6), (1, 4, 2)])
    func theBestGroupsInSecondsAreThoseThatTryingEveryTreeFinds(first: Double, second: Double, step: Double) {
        let letters = TimeTree.Letters(
            first: Int64(first * 1e9), second: Int64(second * 1e9), step: Int64(step * 1e9))
        for count in 1...6 {
            for weights in [zipf(count), Array(repeating: 1, count: count)] {
                var tree = TimeTree(weights: weights, letters: letters)
                let found = tree.search()
                let best = cheapest(weights) { $0 == 0 ? first : second + Double($0 - 1) * step }
                #expect(abs(found.found - best) < 1e-6)
                #expect(abs(found.proven - best) < 1e-6)
            }
        }
    }

    @Test("Where seconds are steps, both searches agree on a large board")
    func whereSecondsAreStepsBothSearchesAgreeOnALargeBoard() {
        var steps = StepTree(weights: zipf(60))
        var seconds = TimeTree(
            weights: zipf(60),
            letters: .init(first: 1_000_000_000, second: 2_000_000_000, step: 1_000_000_000))
        let mean = steps.meanSteps()
        #expect(abs(mean - 4.882) < 0.001)
        let found = seconds.search(width: 20)
        #expect(abs(found.found - mean) < 1e-6)
        #expect(abs(found.proven - mean) < 1e-6)
    }

    @Test(
        // It was for ever.
        "What is hardly ever chosen does not keep the search busy", .timeLimit(.minutes(30)),
        arguments: [
            [1.0] + [Double](repeating: 0, count: 70), [1_000_000] + [Double](repeating: 1, count: 70),
            [3, 2, 1] + [Double](repeating: 1e-9, count: 70),
        ])
    func rareItemsEndTheSearch(weights: [Double]) {
        var tree = TimeTree(
            weights: weights, letters: .init(first: 2_375_000_000, second: 5_675_000_000, step: 2_600_000_000)
        )
        let result = tree.search()
        #expect(result.found >= result.proven && result.found > 0)
    }

    @Test("What is never asked changes nothing, however much of it there is")
    func whatIsNeverAskedChangesNothingHoweverMuchOfItThereIs() {
        let letters = TimeTree.Letters(first: 2_375_000_000, second: 5_675_000_000, step: 2_600_000_000)
        let asked = [2.0, 1, 1]
        let never = Array(repeating: 0.0, count: 68)
        var few = TimeTree(weights: asked, letters: letters)
        var many = TimeTree(weights: never + asked, letters: letters)
        #expect(few.search() == many.search())
        var fewSteps = StepTree(weights: asked)
        var manySteps = StepTree(weights: never + asked)
        #expect(fewSteps.meanSteps() == manySteps.meanSteps())
    }

    @Test("A search that gives up early still says what nothing is better than")
    func aSearchThatGivesUpEarlyStillSaysWhatNothingIsBetterThan() {
        let letters = TimeTree.Letters(first: 2_375_000_000, second: 5_675_000_000, step: 2_600_000_000)
        var whole = TimeTree(weights: zipf(12), letters: letters)
        var short = TimeTree(weights: zipf(12), letters: letters)
        let exact = whole.search()
        let early = short.search(width: 3, states: 10)
        #expect(abs(exact.found - exact.proven) < 1e-9)
        #expect(early.proven < exact.found)
        #expect(early.found >= exact.found - 1e-9)
        #expect(abs(exact.found - 8.508) < 0.001)
    }

    @Test("A keypad's best groups are Huffman's", arguments: [(1, 1.0), (9, 1), (10, 1.2), (81, 2)])
    func aKeypadsBestGroupsAreHuffmans(count: Int, levels: Double) {
        #expect(abs(KeypadTree.meanLevels(Array(repeating: 1, count: count)) - levels) < 1e-9)
    }
}
