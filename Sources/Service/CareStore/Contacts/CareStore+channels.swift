import Care
public import Foundation
import GRDB

extension CareStore {
    /// What the home has set of channels, by name; those that nobody has set have no row and are off.
    public func channels() async throws(CareStoreError) -> [StoredChannel] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM channel ORDER BY name").map(StoredChannels.channel)
        }
    }

    /// Sets a channel; the same again changes nothing. What waits for one that is switched off is dropped, and with other settings
    /// everything over it has to be proved anew.
    ///
    /// Throws `.channelChanged` if `sequence` is not the stored one.
    ///
    /// - Parameter secrets: The names of secrets, which are not stored here, that are other ones now.
    public func save(
        _ channel: StoredChannel, secrets: [String] = [], at now: Date
    ) async throws(CareStoreError) -> StoredChannel {
        guard
            ContactChannel(rawValue: channel.name) != nil
                || [StoredChannel.links, StoredChannel.house].contains(channel.name)
        else {
            throw .invalid(field: "name", "there is no channel \(channel.name)")
        }
        return try await write { db in
            let stored = try Row.fetchOne(
                db, sql: "SELECT * FROM channel WHERE name = ?", arguments: [channel.name]
            ).map(StoredChannels.channel)
            var new = channel
            new.sequence = stored?.sequence ?? 0
            if let stored, new == stored, secrets.isEmpty { return stored }
            guard channel.sequence == new.sequence else {
                throw CareStoreError.channelChanged(current: stored ?? new)
            }
            new.sequence += 1
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO channel (name, is_on, settings, sequence, changed_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    new.name, new.isOn, try Stored.text(new.settings), new.sequence, now.milliseconds,
                ])
            if new.name == StoredChannel.house { try HouseCursor.follow(new, after: stored, in: db) }
            if !new.isOn {
                try db.execute(
                    sql: """
                        \(Messages.drop) AND contact_id IN (SELECT id FROM contact WHERE channel = ?)
                        """, arguments: [new.name])
            }
            try db.execute(
                sql: "UPDATE contact SET proved_at = NULL WHERE channel = ?", arguments: [new.name])
            let changed = StoredChannels.changes(from: stored, to: new) + secrets
            try trail?.note(
                .channelChanged, about: new.name, changes: changed.sorted().map { .named($0) }, in: db)
            return new
        }
    }
}

/// The rows of `channel`.
enum StoredChannels {
    /// What is set in another way, by name; `on` where it was switched on or off.
    static func changes(from old: StoredChannel?, to new: StoredChannel) -> [String] {
        let before = old?.settings ?? [:]
        let names = Set(before.keys).union(new.settings.keys).filter { before[$0] != new.settings[$0] }
        return Array(names) + (new.isOn == (old?.isOn ?? false) ? [] : ["on"])
    }

    static func channel(_ row: Row) throws -> StoredChannel {
        let name: String = row["name"]
        return StoredChannel(
            name: name, isOn: row["is_on"],
            settings: try Stored.value(row["settings"], of: "the settings of the channel \(name)"),
            sequence: row["sequence"])
    }
}
