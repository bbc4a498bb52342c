import Scanning
import Testing

@Suite struct TuningPaceTests {
    private let base = Duration.milliseconds(1500)
    private let limits = PaceLimits()

    @Test("Each step is a tenth, and back again is where it was") func stepsAreTenths() {
        var pace = Pace(base: base)
        #expect(pace.scanTime(for: base, limits: limits) == base)
        let moved1 = pace.slower(limits: limits)
        #expect(moved1)
        #expect(pace.scanTime(for: base, limits: limits) == .milliseconds(1650))
        let moved2 = pace.slower(limits: limits)
        #expect(moved2)
        #expect(pace.scanTime(for: base, limits: limits) == .milliseconds(1820))
        let moved3 = pace.faster(limits: limits)
        #expect(moved3)
        let moved4 = pace.faster(limits: limits)
        #expect(moved4)
        let moved5 = pace.faster(limits: limits)
        #expect(moved5)
        #expect(pace.scanTime(for: base, limits: limits) == .milliseconds(1360))
        let moved6 = pace.reset()
        #expect(moved6)
        let moved7 = pace.reset()
        #expect(!moved7)
        #expect(pace.scanTime(for: base, limits: limits) == base)
    }

    @Test("It stays within the limits, and one press brings it back from there") func itStaysWithinTheLimits()
    {
        var pace = Pace(base: base)
        var count = 0
        while pace.slower(limits: limits) { count += 1 }
        #expect(count == 15)
        #expect(pace.scanTime(for: base, limits: limits) == .seconds(6))
        let moved8 = pace.slower(limits: limits)
        #expect(!moved8)
        let moved9 = pace.faster(limits: limits)
        #expect(moved9)
        #expect(pace.scanTime(for: base, limits: limits) < .seconds(6))
        while pace.faster(limits: limits) {}
        #expect(pace.scanTime(for: base, limits: limits) == .milliseconds(500))
    }

    @Test("Limits that became narrower do not swallow presses") func narrowerLimitsDoNotSwallowPresses() {
        var pace = Pace(base: base, steps: 15)
        let narrow = PaceLimits(fastest: .seconds(1), slowest: .seconds(2))
        #expect(pace.scanTime(for: base, limits: narrow) == .seconds(2))
        let moved10 = pace.faster(limits: narrow)
        #expect(moved10)
        #expect(pace.scanTime(for: base, limits: narrow) < .seconds(2))
    }

    @Test("What staff set holds, also beyond the limits") func staffHaveTheLastWord() {
        var pace = Pace(base: .seconds(8))
        #expect(pace.scanTime(for: .seconds(8), limits: limits) == .seconds(8))
        let moved11 = pace.slower(limits: limits)
        #expect(!moved11)
        let moved12 = pace.faster(limits: limits)
        #expect(moved12)
        #expect(pace.scanTime(for: .seconds(8), limits: limits) == .milliseconds(7270))
    }

    @Test("A new scan time set by staff resets the pace") func anotherScanTimeBeginsAnew() {
        var pace = Pace(base: base, steps: 4)
        pace.fit(.milliseconds(1400), on: 100)
        #expect(pace.adopting(base, automatic: true) == pace)
        #expect(pace.adopting(base, automatic: false) == Pace(base: base, steps: 4))
        #expect(pace.adopting(.seconds(2), automatic: true) == Pace(base: .seconds(2)))
        #expect(pace.scanTime(for: .seconds(2), limits: limits) == .seconds(2))
    }

    @Test("Absurd steps from a damaged file stay within the limits", arguments: [Int.max, .min, 1000])
    func absurdStepsStayWithin(steps: Int) {
        let scanTime = Pace(base: base, steps: steps).scanTime(for: base, limits: limits)
        #expect((limits.fastest...limits.slowest).contains(scanTime))
    }

    // MARK: - By itself

    private func history(after seconds: Double) -> PressHistory {
        var person = Presser(seed: 1)
        for _ in 0..<60 { person.choose(after: seconds) }
        return PressHistory(person.records)
    }

    @Test("Automatic tuning changes a tenth a day at most") func aTenthADay() throws {
        var pace = Pace(base: base)
        var course: [Duration] = []
        for day in 100..<110 {
            guard
                let next = AutomaticPace.next(
                    pace, history: history(after: 0.65), parameters: ScanParameters(), limits: limits,
                    today: day)
            else { continue }
            course.append(next)
            pace.fit(next, on: day)
            #expect(
                AutomaticPace.next(
                    pace, history: history(after: 0.65), parameters: ScanParameters(), limits: limits,
                    today: day) == nil)
        }
        #expect(course == [1350, 1220, 1100, 1000].map { .milliseconds($0) })
    }

    @Test("Automatic tuning stays within the limits, and needs enough choices")
    func itDoesNotLeaveTheLimits() {
        let narrow = PaceLimits(fastest: .milliseconds(1400), slowest: .seconds(2))
        let next = AutomaticPace.next(
            Pace(base: base), history: history(after: 0.65), parameters: ScanParameters(), limits: narrow,
            today: 1)
        #expect(next == .milliseconds(1400))
        #expect(
            AutomaticPace.next(
                Pace(base: base), history: PressHistory([]), parameters: ScanParameters(), limits: limits,
                today: 1) == nil)
    }

    @Test("A clock that was set back by a day is waited for") func aClockThatWasSetBackIsWaitedFor() {
        var pace = Pace(base: base)
        pace.fit(.milliseconds(1400), on: 200)
        #expect(
            AutomaticPace.next(
                pace, history: history(after: 0.65), parameters: ScanParameters(), limits: limits, today: 199)
                == nil)
    }

    @Test("Who has chosen the right pace by switch is left at it") func theClientsOwnStepsAreNotCountedTwice()
    {
        // Five steps slower than 1.5 s are 2.42 s, and 1.57 s ÷ 0.65 is just that.
        var pace = Pace(base: base)
        for _ in 0..<5 { _ = pace.slower(limits: limits) }
        let next = AutomaticPace.next(
            pace, history: history(after: 1.57), parameters: ScanParameters(), limits: limits, today: 100)
        #expect(next == nil)
    }

    @Test("A fitting in a far future was a wrong clock's") func aFarFutureIsNoDay() {
        var pace = Pace(base: base)
        pace.fit(.milliseconds(1400), on: 20_000)
        #expect(
            AutomaticPace.next(
                pace, history: history(after: 0.65), parameters: ScanParameters(), limits: limits, today: 200)
                != nil)
    }
}
