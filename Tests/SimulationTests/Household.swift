import Boards
import Care
import Foundation
import HomeFiles
import Playing
import Scanning
import StaffFiles
import Testing

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

    /// Somebody who always needs exactly as long.
    static let steady: PressModel = {
        var model = PressModel(name: "steady", reaction: .init(mean: 0.8, deviation: 0))
        model.hold = .init(mean: 0.1, deviation: 0)
        return model
    }()

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

    init(_ model: PressModel = .exact, _ way: Simulation.Way? = nil, scanning: ScanParameters = .init()) {
        self.model = model
        self.scanning = scanning
        if let way {
            self.scanning.mode = way.mode
            self.scanning.pattern = way.pattern
        }
    }

    func simulation(requests: Int, seed: UInt64 = 1) -> Simulation {
        Simulation(
            boards: boards, settings: settings, phrases: .plain, model: model, requests: requests, seed: seed)
    }

    /// A life in which every word takes a second, with nothing wanted but this.
    func simulator(wanting need: String, seed: UInt64 = 1) -> Simulator {
        Simulator(
            settings: settings, boards: boards, phrases: .plain, model: model, weights: [need: 1],
            rhythm: .init(), seed: seed, stream: "test", wordsDuration: { _, _ in .seconds(1) })
    }

    /// What happens until this need is met.
    func diary(wanting need: String, seed: UInt64 = 1, needs: Int = 1) -> String {
        var simulator = simulator(wanting: need, seed: seed)
        simulator.diary = []
        _ = simulator.run(needs: needs)
        let lines = (simulator.diary ?? []).drop { !$0.contains(" wants ") }
        let last = lines.firstIndex { $0.hasSuffix(" asks \(need)") } ?? lines.endIndex - 1
        return lines[...last].joined(separator: "\n")
    }
}

/// The board that ships, as people use it.
struct ShippedHome {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("boards").path

    var boards: BoardSet
    var phrases: Phrases

    init(language: String = "en") throws {
        let loader = StaffFileLoader { path, limit in
            FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        boards = try #require(BoardReader(loader: loader).read(Self.folder + "/home.yaml").0)
        let bytes = try #require(
            FileManager.default.contents(atPath: Self.folder + "/phrases.\(language).yaml"))
        phrases = try #require(PhrasesReader.read(Array(bytes), file: "phrases").phrases)
    }

    func simulation(_ model: PressModel, requests: Int, seed: UInt64 = 1) -> Simulation {
        Simulation(
            boards: boards, settings: .standard, phrases: phrases, model: model, requests: requests,
            seed: seed)
    }
}
