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
        try await read { db in try Pictures.find(person, in: db) }
    }

    /// Keeps somebody's picture in the place of the one before. `isNew`: they had none. The same again changes nothing.
    public func setPicture(
        of person: String, _ kind: PictureKind, _ bytes: Data, at: Date
    ) async throws(CareStoreError) -> (PersonPicture, isNew: Bool) {
        try await write { db in
            guard try People.contains(person, in: db) else {
                throw CareStoreError.notFound("person \(person)")
            }
            let old = try Pictures.find(person, in: db)
            if let (picture, kept) = old, picture.kind == kind, kept == bytes { return (picture, false) }
            try db.execute(
                sql:
                    "INSERT OR REPLACE INTO picture (person_id, media_type, bytes, changed_at) VALUES (?, ?, ?, ?)",
                arguments: [person, kind.rawValue, bytes, at.milliseconds])
            let made = PersonPicture(
                person: person, version: db.lastInsertedRowID, kind: kind,
                changedAt: Date(milliseconds: at.milliseconds))
            return (made, old == nil)
        }
    }

    /// Takes somebody's picture away, if they have one.
    public func removePicture(of person: String) async throws(CareStoreError) {
        try await write { db in
            guard try People.contains(person, in: db) else {
                throw CareStoreError.notFound("person \(person)")
            }
            try db.execute(sql: "DELETE FROM picture WHERE person_id = ?", arguments: [person])
        }
    }
}

/// The rows of `picture`.
private enum Pictures {
    static func find(_ person: String, in db: Database) throws -> (PersonPicture, Data)? {
        try Row.fetchOne(db, sql: "SELECT * FROM picture WHERE person_id = ?", arguments: [person])
            .map { row in (try picture(row), row["bytes"]) }
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
