import Care
import Foundation
import GRDB
import Logging
import Synchronization
import Time

/// Notices that the wall clock was set, by comparing it with one that never jumps, and moves what is due
/// along with it.
///
/// What is due is kept in the wall clock's time, because it has to outlive the process. So when that clock is set, by a
/// person or when the network is there after a start in 1970, everything that waits is moved by the same step, in the
/// transaction that notices it: nothing is due a year too late, and nothing all at once.
///
/// Routines are not moved: 08:00 is when the wall clock shows it. See `RoutineClock`.
final class StoredClockSteps: Sendable {
    /// How many steps are remembered, for the minutes that a request has waited.
    private static let mostSteps = 100

    private struct State {
        var offset: ClockOffset?
        /// A step of the clock, in milliseconds, and the newest request that existed then.
        var steps: [(through: Int64, by: Int64)] = []
        /// The steps that the current transaction has noticed; they count within it, and for good once it is
        /// committed.
        var noticed: (through: Int64, by: Int64)?
    }

    private let state = Mutex(State())
    private let planCache: RoutinePlanCache
    /// The longest wait of a failed delivery for its next try. Seconds.
    private let longestRetry: TimeInterval
    private let keeperAt: @Sendable (Date) -> RoutineKeeper
    private let logger: Logger

    init(
        planCache: RoutinePlanCache, longestRetry: TimeInterval,
        keeperAt: @escaping @Sendable (Date) -> RoutineKeeper, logger: Logger
    ) {
        self.planCache = planCache
        self.longestRetry = longestRetry
        self.keeperAt = keeperAt
        self.logger = logger
    }

    /// Adjusts what is due to the clock. Call it in each transaction that plans or processes what is due, or
    /// right before it (`CareStore.follow`).
    ///
    /// - Parameter uptime: the steady clock at the same moment; without it, the wall clock is believed.
    func follow(_ wall: Date, uptime: Duration?, policy: AlertPolicy, in db: Database) throws {
        guard let uptime else { return }
        // In whole milliseconds, as rows have them.
        let offset = ClockOffset(.milliseconds(wall.milliseconds - uptime.milliseconds))
        guard let known = state.withLock({ $0.offset }) else {
            try bound(from: wall, policy: policy, in: db)
            try routines(wall, wasSet: true, in: db)
            remember(offset, nil, in: db)
            return
        }
        guard let step = offset.step(since: known)?.milliseconds else {
            try routines(wall, wasSet: false, in: db)
            remember(offset, nil, in: db)
            return
        }
        try Self.move(by: step, in: db)
        try routines(wall, wasSet: true, in: db)
        let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM request") ?? 0
        remember(offset, (last, step), in: db)
    }

    /// By how many milliseconds the clock was set since this request came.
    func correction(for id: UUID, in db: Database) throws -> Int64 {
        let steps = state.withLock { $0.steps + [$0.noticed].compactMap(\.self) }
        guard !steps.isEmpty,
            let number = try Int64.fetchOne(
                db, sql: "SELECT number FROM request WHERE id = ?", arguments: [id.uuidString])
        else { return 0 }
        return steps.reduce(0) { $0 + (number <= $1.through ? $1.by : 0) }
    }

    /// Only what has been committed has happened.
    private func remember(_ offset: ClockOffset, _ step: (through: Int64, by: Int64)?, in db: Database) {
        state.withLock { $0.noticed = step }
        db.afterNextTransaction { [self] _ in
            state.withLock { state in
                state.offset = offset
                state.noticed = nil
                guard let step else { return }
                state.steps.append(step)
                if state.steps.count > Self.mostSteps { state.steps.removeFirst() }
            }
        } onRollback: { [self] _ in
            state.withLock { $0.noticed = nil }
        }
    }

    private func routines(_ wall: Date, wasSet: Bool, in db: Database) throws {
        let hasUndone = try RoutineClock(
            wall: wall.milliseconds, planCache: planCache, logger: logger
        ).follow(wasSet: wasSet, in: db)
        if hasUndone { try keeperAt(wall).bringGoalsBack(in: db) }
        guard wasSet else { return }
        try Contacts.bound(by: wall, in: db)
        // The end of quiet hours is a wall time, so a clock in another year would have held back requests for
        // years. Routines wait while the clock is doubted.
        let isDoubted = try RoutineClock.doubted(in: db) != nil
        if !isDoubted {
            try Logins.putRight(at: wall.milliseconds, in: db)
            try Registrations.putRight(at: wall.milliseconds, in: db)
            try Devices.putRight(at: wall.milliseconds, in: db)
        }
        try Reminders.holdAnew(keeperAt(wall), where: isDoubted ? "routine_id IS NULL" : "TRUE", in: db)
    }

    private static func move(by step: Int64, in db: Database) throws {
        // By way of negative times: no two rows may have the same time, not even for a moment.
        try db.execute(sql: "UPDATE due SET at = -(at + ?)", arguments: [step])
        try db.execute(sql: "UPDATE due SET at = -at")
        try db.execute(
            sql: "UPDATE request SET claim_lapses_at = claim_lapses_at + ? WHERE claim_lapses_at IS NOT NULL",
            arguments: [step])
        try db.execute(
            sql: "UPDATE delivery SET next_try_at = next_try_at + ? WHERE state = 'pending'",
            arguments: [step])
        try Reminders.move(by: step, in: db)
        try Messages.move(by: step, in: db)
    }

    /// The clock may have been set back while the service was off: nothing is further away than when it was
    /// planned.
    private func bound(from wall: Date, policy: AlertPolicy, in db: Database) throws {
        let ways = try CallPaths.stored(in: db)?.paths.flatMap(\.steps).map(\.after).max() ?? 0
        let step = max(policy.escalateUrgent, policy.escalateOther, .seconds(ways))
        let longest: [(JournalEvent.Kind, Duration)] = [
            (.escalated, step), (.reached, step), (.claimLapsed, max(policy.claimUrgent, policy.claimOther)),
            (.stillWaiting, policy.stillWaiting.max() ?? .zero), (.askAgain, policy.askAgain),
        ]
        for (kind, wait) in longest {
            let last = wall.milliseconds + wait.milliseconds
            try db.execute(
                sql: "UPDATE OR REPLACE due SET at = ? WHERE kind = ? AND at > ?",
                arguments: [last, kind.rawValue, last])
        }
        let claim = wall.milliseconds + max(policy.claimUrgent, policy.claimOther).milliseconds
        try db.execute(
            sql: "UPDATE request SET claim_lapses_at = ?1 WHERE claim_lapses_at > ?1", arguments: [claim])
        let last = wall.addingTimeInterval(longestRetry).milliseconds
        try db.execute(
            sql: "UPDATE delivery SET next_try_at = ? WHERE state = 'pending' AND next_try_at > ?",
            arguments: [last, last])
        try Reminders.bound(from: wall, nextTry: last, in: db)
        try Messages.bound(from: wall, in: db)
    }
}
