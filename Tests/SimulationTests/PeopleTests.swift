import Scanning
import Testing

@testable import Simulation

@Suite("People who press otherwise than the three models")
struct PeopleWhoPressOtherwiseThanTheThreeModelsTests {
    private let way = Simulation.Way(mode: .automatic, pattern: .groupItem)

    /// What happens, with its seconds, until tea is asked for.
    private func diary(_ change: (inout PressModel) -> Void) -> [(seconds: Double, what: Substring)] {
        var household = Household(Household.steady, way)
        change(&household.model)
        return household.diary(wanting: "tea").split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (Double(parts[0]) ?? 0, parts[1])
        }
    }

    @Test("Who moves to a beat presses with it") func whoMovesToABeatPressesWithIt() {
        let presses = diary { $0.beat = 0.7 }.filter { $0.what == "press select" }
        #expect(presses.count >= 3)
        for press in presses { #expect(Int((press.seconds * 10).rounded()) % 7 == 0, "\(press.seconds)") }
    }

    @Test("Who answers the beginning of a word presses before its end")
    func whoAnswersTheBeginningOfAWordPressesBefore() throws {
        let lines = diary {
            $0.fromWordBegin = .init(part: 1, spread: .init(mean: 0.5, deviation: 0))
        }
        for word in ["hears drinks in board home.yaml", "hears tea in group drinks"] {
            let heard = try #require(lines.firstIndex { $0.what == word })
            let press = try #require(lines[heard...].first { $0.what == "press select" })
            // The word takes a second.
            #expect(abs(press.seconds - lines[heard].seconds - 0.5) < 0.02)
        }
    }

    @Test("A part of the presses takes another time") func aPartOfThePressesTakesAnotherTime() {
        let all = diary { $0.secondReaction = .init(part: 1, spread: .init(mean: 1.1, deviation: 0)) }
        #expect(abs((all.first { $0.what == "press select" }?.seconds ?? 0) - 22.1) < 0.02)
        let none = diary { $0.secondReaction = .init(part: 0, spread: .init(mean: 1.1, deviation: 0)) }
        #expect(abs((none.first { $0.what == "press select" }?.seconds ?? 0) - 21.8) < 0.02)
    }

    @Test("Who tires is as before after a rest, and who learns gets quicker")
    func whoTiresIsAsBeforeAfterARest() {
        var model = Household.steady
        #expect(model.slowness(after: .seconds(7200), presses: 50) == 1)
        model.fatigue = 0.5
        #expect(model.slowness(after: .seconds(7200), presses: 0) == 1.25)
        #expect(model.slowness(after: .seconds(4 * 3600), presses: 0) == 1)
        model.fatigue = 0
        model.learning = 0.5
        #expect(model.slowness(after: .zero, presses: 0) == 1.5)
        #expect(model.slowness(after: .seconds(7200), presses: 100) == 1.25)
    }

    @Test("Who changes overnight reacts otherwise from that need on")
    func whoChangesOvernightReactsOtherwise() throws {
        var household = Household(Household.steady, way)
        household.model.change = .init(afterNeeds: 2, reaction: .init(mean: 1.2, deviation: 0))
        var simulator = household.simulator(wanting: "tea")
        let outcomes = simulator.run(needs: 4).outcomes
        #expect(outcomes.map(\.isChanged) == [false, false, true, true])
        // Three presses each: the second one is still among the first twenty.
        #expect(outcomes.map(\.isNewlyChanged) == [false, false, true, true])
        let seconds = try outcomes.map { try #require($0.seconds) }
        // Two reactions after the press that wakes the kiosk, each 0.4 s longer.
        for (number, longer) in [0, 0, 0.8, 0.8].enumerated() {
            #expect(abs(seconds[number] - seconds[0] - longer) < 0.02, "\(seconds)")
        }
    }
}
