import Foundation

/// A small generator with a seed (Steele, Lea, Flood 2014): the same seed always gives the same people.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// A stream of its own for each name: what is drawn from one never changes what another gives.
    public init(seed: UInt64, stream: String) {
        // FNV-1a, because Swift's own hashes differ from run to run.
        let name = stream.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var mixed = SplitMix64(seed: seed ^ name)
        state = mixed.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Above 0, below 1, evenly.
    mutating func unit() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

    /// Mean 0, standard deviation 1 (Box and Muller).
    mutating func normal() -> Double { (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit()) }

    /// The time to the next of events that come `rate` times a second, without memory.
    mutating func exponential(rate: Double) -> Double { -log(unit()) / rate }

    /// How many of such events come where `mean` are expected; for small means (Knuth).
    mutating func poisson(mean: Double) -> Int {
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
