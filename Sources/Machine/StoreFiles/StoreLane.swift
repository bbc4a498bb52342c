/// The priority of a store's work.
///
/// Each lane has its own connection for reading, so that none waits for another's reads. There is one writer:
/// the most urgent lane goes first.
public enum StoreLane: Int, CaseIterable, Sendable {
    /// Calls, answers, faults, receipts, and the events that tell them.
    case call
    /// The service's own work, and devices' other messages.
    case care
    /// What people read and plan.
    case page

    /// The lane of the current task. It is inherited, so it is set once for each message.
    @TaskLocal public static var current: StoreLane = .care
}
