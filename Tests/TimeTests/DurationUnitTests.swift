import Testing
import Time

@Suite("Durations in whole units")
struct DurationUnitTests {
    @Test("Parts of a unit are cut off towards zero")
    func cutOff() {
        #expect(Duration.microseconds(1_999).milliseconds == 1)
        #expect(Duration.microseconds(-1_999).milliseconds == -1)
        #expect(
            Duration(secondsComponent: 1, attosecondsComponent: 1_999_999_999).nanoseconds == 1_000_000_001)
    }

    @Test("An instant is read in seconds to hundredths")
    func seconds() {
        #expect(Instant(nanoseconds: 12_504_999_999).secondsText == "12.50")
        #expect(Instant(nanoseconds: 12_505_000_000).secondsText == "12.51")
    }
}
