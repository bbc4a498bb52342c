import Care
public import Foundation
import GRDB

/// What is known of the resources of CalDAV collections: so that only what has changed is asked for, and written.
extension CareStore {
    // MARK: - Read

    /// What was read of a collection, by its addresses there.
    public func calendarResources(_ id: UUID) async throws(CareStoreError) -> [CalendarResource] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT href, tag, body FROM calendar_resource WHERE calendar = ? ORDER BY href",
                arguments: [id.uuidString]
            ).map { CalendarResource(href: $0["href"], tag: $0["tag"], text: $0["body"]) }
        }
    }

    /// Notes what was read: all of it, or nothing.
    ///
    /// Throws `.invalid` where the whole calendar would be longer than `CalendarLink.longestText`, and `.notFound` where it is not there
    /// any more.
    ///
    /// - Parameter gone: Addresses of what is not there any more.
    public func keepCalendarResources(
        _ id: UUID, changed: [CalendarResource], gone: Set<String>
    ) async throws(CareStoreError) {
        try await write { db in
            try Self.checkIsThere(id, in: db)
            for href in gone {
                try db.execute(
                    sql: "DELETE FROM calendar_resource WHERE calendar = ? AND href = ?",
                    arguments: [id.uuidString, href])
            }
            for one in changed {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO calendar_resource (calendar, href, tag, body)
                        VALUES (?, ?, ?, ?)
                        """, arguments: [id.uuidString, one.href, one.tag, one.text])
            }
            let length = try Int.fetchOne(
                db,
                sql: """
                    SELECT sum(length(CAST(href AS BLOB)) + length(CAST(tag AS BLOB))
                        + coalesce(length(CAST(body AS BLOB)), 0))
                    FROM calendar_resource WHERE calendar = ?
                    """, arguments: [id.uuidString])
            guard length ?? 0 <= CalendarLink.longestText else {
                throw CareStoreError.invalid(
                    field: "address",
                    "this calendar holds more than \(CalendarLink.longestText / 1_048_576) MiB: choose one with less in it"
                )
            }
        }
    }

    // MARK: - Written

    /// What stands in a collection of ours, by its UIDs.
    public func writtenEntries(_ id: UUID) async throws(CareStoreError) -> [WrittenEntry] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT uid, href, tag, digest FROM calendar_written WHERE calendar = ? ORDER BY uid",
                arguments: [id.uuidString]
            ).map { WrittenEntry(uid: $0["uid"], href: $0["href"], tag: $0["tag"], digest: $0["digest"]) }
        }
    }

    /// Notes what was written, and what was taken away; throws `.notFound` where the calendar is not there any more.
    ///
    /// - Parameter gone: UIDs.
    public func keepWritten(
        _ id: UUID, _ entries: [WrittenEntry], gone: Set<String>
    ) async throws(CareStoreError) {
        try await write { db in
            try Self.checkIsThere(id, in: db)
            for uid in gone {
                try db.execute(
                    sql: "DELETE FROM calendar_written WHERE calendar = ? AND uid = ?",
                    arguments: [id.uuidString, uid])
            }
            for one in entries {
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO calendar_written (calendar, uid, href, tag, digest)
                        VALUES (?, ?, ?, ?, ?)
                        """, arguments: [id.uuidString, one.uid, one.href, one.tag, one.digest])
            }
        }
    }

    private static func checkIsThere(_ id: UUID, in db: Database) throws {
        let isThere = try Bool.fetchOne(
            db, sql: "SELECT 1 FROM calendar WHERE id = ?", arguments: [id.uuidString])
        guard isThere ?? false else { throw CareStoreError.notFound("calendar \(id)") }
    }
}
