import Care
import Foundation
import GRDB
import Recurrence
import Synchronization

/// Cache of routines with their computed plans, so that a view need not parse ten thousand rules again.
///
/// Every change to when a routine is due raises its `version` above all others. So a cached plan is valid for
/// its version, and changes are found by asking for versions after the last one seen.
///
/// Each reading connection has its own view, because each may see another snapshot; they share the plans.
final class RoutinePlanCache: Sendable {
    /// A class, so that views share it.
    final class Item: Sendable {
        let number: Int64
        let version: Int64
        let routine: Routine
        let plan: RoutinePlan

        init(number: Int64, version: Int64, routine: Routine, plan: RoutinePlan) {
            self.number = number
            self.version = version
            self.routine = routine
            self.plan = plan
        }
    }

    /// All active routines as one connection has seen them last.
    private struct View {
        var items: [Int64: Item] = [:]
        /// Active routines up to this version are among them.
        var version: Int64 = 0
    }

    private struct State {
        /// What was worked out last, by number.
        var items: [Int64: Item] = [:]
        /// By the connection. There are as many as a store has lanes, and they live as long as the store.
        var views: [ObjectIdentifier: View] = [:]
        /// Routines up to this number have had their next moment recalculated since the start, or since the
        /// zones were updated; `nil`: all.
        var reckoned: Int64? = 0
        /// Routines that cannot be planned, by number, with the version at which that was found.
        var unplanned: [Int64: Int64] = [:]
        /// Rises with each `clear`. Plans computed before it, perhaps with old zone rules, are not stored
        /// after it.
        var generation = 0

        /// Another connection may have a newer snapshot already: newer entries stay.
        mutating func keep(_ item: Item?, of number: Int64) {
            if let item, let known = items[number], known.version > item.version { return }
            items[number] = item
        }
    }

    private let state = Mutex(State())
    private let zones: @Sendable (String) -> ZoneRules?

    init(zones: @escaping @Sendable (String) -> ZoneRules?) { self.zones = zones }

    /// The zone rules may have changed: all plans are computed again.
    func clear() { state.withLock { $0 = State(generation: $0.generation + 1) } }

    var reckoned: Int64? { state.withLock { $0.reckoned } }
    /// Read this before computing something that is to be stored.
    var generation: Int { state.withLock { $0.generation } }

    func setReckoned(_ number: Int64?, of generation: Int) {
        state.withLock { if $0.generation == generation { $0.reckoned = number } }
    }

    /// By number, the version of what could not be planned when it was last tried.
    var unplanned: [Int64: Int64] { state.withLock { $0.unplanned } }

    func noteUnplanned(_ number: Int64, version: Int64) {
        state.withLock { $0.unplanned[number] = version }
    }

    func notePlanned(_ number: Int64) { state.withLock { $0.unplanned[number] = nil } }

    /// Throws `.invalid` for what cannot be planned.
    func plan(
        _ content: RoutineContent, lastDone: Date?, of key: OccurrenceKey?
    ) throws(CareStoreError) -> RoutinePlan {
        guard let zone = zones(content.schedule.zone) else {
            throw .invalid(
                field: "content.schedule.zone", "there is no zone \(content.schedule.zone) on this machine")
        }
        do throws(RecurrenceError) {
            return try RoutinePlan(content, zone: zone, lastDone: lastDone, of: key)
        } catch {
            throw .invalid(field: "content.schedule", error.description)
        }
    }

    /// The routine of a row with its plan.
    func item(_ row: RoutineRow) throws(CareStoreError) -> Item {
        if let item = state.withLock({ $0.items[row.number] }), item.version == row.version { return item }
        return Item(
            number: row.number, version: row.version, routine: row.routine,
            plan: try plan(row.routine.content, lastDone: row.lastDone, of: row.lastDoneKey))
    }

    /// Stores computed plans. Only for rows that have been committed.
    func keep(_ item: Item, of generation: Int) {
        state.withLock { if $0.generation == generation { $0.keep(item, of: item.number) } }
    }

    /// All active routines as this connection sees them. Only where nothing is uncommitted: in a read, or at the beginning
    /// of a write.
    ///
    /// - Parameter report: Called for each row that cannot be read or planned; the others are returned.
    func all(in db: Database, report: (any Error) -> Void) throws -> [Int64: Item] {
        let connection = ObjectIdentifier(db)
        let (known, generation) = state.withLock { ($0.views[connection]?.version ?? 0, $0.generation) }
        let latest = try Int64.fetchOne(db, sql: "SELECT max(version) FROM routine") ?? 0
        guard latest > known else { return state.withLock { $0.views[connection]?.items ?? [:] } }
        var changed: [(number: Int64, item: Item?)] = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM routine WHERE version > ?", arguments: [known])
        while let row = try rows.next() {
            guard row["is_active"] else {
                changed.append((row["number"], nil))
                continue
            }
            do {
                changed.append((row["number"], try item(RoutineRow(row: row))))
            } catch {
                report(error)
                changed.append((row["number"], nil))
            }
        }
        let items: [Int64: Item]? = state.withLock { state in
            guard state.generation == generation else { return nil }
            var view = state.views.removeValue(forKey: connection) ?? View()
            for change in changed {
                view.items[change.number] = change.item
                state.keep(change.item, of: change.number)
            }
            view.version = latest
            state.views[connection] = view
            return view.items
        }
        return try items ?? all(in: db, report: report)
    }
}
