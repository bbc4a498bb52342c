/// Runs the tasks that prefer it on one thread of its own, one step after the other, so that their
/// computation does not block Swift's shared threads: there are only as many of those as the machine has
/// cores.
///
/// The owner must keep it alive until the tasks have ended.
public final class OwnExecutor: TaskExecutor {
    private let jobs = Mailbox<UnownedJob>()

    /// - Parameter name: As `top -H` shows the thread; the kernel takes 15 bytes.
    /// - Returns: `nil` where the system refuses a thread: the work is then done on the shared ones.
    public init?(_ name: String, urgency: OwnThread.Urgency = .normal) {
        let jobs = jobs
        let executor = asUnownedTaskExecutor()
        let thread = OwnThread.start(name, urgency: urgency) {
            while case .event(let job) = jobs.next(deadline: nil) { job.runSynchronously(on: executor) }
        }
        guard let thread else { return nil }
        thread.detach()
    }

    deinit { jobs.close() }

    public func enqueue(_ job: consuming ExecutorJob) { jobs.post(UnownedJob(job)) }
}
