import Scanning

/// How many frames are queued ahead while something sounds: a new sound and a cut wait behind them, so as few as the
/// machine can keep up with.
///
/// | the device ran dry | then |
/// |---|---|
/// | once | half as much again, at most 10 ms, so that a cut is still heard within 15 ms |
/// | ten times, each within a second of the last, in spite of that | half as much again, at most 50 ms: it takes larger pieces |
/// | not for a while | a fifth less; if that was too little, the next try comes after twice as long |
struct Lead {
    /// 6 ms: two pieces of a sound server, and what a wake-up may be late.
    private static let usual = 288
    /// 10 ms.
    private static let usualMost = 480
    /// 50 ms.
    private static let most = 2_400

    private(set) var frames: Int
    private let least: Int
    private let quickMost: Int
    private var patience: Duration = .seconds(5)
    private var changed = Instant(nanoseconds: 0)
    private var lastDry = Instant(nanoseconds: 0)
    private var dryRun = 0
    private var isTrial = false

    /// For a device that takes pieces of `period` frames.
    init(period: Int) {
        least = min(Self.most, max(Self.usual, period + ALSADevice.period))
        quickMost = max(Self.usualMost, least)
        frames = least
    }

    /// The device ran dry while something sounded.
    mutating func grow(at now: Instant) {
        dryRun = lastDry.duration(to: now) < .seconds(1) ? dryRun + 1 : 1
        lastDry = now
        if isTrial { patience = min(patience * 2, .seconds(600)) }
        isTrial = false
        if frames < quickMost {
            frames = min(quickMost, frames * 3 / 2)
        } else if dryRun >= 10 {
            frames = min(max(Self.most, least), frames * 3 / 2)
            dryRun = 0
        }
        changed = now
    }

    /// After a while without a gap a little less is tried.
    mutating func relax(at now: Instant) {
        guard frames > least, changed.duration(to: now) > patience else { return }
        frames = max(least, frames * 4 / 5)
        changed = now
        isTrial = true
    }
}
