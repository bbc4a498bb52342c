import Boards
import HomeFiles
import Scanning
import Testing

@testable import Simulation

/// What `beckon board show` computes, and what a person who makes no mistake then needs with the real session: two ways
/// to the same figures that know nothing of each other.
@Suite("Computed costs and simulated ones") struct ComputedCostsAndSimulatedOnesTests {
    /// The same words in both: a second each, and as long a reaction as the model has.
    private func assumptions(_ model: PressModel, _ parameters: ScanParameters) -> CostAssumptions {
        var assumptions = CostAssumptions(cueDuration: { _, _ in .seconds(1) })
        assumptions.reaction = model.reaction.mean / (parameters.scanTime / .seconds(1))
        return assumptions
    }

    private func cost(of need: String, _ household: Household) -> ScanCost? {
        let cost = BoardCost(
            of: household.boards, parameters: household.scanning,
            assumptions: assumptions(household.model, household.scanning))
        for row in cost.rows {
            if case .item(let item) = row.subject, item.id == need { return row.cost }
        }
        return nil
    }

    @Test("Each need costs what was computed", arguments: Simulation.Way.all)
    func eachNeedCostsWhatWasComputed(way: Simulation.Way) throws {
        let household = Household(Household.steady, way)
        for need in ["yes", "water", "tea", "toilet", "pain"] {
            let computed = try #require(cost(of: need, household))
            var simulator = household.simulator(wanting: need)
            let outcome = try #require(simulator.run(needs: 1).outcomes.first)
            #expect(outcome.steps == computed.steps, "\(need)")
            #expect(outcome.presses == computed.presses, "\(need)")
            var expected = computed.seconds
            // Letting go is only known for sure when the contact has been open for the debounce time.
            if way.mode == .inverse { expected += 0.03 }
            // "Yes" to a question says the need and the answer, two words of a second each.
            if need == "toilet", way.mode != .direct { expected += 1 }
            #expect(abs((outcome.seconds ?? 0) - expected) < 0.002, "\(need)")
        }
    }

    /// What the kiosk says, for the computation.
    private func assumptions(_ home: ShippedHome) -> CostAssumptions {
        let phrases = home.phrases
        var assumptions = CostAssumptions(
            groupCue: { phrases[.group, [.label: $0, .count: String($1)]] }, goBack: phrases[.goBack],
            confirmYes: phrases[.confirmYes])
        assumptions.rowCue = { first, row, _ in phrases[.row, [.position: String(row), .label: first]] }
        assumptions.reaction = PressModel.exact.reaction.mean / 1.5
        return assumptions
    }

    @Test("What people need on the shipped board is what was computed", arguments: Simulation.Way.all)
    func whatPeopleNeedOnTheShippedBoardIsWhat(way: Simulation.Way) throws {
        let home = try ShippedHome()
        var settings = HomeSettings.standard
        settings.scanning.mode = way.mode
        settings.scanning.pattern = way.pattern
        var costs: [String: ScanCost] = [:]
        let cost = BoardCost(of: home.boards, parameters: settings.scanning, assumptions: assumptions(home))
        for row in cost.rows {
            if case .item(let item) = row.subject { costs[item.id] = costs[item.id] ?? row.cost }
        }
        var simulator = Simulator(
            settings: settings, boards: home.boards, phrases: home.phrases, model: .exact, weights: nil,
            rhythm: .init(), seed: 1, stream: way.name, wordsDuration: SpeechEstimate.duration)
        let outcomes = simulator.run(needs: 150).outcomes
        let computed = try outcomes.map { try #require(costs[$0.need]) }
        #expect(outcomes.map(\.steps) == computed.map(\.steps))
        #expect(outcomes.map(\.presses) == computed.map(\.presses))
        let seconds = outcomes.compactMap(\.seconds).reduce(0, +)
        #expect(abs(seconds / computed.map(\.seconds).reduce(0, +) - 1) < 0.01)
    }
}
