// Builds of everything with the standard library inside have no Testing.
#if canImport(Testing)
    import Dispatch
    import Synchronization
    public import Testing

    /// Runs the tests of a suite on threads of the suite's own, so that they may block.
    ///
    /// A test that waits for a child process or for a thread would otherwise hold one of the few threads that all tests
    /// share; those of other suites would stand still meanwhile, long after what they wait for has come and gone.
    public final class OwnThreads: SuiteTrait, TestTrait, TestScoping, TaskExecutor {
        /// The suite's tests have it too, each in a scope of its own.
        public let isRecursive = true

        private let queues: [DispatchQueue]
        /// How many jobs each queue has.
        private let loads: Mutex<[Int]>

        fileprivate init(count: Int) {
            // Serial ones: Dispatch gives them threads beyond those that Swift's shared executor may use.
            queues = (0..<count).map { DispatchQueue(label: "tests.\($0)") }
            loads = Mutex(Array(repeating: 0, count: count))
        }

        public func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let chosen = loads.withLock { loads in
                let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
                loads[least] += 1
                return least
            }
            queues[chosen].async { [self] in
                job.runSynchronously(on: asUnownedTaskExecutor())
                loads.withLock { $0[chosen] -= 1 }
            }
        }

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            try await withTaskExecutorPreference(self) { try await function() }
        }
    }

    extension Trait where Self == OwnThreads {
        /// - Parameter count: how many of the suite's tests may run, and so block, at once.
        public static func ownThreads(_ count: Int) -> Self { OwnThreads(count: count) }
    }
#endif
