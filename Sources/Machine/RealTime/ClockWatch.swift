import CLinux
import Glibc

/// Reports at once that the wall clock was set, or that the machine has slept.
///
/// Uses a wall-clock timer set far in the future: the kernel cancels it when the clock jumps
/// (`TFD_TIMER_CANCEL_ON_SET`), and after a sleep, because the clock then jumps too. A thread waits for that
/// in the kernel and costs nothing until it happens.
public final class ClockWatch: Sendable {
    private let timer: Int32
    private let end = WakeUp()
    private let thread: OwnThread.Handle

    /// Calls `onChange` from a thread of its own, until `stop`; `nil` if the system has no such timer or
    /// thread.
    public init?(onChange: @escaping @Sendable () -> Void) {
        timer = beckon_clock_set_timer()
        guard timer >= 0, end.descriptor >= 0 else {
            if timer >= 0 { close(timer) }
            return nil
        }
        let (timer, end) = (timer, end)
        let thread = OwnThread.start("clock-watch") {
            while true {
                switch beckon_wait_clock_set(timer, end.descriptor) {
                case 1: onChange()
                case 0: return
                // If waiting fails, this does not loop: the check once a minute remains.
                default: if errno != EINTR { return }
                }
            }
        }
        guard let thread else {
            close(timer)
            return nil
        }
        self.thread = thread
    }

    /// Ends it, and waits until `onChange` is no longer called. Call it only once.
    public func stop() {
        end.signal()
        thread.join()
        close(timer)
    }
}
