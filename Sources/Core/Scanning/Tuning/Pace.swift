/// How much slower or faster than staff have set it the client wants to be scanned: in steps of a tenth, by switch.
///
/// It belongs to the `scan_time` that it was chosen for. When staff set another one, they have decided again:
/// the client's steps, and what was fitted automatically, start again from there.
public struct Pace: Hashable, Sendable {
    /// The `scan_time` of the settings that it belongs to.
    public private(set) var base: Duration
    /// Steps slower (above 0) or faster (below 0) than the base; each is a tenth more than the one before.
    public private(set) var steps: Int
    /// The automatically fitted base (`tuning.automatic`), if any.
    public private(set) var fitted: Duration?
    /// The day of the last fitting, counted from 1970-01-01.
    public private(set) var fittedOn: Int?

    /// Each step makes the scan time longer by a tenth, or as much shorter.
    private static let step = 1.1
    /// From the fastest to the slowest scan time that there is, it is 37 steps.
    private static let mostSteps = 40

    /// As staff have set it.
    public init(base: Duration) {
        self.base = base
        steps = 0
    }

    /// As it was stored; invalid values are clamped.
    public init(base: Duration, steps: Int, fitted: Duration? = nil, fittedOn: Int? = nil) {
        self.base = base
        self.steps = min(max(steps, -Self.mostSteps), Self.mostSteps)
        self.fitted = fitted
        self.fittedOn = fittedOn
    }

    /// The pace for a `scan_time` of the settings: this one if it belongs to it, else a new one. Call it with every
    /// start of the kiosk and every change of the settings.
    ///
    /// - Parameter automatic: `tuning.automatic`; where it is off, the automatic fitting is discarded.
    public func adopting(_ scanTime: Duration, automatic: Bool) -> Pace {
        guard scanTime == base else { return Pace(base: scanTime) }
        return automatic ? self : Pace(base: base, steps: steps)
    }

    /// The scan time to scan with, within the limits and in hundredths of a second.
    ///
    /// - Parameter scanTime: `scan_time` of the settings; one that the pace does not belong to is given back as it is.
    public func scanTime(for scanTime: Duration, limits: PaceLimits) -> Duration {
        guard scanTime == base else { return scanTime }
        return Self.scanTime(base: base, fitted: fitted, steps: steps, limits: limits)
    }

    private static func scanTime(base: Duration, fitted: Duration?, steps: Int, limits: PaceLimits)
        -> Duration
    {
        let middle = fitted ?? base
        guard steps != 0 else { return limits.held(middle, base: base) }
        let factor = (0..<abs(steps)).reduce(1.0) { factor, _ in factor * step }
        let seconds = middle / .seconds(1) * (steps > 0 ? factor : 1 / factor)
        return limits.held(.milliseconds(Int((seconds * 100).rounded()) * 10), base: base)
    }

    /// One step slower. Returns whether it became slower: at the limit it does not.
    public mutating func slower(limits: PaceLimits) -> Bool { move(by: 1, limits: limits) }

    /// One step faster. Returns whether it became faster.
    public mutating func faster(limits: PaceLimits) -> Bool { move(by: -1, limits: limits) }

    /// As staff have set it, or as it was fitted. Returns whether it was otherwise.
    public mutating func reset() -> Bool {
        defer { steps = 0 }
        return steps != 0
    }

    /// Takes over what `AutomaticPace` proposes. The client's steps stay: they are counted from the new middle.
    public mutating func fit(_ scanTime: Duration, on day: Int) {
        fitted = scanTime == base ? nil : scanTime
        fittedOn = day
    }

    private mutating func move(by direction: Int, limits: PaceLimits) -> Bool {
        let now = scanTime(for: base, limits: limits)
        // Where the limits were made narrower, steps that do nothing any more are not to be undone one by one.
        var moved = steps
        repeat {
            moved += direction
            guard abs(moved) <= Self.mostSteps else { return false }
            let then = Self.scanTime(base: base, fitted: fitted, steps: moved, limits: limits)
            if direction > 0 ? then > now : then < now {
                steps = moved
                return true
            }
        } while direction > 0 ? moved < 0 : moved > 0
        return false
    }
}
