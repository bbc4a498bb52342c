import Care
import CareStore
import Foundation
import Logging
import RealTime
import ServiceLifecycle
import Synchronization

/// Sends escalations and reminders over the home's channels, each until it has been sent, is over, or is given up.
///
/// Requests and urgent reminders wait neither for the rest nor for one hanging try: there are several
/// workers, each with its lane.
final class DeliveryWorker: Sendable {
    /// How long a worker sleeps with nothing to deliver: the wall clock may have jumped without `ClockWatch`
    /// noticing.
    private static let longestSleep: Duration = .seconds(60)
    /// How long to wait before trying again to record a delivery.
    private static let storeRetry: Duration = .seconds(5)
    /// The workers of each channel. If one hangs on a call, two are left for the next; no channel waits for
    /// another.
    private static let workers: [Delivery.Lane] = [.calls, .calls, .calls, .plans]

    private static func work(on channels: [DeliveryChannel]) -> [(
        channel: DeliveryChannel, lane: Delivery.Lane
    )] {
        channels.filter { $0.recipient != nil }.flatMap { channel in workers.map { (channel, $0) } }
    }

    /// How many bells are needed: one for each worker, and one for the check that the channels work.
    static func bells(of channels: [DeliveryChannel]) -> Int { work(on: channels).count + 1 }

    private let core: ServiceCore
    private let channels: [DeliveryChannel]
    /// How long a try may go on once the service is asked to stop.
    private let farewell: Duration
    private let underWay = Mutex<Set<Delivery.Key>>([])

    init(core: ServiceCore, farewell: Duration) {
        self.core = core
        channels = core.configuration.channels
        self.farewell = farewell
    }

    func run() async {
        await withTaskGroup(of: Void.self) { group in
            let work = Self.work(on: channels)
            for (bell, work) in zip(core.deliveryBells.each, work) {
                group.addTask { await bell.run { await self.turn(work.lane, of: work.channel) } }
            }
            // Those behind it are others'.
            let bell = core.deliveryBells.each[work.count]
            group.addTask { await bell.run { await self.look() } }
        }
    }

    private func turn(_ lane: Delivery.Lane, of channel: DeliveryChannel) async -> Duration {
        do throws(CareProblem) {
            while !Task.isStopping, let delivery = try await take(lane, of: channel) {
                let result = await make(delivery, over: channel)
                underWay.withLock { _ = $0.remove(delivery.key) }
                // Others may have skipped it, or may have to report that it fails.
                core.deliveryBells.ring()
                try result.get()
            }
            let taken = underWay.withLock { $0 }
            let next = try await core.read { store throws(CareStoreError) in
                try await store.nextDelivery(of: lane, over: channel.name, except: taken)
            }
            let wait = next.map { Duration.seconds(max(0, $0.timeIntervalSince(core.clock.wall()))) }
            return Task.isStopping ? Self.longestSleep : min(Self.longestSleep, wait ?? Self.longestSleep)
        } catch {
            // A store that cannot be read is reported where it is probed.
            core.logger.warning("\(channel.title) has to wait", metadata: ["reason": "\(error)"])
            return Self.longestSleep
        }
    }

    /// The next delivery that no other worker has taken.
    private func take(
        _ lane: Delivery.Lane, of channel: DeliveryChannel
    ) async throws(CareProblem) -> Delivery? {
        while true {
            let (now, taken) = (core.clock.wall(), underWay.withLock { $0 })
            let found = try await core.read { store throws(CareStoreError) in
                try await store.pendingDelivery(
                    of: lane, over: channel.name, except: taken, now: now)
            }
            guard let found, !underWay.withLock({ $0.insert(found.key).inserted }) else { return found }
        }
    }

    private func make(
        _ delivery: Delivery, over channel: DeliveryChannel
    ) async -> Result<Void, CareProblem> {
        let outcome = await channel.send(delivery, farewell)
        switch outcome {
        case .sent: break
        // The service's stop ended it, not the program: it is sent after the next start.
        case .failed: if Task.isStopping { return .success(()) }
        }
        // A sent delivery is recorded even if the service is stopping, so that nobody is told twice.
        var result = await Task { [self] in await settle(delivery, outcome) }.value
        while case .failure = result, case .sent = outcome {
            do { try await Task.sleep(for: Self.storeRetry) } catch { break }
            result = await settle(delivery, outcome)
        }
        guard case .failed(let reason) = outcome else { return result.map { _ in } }
        let isGivenUp = (try? result.get()) ?? false
        core.logger.log(
            level: isGivenUp ? .error : .warning,
            isGivenUp ? "\(channel.title) has failed for a day: given up" : "\(channel.title) failed",
            metadata: [
                delivery.channel: "\(delivery.recipient)", "about": "\(delivery.subject.id)",
                "reason": "\(reason)",
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

    /// Reports a fault while a channel fails, because then people who are not at a station are not reached.
    private func look() async -> Duration {
        do throws(CareProblem) {
            let (channels, unknownFault) = (channels, FaultKind.commandFailed)
            let reasons = try await core.read { store throws(CareStoreError) in
                var reasons: [FaultKind: String] = [:]
                for channel in channels where reasons[channel.fault] == nil {
                    reasons[channel.fault] = try await store.failingDelivery(over: channel)
                }
                let stranded = try await store.strandedDeliveries()
                if let (name, count) = stranded.min(by: { $0.key < $1.key }), reasons[unknownFault] == nil {
                    reasons[unknownFault] =
                        "messages wait for `\(name.prefix(60))`, which this version does not have: \(count)"
                }
                return reasons
            }
            for fault in Set(channels.map(\.fault) + [unknownFault]) {
                await core.tellOwn(fault, reasons[fault])
            }
        } catch {
            core.logger.debug("could not check whether the channels work", metadata: ["reason": "\(error)"])
        }
        return Self.longestSleep
    }
}

extension Task where Success == Never, Failure == Never {
    /// Nothing new may be started.
    static var isStopping: Bool { isCancelled || isShuttingDownGracefully }
}
