import Care
public import Foundation
import GRDB

/// What a caller's `Idempotency-Key` stands for.
public struct MessageKey: Sendable, Hashable {
    public var caller: String
    public var key: String
    /// SHA-256 of the message, 32 bytes.
    public var digest: Data

    public init(caller: String, key: String, digest: Data) {
        self.caller = caller
        self.key = key
        self.digest = digest
    }
}

/// The service makes one for a message that came without it.
public struct MessageStamp: Sendable, Equatable {
    public var id: UUID
    public var at: Date

    public init(id: UUID, at: Date) {
        self.id = id
        self.at = at
    }
}

extension CareStore {
    /// How long a key stands for the same message. Seconds; a day.
    static let keyLife: TimeInterval = 86_400
    /// How many keys of one caller are kept; the oldest are deleted first.
    static let mostKeys = 10_000

    /// The stamp of a message with a key: a new one, or the one it got the first time.
    ///
    /// The stamp is on disk before the message is handled. So the same message sent again has the same id,
    /// and finds what it has made already.
    ///
    /// - Throws: `.invalid` where the same key came with another message.
    public func stamp(_ key: MessageKey, at now: Date) async throws(CareStoreError) -> MessageStamp {
        try await stamp(key, at: now, keeping: Self.mostKeys)
    }

    func stamp(
        _ key: MessageKey, at now: Date, keeping most: Int
    ) async throws(CareStoreError) -> MessageStamp {
        let now = Date(milliseconds: now.milliseconds)
        return try await write { db in
            // Rows from the future were written while the clock was ahead.
            try db.execute(
                sql: "DELETE FROM message_key WHERE at <= ? OR at > ?",
                arguments: [
                    now.addingTimeInterval(-Self.keyLife).milliseconds,
                    now.addingTimeInterval(Self.keyLife).milliseconds,
                ])
            if let row = try Row.fetchOne(
                db, sql: "SELECT digest, id, at FROM message_key WHERE caller = ? AND key = ?",
                arguments: [key.caller, key.key])
            {
                guard row["digest"] as Data == key.digest else {
                    throw CareStoreError.invalid(
                        field: "Idempotency-Key",
                        "this key came with another message within a day: use a new one for each message")
                }
                return MessageStamp(id: try row.uuid("id"), at: Date(milliseconds: row["at"]))
            }
            var generator = SystemRandomNumberGenerator()
            let stamp = MessageStamp(id: .version7(at: now, using: &generator), at: now)
            try db.execute(
                sql: "INSERT INTO message_key (caller, key, digest, id, at) VALUES (?, ?, ?, ?, ?)",
                arguments: [key.caller, key.key, key.digest, stamp.id.uuidString, stamp.at.milliseconds])
            try db.execute(
                sql: """
                    DELETE FROM message_key WHERE caller = ?1 AND key IN (
                        SELECT key FROM message_key WHERE caller = ?1 ORDER BY at DESC LIMIT -1 OFFSET ?2)
                    """, arguments: [key.caller, most])
            return stamp
        }
    }
}
