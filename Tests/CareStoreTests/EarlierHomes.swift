import GRDB

/// Copies a table's rows from the attached store `now` into one of an earlier version, without the columns that came since.
func copyRows(of table: String, in db: Database) throws {
    let columns = try db.columns(in: table).map(\.name).joined(separator: ", ")
    try db.execute(sql: "INSERT INTO main.\(table) (\(columns)) SELECT \(columns) FROM now.\(table)")
}
