import Glibc
import OwnThreads
import RealTime
import Synchronization
import Testing

/// How urgently a thread wants the processor is its own, and not that of the thread which starts it.
@Suite(.ownThreads(1)) struct OwnThreadTests {
    private struct Schedule: Sendable {
        var policy: Int32
        var nice: Int32

        static var own: Schedule {
            Schedule(
                policy: sched_getscheduler(0),
                nice: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        }
    }

    /// What threads have put in, in order.
    private final class Seen: Sendable {
        private let schedules = Mutex<[Schedule]>([])
        var list: [Schedule] { schedules.withLock { $0 } }
        func addOwn() { schedules.withLock { $0.append(.own) } }
    }

    @Test(
        "A thread that a real-time thread starts is ordinary",
        arguments: [OwnThread.Urgency.normal, .patient, .brisk])
    func inheritsNothing(urgency: OwnThread.Urgency) throws {
        let all = Seen()
        let outer = OwnThread.start("outer", urgency: .raised) {
            all.addOwn()
            OwnThread.start("inner", urgency: urgency) { all.addOwn() }?.join()
        }
        try #require(outer).join()
        let seen = all.list
        try #require(seen.count == 2)
        guard seen[0].policy == SCHED_FIFO else {
            print(
                "skipped: this machine allows no real-time threads here, so nothing is there to be inherited")
            return
        }
        #expect(seen[1].policy == SCHED_OTHER)
        switch urgency {
        case .normal: #expect(seen[1].nice >= 0)
        case .patient: #expect(seen[1].nice >= 10)
        case .brisk, .raised: break
        }
    }

    @Test("A thread that a brisk one starts is not brisk")
    func nice() throws {
        let all = Seen()
        let outer = OwnThread.start("outer", urgency: .brisk) {
            OwnThread.start("inner") { all.addOwn() }?.join()
        }
        try #require(outer).join()
        #expect(all.list.allSatisfy { $0.nice >= 0 && $0.policy == SCHED_OTHER })
    }
}
