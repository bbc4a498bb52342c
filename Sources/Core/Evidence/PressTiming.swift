import Foundation

/// How soon after the end of a cue somebody presses who means it: a density over seconds, learnt from their presses.
///
/// A mixture of normal distributions, so that skewed times, and two habits of one person, fit as well as plain ones; and a small even
/// part for presses that are meant and yet unlike all others. Times are in seconds from the end of the cue; below 0 the cue was still
/// heard.
public struct PressTiming: Hashable, Sendable {
    /// One habit.
    struct Habit: Hashable, Sendable {
        /// The part of the presses, 0–1; all habits together are 1.
        var share: Double
        /// Seconds.
        var mean: Double
        /// Standard deviation, seconds.
        var deviation: Double

        /// Presses a second at that time.
        func density(at seconds: Double) -> Double {
            let distance = (seconds - mean) / deviation
            return exp(-0.5 * distance * distance) / (deviation * Self.rootOfTwoPi)
        }

        /// The part of its presses that come later.
        func share(after seconds: Double) -> Double {
            0.5 * erfc((seconds - mean) / (deviation * 2.0.squareRoot()))
        }

        private static let rootOfTwoPi = (2 * Double.pi).squareRoot()
    }

    /// The part of meant presses that are unlike all others, and where those lie, in seconds.
    static let unusual = 0.02
    static let unusualSpan = -1.0...6.0
    /// Unusual presses a second, within their span.
    static let unusualDensity = unusual / (unusualSpan.upperBound - unusualSpan.lowerBound)

    let habits: [Habit]

    init(habits: [Habit]) { self.habits = habits }

    /// Of somebody who has not pressed yet: about a second, and anything from a third of a second to three (the range of single-switch users in
    /// Simpson, Koester, LoPresti 2006, and in the Ticker and Nomon studies).
    public static let unknown = PressTiming(habits: [
        Habit(share: 0.7, mean: 0.9, deviation: 0.4), Habit(share: 0.3, mean: 1.6, deviation: 0.8),
    ])

    /// Presses a second at this time, of somebody who presses once.
    public func density(at seconds: Double) -> Double {
        let usual = habits.reduce(0) { $0 + $1.share * $1.density(at: seconds) }
        return (1 - Self.unusual) * usual + (Self.unusualSpan.contains(seconds) ? Self.unusualDensity : 0)
    }

    /// The part of the presses that come later than this, 0–1.
    public func share(after seconds: Double) -> Double {
        let usual = habits.reduce(0) { $0 + $1.share * $1.share(after: seconds) }
        let span = Self.unusualSpan
        let left = min(max(seconds, span.lowerBound), span.upperBound)
        return (1 - Self.unusual) * usual + Self.unusualDensity * (span.upperBound - left)
    }

    /// The usual time, in seconds.
    public var mean: Double { habits.reduce(0) { $0 + $1.share * $1.mean } }

    /// Standard deviation, in seconds.
    public var deviation: Double {
        let mean = mean
        return habits.reduce(0) { sum, habit in
            let distance = habit.mean - mean
            return sum + habit.share * (habit.deviation * habit.deviation + distance * distance)
        }.squareRoot()
    }

    /// The time before which this part of the usual presses has come, in seconds; to a millisecond.
    ///
    /// - Parameter part: Above 0, below 1.
    public func time(of part: Double) -> Double {
        var (low, high) = (-10.0, 30.0)
        while high - low > 0.001 {
            let middle = (low + high) / 2
            let after = habits.reduce(0) { $0 + $1.share * $1.share(after: middle) }
            if 1 - after < part { low = middle } else { high = middle }
        }
        return high
    }
}
