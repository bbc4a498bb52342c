import Care
import Duties
import Foundation
import GRDB
import Recurrence
import Synchronization

/// Reads who is on duty, within any transaction of the store: what it gives fits to the rest of what is read there.
///
/// Schedules are worked out once, and again when a duty's row or the rules of its time zone have changed, so that it can be asked for each
/// call.
struct DutyReader: Sendable {
    private struct Known {
        var plan: DutyPlan
        /// By which clocks it was worked out.
        var zone: ZoneRules?
    }

    /// Plans by the text of their row.
    private final class Cache: Sendable {
        static let most = 5000
        let known = Mutex<[String: Known]>([:])
    }

    private let zones: @Sendable (String) -> ZoneRules?
    private let unreadable: UnreadableRows
    private let cache = Cache()
    /// Where nobody is on duty around now.
    let gaps: DutyGaps

    init(
        zones: @escaping @Sendable (String) -> ZoneRules?, unreadable: UnreadableRows,
        gaps: DutyGaps = DutyGaps()
    ) {
        self.zones = zones
        self.unreadable = unreadable
        self.gaps = gaps
    }

    /// All duties that were not ended, with the home's people and places.
    func roster(in db: Database) throws -> DutyRoster {
        DutyRoster(
            places: try Places.all(in: db, report: unreadable.note),
            people: try People.all(in: db, report: unreadable.note), plans: try active(in: db))
    }

    /// The duties that were not ended, in the order in which they were made. One that cannot be read is left out and told as such. One
    /// whose zone of time this machine does not know has no times: the gap that comes of it is told.
    func active(in db: Database) throws -> [DutyPlan] {
        try Row.fetchAll(db, sql: "SELECT id, content FROM duty WHERE is_active = 1 ORDER BY number")
            .compactMap { row in
                do { return try plan(row) } catch is RecurrenceError {
                    return nil
                } catch {
                    unreadable.note(UnreadableRow(.duty, row), error)
                    return nil
                }
            }
    }

    private func plan(_ row: Row) throws -> DutyPlan {
        let text: String = row["content"]
        if let known = cache.known.withLock({ $0[text] }),
            known.zone == known.plan.duty.content.schedule.flatMap({ zones($0.zone) })
        {
            return known.plan
        }
        let duty = try DutyRows.duty(row)
        let plan = try DutyPlan(duty, zones: zones)
        let known = Known(plan: plan, zone: duty.content.schedule.flatMap { zones($0.zone) })
        cache.known.withLock { all in
            if all.count >= Cache.most { all = [:] }
            all[text] = known
        }
        return plan
    }

    /// The plan of a duty that is being changed.
    func plan(_ duty: Duty) throws(CareStoreError) -> DutyPlan {
        do throws(RecurrenceError) { return try DutyPlan(duty, zones: zones) } catch {
            throw .invalid(field: "content.schedule", error.description)
        }
    }
}

/// The rows of `duty`.
enum DutyRows {
    static func find(_ id: UUID, in db: Database) throws -> Duty? {
        try Row.fetchOne(db, sql: "SELECT id, content FROM duty WHERE id = ?", arguments: [id.uuidString])
            .map { row in try duty(row) }
    }

    static func duty(_ row: Row) throws(CareStoreError) -> Duty {
        let (id, text): (String, String) = (row["id"], row["content"])
        return try Stored.value(text, of: "the duty \(id)")
    }

    static func insert(_ duty: Duty, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO duty (id, content, is_active, sequence) VALUES (?, ?, ?, ?)",
            arguments: [duty.id.uuidString, try Stored.text(duty), duty.isActive, duty.sequence])
    }

    static func update(_ duty: Duty, in db: Database) throws {
        try db.execute(
            sql: "UPDATE duty SET content = ?, is_active = ?, sequence = ? WHERE id = ?",
            arguments: [try Stored.text(duty), duty.isActive, duty.sequence, duty.id.uuidString])
    }

    static func nextSequence(in db: Database) throws -> Int64 {
        (try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM duty") ?? 0) + 1
    }

    /// A message that makes or changes a duty.
    enum MessageKind: String { case new, change, move }

    /// The duty of a message that has come before; `nil` for a new one. Throws `.sameIDOtherContent` where it was another message.
    static func of<Message: Codable & Equatable>(
        _ message: Message, _ id: UUID, _ kind: MessageKind, to duty: UUID, in db: Database
    ) throws -> Duty? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM duty_message WHERE id = ?", arguments: [id.uuidString])
        else { return nil }
        guard row["kind"] == kind.rawValue, try row.uuid("duty_id") == duty,
            try Stored.value(row["content"], of: "the message \(id)") as Message == message,
            let found = try find(duty, in: db)
        else { throw CareStoreError.sameIDOtherContent(id, current: nil) }
        return found
    }

    static func keep(
        _ message: some Encodable, _ id: UUID, _ kind: MessageKind, to duty: UUID, in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO duty_message (id, duty_id, kind, content) VALUES (?, ?, ?, ?)",
            arguments: [id.uuidString, duty.uuidString, kind.rawValue, try Stored.text(message)])
    }
}
