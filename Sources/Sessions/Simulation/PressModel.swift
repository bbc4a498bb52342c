import Chance
import Foundation
import Scanning

/// How a simulated person presses.
public struct PressModel: Equatable, Sendable {
    /// How something that takes time varies from one time to the next.
    public struct Spread: Equatable, Sendable {
        public enum Distribution: String, CaseIterable, Sendable {
            case normal
            /// Never negative and with a long tail, like human reactions.
            case logNormal = "log_normal"
        }

        /// Seconds.
        public var mean: Double
        /// Standard deviation, seconds.
        public var deviation: Double
        public var distribution: Distribution = .normal

        public init(mean: Double, deviation: Double, distribution: Distribution = .normal) {
            self.mean = mean
            self.deviation = deviation
            self.distribution = distribution
        }

        /// One time, never shorter than `shortest` seconds.
        ///
        /// - Parameter slowness: How many times as long as usual it is.
        func sample(using random: inout SeededGenerator, shortest: Double, slowness: Double = 1) -> Duration {
            let seconds: Double
            switch distribution {
            case .normal: seconds = mean + deviation * random.normal()
            case .logNormal:
                let variance = log(1 + deviation * deviation / (mean * mean))
                seconds = exp(log(mean) - variance / 2 + variance.squareRoot() * random.normal())
            }
            return .nanoseconds(Int64(max(shortest, seconds * slowness) * 1e9))
        }
    }

    /// A way of pressing that a part of the presses have.
    public struct Part: Equatable, Sendable {
        /// 0–1.
        public var part: Double
        public var spread: Spread

        public init(part: Double, spread: Spread) {
            self.part = part
            self.spread = spread
        }
    }

    /// Somebody reacts otherwise from one day to the next: after a stroke, or with a new switch.
    public struct Change: Equatable, Sendable {
        /// So many presses after it are called new: the model of a person is given these to notice.
        public static let newPresses = 20

        /// How many needs have ended by then; those of a calibration are not counted.
        public var afterNeeds: Int
        /// From then on.
        public var reaction: Spread

        public init(afterNeeds: Int, reaction: Spread) {
            self.afterNeeds = afterNeeds
            self.reaction = reaction
        }
    }

    /// The allowed ranges; the same for files and options.
    public enum Limits {
        public static let reaction = Duration.milliseconds(100) ... .seconds(30)
        public static let deviation = Duration.zero ... .seconds(30)
        public static let hold = Duration.milliseconds(20) ... .seconds(10)
        /// A second; the Nomon study goes to 0.18.
        public static let falsePresses = 0.0...2.0
        public static let missed = 0.0...0.9
        public static let tremorTouches = 0.0...10.0
        public static let part = 0.0...1.0
        public static let beat = Duration.milliseconds(200) ... .seconds(10)
        public static let needs = 1...10_000_000
        /// Somebody who takes three times as long.
        public static let growth = 0.0...2.0
    }

    /// Nobody reacts faster, whatever the distribution says.
    static let fastestReaction = 0.1
    /// Shorter contacts are bounce.
    static let shortestHold = 0.02
    /// From one rest to the next, while which somebody tires: the hours of a morning, or of an afternoon.
    static let tiring = Duration.seconds(4 * 3600)
    /// Somebody who learns has half of it behind them after so many presses.
    static let halfLearnt = 100.0

    public var name: String
    /// From the end of the cue that was waited for to the press.
    public var reaction: Spread
    /// A part of the presses takes another time: two ways of moving, or words that are understood at once or only when thought about.
    public var secondReaction: Part?
    /// A part of the presses begins before the word has ended: these are reactions to its beginning, counted from there. Only where scanning
    /// goes on by itself.
    public var fromWordBegin: Part?
    /// Whoever moves to a beat presses with the first one after their reaction, whatever is said; seconds.
    public var beat: Double?
    /// By which part of it the reaction grows in four hours; a rest follows, after which it is as before. 0–2.
    public var fatigue = 0.0
    /// By which part of it the reaction is longer at first; half of it is gone after a hundred presses. 0–2.
    public var learning = 0.0
    public var change: Change?
    /// How long the switch is down.
    public var hold = Spread(mean: 0.15, deviation: 0.03)
    /// Unintended presses per second; the time between them is exponential. 0–2.
    public var falsePresses = 0.0
    /// The fraction of intended presses that fail. 0–0.9.
    public var missed = 0.0
    /// Short touches after each press, on average: a hand that trembles. 0–10.
    public var tremorTouches = 0.0

    public init(name: String, reaction: Spread) {
        self.name = name
        self.reaction = reaction
    }

    /// How many times as long as usual a reaction is.
    ///
    /// - Parameters:
    ///   - awake: Since the simulation began.
    ///   - presses: How many they have meant and made before.
    func slowness(after awake: Duration, presses: Int) -> Double {
        let sinceRest = (awake / Self.tiring).truncatingRemainder(dividingBy: 1)
        return (1 + fatigue * sinceRest) * (1 + learning * exp2(-Double(presses) / Self.halfLearnt))
    }

    /// Not a real person: reacts as the Ticker study's simulated users do, and makes no mistakes.
    public static let exact = PressModel(name: "exact", reaction: Spread(mean: 0.8, deviation: 0.05))

    /// The Ticker study's harder setting: mean 1.5 s, a false press every three minutes, a tenth of presses missed.
    ///
    /// The study's deviation is not used; 0.3 s is a fifth of the mean, as reaction times usually vary.
    public static let harder: PressModel = {
        var model = PressModel(name: "harder", reaction: Spread(mean: 1.5, deviation: 0.3))
        model.falsePresses = 1.0 / 180
        model.missed = 0.1
        return model
    }()

    /// The Nomon study's: reacts like `exact`, and presses unintentionally `rate` times a second (0–0.18
    /// there).
    public static func falsePresses(rate: Double) -> PressModel {
        var model = PressModel(name: "false-presses", reaction: exact.reaction)
        model.falsePresses = rate
        return model
    }

    /// The mean reaction as a fraction of a fitting scan time (Simpson, Koester, LoPresti 2006).
    public static let fittingPart = 0.65

    /// The scan time that fits this person by the model itself.
    public var fittingScanTime: Duration { .nanoseconds(Int64(reaction.mean / Self.fittingPart * 1e9)) }
}
