import GRDB

// The store asks the same few dozen questions over and over, and SQLite takes longer to compile most of them
// than to answer. So this module uses these instead of GRDB's functions of the same names, which compile each
// time.
//
// Each statement is cached for ever, so there may be only a few texts: what varies goes into the arguments
// (`json_each` takes a list).
//
// Only for functions that read all rows, or the first, at once: a cursor would break if the same statement
// ran again meanwhile.

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
