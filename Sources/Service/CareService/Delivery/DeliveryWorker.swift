import Care
import CareStore
import Foundation
import Logging
import RealTime
import ServiceLifecycle
import Synchronization

/// Has the home's own program told what it is to be told: escalations and reminders, each until it has been sent, is over, or
/// is given up.
///
/// What people have asked, and what is urgent, does not wait for the rest, and not for one try that hangs: there are several
/// at work, each in its lane.
final class DeliveryWorker: Sendable {
    /// With nothing to deliver it looks again after so long: the wall clock may have jumped, unnoticed by `ClockWatch`.
    private static let longestSleep: Duration = .seconds(60)
    /// How long to wait before trying again to record a delivery.
    private static let storeRetry: Duration = .seconds(5)
    /// Who is at work. One that hangs over a call leaves two for the next.
    private static let workers: [Delivery.Lane] = [.calls, .calls, .calls, .plans]
    /// How many bells it takes: one for each worker, and one for whoever looks whether the program works.
    static let bells = workers.count + 1

    private let core: ServiceCore
    /// How long a program may go on once the service is asked to stop.
    private let farewell: Duration
    private let underWay = Mutex<Set<Delivery.Key>>([])

    init(core: ServiceCore, farewell: Duration) {
        self.core = core
        self.farewell = farewell
    }

    func run() async {
        guard !core.configuration.policy.command.isEmpty else {
            // One that the home had before may have failed.
            await core.tellOwn(.commandFailed, nil)
            return
        }
        await withTaskGroup(of: Void.self) { group in
            for (bell, lane) in zip(core.deliveryBells.each, Self.workers) {
                group.addTask { await bell.run { await self.turn(lane) } }
            }
            if let bell = core.deliveryBells.each.last {
                group.addTask { await bell.run { await self.look() } }
            }
        }
    }

    private func turn(_ lane: Delivery.Lane) async -> Duration {
        do throws(CareProblem) {
            while !Task.isStopping, let delivery = try await take(lane) {
                let result = await make(delivery)
                underWay.withLock { _ = $0.remove(delivery.key) }
                // Others may have skipped it, or may have to report that it fails.
                core.deliveryBells.ring()
                try result.get()
            }
            let taken = underWay.withLock { $0 }
            let next = try await core.read { store throws(CareStoreError) in
                try await store.nextDelivery(of: lane, except: taken)
            }
            let wait = next.map { Duration.seconds(max(0, $0.timeIntervalSince(core.clock.wall()))) }
            return Task.isStopping ? Self.longestSleep : min(Self.longestSleep, wait ?? Self.longestSleep)
        } catch {
            // A store that cannot be read is reported where it is probed.
            core.logger.warning("the alert command has to wait", metadata: ["reason": "\(error)"])
            return Self.longestSleep
        }
    }

    /// The next one that nobody else has taken.
    private func take(_ lane: Delivery.Lane) async throws(CareProblem) -> Delivery? {
        while true {
            let (now, taken) = (core.clock.wall(), underWay.withLock { $0 })
            let found = try await core.read { store throws(CareStoreError) in
                try await store.pendingDelivery(of: lane, except: taken, now: now)
            }
            guard let found, !underWay.withLock({ $0.insert(found.key).inserted }) else { return found }
        }
    }

    private func make(_ delivery: Delivery) async -> Result<Void, CareProblem> {
        let outcome = await AlertCommand.run(
            core.configuration.policy.command, subject: delivery.subject,
            timeout: core.configuration.commandTimeout, farewell: farewell)
        switch outcome {
        case .sent: break
        // Stopped with the service, not by itself: it is made after the next start.
        case .failed: if Task.isStopping { return .success(()) }
        }
        // What has been sent is written down even if the service is stopping: nobody is told twice.
        var result = await Task { [self] in await settle(delivery, outcome) }.value
        while case .failure = result, case .sent = outcome {
            do { try await Task.sleep(for: Self.storeRetry) } catch { break }
            result = await settle(delivery, outcome)
        }
        guard case .failed(let reason) = outcome else { return result.map { _ in } }
        let isGivenUp = (try? result.get()) ?? false
        core.logger.log(
            level: isGivenUp ? .error : .warning,
            isGivenUp ? "the alert command has failed for a day: given up" : "the alert command failed",
            metadata: [
                "command": "\(delivery.recipient)", "about": "\(delivery.subject.id)", "reason": "\(reason)",
            ])
        return result.map { _ in }
    }

    /// Returns whether it was given up.
    private func settle(_ delivery: Delivery, _ outcome: Delivery.Outcome) async -> Result<Bool, CareProblem>
    {
        let (now, uptime) = (core.clock.wall(), core.clock.uptime())
        do throws(CareProblem) {
            return .success(
                try await core.write { store throws(CareStoreError) in
                    try await store.settle(delivery, outcome, at: now, uptime: uptime)
                })
        } catch { return .failure(error) }
    }

    /// Tells people as long as the program fails, which means that those who are not at a station are not told.
    private func look() async -> Duration {
        do throws(CareProblem) {
            let reason = try await core.read { store throws(CareStoreError) in
                try await store.failingDelivery()
            }
            await core.tellOwn(.commandFailed, reason)
        } catch {
            core.logger.debug(
                "it is not known whether the alert command works", metadata: ["reason": "\(error)"])
        }
        return Self.longestSleep
    }
}

extension Task where Success == Never, Failure == Never {
    /// Nothing new is to be begun.
    static var isStopping: Bool { isCancelled || isShuttingDownGracefully }
}
