import Chance
import Testing

@testable import Simulation

@Suite("Random numbers") struct ChanceTests {
    private func moments(_ draw: () -> Double) -> (mean: Double, deviation: Double) {
        let values = (0..<20_000).map { _ in draw() }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count)).squareRoot())
    }

    @Test(
        "Reactions have the mean and the spread that were asked for",
        arguments: PressModel.Spread.Distribution.allCases)
    func reactionsHaveTheMeanAndTheSpreadThatWere(
        distribution: PressModel.Spread.Distribution
    ) {
        var random = SeededGenerator(seed: 5)
        let spread = PressModel.Spread(mean: 1.5, deviation: 0.3, distribution: distribution)
        let found = moments { spread.sample(using: &random, shortest: 0) / .seconds(1) }
        #expect(abs(found.mean - 1.5) < 0.01)
        #expect(abs(found.deviation - 0.3) < 0.01)
    }

    @Test("False presses come as often as they should, without memory")
    func falsePressesComeAsOftenAsTheyShouldWithout() {
        var random = SeededGenerator(seed: 6)
        let found = moments { random.exponential(rate: 0.18) }
        #expect(abs(found.mean - 1 / 0.18) < 0.15)
        #expect(abs(found.deviation - 1 / 0.18) < 0.2)
        let touches = moments { Double(random.poisson(mean: 0.7)) }
        #expect(abs(touches.mean - 0.7) < 0.02)
    }

    @Test("Streams of one seed have nothing to do with each other") func streamsOfOneSeedHaveNothingToDoWith()
    {
        var first = SeededGenerator(seed: 1, stream: "wants")
        var second = SeededGenerator(seed: 1, stream: "accidents")
        var again = SeededGenerator(seed: 1, stream: "wants")
        let draws = (0..<4).map { _ in first.next() }
        #expect(draws == (0..<4).map { _ in again.next() })
        #expect(Set(draws).isDisjoint(with: (0..<4).map { _ in second.next() }))
    }
}
