public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The addresses that are open, in the order in which they were made.
    ///
    /// - Parameter person: Whose, by id; `nil`: everybody's.
    public func feeds(of person: String?) async throws(CareStoreError) -> [FeedLink] {
        try await read { db in
            let rows =
                if let person {
                    try Row.fetchAll(
                        db, sql: "SELECT * FROM feed WHERE person = ? AND is_ended = 0 ORDER BY number",
                        arguments: [person])
                } else {
                    try Row.fetchAll(db, sql: "SELECT * FROM feed WHERE is_ended = 0 ORDER BY number")
                }
            return rows.compactMap(FeedLink.init(row:))
        }
    }

    /// One that is open; `nil` where it never was, or has ended.
    public func feed(_ id: UUID) async throws(CareStoreError) -> FeedLink? {
        try await read { db in try Feeds.find(id, in: db).flatMap { $0.isEnded ? nil : $0.feed } }
    }

    /// Adds one; the same again gives what the first made, as it is now, with `false`. It takes the place of an older one of the same
    /// person and client, which ends.
    ///
    /// Throws `.sameIDOtherContent` for the id of one that has ended, and `.invalid` where the person has left or has
    /// `FeedLink.mostOfPerson` already.
    public func addFeed(_ feed: FeedLink) async throws(CareStoreError) -> (FeedLink, isNew: Bool) {
        try await write { db in
            if let known = try Feeds.find(feed.id, in: db) {
                guard let one = known.feed, !known.isEnded, one.person == feed.person,
                    one.client == feed.client, one.detail == feed.detail
                else { throw CareStoreError.sameIDOtherContent(feed.id, current: nil) }
                return (one, false)
            }
            guard try People.readable(feed.person, in: db)?.isActive ?? false else {
                throw CareStoreError.invalid(
                    field: "person", "nobody who is here has the id \(feed.person)")
            }
            if let client = feed.client { try SignLists.checkClient(client, for: .everything, in: db) }
            try Feeds.end("person = ? AND client IS ?", [feed.person, feed.client], in: db)
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM feed WHERE person = ? AND is_ended = 0",
                arguments: [feed.person])
            guard count ?? 0 < FeedLink.mostOfPerson else {
                throw CareStoreError.invalid(
                    field: "client", "there are \(FeedLink.mostOfPerson) addresses already: end one first")
            }
            try Feeds.insert(feed, in: db)
            try Feeds.forgetOld(of: feed.person, in: db)
            return (try Feeds.find(feed.id, in: db)?.feed ?? feed, true)
        }
    }

    /// Ends one for good; `false` where it had ended, or never was.
    public func removeFeed(_ id: UUID) async throws(CareStoreError) -> Bool {
        try await write { db in
            try Feeds.end("id = ?", [id.uuidString], in: db)
            return db.changesCount > 0
        }
    }

    /// Notes that one was read, to the hour.
    public func readFeed(_ id: UUID, at: Date) async throws(CareStoreError) {
        let hour = (at.timeIntervalSince1970 / 3600).rounded(.down) * 3600
        let read = Date(timeIntervalSince1970: hour).milliseconds
        let isNoted = try await self.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT read_at IS ? FROM feed WHERE id = ?", arguments: [read, id.uuidString])
        }
        guard isNoted == false else { return }
        try await write { db in
            try db.execute(
                sql: "UPDATE feed SET read_at = ? WHERE id = ? AND is_ended = 0",
                arguments: [read, id.uuidString])
        }
    }
}

/// The rows of `feed`.
enum Feeds {
    /// So many ids of a person's that have ended are known at most: whoever sends one of them again opens nothing by it.
    static let mostEnded = 1000

    /// - Returns: `feed` is `nil` where the row cannot be read: its owner makes another.
    static func find(_ id: UUID, in db: Database) throws -> (feed: FeedLink?, isEnded: Bool)? {
        try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE id = ?", arguments: [id.uuidString])
            .map { (FeedLink(row: $0), $0["is_ended"]) }
    }

    static func insert(_ feed: FeedLink, in db: Database) throws {
        let columns: ColumnValues = [
            "id": feed.id.uuidString, "person": feed.person, "client": feed.client,
            "detail": feed.detail.rawValue, "made_at": feed.madeAt.milliseconds,
        ]
        try columns.insert(into: "feed", in: db)
    }

    /// Those of somebody who leaves, or may log in no more.
    static func end(of person: String, in db: Database) throws {
        try end("person = ?", [person], in: db)
    }

    static func end(_ condition: String, _ arguments: StatementArguments, in db: Database) throws {
        try db.execute(
            sql: "UPDATE feed SET is_ended = 1 WHERE is_ended = 0 AND \(condition)", arguments: arguments)
    }

    static func forgetOld(of person: String, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM feed WHERE person = ?1 AND is_ended = 1 AND number <= (
                    SELECT number FROM feed WHERE person = ?1 AND is_ended = 1
                    ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """, arguments: [person, mostEnded])
    }
}

extension FeedLink {
    fileprivate init?(row: Row) {
        let (id, detail): (String, String) = (row["id"], row["detail"])
        guard let id = UUID(uuidString: id), let detail = Detail(rawValue: detail) else { return nil }
        self.init(
            id: id, person: row["person"], client: row["client"], detail: detail,
            madeAt: Date(milliseconds: row["made_at"]),
            readAt: (row["read_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
