import RealTime
import StoreFiles

/// Where messages are answered: calls on Swift's shared threads, everything else on threads of its own, so that the shared
/// ones always have room for calls.
///
/// Drawing a page or writing a long list takes milliseconds of computing without a pause. Two of those at once would block
/// both shared threads of a machine with two cores. Decision 0166.
final class WorkLanes: Sendable {
    /// How much of open calls and faults is read at once: a station that has just come back waits behind no agenda.
    let calls = WorkBudget(WorkBudget.devices)
    /// How much of what else devices read is answered at once.
    let devices = WorkBudget(WorkBudget.devices)
    /// How much of what people read is answered at once.
    let pages = WorkBudget(WorkBudget.pages)
    private let care = OwnExecutor("care")
    private let page = OwnExecutor("pages", urgency: .patient)

    /// The budget of what is read in a lane.
    func budget(of lane: StoreLane) -> WorkBudget {
        switch lane {
        case .call: calls
        case .care: devices
        case .page: pages
        }
    }

    /// Does some work in a lane: on its thread, and as its lane at the store.
    func run<Value>(on lane: StoreLane, _ work: () async throws -> Value) async rethrows -> Value {
        let executor: OwnExecutor? =
            switch lane {
            case .call: nil
            case .care: care
            case .page: page
            }
        return try await withTaskExecutorPreference(executor) {
            try await StoreLane.$current.withValue(lane) { try await work() }
        }
    }
}
