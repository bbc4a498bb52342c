/// The priority of work at a store.
///
/// A lane has a connection of its own for reading, so that none waits for what another reads. There is one writer: of what waits
/// for it, the most urgent lane comes first.
public enum StoreLane: Int, CaseIterable, Sendable {
    /// Calls, answers, faults, receipts, and the events that tell them.
    case call
    /// What the service does by itself, and what devices ask besides.
    case care
    /// What people read and plan.
    case page

    /// The lane of the task that asks. It is inherited, so that whoever answers a message says once what it is.
    @TaskLocal public static var current: StoreLane = .care
}
