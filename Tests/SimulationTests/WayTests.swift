import Boards
import Scanning
import Testing

@testable import Simulation

@Suite("How simulated people use each way of scanning") struct HowSimulatedPeopleUseEachWayOfScanningTests {
    @Test("A person who makes no mistakes asks for exactly what they want", arguments: Simulation.Way.all)
    func whoMakesNoMistakeAsksForExactlyWhatThey(way: Simulation.Way) {
        let result = Household(.exact, way).simulation(requests: 40).report(on: [way]).results[0]
        #expect(result.needs == 40)
        #expect(result.cleanPer100 == 100)
        #expect(result.wrongPer100 == 0)
        #expect(result.wrongTurnsPer100 == 0)
        #expect(result.falseRequestsPerHour == 0)
    }

    @Test("Nobody is lost, however badly they press", arguments: Simulation.Way.all)
    func nobodyIsLostHoweverBadlyTheyPress(way: Simulation.Way) {
        var model = PressModel(
            name: "bad", reaction: .init(mean: 1, deviation: 0.5, distribution: .logNormal))
        model.falsePresses = 0.1
        model.missed = 0.3
        model.tremorTouches = 1
        let result = Household(model, way).simulation(requests: 60).report(on: [way]).results[0]
        #expect(result.needs == 60)
        #expect(result.rightPer100 > 50)
        #expect(result.wrongAfterUndoPer100 <= result.wrongPer100)
        #expect(result.falseRequestsPerHour > 0)
    }

    /// A need is a score: what is heard, and what the hand does.
    @Test(
        "Tea is asked for as each mode wants it",
        arguments: [
            (
                ScanParameters.Mode.automatic,
                """
                21.00 wants tea
                21.80 press select
                21.90 release select
                22.30 hears drinks in board home.yaml
                24.10 press select
                24.20 release select
                24.40 hears water in group drinks
                27.60 hears tea in group drinks
                29.40 press select
                29.40 asks tea
                """
            ),
            (
                .inverse,
                """
                21.00 wants tea
                21.80 press select
                22.30 hears drinks in board home.yaml
                24.10 release select
                24.90 press select
                25.20 hears water in group drinks
                28.40 hears tea in group drinks
                30.20 release select
                30.23 asks tea
                """
            ),
            (
                .stepDwell,
                """
                21.00 wants tea
                21.80 press select
                21.90 release select
                22.60 press select
                22.60 hears drinks in board home.yaml
                22.70 release select
                26.40 press select
                26.40 hears water in group drinks
                26.50 release select
                28.20 press select
                28.20 hears tea in group drinks
                28.30 release select
                31.20 asks tea
                """
            ),
            (
                .step,
                """
                21.00 wants tea
                21.80 press select
                21.90 release select
                22.30 hears drinks in board home.yaml
                24.10 press select
                24.20 release select
                24.40 hears water in group drinks
                26.20 press step
                26.20 hears tea in group drinks
                26.30 release step
                28.00 press select
                28.00 asks tea
                """
            ),
            (
                .direct,
                """
                21.00 wants tea
                21.80 press digit(1)
                21.90 release digit(1)
                22.10 hears water in group drinks
                22.60 press digit(2)
                22.60 asks tea
                """
            ),
        ])
    func teaIsAskedForAsEachModeWantsIt(mode: ScanParameters.Mode, score: String) {
        let household = Household(Household.steady, .init(mode: mode, pattern: .groupItem))
        #expect(household.diary(wanting: "tea") == score)
    }

    @Test("What was asked by accident is taken back, and what was wanted is asked")
    func whatWasAskedByAccidentIsTakenBackAnd() throws {
        var household = Household(Household.steady, .init(mode: .automatic, pattern: .linear))
        household.items = [Household.water, Household.tea]
        household.model.falsePresses = 0.05
        let lives = (1...200).lazy.map { household.diary(wanting: "tea", seed: $0) }
        let life = try #require(
            lives.first { $0.contains("which is wrong") && $0.contains("takes back water") })
        let lines = life.split(separator: "\n").map {
            $0.split(separator: " ").dropFirst().joined(separator: " ")
        }
        let wrong = try #require(lines.firstIndex(of: "asks water"))
        #expect(Array(lines[wrong...].prefix(2)) == ["asks water", "which is wrong"])
        #expect(lines[wrong...].contains("takes back water"))
    }

    @Test("Who came into a wrong group goes back") func whoCameIntoAWrongGroupGoesBack() throws {
        var household = Household(Household.steady, .init(mode: .automatic, pattern: .groupItem))
        household.model.falsePresses = 0.05
        let lives = (1...200).lazy.map { household.diary(wanting: "pain", seed: $0) }
        let life = try #require(lives.first { $0.contains("hears <back> in group drinks") })
        let lines = life.split(separator: "\n")
        let back = try #require(lines.firstIndex { $0.hasSuffix("hears <back> in group drinks") })
        #expect(lines[back...].contains { $0.hasSuffix("in board home.yaml") })
        #expect(life.hasSuffix("asks pain"))
    }

    /// What was called for is listed from the first call on, and is left out before.
    @Test(
        "A row is found with what it has today", arguments: ScanParameters.Mode.allCases, [2, 4])
    func aRowIsFoundWithWhatItHasToday(mode: ScanParameters.Mode, others: Int) {
        let way = Simulation.Way(mode: mode, pattern: .rowColumn)
        var household = Household(.exact, way)
        let calls = BoardItem(
            id: "asked", label: "", cue: "What I asked", say: "", called: "", action: .list(.calls))
        // Two columns, and the list beside one item: that is no row before. Three, and it is one before, too.
        let rest = [Household.tea, Household.yes, Household.toilet, Household.pain]
        household.items = [calls, Household.water] + rest.prefix(others)
        var simulation = household.simulation(requests: 5)
        simulation.weights = ["water": 1]
        let result = simulation.report(on: [way]).results[0]
        #expect(result.cleanPer100 == 100)
        #expect(result.wrongTurnsPer100 == 0)
    }

    @Test("Nobody finds what no key leads to") func nobodyFindsWhatNoKeyLeadsTo() {
        var household = Household(.exact, .init(mode: .direct, pattern: .linear))
        household.items = (1...10).map { number in
            BoardItem(
                id: "n\(number)", label: "", cue: "\(number)", say: "\(number)", called: "", action: .speak)
        }
        var simulation = household.simulation(requests: 5)
        simulation.weights = ["n10": 1]
        let result = simulation.report(on: [.init(mode: .direct, pattern: .linear)]).results[0]
        #expect(result.abandonedPer100 == 100)
    }
}
