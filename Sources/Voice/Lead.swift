/// How many frames are queued ahead while something sounds: a new sound and a cut wait behind them, so as few as the
/// machine can keep up with.
struct Lead {
    /// 6 ms: two pieces of a sound server, and what a wake-up may be late.
    private static let least = 288
    /// 60 ms.
    private static let most = 2_880

    private(set) var frames = least

    /// The device ran dry while something sounded.
    mutating func grow() { frames = min(Self.most, frames * 3 / 2) }
}
