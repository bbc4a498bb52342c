public import Care
public import Foundation
import GRDB

extension CareStore {
    /// A client's own signs; throws `.notFound` where there is no such client for this reader.
    public func signs(
        of client: String, for whose: PlanReach = .everything
    ) async throws(CareStoreError) -> SignList {
        try await read { db in
            try SignLists.checkClient(client, for: whose, in: db)
            return try SignLists.find(client, in: db)
        }
    }

    /// Replaces a client's own signs. The same list again changes nothing. What was observed by a sign that has gone keeps its name.
    public func setSigns(
        of client: String, _ list: SignList, for whose: PlanReach = .everything, at: Date
    ) async throws(CareStoreError) -> (SignList, isNew: Bool) {
        try await write { db in
            try SignLists.checkClient(client, for: whose, in: db)
            var list = try Stored.normal(list)
            let old = try SignLists.find(client, in: db)
            guard old.signs != list.signs else { return (old, false) }
            guard old.version == list.version else {
                throw CareStoreError.conflict(
                    field: "version",
                    "somebody has changed these signs meanwhile: read them again, and write with version \(old.version)"
                )
            }
            list.version += 1
            try db.execute(
                sql: "INSERT OR REPLACE INTO sign_list (client, content, changed_at) VALUES (?, ?, ?)",
                arguments: [client, try Stored.text(list), at.milliseconds])
            return (list, old.version == 0)
        }
    }
}

/// The rows of `sign_list`.
enum SignLists {
    static func find(_ client: String, in db: Database) throws -> SignList {
        try String.fetchOne(
            db, sql: "SELECT content FROM sign_list WHERE client = ?", arguments: [client]
        ).map { try Stored.value($0, of: "the signs of \(client)") } ?? SignList()
    }

    static func checkClient(_ client: String, for whose: PlanReach, in db: Database) throws {
        guard whose.includes(client), try People.readable(client, in: db)?.role == .client else {
            throw CareStoreError.notFound("client \(client)")
        }
    }
}
