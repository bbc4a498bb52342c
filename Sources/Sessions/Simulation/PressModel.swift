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
        func sample(using random: inout SeededGenerator, shortest: Double) -> Duration {
            let seconds: Double
            switch distribution {
            case .normal: seconds = mean + deviation * random.normal()
            case .logNormal:
                let variance = log(1 + deviation * deviation / (mean * mean))
                seconds = exp(log(mean) - variance / 2 + variance.squareRoot() * random.normal())
            }
            return .nanoseconds(Int64(max(shortest, seconds) * 1e9))
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
    }

    /// Nobody reacts faster, whatever the distribution says.
    static let fastestReaction = 0.1
    /// Shorter contacts are bounce.
    static let shortestHold = 0.02

    public var name: String
    /// From the end of the cue that was waited for to the press.
    public var reaction: Spread
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
