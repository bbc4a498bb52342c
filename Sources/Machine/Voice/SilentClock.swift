import Time

/// Replaces a device that cannot play: frames count as heard at the pace of the clock.
struct SilentClock {
    private var end = Instant(nanoseconds: 0)

    /// Frames that are not "heard" yet.
    func unheard(at now: Instant) -> Int {
        end <= now ? 0 : SoundFormat.frames(nanoseconds: now.duration(to: end).nanoseconds)
    }

    mutating func write(_ frames: Int, at now: Instant) {
        end = max(end, now).advanced(by: .nanoseconds(SoundFormat.nanoseconds(frames: frames)))
    }
}
