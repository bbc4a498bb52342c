public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Who has a picture, by their ids.
    public func pictures() async throws(CareStoreError) -> [PersonPicture] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT version, person_id, media_type, changed_at FROM picture ORDER BY person_id"
            ).map(Pictures.picture)
        }
    }

    /// Somebody's picture; `nil` where they have none.
    public func picture(of person: String) async throws(CareStoreError) -> (PersonPicture, Data)? {
        let found = try await read { db in try Pictures.find(person, in: db) }
        guard let found else { return nil }
        guard !found.isStripped else { return (found.picture, found.bytes) }
        // The start has not stripped it yet.
        return PictureStripper.stripped(Array(found.bytes), kind: found.picture.kind).map {
            (found.picture, Data($0))
        }
    }

    /// Strips all older pictures of everything but the picture; returns how many, and whose could not be read
    /// to its end. Such a picture is not shown; its bytes stay in `picture_withheld`, in case there is no
    /// other copy.
    public func stripPictures() async throws(CareStoreError) -> (count: Int, unreadable: [String]) {
        let people = try await read { db in
            try String.fetchAll(db, sql: "SELECT person_id FROM picture WHERE is_stripped = 0")
        }
        var unreadable: [String] = []
        // One by one: calls must not wait for all of them.
        for person in people {
            let isReadable = try await write { db in
                guard let found = try Pictures.find(person, in: db), !found.isStripped else { return true }
                guard
                    let bytes = PictureStripper.stripped(Array(found.bytes), kind: found.picture.kind)
                else {
                    try Pictures.withhold(person, in: db)
                    return false
                }
                // It gets a new version, so that browsers drop their cached one.
                _ = try Pictures.put(
                    person, found.picture.kind, Data(bytes), at: found.picture.changedAt, in: db)
                return true
            }
            if !isReadable { unreadable.append(person) }
        }
        return (people.count, unreadable)
    }

    /// Stores somebody's stripped picture instead of the previous one. `isNew`: they had none. The same
    /// picture again changes nothing.
    ///
    /// - Parameter checksum: Of the bytes, for the audit log.
    public func setPicture(
        of person: String, _ kind: PictureKind, _ bytes: Data, checksum: String? = nil, at: Date
    ) async throws(CareStoreError) -> (PersonPicture, isNew: Bool) {
        try await write { db in
            guard try People.contains(person, in: db) else {
                throw CareStoreError.notFound("person \(person)")
            }
            let old = try Pictures.find(person, in: db)
            if let old, old.isStripped, old.picture.kind == kind, old.bytes == bytes {
                return (old.picture, false)
            }
            try trail?.note(
                .pictureChanged, about: try People.readable(person, in: db)?.name ?? person,
                changes: [.picture(kind)] + (checksum.map { [.checksum($0)] } ?? []), in: db)
            return (try Pictures.put(person, kind, bytes, at: at, in: db), old == nil)
        }
    }

    /// Removes somebody's picture, if they have one.
    public func removePicture(of person: String) async throws(CareStoreError) {
        try await write { db in
            guard try People.contains(person, in: db) else {
                throw CareStoreError.notFound("person \(person)")
            }
            try db.execute(sql: "DELETE FROM picture WHERE person_id = ?", arguments: [person])
            let isGone = db.changesCount > 0
            try Pictures.forgetWithheld(person, in: db)
            guard isGone else { return }
            try trail?.note(
                .pictureRemoved, about: try People.readable(person, in: db)?.name ?? person, in: db)
        }
    }
}

/// The rows of `picture`.
enum Pictures {
    struct Found {
        var picture: PersonPicture
        var bytes: Data
        var isStripped: Bool
    }

    static func find(_ person: String, in db: Database) throws -> Found? {
        try Row.fetchOne(db, sql: "SELECT * FROM picture WHERE person_id = ?", arguments: [person])
            .map { row in
                Found(picture: try picture(row), bytes: row["bytes"], isStripped: row["is_stripped"])
            }
    }

    static func put(
        _ person: String, _ kind: PictureKind, _ bytes: Data, at: Date, in db: Database
    ) throws -> PersonPicture {
        try forgetWithheld(person, in: db)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO picture (person_id, media_type, bytes, changed_at, is_stripped)
                VALUES (?, ?, ?, ?, 1)
                """, arguments: [person, kind.rawValue, bytes, at.milliseconds])
        return PersonPicture(
            person: person, version: db.lastInsertedRowID, kind: kind,
            changedAt: Date(milliseconds: at.milliseconds))
    }

    /// Withholds a picture: it is no longer shown, and its bytes stay as they are.
    static func withhold(_ person: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO picture_withheld (person_id, media_type, bytes, changed_at)
                SELECT person_id, media_type, bytes, changed_at FROM picture WHERE person_id = ?
                """, arguments: [person])
        try db.execute(sql: "DELETE FROM picture WHERE person_id = ?", arguments: [person])
    }

    /// The picture was replaced or removed.
    static func forgetWithheld(_ person: String, in db: Database) throws {
        try db.execute(sql: "DELETE FROM picture_withheld WHERE person_id = ?", arguments: [person])
    }

    static func picture(_ row: Row) throws(CareStoreError) -> PersonPicture {
        let (person, kind): (String, String) = (row["person_id"], row["media_type"])
        guard let kind = PictureKind(rawValue: kind) else {
            throw CareStoreError.damaged(row: "the picture of \(person)", "it is \(kind)")
        }
        return PersonPicture(
            person: person, version: row["version"], kind: kind,
            changedAt: Date(milliseconds: row["changed_at"]))
    }
}
