import Time

/// How far a sound server lags behind the clock: a delayed server takes nothing, and then all that it missed
/// at once, for which too little may be queued.
///
/// What the server says that it holds is compared with what the clock leaves of it. A lasting difference is
/// not a lag: there was silence between words, or the card's clock differs; it becomes the new `base`.
struct ServerLag {
    /// 4 ms: a server takes sound in pieces, and says so in messages.
    private static let usual = 192
    /// A server that takes nothing for longer has worked ahead, or hangs.
    private static let longestHold: Duration = .milliseconds(300)
    private static let window: Duration = .milliseconds(500)

    /// Frames that the server holds beyond what the clock leaves.
    private(set) var base = 0
    private var peak = 0
    private var heldSince: Instant?
    private var windowEnd: Instant?
    private var least = Int.max

    /// - Parameters:
    ///   - reported: what the server says that it holds.
    ///   - byClock: what it must still hold by the clock.
    ///   - hasTaken: whether it has taken anything since the last look.
    /// - Returns: frames by which it was late, told when it goes on.
    mutating func note(reported: Int, byClock: Int, hasTaken: Bool, at now: Instant) -> Int {
        let difference = reported - byClock
        guard hasTaken else {
            peak = max(peak, difference - base)
            if heldSince == nil { heldSince = now }
            return 0
        }
        let held = heldSince.map { $0.duration(to: now) } ?? .zero
        let late = held > Self.longestHold ? 0 : max(peak, difference - base) - Self.usual
        (peak, heldSince) = (0, nil)
        settle(difference, at: now)
        return max(0, late)
    }

    /// Takes the smallest difference of each half second as the new `base`: what is there all the time is no lateness.
    private mutating func settle(_ difference: Int, at now: Instant) {
        least = min(least, difference)
        guard let end = windowEnd else {
            windowEnd = now.advanced(by: Self.window)
            return
        }
        guard now >= end else { return }
        (base, least, windowEnd) = (least, .max, now.advanced(by: Self.window))
    }
}
