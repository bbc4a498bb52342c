public import Chance

/// One round of "Find the bird": what is heard one after the other, and which of it is the bird.
public struct BirdRound: Equatable, Sendable {
    public enum Sound: String, CaseIterable, Sendable { case bird, frog, stream, wind, bee, cricket, bell }

    /// How many sounds a round has: more, the more birds were found.
    static let sizes = 3...6
    /// After so many birds a round is longer by one sound.
    static let longerEvery = 3

    public let sounds: [Sound]

    /// A round of its own for so many birds that were found before.
    public init(found: Int, using generator: inout SeededGenerator) {
        let size = min(Self.sizes.lowerBound + found / Self.longerEvery, Self.sizes.upperBound)
        let others = Sound.allCases.filter { $0 != .bird }.shuffled(using: &generator).prefix(size - 1)
        sounds = (others + [.bird]).shuffled(using: &generator)
    }
}
