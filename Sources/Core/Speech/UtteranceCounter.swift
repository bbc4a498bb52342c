/// Gives out utterance ids. Sessions that share the voices count with the same stride from different starts.
public struct UtteranceCounter: Sendable {
    private var following: UInt64
    private let stride: UInt64

    public init(start: UInt64 = 1, stride: UInt64 = 1) {
        following = start
        self.stride = stride
    }

    public mutating func next() -> UtteranceID {
        defer { following += stride }
        return UtteranceID(rawValue: following)
    }
}
