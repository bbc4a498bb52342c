public import FoundationEssentials
public import Recurrence

/// One time for which somebody has quiet hours: from one instant until before another.
public struct QuietTime: Codable, Sendable, Equatable {
    public var from: Date
    public var until: Date

    public init(from: Date, until: Date) {
        self.from = from
        self.until = until
    }
}

extension QuietHours {
    /// When it is quiet from a moment on, for so many days at most; the first may have begun.
    public func times(from moment: Date, days: Int, zone: ZoneRules) -> [QuietTime] {
        var times: [QuietTime] = []
        let limit = moment.addingTimeInterval(Double(days) * 86_400)
        var next = moment
        while next < limit, times.count <= days {
            if let end = end(at: next, zone: zone) {
                times.append(QuietTime(from: next, until: end))
                next = end
            } else if let begin = begin(after: next, zone: zone) {
                next = begin
            } else {
                break
            }
        }
        return times
    }

    /// When it becomes quiet next; `nil`: never.
    private func begin(after moment: Date, zone: ZoneRules) -> Date? {
        guard from != until else { return nil }
        let today = zone.local(of: moment).day
        return (0...2).map { days in
            let time = WallTime(
                clamping: Int64(today.adding(days: days).number) * 86_400
                    + Int64(min(max(from, 0), 1439) * 60))
            return Date(timeIntervalSince1970: Double(zone.second(of: time)))
        }.first { $0 > moment }
    }
}
