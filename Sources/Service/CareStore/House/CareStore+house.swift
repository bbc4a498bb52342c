import Care
public import Foundation
import GRDB

/// What is handed over to the house: the journal itself is what waits, and a cursor says up to where it was taken (decision 0528).
extension CareStore {
    /// The number of the last event that a broker has taken, or that was there when it came into use; `nil` where it never was.
    ///
    /// - Parameter broker: The name of its channel.
    public func houseCursor(of broker: String) async throws(CareStoreError) -> Int64? {
        try await read { db in try HouseCursor.read(broker, in: db) }
    }

    /// A broker has taken all events up to one. Nothing is changed where it is further already, and where it is not in use.
    ///
    /// - Parameters:
    ///   - cursor: The number of that event.
    ///   - sequence: That of the channel as it was while they were sent: what another server has taken says nothing of this one.
    public func moveHouseCursor(
        of broker: String, to cursor: Int64, sequence: Int64
    ) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE house SET cursor = :cursor WHERE broker = :broker AND cursor < :cursor
                        AND EXISTS (SELECT 1 FROM channel
                            WHERE name = :broker AND is_on = 1 AND sequence = :sequence)
                    """, arguments: ["cursor": cursor, "broker": broker, "sequence": sequence])
        }
    }

    /// How many events of calls a broker has not taken yet; 0 where it never was in use.
    public func countOfHouseEvents(waitingFor broker: String) async throws(CareStoreError) -> Int {
        try await read { db in
            guard let cursor = try HouseCursor.read(broker, in: db) else { return 0 }
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM journal WHERE sequence > ? AND kind IN
                        ('asked', 'heard', 'on_the_way', 'met', 'declined', 'cancelled', 'escalated')
                    """, arguments: [cursor]) ?? 0
        }
    }

    /// The open calls that somebody has who is no person and no device of the home, by the name under which they answer.
    public func requests(claimedBy claimant: String) async throws(CareStoreError) -> Set<UUID> {
        try await read { db in
            let ids = try String.fetchAll(
                db, sql: "SELECT request_id FROM claim WHERE claimant = ?", arguments: [claimant])
            return Set(ids.compactMap(UUID.init(uuidString:)))
        }
    }
}

/// The rows of `house`.
enum HouseCursor {
    static func read(_ broker: String, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT cursor FROM house WHERE broker = ?", arguments: [broker])
    }

    /// Whoever is told from now on is told of nothing that was before: it was switched on, or is another server.
    static func follow(_ new: StoredChannel, after old: StoredChannel?, in db: Database) throws {
        let isSame = old?.isOn ?? false && old?.settings[server] == new.settings[server]
        guard new.isOn, !isSame else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO house (broker, cursor) VALUES (?, ?)",
            arguments: [new.name, try Journal.latestSequence(in: db)])
    }

    /// The setting that says which broker it is.
    private static let server = "server"
}
