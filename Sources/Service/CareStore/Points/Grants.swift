import Care
import Foundation
import GRDB

/// The rows of `reward_grant` and `grant_answer`.
enum Grants {
    static func grant(_ row: Row) throws -> RewardGrant {
        RewardGrant(
            id: try row.uuid("id"), reward: try row.uuid("reward_id"), title: row.words("title"),
            symbol: row.words("symbol"), person: row["person"], name: row.words("name"),
            isClient: row["is_client"], cost: row["cost"], crossing: row["crossing"],
            state: try row.value("state"), reason: row.words("reason"), at: Date(milliseconds: row["at"]),
            changedAt: Date(milliseconds: row["changed_at"]), changedBy: row.words("changed_by"),
            sequence: row["sequence"])
    }

    static func find(_ id: UUID, in db: Database) throws -> RewardGrant? {
        try Row.fetchOne(db, sql: "SELECT * FROM reward_grant WHERE id = ?", arguments: [id.uuidString])
            .map(grant)
    }

    /// The message by which it was asked for; `nil` where it was reached.
    static func source(of id: UUID, in db: Database) throws -> NewGrant? {
        try String.fetchOne(
            db, sql: "SELECT made_of FROM reward_grant WHERE id = ?", arguments: [id.uuidString]
        ).map { try Stored.value($0, of: "the grant \(id)") }
    }

    /// - Parameters:
    ///   - threshold: Where it was reached.
    ///   - source: Where it was asked for.
    static func insert(
        _ grant: RewardGrant, threshold: Int? = nil, madeOf source: NewGrant? = nil, in db: Database
    ) throws {
        let columns: ColumnValues = [
            "id": grant.id.uuidString, "reward_id": grant.reward.uuidString, "title": grant.title,
            "symbol": grant.symbol, "person": grant.person, "name": grant.name, "is_client": grant.isClient,
            "cost": grant.cost, "threshold": threshold, "crossing": grant.crossing,
            "at": grant.at.milliseconds, "made_of": try source.map(Stored.text),
        ]
        try (columns + standing(grant)).insert(into: "reward_grant", in: db)
    }

    static func update(_ grant: RewardGrant, in db: Database) throws {
        try standing(grant).update("reward_grant", where: "id", is: grant.id.uuidString, in: db)
    }

    private static func standing(_ grant: RewardGrant) -> ColumnValues {
        [
            "state": grant.state.rawValue, "is_open": grant.state.isOpen, "reason": grant.reason,
            "changed_at": grant.changedAt.milliseconds, "changed_by": grant.changedBy,
            "sequence": grant.sequence,
        ]
    }

    /// How many somebody ever had of one reward by reaching it.
    static func countReached(_ reward: UUID, by person: String, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM reward_grant WHERE reward_id = ? AND person = ? AND threshold IS NOT NULL
                """, arguments: [reward.uuidString, person]) ?? 0
    }

    /// The last crossing of one threshold that brought somebody the reward; 0 where none did.
    static func lastCrossing(
        of threshold: Int, _ reward: UUID, by person: String, in db: Database
    ) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT max(crossing) FROM reward_grant WHERE reward_id = ? AND person = ? AND threshold = ?
                """, arguments: [reward.uuidString, person, threshold]) ?? 0
    }

    // MARK: - Answers

    /// What an answer was about, and what it said; `nil` if it is new.
    static func answer(
        _ id: UUID, in db: Database
    ) throws -> (grant: UUID, answer: GrantAnswer, name: String?)? {
        try Row.fetchOne(db, sql: "SELECT * FROM grant_answer WHERE id = ?", arguments: [id.uuidString])
            .map { row in
                (
                    try row.uuid("grant_id"), try Stored.value(row["content"], of: "the answer \(id)"),
                    row.words("by_name")
                )
            }
    }

    static func keep(
        _ answer: GrantAnswer, to grant: UUID, by name: String?, receivedAt: Date, in db: Database
    ) throws {
        let columns: ColumnValues = [
            "id": answer.id.uuidString, "grant_id": grant.uuidString, "content": try Stored.text(answer),
            "by_name": name, "received_at": receivedAt.milliseconds,
        ]
        try columns.insert(into: "grant_answer", in: db)
    }
}
