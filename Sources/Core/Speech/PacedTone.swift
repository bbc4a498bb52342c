/// What is heard of one part of a paced breath.
public struct PacedTone: Hashable, Sendable {
    public enum Shape: String, Hashable, Sendable {
        /// For breathing in: it rises by a fifth, and its pulse comes once.
        case rising
        /// For breathing out: it falls by a fifth, and its pulse comes twice.
        case falling
        /// For holding.
        case still
    }

    /// What paces; both may, and neither where the screen alone does.
    public struct Means: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A soft tone that lasts as long as the part.
        public static let tone = Means(rawValue: 1)
        /// Soft, low pulses at the beginning of the part, which a vibration motor on a sound channel makes felt.
        public static let pulses = Means(rawValue: 2)
    }

    public var shape: Shape
    public var means: Means
    public var length: Duration

    public init(_ shape: Shape, means: Means, length: Duration) {
        self.shape = shape
        self.means = means
        self.length = length
    }
}
