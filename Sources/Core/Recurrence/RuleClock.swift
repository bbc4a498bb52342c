/// The times of day that a rule wants.
struct RuleClock: Sendable, Hashable {
    /// Seconds in an hour, a minute or a second, for frequencies below a day; for the others a whole day.
    let unit: Int64
    /// Every so many units.
    let interval: Int64
    /// The start's unit, counted from 1970.
    let startUnit: Int64
    /// The seconds within a unit that are wanted, rising.
    let inUnit: [Int64]
    /// Bits of the hours, minutes and seconds that units may have.
    let hours: UInt32
    let minutes: UInt64
    let seconds: UInt64
    /// The same seconds of every day, rising; `nil` where they differ from day to day or are too many to list.
    let times: [Int64]?

    /// How many times of a day are listed; beyond that they are stepped through.
    static let mostTimes = 1440

    init(_ rule: RecurrenceRule, start: WallTime) {
        let frequency = rule.frequency
        let hours = rule.hours.isEmpty && frequency >= .daily ? [start.hour] : rule.hours
        let minutes = rule.minutes.isEmpty && frequency >= .hourly ? [start.minute] : rule.minutes
        var seconds = rule.seconds.isEmpty && frequency >= .minutely ? [start.second] : rule.seconds
        if seconds.last == 60 { seconds = Set(seconds.map { min($0, 59) }).sorted() }

        let lists: [[Int]]
        switch frequency {
        case .secondly: (unit, lists) = (1, [])
        case .minutely: (unit, lists) = (60, [seconds])
        case .hourly: (unit, lists) = (3600, [minutes, seconds])
        case .daily, .weekly, .monthly, .yearly: (unit, lists) = (86_400, [hours, minutes, seconds])
        }
        interval = frequency < .daily ? Int64(rule.interval) : 1
        startUnit = start.seconds.dividedDown(by: unit)
        let all = lists.reduce([0]) { sums, list in sums.flatMap { sum in list.map { sum * 60 + Int64($0) } }
        }
        inUnit = frequency <= .daily ? Self.chosen(rule.positions, of: all) : all

        self.hours = frequency < .daily ? UInt32(truncatingIfNeeded: Self.bits(hours)) : .max
        self.minutes = frequency < .hourly ? Self.bits(minutes) : .max
        self.seconds = frequency == .secondly ? Self.bits(seconds) : .max

        let unitsOfDay = 86_400 / unit
        guard unitsOfDay % interval == 0, frequency >= .daily || unitsOfDay / interval <= Self.mostTimes
        else {
            times = nil
            return
        }
        var times: [Int64] = []
        var unitOfDay = startUnit.remainderDown(by: interval)
        while unitOfDay < unitsOfDay {
            let second = unitOfDay * unit
            if Self.has(self.hours, second / 3600), Self.has(self.minutes, second / 60 % 60),
                Self.has(self.seconds, second % 60)
            {
                times += inUnit.map { second + $0 }
            }
            unitOfDay += interval
        }
        self.times = times
    }

    /// BYSETPOS among the times of one unit.
    private static func chosen(_ positions: [Int], of all: [Int64]) -> [Int64] {
        guard !positions.isEmpty else { return all }
        let indices = Set(positions.map { $0 > 0 ? $0 - 1 : all.count + $0 })
        return indices.filter(all.indices.contains).sorted().map { all[$0] }
    }

    private static func bits(_ numbers: [Int]) -> UInt64 {
        numbers.isEmpty ? .max : numbers.reduce(0) { $0 | 1 << UInt64($1) }
    }

    private static func has<Bits: FixedWidthInteger>(_ bits: Bits, _ number: Int64) -> Bool {
        bits & 1 << Bits(number) != 0
    }

    /// Whether no unit that the interval meets can have a wanted hour, minute and second.
    var isEmpty: Bool {
        if let times { return times.isEmpty }
        if inUnit.isEmpty { return true }
        // On the days to come, the interval meets every unit that differs from the start's by a multiple of this.
        let step = Self.greatestDivisor(interval, 86_400 / unit)
        var second = startUnit.remainderDown(by: step) * unit
        while second < 86_400 {
            if Self.has(hours, second / 3600), Self.has(minutes, second / 60 % 60),
                Self.has(seconds, second % 60)
            {
                return false
            }
            second += step * unit
        }
        return true
    }

    static func greatestDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        second == 0 ? first : greatestDivisor(second, first % second)
    }

    /// The unit at or after a local second that the interval meets.
    func unit(from second: Int64) -> Int64 {
        let unit = second.dividedDown(by: self.unit)
        let behind = (unit - startUnit).remainderDown(by: interval)
        return behind == 0 ? unit : unit + interval - behind
    }

    /// Where to look on if a unit that begins at this second of the day is not wanted; `nil`: it is wanted.
    func leap(from second: Int64) -> Int64? {
        let hour = second / 3600
        guard Self.has(hours, hour) else {
            return Self.next(hours, after: hour, below: 24).map { $0 * 3600 } ?? 86_400
        }
        guard unit < 3600 else { return nil }
        let minute = second / 60 % 60
        guard Self.has(minutes, minute) else {
            return hour * 3600 + (Self.next(minutes, after: minute, below: 60) ?? 60) * 60
        }
        guard unit < 60 else { return nil }
        guard !Self.has(seconds, second % 60) else { return nil }
        return second - second % 60 + (Self.next(seconds, after: second % 60, below: 60) ?? 60)
    }

    private static func next<Bits: FixedWidthInteger>(
        _ bits: Bits, after number: Int64, below end: Int64
    ) -> Int64? {
        let rest = bits >> Bits(number + 1)
        let next = number + 1 + Int64(rest.trailingZeroBitCount)
        return rest != 0 && next < end ? next : nil
    }
}
