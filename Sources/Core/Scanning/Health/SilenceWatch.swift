public import Time

/// Says when a client has not pressed for longer than is usual at this time of day.
///
/// Half hour after half hour without a press, the chance of so much silence is multiplied up from what was
/// learnt; below 0.5 %, and after at least two hours, it is reported once. The next press ends it.
///
/// The wall's clock may be wrong or be set at any time, so it only says which half hour it is. How long
/// the silence lasts is counted by the monotonic clock; and where both have not advanced alike (somebody set the clock,
/// the machine was asleep), counting begins anew and the half hour teaches nothing. Summer time
/// moves the hands and not the clock: a half hour is then missing or comes twice, which does no harm.
public struct SilenceWatch: Sendable {
    public enum Finding: Hashable, Sendable {
        case silent(since: LocalTime)
        case usedAgain
    }

    /// The probability below which a silence is reported: one in 200 such stretches is reported for nothing.
    static let chance = 0.005
    /// A shorter silence is not reported.
    static let shortest: Duration = .seconds(7200)
    /// How far both clocks may drift apart within a half hour, and how late a half hour may be noticed.
    static let tolerance = 60.0

    private struct Present {
        var number: Int
        var half: HalfHour
        var began: Instant
        var time: LocalTime
        /// Whether it was watched from its beginning, with a switch that worked.
        var isWhole: Bool
        var wasUsed = false
    }

    public private(set) var rhythm: UseRhythm
    /// Since when silence is reported.
    public private(set) var toldSince: LocalTime?
    private var present: Present?
    /// When the half hour ends by the wall's clock, as it was last seen.
    private var lookAgainAt: Instant?
    private var silentSince: (at: Instant, time: LocalTime)?
    /// The chance of the silence so far.
    private var likelihood = 1.0

    public init(rhythm: UseRhythm) { self.rhythm = rhythm }

    /// When `advance` has something to do: at the end of the present half hour.
    public var nextWake: Instant? {
        guard let present else { return nil }
        let end = present.began.advanced(by: .seconds(1800 - present.time.intoHalfHour) + .milliseconds(100))
        return max(end, lookAgainAt ?? end)
    }

    /// A press.
    public mutating func press(at now: Instant, _ time: LocalTime) -> Finding? {
        let finding = advance(to: now, time)
        present?.wasUsed = true
        restart(at: now, time)
        guard toldSince != nil else { return finding }
        toldSince = nil
        return .usedAgain
    }

    /// The switch is missing or stuck: nothing is learnt, and silence means nothing.
    public mutating func cannotBePressed(at now: Instant, _ time: LocalTime) {
        present?.isWhole = false
        restart(at: now, time)
    }

    /// Advances the time.
    public mutating func advance(to now: Instant, _ time: LocalTime) -> Finding? {
        guard time.isPlausible else {
            present = nil
            return nil
        }
        guard let present else {
            begin(at: now, time)
            restart(at: now, time)
            return nil
        }
        let passed = Double(present.began.duration(to: now).nanoseconds) / 1e9
        guard abs(time.unix - present.time.unix - passed) <= Self.tolerance, passed <= 1800 + Self.tolerance
        else {
            begin(at: now, time)
            restart(at: now, time)
            return nil
        }
        guard time.halfHourNumber != present.number else {
            // The clock was set back a little: look again when it says that the half hour is over.
            lookAgainAt = now.advanced(by: .seconds(1800 - time.intoHalfHour) + .milliseconds(100))
            return nil
        }
        defer { begin(at: now, time) }
        guard present.isWhole else { return nil }
        if !present.wasUsed { likelihood *= 1 - rhythm.chance(present.half) }
        rhythm.learn(present.half, wasUsed: present.wasUsed)
        guard toldSince == nil, rhythm.isLearnt, likelihood < Self.chance, let silentSince,
            silentSince.at.duration(to: now) >= Self.shortest
        else { return nil }
        toldSince = silentSince.time
        return .silent(since: silentSince.time)
    }

    private mutating func begin(at now: Instant, _ time: LocalTime) {
        lookAgainAt = nil
        present = Present(
            number: time.halfHourNumber, half: HalfHour(time), began: now, time: time,
            isWhole: time.intoHalfHour < Self.tolerance)
    }

    private mutating func restart(at now: Instant, _ time: LocalTime) {
        silentSince = (now, time)
        likelihood = 1
    }
}
