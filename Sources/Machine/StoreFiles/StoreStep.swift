public import GRDB

/// One step from a format of a store to the next: SQL, or Swift where SQL cannot say it.
///
/// All steps of an opening are one transaction: where one fails, or the process dies, the old store is whole.
/// A step never changes once shipped, so a Swift step uses no types of the program, only the file's content.
public enum StoreStep: Sendable, ExpressibleByStringInterpolation {
    /// Any number of statements.
    case sql(String)
    /// Runs in the transaction of the migration, without the watch over references; it neither commits nor rolls back.
    case swift(@Sendable (Database) throws -> Void)

    public init(stringLiteral sql: String) { self = .sql(sql) }

    func run(in db: Database) throws {
        switch self {
        case .sql(let sql): try db.execute(sql: sql)
        case .swift(let body): try body(db)
        }
    }
}

extension [StoreStep] {
    /// The index of an SQL step, for tests that make a store as it was before that step.
    public func firstIndex(of step: StoreStep) -> Int? {
        guard case .sql(let wanted) = step else { return nil }
        return firstIndex { if case .sql(let sql) = $0 { sql == wanted } else { false } }
    }
}
