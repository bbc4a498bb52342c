import Care
import Foundation
import GRDB

/// The rows of `calendar`.
enum CalendarLinks {
    static func all(in db: Database) throws -> [CalendarRecord] {
        // One that cannot be read is left out: somebody adds it again.
        try String.fetchAll(db, sql: "SELECT content FROM calendar ORDER BY number")
            .compactMap(Stored.readable)
    }

    static func find(_ id: UUID, in db: Database) throws -> CalendarRecord? {
        try String.fetchOne(db, sql: "SELECT content FROM calendar WHERE id = ?", arguments: [id.uuidString])
            .map { try Stored.value($0, of: "the calendar \(id)") }
    }

    /// One whose events come into the plan now; `nil` where there is none, or it is turned off. Where whoever was to do what comes of it has
    /// left, what is new is anybody's.
    static func read(_ id: UUID, in db: Database) throws -> CalendarRecord? {
        guard var record = try find(id, in: db), record.link.isActive, record.link.kind.isRead else {
            return nil
        }
        if let person = record.link.taking?.person, try People.readable(person, in: db)?.isActive != true {
            record.link.taking?.person = nil
        }
        return record
    }

    static func insert(_ record: CalendarRecord, in db: Database) throws -> CalendarRecord {
        let kept = try Stored.normal(record)
        try db.execute(
            sql: "INSERT INTO calendar (id, client, content) VALUES (?, ?, ?)",
            arguments: [record.id.uuidString, record.link.client, try Stored.text(kept)])
        return kept
    }

    static func update(_ record: CalendarRecord, in db: Database) throws -> CalendarRecord {
        let kept = try Stored.normal(record)
        try db.execute(
            sql: "UPDATE calendar SET content = ? WHERE id = ?",
            arguments: [try Stored.text(kept), record.id.uuidString])
        return kept
    }

    /// A client leaves: nothing is read or written for them any more.
    static func turnOff(of client: String, in db: Database) throws {
        let kept: [CalendarRecord] = try String.fetchAll(
            db, sql: "SELECT content FROM calendar WHERE client = ?", arguments: [client]
        ).compactMap(Stored.readable)
        for var record in kept where record.link.isActive {
            record.link.isActive = false
            _ = try update(record, in: db)
        }
    }

    /// Throws unless a calendar may be added, or goes on, for this client or the household.
    static func checkClient(_ client: String?, in db: Database) throws {
        guard let client else { return }
        try SignLists.checkClient(client, for: .everything, in: db)
        guard try isHere(client, in: db) else {
            throw CareStoreError.invalid(
                field: "client",
                "this client has left: no calendar is read or written for them any more")
        }
    }

    /// Whether somebody is there whose calendars are read and written; the household always is.
    static func isHere(_ client: String?, in db: Database) throws -> Bool {
        guard let client else { return true }
        return try People.readable(client, in: db)?.isActive ?? false
    }

    /// Throws where what comes of a calendar would be given to nobody who is here.
    static func check(_ taking: CalendarLink.Taking?, in db: Database) throws {
        guard let person = taking?.person else { return }
        guard try People.readable(person, in: db)?.isActive ?? false else {
            throw CareStoreError.invalid(
                field: "taking.person", "nobody who is here has the id \(person): choose somebody else")
        }
    }
}

/// The rows of `calendar_event`.
enum CalendarEvents {
    static func delete(_ uid: String, of calendar: UUID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM calendar_event WHERE calendar = ? AND uid = ?",
            arguments: [calendar.uuidString, uid])
    }

    /// The series of the routines that were made of these calendars' events.
    static func series(of calendars: [UUID], in db: Database) throws -> Set<String> {
        var all: Set<String> = []
        for id in calendars {
            all.formUnion(
                try String.fetchAll(
                    db, sql: "SELECT series FROM calendar_event WHERE calendar = ? AND series IS NOT NULL",
                    arguments: [id.uuidString]))
        }
        return all
    }
}
