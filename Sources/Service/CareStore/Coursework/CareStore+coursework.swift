public import Care
public import Coursework
public import Foundation
import GRDB

/// A link as the store keeps it.
public struct CourseworkRecord: Codable, Sendable, Equatable, Identifiable {
    public var link: CourseworkLink
    /// Whether it may lead into the home's own network: a coordinator has said so by adding it.
    public var mayBeInside: Bool

    public var id: UUID { link.id }

    public init(link: CourseworkLink, mayBeInside: Bool) {
        self.link = link
        self.mayBeInside = mayBeInside
    }
}

extension CareStore {
    /// The links of these clients, in the order in which they were added.
    public func coursework(of whose: PlanReach) async throws(CareStoreError) -> [CourseworkRecord] {
        try await read { db in
            try CourseworkLinks.all(in: db).filter { whose.includes($0.link.client) }
        }
    }

    /// Those that are to be read: of clients who are here, and not turned off.
    public func courseworkToRead() async throws(CareStoreError) -> [CourseworkRecord] {
        try await read { db in
            try CourseworkLinks.all(in: db).filter { record in
                guard record.link.isActive else { return false }
                return try People.readable(record.link.client, in: db)?.isActive ?? false
            }
        }
    }

    /// The ids of all links of clients who have not left, also of those that cannot be read.
    public func courseworkIDs() async throws(CareStoreError) -> Set<UUID> {
        try await read { db in
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM coursework_link WHERE NOT EXISTS (
                        SELECT 1 FROM person WHERE person.id = coursework_link.client AND is_active = 0)
                    """)
            return Set(ids.compactMap(UUID.init))
        }
    }

    public func courseworkRecord(_ id: UUID) async throws(CareStoreError) -> CourseworkRecord? {
        try await read { db in try CourseworkLinks.find(id, in: db) }
    }

    /// Adds one; the same again gives what the first made, as it is now, with `false`.
    public func addCoursework(
        _ record: CourseworkRecord
    ) async throws(CareStoreError) -> (CourseworkRecord, isNew: Bool) {
        try await write { db in
            let link = record.link
            if let known = try CourseworkLinks.find(record.id, in: db) {
                guard known.link.client == link.client, known.link.kind == link.kind,
                    known.link.platform == link.platform
                else { throw CareStoreError.sameIDOtherContent(record.id, current: nil) }
                return (known, false)
            }
            try SignLists.checkClient(link.client, for: .everything, in: db)
            guard try People.readable(link.client, in: db)?.isActive ?? false else {
                throw CareStoreError.invalid(
                    field: "client", "this client has left: nothing of a school is read for them any more")
            }
            guard try CourseworkLinks.all(of: link.client, in: db).count < CourseworkLink.mostOfClient else {
                throw CareStoreError.invalid(
                    field: "client",
                    "this client has \(CourseworkLink.mostOfClient) connections already: remove one first"
                )
            }
            let kept = try Stored.normal(record)
            try db.execute(
                sql: "INSERT INTO coursework_link (id, client, content) VALUES (?, ?, ?)",
                arguments: [record.id.uuidString, link.client, try Stored.text(kept)])
            return (kept, true)
        }
    }

    /// Changes one; `nil` where it is not there any more.
    public func changeCoursework(
        _ id: UUID, _ change: @escaping @Sendable (inout CourseworkLink) -> Void
    ) async throws(CareStoreError) -> CourseworkRecord? {
        try await write { db in
            guard var record = try CourseworkLinks.find(id, in: db) else { return nil }
            change(&record.link)
            return try CourseworkLinks.update(record, in: db)
        }
    }

    /// Takes over what was read: goals are made, changed, ticked and taken away, in one transaction.
    ///
    /// - Returns: `nil` where it is not there any more, or was turned off meanwhile.
    public func mergeCoursework(
        _ reading: CourseReading, of id: UUID, now: Date
    ) async throws(CareStoreError) -> CourseworkRecord? {
        let keeper = keeper(at: now)
        return try await write { db in
            guard var record = try CourseworkLinks.find(id, in: db), record.link.isActive else { return nil }
            let shelf = try CourseworkShelf(record.link, keeper, in: db)
            var readable = reading
            readable.tasks.removeAll { shelf.unreadable.contains($0.id) }
            let steps = CourseworkMerge.steps(
                known: shelf.known, goals: shelf.goals, reading: readable, link: id.uuidString,
                links: shelf.links, openElsewhere: shelf.openElsewhere, now: now)
            let (known, taken) = try shelf.take(steps, in: db)
            try shelf.remember(known, found: reading.tasks, in: db)
            var tally = CourseworkTally(
                reading, known: known, unreadable: shelf.unreadable, taken: taken, goals: shelf.goals,
                now: now)
            if let earlier = record.link.tally { tally.goOn(from: earlier) }
            record.link.tally = tally
            record.link.tasks = reading.tasks.count
            record.link.readAt = now
            record.link.problem = nil
            record.link.failingSince = nil
            return try CourseworkLinks.update(record, in: db)
        }
    }

    /// Forgets tasks that have not been found for long, also of places that are not read any more.
    public func forgetOldCoursework(now: Date) async throws(CareStoreError) {
        try await write { db in try CourseworkTasks.forgetOld(now: now, in: db) }
    }

    /// Forgets one. What was its goal stays, or is taken away where nobody has changed or begun it.
    ///
    /// - Returns: `false` where it was gone already.
    public func removeCoursework(
        _ id: UUID, keepsGoals: Bool, now: Date
    ) async throws(CareStoreError) -> Bool {
        let keeper = keeper(at: now)
        return try await write { db in
            guard let record = try CourseworkLinks.find(id, in: db) else { return false }
            let shelf = try CourseworkShelf(record.link, keeper, in: db)
            try shelf.take(
                CourseworkMerge.forgetting(
                    id.uuidString, known: shelf.known, goals: shelf.goals, keepsGoals: keepsGoals), in: db)
            try db.execute(
                sql: "DELETE FROM coursework_link WHERE id = ?", arguments: [id.uuidString])
            return true
        }
    }
}

/// The rows of `coursework_link`.
enum CourseworkLinks {
    static func all(in db: Database) throws -> [CourseworkRecord] {
        // One that cannot be read is left out: its client adds it again.
        try String.fetchAll(db, sql: "SELECT content FROM coursework_link ORDER BY number")
            .compactMap(Stored.readable)
    }

    static func all(of client: String, in db: Database) throws -> [CourseworkRecord] {
        try String.fetchAll(
            db, sql: "SELECT content FROM coursework_link WHERE client = ? ORDER BY number",
            arguments: [client]
        ).compactMap(Stored.readable)
    }

    static func find(_ id: UUID, in db: Database) throws -> CourseworkRecord? {
        try String.fetchOne(
            db, sql: "SELECT content FROM coursework_link WHERE id = ?", arguments: [id.uuidString]
        ).map { try Stored.value($0, of: "the school tasks \(id)") }
    }

    static func update(_ record: CourseworkRecord, in db: Database) throws -> CourseworkRecord {
        let kept = try Stored.normal(record)
        try db.execute(
            sql: "UPDATE coursework_link SET content = ? WHERE id = ?",
            arguments: [try Stored.text(kept), record.id.uuidString])
        return kept
    }
}
