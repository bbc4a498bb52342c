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
        let names = list.map(\.column).joined(separator: ", ")
        let marks = list.map { _ in "?" }.joined(separator: ", ")
        try db.execute(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))", arguments: arguments)
    }

    /// - Parameter number: The row's own number.
    func update(_ table: String, number: Int64, in db: Database) throws {
        let changes = list.map { "\($0.column) = ?" }.joined(separator: ", ")
        try db.execute(
            sql: "UPDATE \(table) SET \(changes) WHERE number = ?", arguments: arguments + [number])
    }

    private var arguments: StatementArguments { StatementArguments(list.map(\.value)) }
}
