import Foundation
import Scanning
import Testing

@testable import Simulation

@Suite("What a simulation reports") struct WhatASimulationReportsTests {
    private let ways: [Simulation.Way] = [
        .init(mode: .automatic, pattern: .linear), .init(mode: .step, pattern: .rowColumn),
    ]

    @Test("The same seed gives the same report, another seed another")
    func theSameSeedGivesTheSameReportAnotherSeed() throws {
        let simulation = Household(.harder).simulation(requests: 30)
        let report = simulation.report(on: ways)
        #expect(report == simulation.report(on: ways))
        #expect(try report.json() == simulation.report(on: ways).json())
        #expect(
            report.results != Household(.harder).simulation(requests: 30, seed: 2).report(on: ways).results)
    }

    @Test("What one way gives does not depend on the others") func whatOneWayGivesDoesNotDependOnThe() {
        var simulation = Household(.harder).simulation(requests: 30)
        simulation.isTuned = true
        #expect(simulation.report(on: ways).results[1] == simulation.report(on: [ways[1]]).results[0])
    }

    @Test("Figures are those of the books") func figuresAreThoseOfTheBooks() {
        let figures = SimulationReport.Figures((1...100).map(Double.init).shuffled())
        #expect(figures.mean == 50.5)
        #expect(figures.median == 50)
        #expect(figures.p95 == 95)
        #expect(SimulationReport.Figures([]).mean == 0)
    }

    @Test("Programs read it as JSON") func programsReadItAsJSON() throws {
        let report = Household(.exact).simulation(requests: 5).report(on: ways)
        let json = try #require(try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
        let results = try #require(json["results"] as? [[String: Any]])
        #expect(results.map { $0["mode"] as? String } == ["automatic", "step"])
        #expect(results[0]["right_per100"] as? Double == 100)
        #expect((results[0]["seconds"] as? [String: Any])?["median"] is Double)
    }

    @Test("Needs are wanted as often as their weights say") func needsAreWantedAsOftenAsTheirWeightsSay() {
        var simulation = Household(.exact).simulation(requests: 30)
        simulation.weights = ["pain": 1]
        let result = simulation.report(on: [ways[0]]).results[0]
        // The fourth of the board, each time.
        #expect(result.steps.mean == 4)
        #expect(result.steps.p95 == 4)
    }
}
