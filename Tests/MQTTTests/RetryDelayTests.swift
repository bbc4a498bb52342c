import Testing

@testable import MQTT

@Suite("When a broker is tried again") struct RetryDelayTests {
    @Test("Twice as long each time, up to a minute") func doubles() {
        var delay = RetryDelay()
        let waits = (0..<9).map { _ in delay.next(after: nil, chance: 0.5) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
    }

    @Test("By chance a quarter less or more", arguments: [(0.0, 750), (0.5, 1000), (0.999, 1249.5)])
    func chance(chance: Double, milliseconds: Double) {
        var delay = RetryDelay()
        let wait = delay.next(after: nil, chance: chance)
        #expect(abs(wait / .milliseconds(1) - milliseconds) < 0.001)
    }

    @Test("After a good connection it begins anew, after a short one it goes on") func life() {
        var delay = RetryDelay()
        for _ in 0..<5 { _ = delay.next(after: nil, chance: 0.5) }
        let short = delay.next(after: .seconds(59), chance: 0.5)
        let good = delay.next(after: RetryDelay.goodLife, chance: 0.5)
        let then = delay.next(after: nil, chance: 0.5)
        #expect([short, good, then] == [.seconds(32), .seconds(1), .seconds(2)])
    }
}
