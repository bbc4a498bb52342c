import RealTime
import Care
import CareStore
import Foundation
import Logging

/// Makes the deliveries of escalations, one after another, until each has been made or given up.
final class Courier: Sendable {
    /// With nothing to deliver it looks again after so long: the wall clock may have jumped.
    private static let longestSleep: Duration = .seconds(60)

    private let desk: CareDesk
    private let bell = Bell()

    init(desk: CareDesk) { self.desk = desk }

    /// There is something to deliver.
    func ring() { bell.ring() }

    func run() async {
        guard !desk.configuration.policy.command.isEmpty else { return }
        await bell.run { await self.turn() }
    }

    private func turn() async -> Duration {
        do throws(CareProblem) {
            while !Task.isCancelled, let delivery = try await next() { try await make(delivery) }
            let next = try await desk.read { store throws(CareStoreError) in try await store.nextDelivery() }
            let wait = next.map { Duration.seconds(max(0, $0.timeIntervalSince(desk.clock.wall()))) }
            return min(Self.longestSleep, wait ?? Self.longestSleep)
        } catch {
            return Self.longestSleep
        }
    }

    private func next() async throws(CareProblem) -> Delivery? {
        let now = desk.clock.wall()
        return try await desk.read { store throws(CareStoreError) in
            try await store.pendingDelivery(now: now)
        }
    }

    private func make(_ delivery: Delivery) async throws(CareProblem) {
        let outcome = await AlertCommand.run(
            desk.configuration.policy.command, request: delivery.request,
            timeout: desk.configuration.commandTimeout)
        // Stopped with the service, not by itself: it is made after the next start.
        if Task.isCancelled { return }
        let (now, uptime) = (desk.clock.wall(), desk.clock.uptime())
        let isGivenUp = try await desk.write { store throws(CareStoreError) in
            try await store.settle(delivery, outcome, at: now, uptime: uptime)
        }
        if case .failed(let reason) = outcome {
            desk.logger.log(
                level: isGivenUp ? .error : .warning,
                isGivenUp ? "the alert command failed too often: given up" : "the alert command failed",
                metadata: [
                    "command": "\(delivery.recipient)", "request": "\(delivery.request.id)",
                    "reason": "\(reason)",
                ])
        }
    }
}
