import RealTime
import Synchronization

/// Bells that are rung together, each for a task of its own.
final class Bells: Sendable {
    let each: [Bell]
    /// Whether they were rung since somebody asked; at first, because nobody has looked yet.
    private let wereRung = Atomic<Bool>(true)

    init(_ count: Int) { each = (0..<count).map { _ in Bell() } }

    /// Callable from any thread.
    func ring() {
        wereRung.store(true, ordering: .releasing)
        for bell in each { bell.ring() }
    }

    /// Whether they were rung together since the last time that this was asked: one of them may ring for its own task alone.
    func takeRung() -> Bool { wereRung.exchange(false, ordering: .acquiringAndReleasing) }
}
