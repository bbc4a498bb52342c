import Boards
import Scanning
import Testing

@testable import Simulation

@Suite("What the simulation shows") struct WhatTheSimulationShowsTests {
    @Test(
        "Tuning proposes a scan time within 15 percent of the model's own",
        arguments: Simulation.Way.all.filter { $0.mode == .automatic || $0.mode == .inverse })
    func tuningProposesAScanTimeWithin15PercentOf(way: Simulation.Way) throws {
        for model in [PressModel.exact, .harder] {
            var simulator = Household(
                model, way, scanning: Calibration.parameters(ScanParameters())
            ).simulator(wanting: "tea")
            simulator.keepsRecords = true
            // Two or three choices a need: fifty choices, no more.
            let tally = simulator.run(needs: way.pattern == .rowColumn ? 17 : 25)
            let fitted = Calibration.fitted(ScanParameters(), by: tally)
            let own = model.fittingScanTime
            #expect(abs(fitted.scanTime / own - 1) < 0.15, "\(way.name): \(fitted.scanTime) for \(own)")
        }
    }

    @Test("With the harder person, undo and tuned parameters, 95 of 100 needs are right")
    func withTheHarderPersonUndoAndTunedParameters95() throws {
        var simulation = try ShippedHome().simulation(.harder, requests: 200)
        simulation.isTuned = true
        let results = simulation.report(
            on: [.init(mode: .automatic, pattern: .rowColumn), .init(mode: .step, pattern: .groupItem)]
        ).results
        for result in results {
            #expect(result.cleanPer100 >= 95, "\(result.mode)")
            #expect(result.rightPer100 >= 95, "\(result.mode)")
        }
    }

    @Test("Undo takes back most of what was wrong, and tuning makes less of it")
    func undoTakesBackMostOfWhatWasWrongAnd() throws {
        var simulation = try ShippedHome().simulation(.harder, requests: 200)
        let way = Simulation.Way(mode: .automatic, pattern: .groupItem)
        let before = simulation.report(on: [way]).results[0]
        simulation.isTuned = true
        let after = simulation.report(on: [way]).results[0]
        #expect(before.wrongAfterUndoPer100 < before.wrongPer100 / 2)
        #expect(after.wrongPer100 < before.wrongPer100 / 2)
    }
}
