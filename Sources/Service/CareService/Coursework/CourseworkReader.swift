import Care
import CareStore
import Foundation
import Logging
import RealTime

/// Reads the places of clients' school tasks, each at its own pace.
final class CourseworkReader: Sendable {
    /// The longest sleep: somebody may have come back.
    private static let longestSleep: Duration = .seconds(600)
    private static let storeRetry: Duration = .seconds(60)
    /// So many are read at once: one that hangs does not keep the others waiting.
    private static let atOnce = 4

    private let core: ServiceCore

    init(core: ServiceCore) { self.core = core }

    func run() async {
        await core.coursework.bell.run { await self.turn() }
    }

    private func turn() async -> Duration {
        guard core.failure == nil, core.configuration.readsPlatforms, !Task.isStopping else {
            return Self.storeRetry
        }
        let records: [CourseworkRecord]
        do throws(CareProblem) {
            records = try await core.read { store throws(CareStoreError) in
                try await store.courseworkToRead()
            }
        } catch {
            core.logger.debug("school tasks have to wait", metadata: ["reason": "\(error)"])
            return Self.storeRetry
        }
        let due = core.coursework.due(of: records.map(\.id), at: core.clock.uptime())
        await withTaskGroup(of: Void.self) { group in
            var waiting = records.filter { due.now.contains($0.id) }.makeIterator()
            for _ in 0..<Self.atOnce {
                if let record = waiting.next() { group.addTask { await self.read(record) } }
            }
            while await group.next() != nil {
                if !Task.isStopping, let record = waiting.next() {
                    group.addTask { await self.read(record) }
                }
            }
        }
        await core.tellCoursework()
        let next = core.coursework.due(of: records.map(\.id), at: core.clock.uptime())
        return next.now.isEmpty ? min(next.wait ?? Self.longestSleep, Self.longestSleep) : .zero
    }

    private func read(_ record: CourseworkRecord) async {
        do throws(CareProblem) { try await core.readCoursework(record) } catch {
            core.causes.log(.warning, "school tasks could not be stored", reason: "\(error)")
        }
    }
}
