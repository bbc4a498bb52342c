public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores a note about a request. The same note again changes nothing.
    public func addNote(
        request id: UUID, _ note: RequestNote, receivedAt: Date
    ) async throws(CareStoreError) -> (RequestNote, isNew: Bool) {
        try await write { db in
            let note = try Stored.normal(note.arriving(at: receivedAt))
            guard let request = try Request.find(id, in: db) else { throw CareStoreError.unknownRequest(id) }
            if let row = try Row.fetchOne(
                db, sql: "SELECT * FROM note WHERE id = ?", arguments: [note.id.uuidString])
            {
                let first: RequestNote = try Stored.value(row["content"], of: "the note \(note.id)")
                guard try row.uuid("request_id") == id, first.isSame(as: note) else {
                    throw CareStoreError.sameIDOtherContent(note.id, current: nil)
                }
                return (first, false)
            }
            let text = try Stored.text(note)
            let (event, _) = try Journal.append(
                .noted, of: request, changes: false, at: receivedAt, subject: note.id.uuidString,
                content: text, in: db)
            try db.execute(
                sql: "INSERT INTO note (id, request_id, content, sequence) VALUES (?, ?, ?, ?)",
                arguments: [note.id.uuidString, id.uuidString, text, event.sequence])
            return (note, true)
        }
    }

    /// What was written down about a request, the oldest first; at most the latest 200.
    public func notes(request id: UUID) async throws(CareStoreError) -> [RequestNote] {
        let unreadable = unreadable
        return try await read { db in
            guard try Request.find(id, in: db) != nil else { throw CareStoreError.unknownRequest(id) }
            return try Notes.all(of: id, in: db, report: unreadable.note)
        }
    }
}

/// The rows of `note`, which are only ever added to.
enum Notes {
    /// What was written down about a request, the oldest first; at most the latest 200.
    static func all(
        of request: UUID, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> [RequestNote] {
        try Row.fetchAll(
            db, sql: "SELECT id, content FROM note WHERE request_id = ? ORDER BY number DESC LIMIT 200",
            arguments: [request.uuidString]
        ).reversed().compactMap { row in
            do throws(CareStoreError) { return try note(row) } catch {
                report(UnreadableRow(.note, row), error)
                return nil
            }
        }
    }

    static func note(_ row: Row) throws(CareStoreError) -> RequestNote {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the note \(id)")
    }
}
