import Care
import Foundation
import GRDB
import StoreFiles

/// The open store of a kiosk or station. Each write is on disk when it returns.
struct Outbox: Sendable {
    /// How long to wait for another program's lock: a person waits for the answer to a press.
    private static let busyTimeout: TimeInterval = 1

    private let file: StoreFile
    private let lock: OwnerLock

    init(path: String) throws(StoreFileError) {
        lock = try OwnerLock(for: path)
        file = try StoreFile.open(path, format: .outbox, busyTimeout: Self.busyTimeout)
    }

    /// Stores a command; one that is stored already stays as it is.
    func add(_ command: CareCommand) throws(StoreFileError) {
        try write { db in
            let (kind, requestID, body) = try Self.columns(of: command)
            try db.execute(
                // Not `OR IGNORE`: that would also ignore a failed check, and report a command as recorded
                // that is not.
                sql: """
                    INSERT INTO command (id, kind, request_id, body) VALUES (?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [command.id.uuidString, kind, requestID, body])
        }
    }

    func remove(_ id: UUID) throws(StoreFileError) {
        try write { db in
            try db.execute(sql: "DELETE FROM command WHERE id = ?", arguments: [id.uuidString])
        }
    }

    /// Deletes a row by its number, because its id may be unreadable.
    func remove(row number: Int64) throws(StoreFileError) {
        try write { db in
            try db.execute(sql: "DELETE FROM command WHERE number = ?", arguments: [number])
        }
    }

    /// The stored commands, in order of arrival. An unreadable one does not hide the others.
    ///
    /// - Parameter lose: Called for each that cannot be read, with its readable parts.
    func commands(_ lose: (LostCommand) -> Void = { _ in }) throws(StoreFileError) -> [CareCommand] {
        try StoreFile.translating(file.path) {
            try file.queue.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM command ORDER BY number").compactMap { row in
                    do { return try Self.command(of: row) } catch {
                        lose(LostCommand(row: row, "\(error)"))
                        return nil
                    }
                }
            }
        }
    }

    func cursor() throws(StoreFileError) -> JournalCursor? {
        try StoreFile.translating(file.path) {
            try file.queue.read { db in
                guard let row = try Row.fetchOne(db, sql: "SELECT * FROM cursor"),
                    let journal = UUID(uuidString: row["journal"])
                else { return nil }
                return JournalCursor(
                    journal: journal, sequence: row["sequence"],
                    told: try Int64.fetchSet(db, sql: "SELECT sequence FROM told"))
            }
        }
    }

    func setCursor(_ cursor: JournalCursor) throws(StoreFileError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO cursor (only, journal, sequence) VALUES (1, ?, ?)",
                arguments: [cursor.journal.uuidString, cursor.sequence])
            try db.execute(sql: "DELETE FROM told")
            for sequence in cursor.told {
                try db.execute(sql: "INSERT INTO told (sequence) VALUES (?)", arguments: [sequence])
            }
        }
    }

    func probe() throws(StoreFileError) { try file.probe() }

    private func write(_ body: (Database) throws -> Void) throws(StoreFileError) {
        try StoreFile.translating(file.path) { try file.queue.write(body) }
    }

    private static func columns(of command: CareCommand) throws -> (kind: String, requestID: String?, String)
    {
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
        }
        switch command {
        case .ask(let request): return ("ask", nil, try json(request))
        case .respond(let id, let response): return ("respond", id.uuidString, try json(response))
        case .fault(let fault): return ("fault", nil, try json(fault))
        case .propose(let proposal): return ("propose", nil, try json(proposal))
        case .mark(let entry): return ("mark", nil, try json(entry))
        case .receipt(let id, let receipt): return ("receipt", id.uuidString, try json(receipt))
        case .said(let id, let receipt): return ("said", id.uuidString, try json(receipt))
        case .mood(let mood): return ("mood", nil, try json(mood))
        case .household(let command): return ("household", nil, try json(command))
        }
    }

    private static func command(of row: Row) throws -> CareCommand {
        let body = Data((row["body"] as String).utf8)
        let requestID = (row["request_id"] as String?).flatMap(UUID.init(uuidString:))
        switch (row["kind"] as String, requestID) {
        case ("ask", nil): return .ask(try CareJSON.decoder().decode(NewRequest.self, from: body))
        case ("respond", let id?):
            return .respond(requestID: id, try CareJSON.decoder().decode(NewResponse.self, from: body))
        case ("fault", nil): return .fault(try CareJSON.decoder().decode(Fault.self, from: body))
        case ("propose", nil):
            return .propose(try CareJSON.decoder().decode(NewNeedProposal.self, from: body))
        case ("mark", nil): return .mark(try CareJSON.decoder().decode(OccurrenceEntry.self, from: body))
        case ("receipt", let id?):
            return .receipt(reminder: id, try CareJSON.decoder().decode(ReminderReceipt.self, from: body))
        case ("said", let id?):
            return .said(words: id, try CareJSON.decoder().decode(WordsReceipt.self, from: body))
        case ("mood", nil): return .mood(try CareJSON.decoder().decode(NewMood.self, from: body))
        case ("household", nil):
            return .household(try CareJSON.decoder().decode(HouseholdCommand.self, from: body))
        default: throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a command that cannot be read")
        }
    }
}
