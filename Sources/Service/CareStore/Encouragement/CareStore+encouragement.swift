public import Care
public import Foundation
import GRDB

extension CareStore {
    /// What a client has heard of encouragement, and likes; throws `.notFound` where there is no such client.
    public func encouragement(of client: String) async throws(CareStoreError) -> EncouragementDeck {
        try await read { db in
            try SignLists.checkClient(client, for: .everything, in: db)
            return try EncouragementDecks.find(client, in: db)
        }
    }

    /// Changes it; what changes nothing is not written.
    ///
    /// - Returns: What the change returns, how it is then, and whether it is another one than before.
    public func changeEncouragement<Value: Sendable>(
        of client: String, at: Date, _ change: @escaping @Sendable (inout EncouragementDeck) -> Value
    ) async throws(CareStoreError) -> (value: Value, deck: EncouragementDeck, isChanged: Bool) {
        try await write { db in
            try SignLists.checkClient(client, for: .everything, in: db)
            let old = try EncouragementDecks.find(client, in: db)
            var deck = old
            let value = change(&deck)
            if deck != old {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO encouragement (client, deck, changed_at) VALUES (?, ?, ?)",
                    arguments: [client, try Stored.text(deck), at.milliseconds])
            }
            return (value, deck, deck != old)
        }
    }

    /// A client's quiet hours; `nil` where they have none.
    public func quietHours(of client: String) async throws(CareStoreError) -> QuietHours? {
        try await read { db in
            try SignLists.checkClient(client, for: .everything, in: db)
            return try People.find(client, in: db)?.reminders.quiet
        }
    }
}

/// The rows of `encouragement`.
enum EncouragementDecks {
    static func find(_ client: String, in db: Database) throws -> EncouragementDeck {
        try String.fetchOne(
            db, sql: "SELECT deck FROM encouragement WHERE client = ?", arguments: [client]
        ).map { try Stored.value($0, of: "the encouragement of \(client)") } ?? EncouragementDeck()
    }
}
