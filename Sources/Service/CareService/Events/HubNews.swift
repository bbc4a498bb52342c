import RealTime
import Synchronization

/// Tells one task that something has happened in the home: what, it reads for itself.
final class HubNews: Sendable {
    let bell = Bell()
    private let changes = Atomic<UInt64>(0)

    /// How often something has happened.
    var count: UInt64 { changes.load(ordering: .acquiring) }

    /// Something has happened. Callable from any thread.
    func note() {
        changes.add(1, ordering: .releasing)
        wake()
    }

    /// The task has something else to look at.
    func wake() { bell.ring() }
}
