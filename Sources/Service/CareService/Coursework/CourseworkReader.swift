import Care
import CareStore
import Foundation
import Logging
import RealTime
import Synchronization

/// Reads the places of clients' school tasks, each at its own pace.
///
/// A turn begins what is due and waits for none of it, so that one that hangs delays no other.
final class CourseworkReader: Sendable {
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
    private let state = Mutex(State())

    init(core: ServiceCore) { self.core = core }

    func run() async {
        await withDiscardingTaskGroup { group in
            await core.coursework.bell.run {
                let waiting = self.takeWaiting()
                let (begun, wait) = await self.turn()
                for one in waiting { one.resume(returning: self.state.withLock { $0.reading }) }
                for record in begun { group.addTask { await self.read(record) } }
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
            core.coursework.bell.ring()
        }
    }

    private func takeWaiting() -> [CheckedContinuation<Set<UUID>, Never>] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What is to be begun now, which counts as read from then on; and how long to wait at most.
    private func turn() async -> ([CourseworkRecord], Duration) {
        guard core.failure == nil, core.configuration.readsPlatforms, !Task.isStopping else {
            return ([], Self.storeRetry)
        }
        let records: [CourseworkRecord]
        do throws(CareProblem) {
            records = try await core.read { store throws(CareStoreError) in
                try await store.courseworkToRead()
            }
        } catch {
            core.logger.debug("school tasks have to wait", metadata: ["reason": "\(error)"])
            return ([], Self.storeRetry)
        }
        await core.tellCoursework()
        let due = core.coursework.due(of: records.map(\.id), at: core.clock.uptime())
        let begun = state.withLock { state in
            // Whoever ends one rings: then the next one has its turn.
            let ids = due.now.filter { !state.reading.contains($0) }
                .prefix(max(0, Self.atOnce - state.reading.count))
            state.reading.formUnion(ids)
            return ids.compactMap { id in records.first { $0.id == id } }
        }
        return (begun, min(due.wait ?? Self.longestSleep, Self.longestSleep))
    }

    private func read(_ record: CourseworkRecord) async {
        do throws(CareProblem) { try await core.readCoursework(record) } catch {
            core.causes.log(.warning, "school tasks could not be stored", reason: "\(error)")
        }
        state.withLock { _ = $0.reading.remove(record.id) }
        core.coursework.bell.ring()
    }
}
