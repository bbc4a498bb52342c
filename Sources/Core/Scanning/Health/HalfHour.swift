/// A time by the wall's clock where the client lives.
public struct LocalTime: Hashable, Sendable {
    /// Seconds since 1970, UTC.
    public var unix: Double
    /// How far the local clock is before UTC at that moment, in seconds: changes with summer time.
    public var offset: Int

    public init(unix: Double, offset: Int) {
        self.unix = unix
        self.offset = offset
    }

    /// A machine without a battery-backed clock starts with a time in the past: before 2025, its clock is not set.
    public var isPlausible: Bool { unix >= 1_735_689_600 && unix < 32_503_680_000 }

    /// Seconds since midnight of the first day of 1970, as the local clock counts.
    private var local: Double { unix + Double(offset) }

    /// The half hour in which it lies, counted from 1970.
    var halfHourNumber: Int { isPlausible ? Int((local / 1800).rounded(.down)) : 0 }

    /// How far into that half hour it is, in seconds: 0 ..< 1800.
    var intoHalfHour: Double { isPlausible ? local - Double(halfHourNumber) * 1800 : 0 }

    /// `14:05`.
    public var clock: String {
        guard isPlausible else { return "" }
        let minutes = Int((local / 60).rounded(.down)) % 1440
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}

/// One of the half hours of a working day or of a weekend's day.
public struct HalfHour: Hashable, Sendable {
    /// 0 is midnight to half past, 47 the last of the day.
    public var index: Int
    public var isWeekend: Bool

    public init(index: Int, isWeekend: Bool) {
        self.index = index
        self.isWeekend = isWeekend
    }

    init(_ time: LocalTime) {
        index = time.halfHourNumber % 48
        // The first day of 1970 was a Thursday.
        let weekday = (time.halfHourNumber / 48 + 4) % 7
        isWeekend = weekday == 0 || weekday == 6
    }
}
