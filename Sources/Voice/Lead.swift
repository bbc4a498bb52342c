import Scanning

/// How many frames are queued ahead while something sounds: a new sound and a cut wait behind them, so as few as the
/// machine can keep up with.
struct Lead {
    /// 6 ms: two pieces of a sound server, and what a wake-up may be late.
    private static let least = 288
    /// 10 ms: a cut must be heard within 15 ms even then.
    private static let most = 480

    private(set) var frames = least

    private var changed = Instant(nanoseconds: 0)

    /// The device ran dry while something sounded.
    mutating func grow(at now: Instant) {
        frames = min(Self.most, frames * 3 / 2)
        changed = now
    }

    /// After five good seconds a little less is tried.
    mutating func relax(at now: Instant) {
        guard frames > Self.least, changed.duration(to: now) > .seconds(5) else { return }
        frames = max(Self.least, frames * 4 / 5)
        changed = now
    }
}
