import GRDB

// The store asks the same few dozen questions over and over, and SQLite takes longer to compile most of them than to answer.
// So in this room these take the place of GRDB's functions of the same names, which compile anew each time.
//
// A text must be one of a few, since each is kept for ever: what varies goes into its arguments (`json_each` takes a list).
//
// Only what reads its answer to the end, or its first row, at once: a cursor would be disturbed by the same question asked
// again meanwhile.

extension Database {
    func execute(sql: String) throws {
        try cachedStatement(sql: sql).execute()
    }

    func execute(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Row {
    static func fetchAll(_ db: Database, sql: String) throws -> [Row] {
        try fetchAll(db.cachedStatement(sql: sql))
    }

    static func fetchAll(_ db: Database, sql: String, arguments: StatementArguments) throws -> [Row] {
        try fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    static func fetchOne(_ db: Database, sql: String) throws -> Row? {
        try fetchOne(db.cachedStatement(sql: sql))
    }

    static func fetchOne(_ db: Database, sql: String, arguments: StatementArguments) throws -> Row? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension DatabaseValueConvertible where Self: StatementColumnConvertible {
    static func fetchOne(_ db: Database, sql: String) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: sql))
    }

    static func fetchOne(_ db: Database, sql: String, arguments: StatementArguments) throws -> Self? {
        try fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }
}
