import RealTime
import Synchronization
import Time

/// Watches the pumps from a thread of its own while any of them is busy; asleep otherwise.
final class Watchdog: Sendable {
    private static let interval: Duration = .milliseconds(250)
    /// It sleeps after this many checks without a call.
    private static let quietLooks = 8

    private let outputs = Mutex<[Output]>([])
    private let wakeUp = WakeUp()
    private let isAwake = Atomic<Bool>(false)
    private let isShutDown = Atomic<Bool>(false)

    func start() {
        OwnThread.start("voice-watchdog", urgency: .raised) { [self] in run() }?.detach()
    }

    func watch(_ output: Output) { outputs.withLock { $0.append(output) } }

    /// Before a call that may block; costs nothing while it is awake.
    func beAwake() {
        if !isAwake.exchange(true, ordering: .sequentiallyConsistent) { wakeUp.signal() }
    }

    /// Ends the thread, and the references that it holds.
    func shutDown() {
        isShutDown.store(true, ordering: .sequentiallyConsistent)
        wakeUp.signal()
    }

    private func run() {
        while !isShutDown.load(ordering: .sequentiallyConsistent) {
            wakeUp.wait()
            var quiet = 0
            while quiet < Self.quietLooks, !isShutDown.load(ordering: .sequentiallyConsistent) {
                wakeUp.wait(until: MonotonicClock.now.advanced(by: Self.interval))
                quiet = look() ? 0 : quiet + 1
            }
            isAwake.store(false, ordering: .sequentiallyConsistent)
            // A call that began between the last look and this line has not signalled.
            if look() { beAwake() }
        }
        outputs.withLock { $0 = [] }
    }

    /// Whether any pump is inside a call.
    private func look() -> Bool {
        var isBusy = false
        let now = MonotonicClock.now
        for output in outputs.withLock({ $0 }) {
            if output.inCallSince.load(ordering: .sequentiallyConsistent) != 0 { isBusy = true }
            output.abandonIfBlocked(at: now)
        }
        return isBusy
    }
}
