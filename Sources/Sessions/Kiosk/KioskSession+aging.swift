import Evidence
import Time

extension KioskSession {
    /// Takes over what was kept of the client's presses, with its age counted in.
    mutating func know(_ profile: PressProfile, at now: Instant) {
        presses.weighing.judge.know(profile)
        presses.agedUntil = now
    }

    /// Lets what is known of the presses count less as it gets older: at rest, once a day.
    ///
    /// Days are counted from the kiosk's start: where the wall clock is wrong, or is set, nothing is older for that.
    mutating func agePresses(at now: Instant) {
        guard let since = presses.agedUntil else {
            presses.agedUntil = now
            return
        }
        let days = Int(since.duration(to: now) / Self.day)
        guard days > 0, isResting else { return }
        presses.weighing.judge.forget(days: days)
        presses.agedUntil = since.advanced(by: Self.day * days)
    }

    private static var day: Duration { .seconds(86_400) }
}
