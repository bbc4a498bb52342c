public import Calendars
public import Care
public import Foundation
import GRDB

extension CareStore {
    // MARK: - What there is

    /// All calendars, in the order in which they were added. Those of clients who have left are turned off.
    public func calendars() async throws(CareStoreError) -> [CalendarRecord] {
        try await read { db in try CalendarLinks.all(in: db) }
    }

    /// Those that are to be read or written again and again: not turned off, of clients who are here or the household's, and no files.
    public func calendarsToDo() async throws(CareStoreError) -> [CalendarRecord] {
        try await read { db in
            try CalendarLinks.all(in: db).filter { record in
                guard record.link.isActive, record.link.kind != .file else { return false }
                return try CalendarLinks.isHere(record.link.client, in: db)
            }
        }
    }

    /// The ids of all calendars but those of clients who have left, also of those that cannot be read.
    public func calendarIDs() async throws(CareStoreError) -> Set<UUID> {
        try await read { db in
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM calendar WHERE NOT EXISTS (
                        SELECT 1 FROM person WHERE person.id = calendar.client AND is_active = 0)
                    """)
            return Set(ids.compactMap(UUID.init))
        }
    }

    public func calendarRecord(_ id: UUID) async throws(CareStoreError) -> CalendarRecord? {
        try await read { db in try CalendarLinks.find(id, in: db) }
    }

    // MARK: - Adding and changing

    /// Adds one; the same again gives what the first made, as it is now, with `false`.
    ///
    /// Throws `.invalid` where its client has left, where nobody who is here would do what comes of it, and where there are
    /// `CalendarLink.most` already.
    public func addCalendar(
        _ record: CalendarRecord
    ) async throws(CareStoreError) -> (CalendarRecord, isNew: Bool) {
        try await write { db in
            var record = record
            let link = record.link
            if let known = try CalendarLinks.find(record.id, in: db) {
                guard known.link.client == link.client, known.link.kind == link.kind,
                    known.link.server == link.server
                else { throw CareStoreError.sameIDOtherContent(record.id, current: nil) }
                return (known, false)
            }
            try CalendarLinks.checkClient(link.client, in: db)
            try CalendarLinks.check(link.taking, in: db)
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM calendar") ?? 0
            guard count < CalendarLink.most else {
                throw CareStoreError.invalid(
                    field: "kind",
                    "this home has \(CalendarLink.most) calendars already: remove one first")
            }
            record.link.taking = link.kind.isRead ? link.taking ?? CalendarLink.Taking() : nil
            return (try CalendarLinks.insert(record, in: db), true)
        }
    }

    /// Changes one; `nil` where it is not there any more.
    ///
    /// Throws `.invalid` where it would be turned on again for a client who has left.
    public func changeCalendar(
        _ id: UUID, _ change: @escaping @Sendable (inout CalendarLink) -> Void
    ) async throws(CareStoreError) -> CalendarRecord? {
        try await write { db in
            guard var record = try CalendarLinks.find(id, in: db) else { return nil }
            let wasActive = record.link.isActive
            change(&record.link)
            if record.link.isActive, !wasActive {
                try CalendarLinks.checkClient(record.link.client, in: db)
            }
            return try CalendarLinks.update(record, in: db)
        }
    }

    // MARK: - What comes of it

    /// Takes over what was read: routines are made, changed and asked about, in parts of `CalendarMerging.mostOfPart` events, each in one
    /// transaction. What was taken over stays, also where it then ends with an error.
    ///
    /// - Parameter isCurrent: Asked within each transaction whether this reading still counts; it ends where it does not.
    /// - Returns: `nil` where it is not there any more, was turned off meanwhile, is none that is read, or the reading no longer counts.
    public func mergeCalendar(
        _ reading: CalendarReading, of id: UUID, now: Date,
        while isCurrent: @escaping @Sendable () -> Bool = { true }
    ) async throws(CareStoreError) -> CalendarRecord? {
        // As what is known of it was stored: without marks of direction. Nobody waits for the store meanwhile.
        let normal: CalendarReading
        do { normal = try Stored.normal(reading) } catch { throw translated(error) }
        // What a keeper knows of the people is of one transaction.
        let reader = self.keeper(at: now)
        let begun = try await read { db in
            try CalendarLinks.read(id, in: db).map {
                try CalendarMerging(normal, $0.link, reader, in: db)
            }
        }
        guard var merging = begun else { return nil }
        while !merging.isAtLast {
            let (before, keeper) = (merging, self.keeper(at: now))
            let after = try await write { db -> CalendarMerging? in
                guard isCurrent(), let record = try CalendarLinks.read(id, in: db) else { return nil }
                var merging = before
                try merging.takePart(record, keeper, in: db)
                return merging
            }
            guard let after else { return nil }
            merging = after
        }
        let (last, keeper) = (merging, self.keeper(at: now))
        return try await write { db in
            guard isCurrent(), let record = try CalendarLinks.read(id, in: db) else { return nil }
            return try last.finish(record, keeper, in: db)
        }
    }

    /// Another name, or other ways of taking over: what was taken already follows, but for what people have changed of it.
    ///
    /// Throws `.invalid` where nobody who is here would do what comes of it.
    ///
    /// - Parameters:
    ///   - name: `nil`: as it is.
    ///   - taking: `nil`: as it is.
    ///   - author: Who says so, as it is spoken; `nil`: the calendar itself.
    /// - Returns: `nil` where it is not there any more.
    public func setCalendar(
        _ id: UUID, name: String?, taking: CalendarLink.Taking?, by author: String? = nil, now: Date
    ) async throws(CareStoreError) -> CalendarRecord? {
        let keeper = keeper(at: now)
        return try await write { db in
            guard var record = try CalendarLinks.find(id, in: db) else { return nil }
            if let name { record.link.name = name }
            if let taking, record.link.kind.isRead {
                try CalendarLinks.check(taking, in: db)
                let shelf = try CalendarShelf(record.link, keeper, author, in: db)
                try shelf.follow(taking, in: db)
                record.link.taking = taking
            }
            return try CalendarLinks.update(record, in: db)
        }
    }

    /// Somebody has decided about what has vanished: its routine goes on as one of this home's own, or ends. The same again changes nothing.
    ///
    /// Throws `.notFound` where nothing with this UID has vanished.
    ///
    /// - Parameter author: Who has, as it is spoken; `nil`: the calendar itself.
    /// - Returns: `nil` where the calendar is not there any more.
    public func decideVanished(
        _ id: UUID, uid: String, keeps: Bool, by author: String? = nil, now: Date
    ) async throws(CareStoreError) -> CalendarRecord? {
        let keeper = keeper(at: now)
        return try await write { db in
            guard var record = try CalendarLinks.find(id, in: db) else { return nil }
            var shelf = try CalendarShelf(record.link, keeper, author, in: db)
            try shelf.decide(uid, keeps: keeps, in: db)
            record.link.tally = shelf.tally
            record.link.vanished = shelf.vanished
            return try CalendarLinks.update(record, in: db)
        }
    }

    /// Forgets one, and what is known of what is in it. What came of it stays in the plan as this home's own, or ends.
    ///
    /// - Parameter author: Who says so, as it is spoken; `nil`: the calendar itself.
    /// - Returns: `false` where it was gone already.
    public func removeCalendar(
        _ id: UUID, keepsEvents: Bool, by author: String? = nil, now: Date
    ) async throws(CareStoreError) -> Bool {
        let keeper = keeper(at: now)
        return try await write { db in
            guard let record = try CalendarLinks.find(id, in: db) else { return false }
            if !keepsEvents { try CalendarShelf(record.link, keeper, author, in: db).endAll(in: db) }
            try db.execute(sql: "DELETE FROM calendar WHERE id = ?", arguments: [id.uuidString])
            return true
        }
    }
}
