public import FoundationEssentials

/// Something that has happened, with the time by its sender's clock: kept as it was sent.
///
/// It is never refused for its time, because the clock of a device may be wrong (decisions 0042 and 0140). An
/// impossible time is replaced by the time at which the service learned of it, and marked so.
public protocol TimedReport: Equatable {
    /// When it happened, by the sender's clock; by the service's where `isTimeOfArrival`.
    var at: Date { get set }
    /// Whether the sender's time could not be used. Set by the service.
    var isTimeOfArrival: Bool { get set }
}

extension TimedReport {
    /// As it is kept when it comes at a moment.
    public func arriving(at now: Date) -> Self {
        var report = self
        report.isTimeOfArrival = !CareJSON.isUsable(at)
        if report.isTimeOfArrival { report.at = now }
        return report
    }

    /// Whether this is the same report come twice: where neither time could be used, when it came does not matter.
    public func isSame(as other: Self) -> Bool {
        guard isTimeOfArrival, other.isTimeOfArrival else { return self == other }
        var other = other
        other.at = at
        return self == other
    }
}

extension Fault: TimedReport {}
extension OccurrenceEntry: TimedReport {}
extension ReminderReceipt: TimedReport {}
extension RequestNote: TimedReport {}
extension WordsReceipt: TimedReport {}
