import Networking
import Testing

@Suite("How long to wait before something is tried again") struct RetryDelayTests {
    private func seconds(_ wait: Duration) -> Double { wait / .seconds(1) }

    @Test("Twice as long each time, up to a limit") func doubles() {
        var delay = RetryDelay(first: .seconds(1), limit: .seconds(60))
        let waits = (0..<9).map { _ in seconds(delay.failed(chance: 0)) / 0.75 }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test("By chance up to a quarter less", arguments: [(0.0, 750), (0.5, 875), (0.999, 999.75)])
    func chance(chance: Double, milliseconds: Double) {
        var delay = RetryDelay(first: .seconds(1), limit: .seconds(60))
        let wait = delay.failed(chance: chance)
        #expect(abs(wait / .milliseconds(1) - milliseconds) < 0.001)
    }

    @Test("After a success it begins anew") func anew() {
        var delay = RetryDelay(first: .milliseconds(250), limit: .seconds(5))
        for _ in 0..<5 { _ = delay.failed(chance: 0) }
        delay.succeeded()
        let waits = (0..<2).map { _ in seconds(delay.failed(chance: 0)) / 0.75 }
        #expect(waits == [0.25, 0.5])
    }

    @Test("No wait is longer than the limit, not even the first") func limit() {
        var delay = RetryDelay(first: .seconds(9), limit: .seconds(2))
        let first = delay.failed(chance: 0)
        delay.succeeded()
        let then = delay.failed(chance: 0)
        #expect([first, then] == [.seconds(1.5), .seconds(1.5)])
    }
}
