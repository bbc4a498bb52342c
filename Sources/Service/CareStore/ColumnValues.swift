import GRDB

/// Columns of a row with what is written into them: one list for putting a row in and for changing it.
struct ColumnValues: ExpressibleByDictionaryLiteral {
    typealias Value = (any DatabaseValueConvertible)?

    private var list: [(column: String, value: Value)]

    init(dictionaryLiteral elements: (String, Value)...) { list = elements.map { ($0, $1) } }

    static func + (first: Self, second: Self) -> Self {
        var sum = first
        sum.list += second.list
        return sum
    }

    func insert(into table: String, in db: Database) throws {
        try db.execute(sql: insertion(into: table), arguments: arguments)
    }

    /// Puts a row in where none is in conflict with it, and gives the row that was put in or changed.
    ///
    /// - Parameters:
    ///   - conflict: From `ON CONFLICT` on.
    ///   - more: What it is filled with.
    func insert(
        into table: String, _ conflict: String, _ more: StatementArguments = [], in db: Database
    ) throws -> Row? {
        try Row.fetchOne(
            db, sql: "\(insertion(into: table)) \(conflict) RETURNING *", arguments: arguments + more)
    }

    private func insertion(into table: String) -> String {
        let names = list.map(\.column).joined(separator: ", ")
        let marks = list.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(marks))"
    }

    /// - Parameter number: The row's own number.
    func update(_ table: String, number: Int64, in db: Database) throws {
        try update(table, where: "number", is: number, in: db)
    }

    func update(
        _ table: String, where column: String, is value: any DatabaseValueConvertible, in db: Database
    ) throws {
        let changes = list.map { "\($0.column) = ?" }.joined(separator: ", ")
        try db.execute(
            sql: "UPDATE \(table) SET \(changes) WHERE \(column) = ?", arguments: arguments + [value])
    }

    private var arguments: StatementArguments { StatementArguments(list.map(\.value)) }
}
