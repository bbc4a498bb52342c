import Care
import CareStore
import Foundation
import Logging
import RealTime
import Recurrence
import Synchronization
import ZoneFiles

/// Does timed work: reminders, escalations, absences.
final class Timekeeper: Sendable {
    /// The longest sleep. `ClockWatch` reports a jump of the wall clock at once; without it, a jump is
    /// noticed after this time.
    private static let longestSleep: Duration = .seconds(60)
    /// Smaller differences are the wall clock being slewed, not set. Seconds.
    private static let smallestStep: TimeInterval = 2
    /// How often it is stored that a kiosk or station is still connected.
    private static let seenEvery: Duration = .seconds(12 * 3600)
    /// How often a store that failed is tried again.
    private static let probeInterval: Duration = .seconds(10)

    private let core: ServiceCore
    private let seen: Mutex<Seen>
    /// When it was last stored who is connected, by the steady clock.
    private let kept = Mutex<[Presence.Watched: Duration]>([:])

    /// As it was at the last check.
    private struct Seen {
        /// The home's day.
        var day: CalendarDay
        /// Hours since 1970.
        var hour: Int?
        /// The wall clock minus the steady one, seconds.
        var offset: TimeInterval?
    }

    init(core: ServiceCore) {
        self.core = core
        // From here on: a midnight before the first check is told as well.
        seen = Mutex(Seen(day: core.home.rules.local(of: core.clock.wall()).day))
    }

    func run() async {
        core.sayHomeZone()
        await core.timeBell.run { await self.turn() }
    }

    private func turn() async -> Duration {
        await core.probe()
        await core.noteGathered()
        let (wall, uptime) = (core.clock.wall(), core.clock.uptime())
        let isElsewhere = await turnZones(wall)
        var wait = Self.longestSleep
        await core.lookAtCertificate()
        if core.failure == nil {
            do throws(CareProblem) {
                let events = try await core.write { store throws(CareStoreError) in
                    try await store.takeDue(now: wall, uptime: uptime)
                }
                if !events.isEmpty {
                    core.hub.journalAdvanced()
                    core.deliveryBells.ring()
                }
                // One without a number is in no journal.
                if events.contains(where: { $0.sequence == 0 }) { core.agendaChanged() }
                if let due = try await core.read({ store throws(CareStoreError) in try await store.nextDue() }
                ) {
                    wait = min(wait, .seconds(max(0, due.timeIntervalSince(wall))))
                }
            } catch {
                core.causes.log(.warning, "what is due cannot be read", reason: "\(error)")
            }
            await core.storeNamesLeft()
            await core.lookAtPlans()
            if let next = await core.lookAtDuties(wall) {
                wait = min(wait, .seconds(max(0, next.timeIntervalSince(wall))))
            }
            await core.writeSeen()
        }
        if core.failure != nil { wait = min(wait, Self.probeInterval) }
        wait = min(wait, turnDay(wall, isElsewhere: isElsewhere, wasSet: wasSet(wall, uptime)))
        return min(wait, await turnUptime())
    }

    /// Each hour, and when the clock jumps to another hour, checks the machine's zones and tries again what
    /// could not be planned, because a missing zone may be installed by now. Checks the home's zone in each
    /// turn, which costs reading a link. Returns whether the home's zone has changed.
    private func turnZones(_ wall: Date) async -> Bool {
        let now = Int((wall.timeIntervalSince1970 / 3600).rounded(.down))
        let isAnother = seen.withLock { seen in
            defer { seen.hour = now }
            return seen.hour.map { $0 != now } ?? false
        }
        if isAnother {
            await core.readZonesAnew()
            core.reckonAgain()
            await core.endOldStreams()
            await core.deleteOld()
        }
        return await core.followHomeZone()
    }

    /// Whether the wall clock was set since the last look.
    private func wasSet(_ wall: Date, _ uptime: Duration) -> Bool {
        let offset = wall.timeIntervalSince1970 - uptime / .seconds(1)
        return seen.withLock { seen in
            defer { seen.offset = offset }
            return seen.offset.map { abs(offset - $0) >= Self.smallestStep } ?? false
        }
    }

    /// Makes all clients fetch a new agenda when the home has a new day or another zone, and whenever the
    /// clock was set: kiosks and stations take the time from its `now`. Returns how long it is to the next
    /// midnight.
    private func turnDay(_ wall: Date, isElsewhere: Bool, wasSet: Bool) -> Duration {
        let zone = core.home.rules
        let today = zone.local(of: wall).day
        let isAnother = seen.withLock { seen in
            defer { seen.day = today }
            return seen.day != today
        }
        if isAnother || isElsewhere || wasSet { core.agendaChanged() }
        guard let midnight = WallTime(today.adding(days: 1), hour: 0, minute: 0) else {
            return Self.longestSleep
        }
        return .seconds(max(0, zone.instant(of: midnight).timeIntervalSince(wall)))
    }

    private func turnUptime() async -> Duration {
        let now = core.clock.uptime()
        let (changes, nextDeadline) = core.hub.takePresenceChanges()
        await core.tell(changes)
        await keepSeen(at: now)
        return max(.zero, (nextDeadline ?? now + Self.longestSleep) - now)
    }

    /// Stores who is connected: after each new connection, and from time to time.
    private func keepSeen(at now: Duration) async {
        let here = core.hub.presence.here
        let unkept = here.filter { one in
            kept.withLock { $0[one].map { $0 + Self.seenEvery <= now } ?? true }
        }
        guard !unkept.isEmpty, await core.keepSeen(unkept) else { return }
        kept.withLock { kept in for one in unkept { kept[one] = now } }
    }
}
