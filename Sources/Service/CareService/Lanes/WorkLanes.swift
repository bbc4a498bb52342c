import RealTime
import StoreFiles

/// Where messages are answered: calls on Swift's shared threads, everything else on threads of its own, so that the shared
/// ones always have room for calls.
///
/// Drawing a page or encoding a long list takes milliseconds without a suspension point. Two of them at once
/// would block both shared threads of a machine with two cores. Decision 0166.
final class WorkLanes: Sendable {
    /// How many reads of open calls and faults run at once: a station that has just reconnected does not wait
    /// behind an agenda.
    let calls = WorkBudget(WorkBudget.devices)
    /// How many other reads of devices run at once.
    let devices = WorkBudget(WorkBudget.devices)
    /// How many reads of people run at once.
    let pages = WorkBudget(WorkBudget.pages)
    /// How many pages ask somebody outside at once.
    let outside = WorkBudget(WorkBudget.outside)
    /// How many samples of the home's voice are made at once.
    let speech = WorkBudget(SpeechDesk.limits)
    /// Whose turn it is to read and change the home's files.
    let files = WorkBudget(WorkBudget.files)
    /// Whose turn it is to have prepared what is sent for them.
    let workshop = WorkBudget(WorkBudget.files)
    private let care = OwnExecutor("care")
    private let page = OwnExecutor("pages", urgency: .patient)

    /// The budget for reads in a lane.
    func budget(of lane: StoreLane) -> WorkBudget {
        switch lane {
        case .call: calls
        case .care: devices
        case .page: pages
        }
    }

    /// Runs work in a lane: on its thread, and in its lane of the store.
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
