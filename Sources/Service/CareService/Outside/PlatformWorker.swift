import Care
import Foundation
import Logging
import RealTime
import Synchronization

/// Reads places outside of the home, or writes into them, each at its own pace.
///
/// A turn begins what is due and waits for none of it, so that one that hangs delays no other.
final class PlatformWorker: Sendable {
    /// The longest sleep: somebody may have come back.
    private static let longestSleep: Duration = .seconds(600)
    private static let storeRetry: Duration = .seconds(60)
    /// So many are read at once.
    static let atOnce = 8

    private struct State {
        /// Those that this reader reads at this moment.
        var reading: Set<UUID> = []
        /// Who waits for the next turn.
        var waiting: [CheckedContinuation<Set<UUID>, Never>] = []
    }

    private let core: ServiceCore
    private let places: PlatformPlaces
    private let what: String
    private let toDo: @Sendable () async throws(CareProblem) -> [UUID]
    private let work: @Sendable (UUID) async throws(CareProblem) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - what: What is read, for the log.
    ///   - toDo: All that are to be read, whenever it is their turn; asked at each turn, so that it may also tell faults.
    ///   - work: Reads one, and takes over what was found.
    init(
        core: ServiceCore, _ places: PlatformPlaces, _ what: String,
        toDo: @escaping @Sendable () async throws(CareProblem) -> [UUID],
        work: @escaping @Sendable (UUID) async throws(CareProblem) -> Void
    ) {
        self.core = core
        self.places = places
        self.what = what
        self.toDo = toDo
        self.work = work
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            await places.bell.run {
                let waiting = self.takeWaiting()
                let (begun, wait) = await self.turn()
                for one in waiting { one.resume(returning: self.state.withLock { $0.reading }) }
                for id in begun { group.addTask { await self.read(id) } }
                return wait
            }
            group.cancelAll()
        }
    }

    /// For tests that have moved the injected clocks: takes a turn now.
    ///
    /// - Returns: Which places are read at its end, those that it begins and those that were begun before.
    func takeTurn() async -> Set<UUID> {
        await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
            places.bell.ring()
        }
    }

    private func takeWaiting() -> [CheckedContinuation<Set<UUID>, Never>] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What is to be begun now, which counts as read from then on; and how long to wait at most.
    private func turn() async -> ([UUID], Duration) {
        guard core.failure == nil, core.configuration.readsPlatforms, !Task.isStopping else {
            return ([], Self.storeRetry)
        }
        let ids: [UUID]
        do throws(CareProblem) { ids = try await toDo() } catch {
            core.logger.debug("\(what) have to wait", metadata: ["reason": "\(error)"])
            return ([], Self.storeRetry)
        }
        let due = places.due(of: ids, at: core.clock.uptime())
        let begun = state.withLock { state in
            // Whoever ends one rings: then the next one has its turn.
            let begun = due.now.filter { !state.reading.contains($0) }
                .prefix(max(0, Self.atOnce - state.reading.count))
            state.reading.formUnion(begun)
            return Array(begun)
        }
        return (begun, min(due.wait ?? Self.longestSleep, Self.longestSleep))
    }

    private func read(_ id: UUID) async {
        do throws(CareProblem) { try await work(id) } catch {
            core.causes.log(.warning, "\(what) could not be stored", reason: "\(error)")
        }
        state.withLock { _ = $0.reading.remove(id) }
        places.bell.ring()
    }
}
