import Foundation
import Synchronization

/// Who reads or changes each provider: one after the other.
final class ProviderTurns: Sendable {
    /// Those that somebody has at this moment, with whoever waits for the end of that.
    private let underWay = Mutex<[UUID: [CheckedContinuation<Void, Never>]]>([:])

    /// Does something with one while nobody else does.
    func take<Value, Problem: Error>(
        _ id: UUID, _ body: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        while !begin(id) { await ended(id) }
        defer { finish(id) }
        return try await body()
    }

    private func begin(_ id: UUID) -> Bool {
        underWay.withLock { all in
            guard all[id] == nil else { return false }
            all[id] = []
            return true
        }
    }

    private func finish(_ id: UUID) {
        let waiting = underWay.withLock { $0.removeValue(forKey: id) ?? [] }
        for one in waiting { one.resume() }
    }

    private func ended(_ id: UUID) async {
        await withCheckedContinuation { continuation in
            let isUnderWay = underWay.withLock { all in
                all[id]?.append(continuation)
                return all[id] != nil
            }
            if !isUnderWay { continuation.resume() }
        }
    }
}
