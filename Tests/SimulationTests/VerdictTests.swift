import Chance
import Foundation
import Scanning
import Testing

@testable import Simulation

@Suite("The verdict of a simulation") struct VerdictTests {
    /// What one way gave: seconds that spread around a mean by ± 2 s.
    private func result(
        _ mode: ScanParameters.Mode, _ pattern: ScanParameters.Pattern, seconds: Double, needs: Int = 1000,
        wrongOf100: Int = 0, falseRequests: Int = 0
    ) -> SimulationReport.Result {
        var parameters = ScanParameters()
        (parameters.mode, parameters.pattern) = (mode, pattern)
        var tally = Tally()
        for number in 0..<needs {
            var outcome = Outcome()
            outcome.seconds = seconds + Double(number % 5 - 2)
            (outcome.steps, outcome.presses) = (4, 2)
            outcome.wrong = number % 100 < wrongOf100 ? 1 : 0
            tally.outcomes.append(outcome)
        }
        tally.idleSeconds = 36_000
        tally.falseRequests = falseRequests
        return SimulationReport.Result(parameters, tally)
    }

    private let set = Simulation.Way(mode: .automatic, pattern: .linear)

    @Test("The quickest of those that are as reliable is best, and it is said by how much") func quickest()
        throws
    {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9), result(.automatic, .rowColumn, seconds: 7.5),
                result(.stepDwell, .linear, seconds: 12),
            ], set: set)
        let best = try #require(verdict.best.first)
        #expect(best.mode == "automatic" && best.pattern == ScanParameters.Pattern.rowColumn.rawValue)
        #expect(best.next?.secondsMore == 1.5 && best.next?.isWithinChance == false)
        #expect(best.set == best.next)
        #expect((best.seconds, best.steps, best.presses) == (7.5, 4, 2))
    }

    @Test("What is quick and goes wrong is not best") func wrong() throws {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9),
                result(.automatic, .rowColumn, seconds: 5, wrongOf100: 9),
            ], set: set)
        let best = try #require(verdict.best.first)
        #expect(best.pattern == "linear" && best.set == nil)
        #expect(best.next?.secondsMore == -4 && best.next?.cleanFewerPer100 == 9)
    }

    @Test("What calls while nothing is wanted is not best") func falseCalls() throws {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9),
                result(.automatic, .rowColumn, seconds: 5, falseRequests: 80),
            ], set: set)
        #expect(try #require(verdict.best.first).pattern == "linear")
    }

    @Test("A difference within chance is told as that", arguments: [(20, true), (100_000, false)])
    func chance(needs: Int, isWithin: Bool) throws {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9, needs: needs),
                result(.automatic, .rowColumn, seconds: 8.9, needs: needs),
            ], set: set)
        #expect(try #require(verdict.best.first?.next).isWithinChance == isWithin)
    }

    @Test("Ways that ask for other hands are told beside it") func hands() {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9), result(.step, .linear, seconds: 6),
                result(.direct, .linear, seconds: 3),
            ], set: set)
        #expect(verdict.best.map(\.hands) == [.oneSwitch, .twoSwitches, .keypad])
        #expect(verdict.best.map(\.seconds) == [9, 6, 3])
    }

    @Test("Where nothing leads to anything, nothing is best") func nothing() {
        var tally = Tally()
        tally.outcomes = [Outcome(), Outcome()]
        let verdict = SimulationVerdict([SimulationReport.Result(ScanParameters(), tally)], set: set)
        #expect(verdict.best.isEmpty)
    }

    @Test("Progress only grows, to the end") func progress() {
        var parts: [Double] = []
        _ = Household(.exact).simulation(requests: 250).report(on: [
            .init(mode: .automatic, pattern: .linear), .init(mode: .step, pattern: .linear),
        ]) { parts.append($0.part) }
        #expect(parts == parts.sorted() && parts.count > 100 && parts.last == 1)
    }
}
