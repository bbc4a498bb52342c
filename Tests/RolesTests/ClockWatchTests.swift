import Foundation
import RealTime
import Synchronization
import Testing

/// Whether this process may set the machine's clock (CAP_SYS_TIME, bit 25).
private let maySetClock: Bool = {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
        let rights = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
    else { return false }
    return rights & (1 << 25) != 0
}()

@Suite("A wall clock that is set is noticed at once", .serialized, .timeLimit(.minutes(30)))
struct ClockWatchTests {
    /// Sets the clock to what it shows: it loses less than a microsecond, and the kernel tells it all the same.
    private func setClock() throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        try #require(clock_settime(CLOCK_REALTIME, &now) == 0)
    }

    @Test("Each time, and not before", .enabled(if: maySetClock, "this process may not set the clock"))
    func eachTime() async throws {
        let (changes, told) = AsyncStream<Void>.makeStream()
        let count = Mutex(0)
        let watch = try #require(
            ClockWatch {
                count.withLock { $0 += 1 }
                told.yield()
            })
        #expect(count.withLock { $0 } == 0)
        var iterator = changes.makeAsyncIterator()
        for _ in 0..<3 {
            try setClock()
            await iterator.next()
        }
        #expect(count.withLock { $0 } >= 3)
        watch.stop()
    }

    @Test("One that is stopped ends its thread, and tells nothing more")
    func stopped() throws {
        for _ in 0..<20 {
            let watch = try #require(ClockWatch { Issue.record("nobody has set the clock") })
            watch.stop()
        }
    }
}
