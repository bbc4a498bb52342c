import GRDB
import Synchronization

/// What waits for a store's one writer: the most urgent lane first, and within a lane in the order in which it came.
///
/// Calls wait at most for the transaction that is being written. Those of the other lanes are short: none writes more than
/// some hundred rows (`CareStore.takeDue`).
final class WaitingWrites: Sendable {
    typealias Work = @Sendable (Database) -> Void

    private struct Lane {
        var works: [Work] = []
        /// How many of them have been taken.
        var taken = 0
    }

    private let lanes = Mutex([Lane](repeating: Lane(), count: StoreLane.allCases.count))

    func add(on lane: StoreLane, _ work: @escaping Work) {
        lanes.withLock { $0[lane.rawValue].works.append(work) }
    }

    /// Takes the next one out; `nil` if none waits.
    func takeFirst() -> Work? {
        lanes.withLock { lanes in
            for index in lanes.indices where lanes[index].taken < lanes[index].works.count {
                let work = lanes[index].works[lanes[index].taken]
                lanes[index].taken += 1
                // Not at each one: moving up the others costs time in proportion to their number.
                if lanes[index].taken * 2 >= lanes[index].works.count {
                    lanes[index].works.removeFirst(lanes[index].taken)
                    lanes[index].taken = 0
                }
                return work
            }
            return nil
        }
    }

    /// How many wait in a lane.
    func count(on lane: StoreLane) -> Int {
        lanes.withLock { $0[lane.rawValue].works.count - $0[lane.rawValue].taken }
    }
}
