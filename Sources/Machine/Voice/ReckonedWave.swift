/// A sound whose samples are reckoned when they are wanted, each by itself.
protocol ReckonedWave: Sendable {
    /// Frames.
    var count: Int { get }

    /// The sample of a frame from 0 up to `count`, as a 16-bit value.
    func sample(at index: Int) -> Float
}
