import Foundation

extension SeededGenerator {
    /// Above 0, below 1, evenly.
    public mutating func unit() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

    /// Mean 0, standard deviation 1 (Box and Muller).
    public mutating func normal() -> Double { (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit()) }

    /// The time to the next of events that come `rate` times a second, without memory.
    public mutating func exponential(rate: Double) -> Double { -log(unit()) / rate }

    /// How many of such events come where `mean` are expected; for small means (Knuth).
    public mutating func poisson(mean: Double) -> Int {
        guard mean > 0 else { return 0 }
        let limit = exp(-mean)
        var count = 0
        var product = unit()
        while product > limit {
            count += 1
            product *= unit()
        }
        return count
    }
}
