import Care
import Foundation
import GRDB

/// The rows of `reward` and `reward_crossing`.
enum Rewards {
    /// How many may be there at a time.
    static let most = 50

    static func reward(_ row: Row) throws(CareStoreError) -> Reward {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the reward \(id)")
    }

    static func find(_ id: UUID, in db: Database) throws -> Reward? {
        try Row.fetchOne(db, sql: "SELECT id, content FROM reward WHERE id = ?", arguments: [id.uuidString])
            .map { row in try reward(row) }
    }

    /// By their titles. One that cannot be read is left out.
    static func all(
        onlyActive: Bool, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> [Reward] {
        try Row.fetchAll(
            db, sql: "SELECT id, content FROM reward WHERE ?1 = 0 OR is_active = 1", arguments: [onlyActive]
        ).compactMap { row in
            do throws(CareStoreError) { return try reward(row) } catch {
                report(UnreadableRow(.reward, row), error)
                return nil
            }
        }.sorted { one, other in
            (one.content.title.lowercased(), one.id.uuidString) < (
                other.content.title.lowercased(), other.id.uuidString
            )
        }
    }

    static func put(_ reward: Reward, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO reward (id, content, is_active) VALUES (?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET content = excluded.content, is_active = excluded.is_active
                """,
            arguments: [reward.id.uuidString, try Stored.text(reward), reward.isActive])
    }

    static func checkThereIsRoom(in db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM reward WHERE is_active = 1") ?? 0
        guard count < most else {
            throw CareStoreError.invalid(
                field: "active", "there are \(most) rewards already: take one away that nobody wants any more"
            )
        }
    }

    /// How often a threshold was crossed by somebody so far.
    struct Crossings: Equatable {
        var threshold: Int
        var count: Int
    }

    /// What one person has reached.
    static let crossings = "SELECT reward_id, threshold, crossings FROM reward_crossing WHERE person = ?1"

    /// Of each reward that this person has ever reached, by its id.
    static func crossings(by person: String, in db: Database) throws -> [UUID: Crossings] {
        let rows = try Row.fetchAll(db, sql: crossings, arguments: [person])
        return try rows.reduce(into: [:]) { found, row in
            found[try row.uuid("reward_id")] = Crossings(threshold: row["threshold"], count: row["crossings"])
        }
    }

    static func set(
        _ crossings: Crossings, of reward: UUID, by person: String, in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO reward_crossing (reward_id, person, threshold, crossings)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [reward.uuidString, person, crossings.threshold, crossings.count])
    }
}
