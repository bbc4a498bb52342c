import Boards
import Care
import HomeFiles
import Playing
import Scanning

@testable import Simulation

/// A board and somebody in front of it.
struct Household {
    static let water = BoardItem(
        id: "water", label: "Water", cue: "Water", say: "Water, please.", called: "water",
        action: .request(.normal))
    static let tea = BoardItem(
        id: "tea", label: "Tea", cue: "Tea", say: "Tea, please.", called: "tea", action: .request(.normal))
    static let drinks = BoardItem(
        id: "drinks", label: "Drinks", cue: "Drinks", say: "Drinks", called: "drinks",
        action: .group([water, tea]))
    static let toilet = BoardItem(
        id: "toilet", label: "Toilet", cue: "Toilet", say: "Toilet, please.", called: "the toilet",
        confirm: true, action: .request(.soon))
    static let yes = BoardItem(
        id: "yes", label: "Yes", cue: "Yes", say: "Yes.", called: "yes", action: .speak)
    static let pain = BoardItem(
        id: "pain", label: "Pain", cue: "Pain", say: "It hurts.", called: "help", action: .request(.urgent))

    var items = [yes, drinks, toilet, pain]
    var model = PressModel.exact
    var scanning = ScanParameters()

    var boards: BoardSet {
        let board = Board(id: "home", name: "Home", language: "en", items: items)
        return BoardSet(start: "home.yaml", boards: ["home.yaml": board])
    }

    var settings: HomeSettings {
        var settings = HomeSettings.standard
        settings.scanning = scanning
        return settings
    }

    func simulation(requests: Int, seed: UInt64 = 1) -> Simulation {
        Simulation(
            boards: boards, settings: settings, phrases: .plain, model: model, requests: requests, seed: seed)
    }

    /// Lives through a few needs and writes everything down.
    func diary(needs: Int, seed: UInt64 = 1, weights: [String: Double]? = nil) -> [String] {
        var simulator = Simulator(
            settings: settings, boards: boards, phrases: .plain, model: model, weights: weights,
            rhythm: .init(),
            seed: seed, stream: "diary", wordsDuration: { _, _ in .seconds(1) })
        simulator.diary = []
        _ = simulator.run(needs: needs)
        return simulator.diary ?? []
    }
}
