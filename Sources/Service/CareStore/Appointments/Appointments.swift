import Care
import Foundation
import GRDB

/// The rows of `appointment`.
enum Appointments {
    static func appointment(_ row: Row, in db: Database) throws -> Appointment {
        let id = try row.uuid("id")
        let name = "the appointment \(id)"
        let content: AppointmentContent = try Stored.value(row["content"], of: name)
        return Appointment(
            id: id, content: content, providerName: try self.name(of: content.provider, in: db),
            clientName: try self.name(of: content.client, in: db),
            standing: try Stored.value(row["standing"], of: name),
            changedAt: Date(milliseconds: row["changed_at"]), sequence: row["sequence"])
    }

    private static func name(of person: String, in db: Database) throws -> String {
        try People.readable(person, in: db)?.name ?? person
    }

    static func find(_ id: UUID, in db: Database) throws -> Appointment? {
        try Row.fetchOne(db, sql: "SELECT * FROM appointment WHERE id = ?", arguments: [id.uuidString])
            .map { try appointment($0, in: db) }
    }

    /// Throws `.notFound` where there is none for this reader.
    static func find(
        _ id: UUID, seenBy reader: AppointmentReader, in db: Database
    ) throws -> Appointment {
        guard let found = try find(id, in: db), reader.sees(found.content) else {
            throw CareStoreError.notFound("appointment \(id)")
        }
        return found
    }

    /// By id; `nil` where there is no such appointment.
    static func provider(of id: UUID, in db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT provider FROM appointment WHERE id = ?", arguments: [id.uuidString])
    }

    static func madeOf(_ id: UUID, in db: Database) throws -> NewAppointment? {
        try String.fetchOne(
            db, sql: "SELECT made_of FROM appointment WHERE id = ?", arguments: [id.uuidString]
        ).map { try Stored.value($0, of: "the appointment \(id)") }
    }

    static func insert(_ appointment: Appointment, madeOf new: NewAppointment, in db: Database) throws {
        let identity: ColumnValues = [
            "id": appointment.id.uuidString, "provider": appointment.content.provider,
            "client": appointment.content.client, "made_of": try Stored.text(new),
        ]
        try (identity + (try columns(appointment))).insert(into: "appointment", in: db)
    }

    static func update(_ appointment: Appointment, in db: Database) throws {
        try columns(appointment).update("appointment", where: "id", is: appointment.id.uuidString, in: db)
    }

    private static func columns(_ appointment: Appointment) throws -> ColumnValues {
        [
            "at": appointment.content.at.milliseconds, "content": try Stored.text(appointment.content),
            "standing": try Stored.text(appointment.standing),
            "is_open": appointment.standing.ending == nil, "changed_at": appointment.changedAt.milliseconds,
            "sequence": appointment.sequence,
        ]
    }
}

/// The rows of `appointment_line`, which are only ever added to.
enum AppointmentLines {
    /// How many of them one answer gives of each kind and side, the latest: whatever was said, no note is pushed out by it.
    static let most = 250
    /// The side of a row; `NULL` where it cannot be read.
    static let side = "CASE WHEN json_valid(content) THEN json_extract(content, '$.side') END"

    static func line(_ row: Row) throws -> AppointmentLine {
        let number: Int64 = row["number"]
        return try Stored.value(row["content"], of: "the line \(number) of an appointment")
    }

    static func add(_ line: AppointmentLine, to appointment: UUID, in db: Database) throws {
        let columns: ColumnValues = [
            "id": line.id.uuidString, "appointment": appointment.uuidString, "kind": line.kind.rawValue,
            "about": line.about?.uuidString, "content": try Stored.text(line),
        ]
        try columns.insert(into: "appointment_line", in: db)
    }

    static func find(_ id: UUID, in db: Database) throws -> (line: AppointmentLine, appointment: UUID)? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM appointment_line WHERE id = ?", arguments: [id.uuidString]
        ).map { (try line($0), try $0.uuid("appointment")) }
    }

    /// What this reader may read of an appointment, the oldest first. A line that cannot be read is left out.
    static func all(
        of appointment: Appointment, for reader: AppointmentReader, in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws -> [AppointmentLine] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT * FROM (
                    SELECT *, row_number() OVER (
                        PARTITION BY kind, \(side) ORDER BY number DESC) AS place
                    FROM appointment_line WHERE appointment = ?
                ) WHERE place <= ? ORDER BY number
                """, arguments: [appointment.id.uuidString, most])
        var lines: [AppointmentLine] = []
        while let row = try rows.next() {
            do {
                let line = try line(row)
                if reader.reads(line, of: appointment.content) { lines.append(line) }
            } catch { report(UnreadableRow(.appointmentLine, row), error) }
        }
        return lines
    }

    /// What providers have written for a client to hear, the latest first. What cannot be read is left out.
    ///
    /// - Parameter limit: How many are given; `nil` for as many as one client can hear.
    static func toHear(
        by client: String, at now: Date, limit: Int?, in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws -> [AppointmentNote] {
        let rows = try Row.fetchAll(
            db, sql: sqlToHear,
            arguments: [
                client, now.addingTimeInterval(-AppointmentNote.age).milliseconds, AppointmentNote.most.ofOne,
                min(limit ?? .max, AppointmentNote.most.inAll),
            ])
        return rows.compactMap { row in
            do {
                let line = try line(row)
                return try Appointments.find(try row.uuid("appointment"), in: db).flatMap {
                    AppointmentNote(line, of: $0)
                }
            } catch {
                report(UnreadableRow(.appointmentLine, row), error)
                return nil
            }
        }
    }

    /// Each provider has their own latest ones: nobody's many notes hide another's.
    static let sqlToHear = """
        SELECT * FROM (
            SELECT line.*, row_number() OVER (PARTITION BY provider ORDER BY line.number DESC) AS place
            FROM (SELECT id AS met, provider FROM appointment WHERE client = ?1 AND at >= ?2)
                JOIN appointment_line AS line ON line.appointment = met
            WHERE kind IN (\(AppointmentLine.Kind.toHear.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
                AND \(side) = '\(AppointmentSide.provider.rawValue)')
        WHERE place <= ?3 ORDER BY number DESC LIMIT ?4
        """

    /// Whether a coordinator has seen to a wish.
    static func isSeen(_ wish: UUID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT 1 FROM appointment_line WHERE about = ?", arguments: [wish.uuidString]) ?? false
    }
}
