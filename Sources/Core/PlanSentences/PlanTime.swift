/// A time of day, to the minute.
public struct PlanTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 0 to 1439.
    public let minuteOfDay: Int

    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    public init(hour: Int, minute: Int = 0) { self.init(minuteOfDay: hour * 60 + minute) }

    /// Minutes beyond a day count on from its beginning.
    public init(minuteOfDay: Int) { self.minuteOfDay = (minuteOfDay % 1440 + 1440) % 1440 }

    public var hour: Int { minuteOfDay / 60 }
    public var minute: Int { minuteOfDay % 60 }

    public static func < (first: Self, second: Self) -> Bool { first.minuteOfDay < second.minuteOfDay }

    /// `08:30`.
    public var description: String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
