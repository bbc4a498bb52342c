import RealTime
import Care
import CareStore
import Foundation
import Logging
import Synchronization

/// Does what time brings: reminders, escalations, who is away, signs of life.
final class Timekeeper: Sendable {
    /// The longest sleep: after so long a jump of the wall clock has been noticed.
    private static let longestSleep: Duration = .seconds(60)
    /// How often a store that failed is tried again.
    private static let probeInterval: Duration = .seconds(10)

    private let desk: CareDesk
    private let courier: Courier
    /// When streams next have to show that they are alive.
    private let keepAliveAt: Mutex<Duration>

    init(desk: CareDesk, courier: Courier) {
        self.desk = desk
        self.courier = courier
        keepAliveAt = Mutex(desk.clock.uptime() + desk.configuration.keepAlive)
    }

    func run() async { await desk.timeBell.run { await self.turn() } }

    private func turn() async -> Duration {
        await desk.probe()
        let (wall, uptime) = (desk.clock.wall(), desk.clock.uptime())
        var wait = Self.longestSleep
        if desk.failure == nil {
            do throws(CareProblem) {
                let events = try await desk.write { store throws(CareStoreError) in
                    try await store.takeDue(now: wall, uptime: uptime)
                }
                if !events.isEmpty {
                    desk.hub.journalAdvanced()
                    courier.ring()
                }
                if let due = try await desk.read({ store throws(CareStoreError) in try await store.nextDue() }
                ) {
                    wait = min(wait, .seconds(max(0, due.timeIntervalSince(wall))))
                }
            } catch {
                desk.logger.warning("what is due cannot be read", metadata: ["error": "\(error)"])
            }
        }
        if desk.failure != nil { wait = min(wait, Self.probeInterval) }
        return min(wait, await turnUptime())
    }

    private func turnUptime() async -> Duration {
        let now = desk.clock.uptime()
        let (changes, nextDeadline) = desk.hub.takePresenceChanges()
        for change in changes { await tell(change) }
        let nextKeepAlive = keepAliveAt.withLock { next in
            guard next <= now else { return next }
            desk.hub.keepAlive()
            next = now + desk.configuration.keepAlive
            return next
        }
        let deadlines = [nextDeadline, desk.hub.isEmpty ? nil : nextKeepAlive].compactMap { $0 }
        return max(.zero, (deadlines.min() ?? now + Self.longestSleep) - now)
    }

    private func tell(_ change: Presence.Change) async {
        let (actor, isAway) =
            switch change {
            case .away(let actor): (actor, true)
            case .back(let actor): (actor, false)
            }
        let kind: FaultKind =
            switch actor {
            case .kiosk: .kioskAway
            case .station: .stationAway
            }
        let detail = isAway ? "no \(actor.rawValue) is connected to the service" : ""
        do throws(CareProblem) {
            let isNews = try await desk.report(desk.serviceFault(kind, isActive: isAway, detail: detail))
            if isNews {
                desk.logger.notice(isAway ? "nobody is connected" : "connected", metadata: ["as": "\(actor)"])
            }
        } catch {
            // It has been called out.
            desk.logger.warning("not stored: \(kind.rawValue)", metadata: ["error": "\(error)"])
        }
    }
}
