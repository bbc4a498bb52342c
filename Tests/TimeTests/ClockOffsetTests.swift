import Foundation
import Testing
import Time

@Suite("Whether the wall clock was set")
struct ClockOffsetTests {
    private static let wall = Date(timeIntervalSince1970: 1_770_000_000)
    private static let before = ClockOffset(wall: wall, at: Instant(nanoseconds: 5_000_000_000))

    /// The offset ten steady seconds later, where the wall clock shows so many seconds more.
    private static func later(_ seconds: Double) -> ClockOffset {
        ClockOffset(wall: wall.addingTimeInterval(seconds), at: Instant(nanoseconds: 15_000_000_000))
    }

    @Test("Less than two seconds is a clock slowed or hurried", arguments: [8.5, 9.999, 10, 10.25, 11.999])
    func slewed(shown: Double) {
        #expect(Self.later(shown).step(since: Self.before) == nil)
    }

    @Test("Two seconds and more are a step, forwards or back", arguments: [8, 12, -3600, 3610, 31_536_010.0])
    func stepped(shown: Double) throws {
        let step = try #require(Self.later(shown).step(since: Self.before))
        #expect(abs(step / .seconds(1) - (shown - 10)) < 0.000_001)
    }
}
