/// A small generator with a seed (SplitMix64; Steele, Lea, Flood 2014): the same seed always gives the same
/// numbers, so that simulations are reproducible and a failing sequence can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// A stream of its own for each name: what is drawn from one never changes what another gives.
    public init(seed: UInt64, stream: String) {
        var mixed = SeededGenerator(seed: seed ^ FNV1a.hash(stream.utf8))
        state = mixed.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
