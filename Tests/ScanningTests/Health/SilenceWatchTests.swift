import Chance
import Foundation
import Scanning
import Testing
import Time

/// A kiosk whose client presses now and then, by two clocks that may part.
private struct Days {
    var watch = SilenceWatch(rhythm: UseRhythm())
    /// Seconds of the monotonic clock.
    var now = 0.0
    /// 2026-06-01, a Monday, 00:00 UTC.
    var wallAtStart = 1_780_272_000.0
    var offset = 0
    var found: [(Double, SilenceWatch.Finding)] = []

    var instant: Instant { Instant(nanoseconds: Int64(now * 1e9)) }
    var time: LocalTime { LocalTime(unix: wallAtStart + now, offset: offset) }

    /// Goes on until so many hours after the start, waking up where the watch wants it.
    mutating func run(toHour hour: Double) {
        let end = hour * 3600
        note(watch.advance(to: instant, time))
        while let wake = watch.nextWake, Double(wake.nanoseconds) / 1e9 <= end {
            now = max(now, Double(wake.nanoseconds) / 1e9)
            note(watch.advance(to: instant, time))
        }
        now = max(now, end)
    }

    mutating func press(atHour hour: Double) {
        run(toHour: hour)
        note(watch.press(at: instant, time))
    }

    private mutating func note(_ finding: SilenceWatch.Finding?) {
        if let finding { found.append((now / 3600, finding)) }
    }

    /// A day with a press every twenty minutes from eight to eight.
    mutating func usualDay(_ day: Int, from first: Double = 8, to last: Double = 20) {
        var hour = first
        while hour < last {
            press(atHour: Double(day) * 24 + hour)
            hour += 1.0 / 3
        }
    }
}

@Suite("Silence that is longer than usual") struct SilenceThatIsLongerThanUsualTests {
    @Test("A clock that is set back a little does not keep the machine awake")
    func aClockThatIsSetBackALittleDoes() {
        var days = Days()
        days.run(toHour: 0.25)
        days.wallAtStart -= 30
        let wake = days.watch.nextWake
        days.now = 1800.2
        _ = days.watch.advance(to: days.instant, days.time)
        #expect(wake != nil)
        #expect(days.watch.nextWake.map { $0 > days.instant } ?? false)
    }

    @Test("Silence is reported by day after about two hours, once, until the next press")
    func isToldByDayAfterTwoHoursOrLittle() throws {
        var days = Days()
        for day in 0..<10 { days.usualDay(day) }
        days.usualDay(10, to: 12)
        days.run(toHour: 10 * 24 + 24)
        #expect(days.found.count == 1)
        let (hour, finding) = try #require(days.found.first)
        guard case .silent(let since) = finding else { throw Unexpected() }
        // The last press was at 11:40.
        #expect(since.clock == "11:40")
        #expect(hour - 240 >= 13.66 && hour - 240 <= 14.6)
        days.press(atHour: 11 * 24 + 9)
        #expect(days.found.map(\.1) == [finding, .usedAgain])
    }

    private struct Unexpected: Error {}

    @Test("Silence is usual at night, and after seven days without a press also by day")
    func isUsualAtNightAndAfterSevenDaysWithout() {
        var days = Days()
        for day in 0..<21 { days.usualDay(day) }
        #expect(days.found.isEmpty)
    }

    @Test("Silence is not reported before seven days are learnt") func isNotToldBeforeSevenDaysWereLearnt() {
        var days = Days()
        for day in 0..<5 { days.usualDay(day) }
        days.run(toHour: 6 * 24 + 23)
        #expect(days.found.isEmpty)
    }

    @Test("Silence at weekends is compared with other weekends")
    func isKnownAtWeekendsByWhatWeekendsAreLike() {
        var days = Days()
        // The client is away from Saturday to Sunday.
        for week in 0..<4 { for day in 0..<5 { days.usualDay(week * 7 + day) } }
        days.run(toHour: 4 * 7 * 24)
        // Only the first two weekends could be news.
        #expect(days.found.isEmpty || days.found.allSatisfy { $0.0 < 3 * 7 * 24 })
    }

    @Test(
        "A clock set by hours or years does not report silence",
        arguments: [-1_766_016_000, -86_400, -7200, 3600, 7200, 36_000, 34_560_000] as [Double])
    func clockIsSet(by seconds: Double) {
        var days = Days()
        for day in 0..<10 { days.usualDay(day) }
        // At three in the night somebody sets it, and at eight by the sun the client begins as ever.
        days.run(toHour: 10 * 24 + 3)
        days.wallAtStart += seconds
        days.run(toHour: 10 * 24 + 4.9)
        #expect(days.found.isEmpty)
    }

    @Test("Time in which the machine was asleep does not count as silence")
    func isNotToldOfATimeInWhichThe() {
        var days = Days()
        for day in 0..<10 { days.usualDay(day) }
        days.usualDay(10, to: 10)
        // Asleep, the monotonic clock stands still.
        days.wallAtStart += 6 * 3600
        days.run(toHour: 10 * 24 + 11.5)
        #expect(days.found.isEmpty)
    }

    @Test("The start or end of summer time does not report silence", arguments: [3600, -3600])
    func summerTime(change: Int) {
        var days = Days()
        days.offset = 3600
        for day in 0..<14 { days.usualDay(day) }
        days.run(toHour: 14 * 24 + 1)
        days.offset += change
        for day in 14..<21 {
            days.usualDay(day, from: 8 - Double(change) / 3600, to: 20 - Double(change) / 3600)
        }
        #expect(days.found.isEmpty)
    }

    @Test("Silence is not reported while the switch is missing") func isNobodysNewsWhileTheSwitchIsMissing() {
        var days = Days()
        for day in 0..<10 { days.usualDay(day) }
        days.run(toHour: 10 * 24 + 8)
        while days.now < (10 * 24 + 20) * 3600 {
            days.run(toHour: days.now / 3600 + 0.25)
            days.watch.cannotBePressed(at: days.instant, days.time)
        }
        #expect(days.found.isEmpty)
    }

    @Test("Silence is not reported by a clock that does not know the year")
    func isNotToldByAClockThatDoesNot() {
        var days = Days()
        days.wallAtStart = 0
        for day in 0..<10 { days.usualDay(day) }
        days.run(toHour: 12 * 24)
        #expect(days.found.isEmpty)
        #expect(days.watch.rhythm.watched == 0)
    }

    /// People are not clocks: good days, bad days, a nap, needs that come in bursts.
    @Test("Simulated people rarely cause false reports, and real silence is found", arguments: 1...60)
    func people(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var days = Days()
        let perHour = Double.random(in: 0.7...2.5, using: &generator)
        func live(_ day: Int, until end: Double = 21, _ days: inout Days) {
            let mood = Double.random(in: 0.6...1.4, using: &generator)
            var hour = Double.random(in: 7...8.5, using: &generator)
            while hour < end {
                days.press(atHour: Double(day) * 24 + hour)
                let gap = -log(Double.random(in: 0.0001...1, using: &generator)) / (perHour * mood)
                hour += max(0.01, gap)
                if hour > 13, hour < 14.5 { hour = 14.5 }
            }
        }
        for day in 0..<56 { live(day, &days) }
        let false8Weeks = days.found.count { if case .silent = $0.1 { true } else { false } }
        #expect(false8Weeks <= 4, "told for nothing in eight weeks")
        days.found = []
        live(56, until: 10, &days)
        days.run(toHour: 57 * 24)
        #expect(days.found.contains { if case .silent = $0.1 { $0.0 < 56 * 24 + 20 } else { false } })
    }
}
