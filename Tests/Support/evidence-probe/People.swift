import Chance
import Foundation
import Simulation

/// Who is played.
struct Played: Sendable {
    /// What else than `full` being no worse than `off` is asked of the figures.
    enum Goal: Sendable {
        /// The Nomon study's person with an accidental press every 20 s.
        case falsePresses
        /// Reacts otherwise since a night.
        case changesOvernight
    }

    var name: String
    var model: PressModel
    var goal: Goal?

    init(_ name: String, _ model: PressModel, _ goal: Goal? = nil) {
        self.name = name
        self.model = model
        self.goal = goal
    }

    /// - Parameter requests: So many needs does each of them have.
    static func everybody(requests: Int) -> [Played] {
        [
            Played("exact", .exact), Played("harder", .harder),
            Played("false-presses", .falsePresses(rate: 0.05), .falsePresses),
            Played("false-presses-0.18", .falsePresses(rate: 0.18)),
        ] + (1...24).map(drawn) + [
            Played("two-times", twoTimes), Played("beat", beat), Played("early", early),
            Played("overnight", overnight(requests: requests), .changesOvernight),
        ]
    }

    /// One of the people between the models, always the same by this number.
    ///
    /// The ranges: how long people in studies take (0.4–2.5 s) and how much that varies (3–40 % of it), accidental presses as in the Nomon
    /// study (0–0.18 a second); a quarter of the presses missed is more than the Ticker study's harder person has.
    private static func drawn(_ number: Int) -> Played {
        var chance = SeededGenerator(seed: 2026, stream: "person \(number)")
        func within(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + chance.unit() * (range.upperBound - range.lowerBound)
        }
        let mean = exp(within(log(0.4)...log(2.5)))
        let name = "drawn-\(number)"
        var model = PressModel(
            name: name,
            reaction: .init(mean: mean, deviation: mean * within(0.03...0.4), distribution: .logNormal))
        model.missed = within(0...0.25)
        model.falsePresses = within(0...0.18)
        // A part of the people tremble, tire and learn.
        if chance.unit() < 0.4 { model.tremorTouches = within(0.1...1) }
        if chance.unit() < 0.5 { model.fatigue = within(0.1...0.5) }
        if chance.unit() < 0.5 { model.learning = within(0.1...0.5) }
        return Played(name, model)
    }

    // MARK: - Unlike what the kiosk assumes

    private static func odd(_ name: String, _ mean: Double) -> PressModel {
        var model = PressModel(name: name, reaction: .init(mean: mean, deviation: mean * 0.1))
        model.falsePresses = 0.02
        model.missed = 0.05
        return model
    }

    /// Three of ten presses take a second longer.
    private static let twoTimes: PressModel = {
        var model = odd("two-times", 0.8)
        model.secondReaction = .init(part: 0.3, spread: .init(mean: 1.8, deviation: 0.2))
        return model
    }()

    private static let beat: PressModel = {
        var model = odd("beat", 0.5)
        model.beat = 0.7
        return model
    }()

    /// Half of the presses answer the beginning of a word, and so mostly come before its end.
    private static let early: PressModel = {
        var model = odd("early", 0.8)
        model.fromWordBegin = .init(part: 0.5, spread: .init(mean: 0.6, deviation: 0.1))
        return model
    }()

    private static func overnight(requests: Int) -> PressModel {
        var model = PressModel(name: "overnight", reaction: .init(mean: 1, deviation: 0.1))
        model.change = .init(afterNeeds: max(1, requests / 2), reaction: .init(mean: 1.6, deviation: 0.16))
        model.falsePresses = 1.0 / 180
        return model
    }
}
