/// Fits the scan time automatically, a little at a time, if staff have switched that on (`tuning.automatic`).
public enum AutomaticPace {
    /// The most that it changes in a day: a tenth. Who is used to a rhythm hears a greater change as a fault.
    public static let mostPerDay = 0.1

    /// What the scan time should be from now on, before the client's own steps; `nil` if it stays.
    ///
    /// Meant to be asked at rest, at most once a day, and only with `tuning.automatic: on`; asked again on the same
    /// day it gives `nil`. Put the answer into the pace with `fit(_:on:)`, and keep that.
    ///
    /// - Parameters:
    ///   - pace: as it is, adopted for the settings' `scan_time`.
    ///   - history: what is kept of the presses.
    ///   - parameters: the settings' own.
    ///   - today: days since 1970-01-01.
    public static func next(
        _ pace: Pace, history: PressHistory, parameters: ScanParameters, limits: PaceLimits, today: Int
    ) -> Duration? {
        // A clock that was set back waits until it has caught up; a day that lies far ahead was a wrong clock's.
        if let last = pace.fittedOn, last >= today, last <= today + 1 { return nil }
        // The presses were timed to what was in force, the client's own steps and all: that is what fits or does not.
        var present = parameters
        present.scanTime = pace.scanTime(for: pace.base, limits: limits)
        let middle = pace.fitted ?? pace.base
        let proposals = TuningReport(history: history, parameters: present).proposals
        guard let proposal = proposals.first(where: { $0.option == .scanTime && $0.verdict == .change })
        else {
            return nil
        }
        let change = min(max(proposal.proposed / present.scanTime, 1 - mostPerDay), 1 + mostPerDay)
        let seconds = middle / .seconds(1) * change
        let next = limits.held(.milliseconds(Int((seconds * 100).rounded()) * 10), base: pace.base)
        return next == middle ? nil : next
    }
}
