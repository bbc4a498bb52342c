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
        #expect(
            verdict.sentence.hasPrefix(
                "Best for this person: automatic, row_column, with 7.5 s to a need, 4.0 steps, 2.0 presses"),
            "\(verdict.sentence)")
        #expect(
            verdict.sentence.contains("The next one is automatic, linear: 1.5 s slower."),
            "\(verdict.sentence)")
        #expect(
            verdict.sentence.contains("As it is set now (automatic, linear): 1.5 s slower."),
            "\(verdict.sentence)")
    }

    @Test("What is quick and goes wrong is not best") func wrong() throws {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9),
                result(.automatic, .rowColumn, seconds: 5, wrongOf100: 9),
            ], set: set)
        let best = try #require(verdict.best.first)
        #expect(best.pattern == "linear" && best.set == nil)
        #expect(
            verdict.sentence.contains("4.0 s quicker, and 9.0 more of 100 needs go wrong"),
            "\(verdict.sentence)")
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
        #expect(verdict.sentence.contains("within chance") == isWithin, "\(verdict.sentence)")
    }

    @Test("Ways that ask for other hands are told beside it") func hands() {
        let verdict = SimulationVerdict(
            [
                result(.automatic, .linear, seconds: 9), result(.step, .linear, seconds: 6),
                result(.direct, .linear, seconds: 3),
            ], set: set)
        #expect(verdict.best.map(\.hands) == [.oneSwitch, .twoSwitches, .keypad])
        #expect(
            verdict.sentence.contains("With two switches, 3.0 s sooner: step, linear, with 6.0 s"),
            "\(verdict.sentence)")
        #expect(
            verdict.sentence.contains("With a keypad, 6.0 s sooner: direct, linear, with 3.0 s"),
            "\(verdict.sentence)")
    }

    @Test("Where nothing leads to anything, it says so") func nothing() {
        var tally = Tally()
        tally.outcomes = [Outcome(), Outcome()]
        let verdict = SimulationVerdict([SimulationReport.Result(ScanParameters(), tally)], set: set)
        #expect(verdict.best.isEmpty && verdict.sentence.hasPrefix("Best for this person: none of these."))
    }

    @Test("Progress only grows, to the end") func progress() {
        var parts: [Double] = []
        _ = Household(.exact).simulation(requests: 250).report(on: [
            .init(mode: .automatic, pattern: .linear), .init(mode: .step, pattern: .linear),
        ]) { parts.append($0.part) }
        #expect(parts == parts.sorted() && parts.count > 100 && parts.last == 1)
    }
}
