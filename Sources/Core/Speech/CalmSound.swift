/// What somebody listens to, to become calm: water, for as long as is wanted.
public struct CalmSound: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Waves that come and go, every eleven seconds.
        case sea
        /// Steady rain with drops in it.
        case rain
    }

    public var kind: Kind
    public var length: Duration

    public init(_ kind: Kind, length: Duration) {
        self.kind = kind
        self.length = length
    }
}
