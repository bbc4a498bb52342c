import GRDB
import StoreFiles
import Testing

@testable import CareStore

extension TestHome {
    /// A home as the version before a step of the format has left it, with what another one has in these tables.
    static func before(_ step: StoreStep, holding tables: [String], of home: TestHome) async throws
        -> TestHome
    {
        let old = try TestHome()
        let count = try #require(StoreFormat.care.steps.firstIndex(of: step))
        let format = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(StoreFormat.care.steps.prefix(count)))
        let queue = try StoreFile.open(old.path, format: format).queue
        try await queue.writeWithoutTransaction { [path = home.path] db in
            try db.execute(literal: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: "ATTACH '\(path)' AS now")
            for table in tables { try copyRows(of: table, in: db) }
            try db.execute(literal: "DETACH now")
        }
        try queue.close()
        return old
    }
}

/// Copies a table's rows from the attached store `now` into one of an earlier version, without the columns that came since.
private func copyRows(of table: String, in db: Database) throws {
    let columns = try db.columns(in: table).map(\.name).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM now.\(table)")
}
