public import Care
public import Costs
public import Foundation
import GRDB

extension CareStore {
    /// The picture of an expense's receipt; `nil` where there is none. Throws `.notFound` where the expense is not there for this reader.
    public func receipt(
        of expense: UUID, seenBy reader: CostReader
    ) async throws(CareStoreError) -> (ExpenseReceipt, Data)? {
        try await read { db in
            try CostReceipts.checkExpense(expense, seenBy: reader, in: db)
            return try CostReceipts.find(expense, in: db).map { ($0.receipt, $0.bytes) }
        }
    }

    /// Stores the stripped picture of an expense's receipt instead of the one before. `isNew`: there was none. The same again changes
    /// nothing.
    ///
    /// - Parameter checksum: Of the bytes, for the audit log.
    public func setReceipt(
        of expense: UUID, _ kind: PictureKind, _ bytes: Data, checksum: String, seenBy reader: CostReader,
        at: Date
    ) async throws(CareStoreError) -> (ExpenseReceipt, isNew: Bool) {
        try await write { db in
            let what = try CostReceipts.checkExpense(expense, seenBy: reader, in: db)
            let old = try CostReceipts.find(expense, in: db)
            if let old, old.receipt.kind == kind, old.bytes == bytes { return (old.receipt, false) }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO cost_receipt (expense, media_type, bytes, changed_at)
                    VALUES (?, ?, ?, ?)
                    """, arguments: [expense.uuidString, kind.rawValue, bytes, at.milliseconds])
            let receipt = ExpenseReceipt(
                version: db.lastInsertedRowID, kind: kind, changedAt: Date(milliseconds: at.milliseconds))
            try trail?.note(
                .receiptChanged, about: what, changes: [.picture(kind), .checksum(checksum)], in: db)
            return (receipt, old == nil)
        }
    }

    /// Removes the picture of an expense's receipt, if there is one.
    public func removeReceipt(of expense: UUID, seenBy reader: CostReader) async throws(CareStoreError) {
        try await write { db in
            let what = try CostReceipts.checkExpense(expense, seenBy: reader, in: db)
            try db.execute(sql: "DELETE FROM cost_receipt WHERE expense = ?", arguments: [expense.uuidString])
            guard db.changesCount > 0 else { return }
            try trail?.note(.receiptRemoved, about: what, in: db)
        }
    }
}

/// The rows of `cost_receipt`.
enum CostReceipts {
    struct Found {
        var receipt: ExpenseReceipt
        var bytes: Data
    }

    static func find(_ expense: UUID, in db: Database) throws -> Found? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM cost_receipt WHERE expense = ?", arguments: [expense.uuidString]
        ).map { row in
            Found(
                receipt: ExpenseReceipt(
                    version: row["version"], kind: try row.value("media_type"),
                    changedAt: Date(milliseconds: row["changed_at"])),
                bytes: row["bytes"])
        }
    }

    /// Throws where there is no such expense for this reader; gives what it is for.
    @discardableResult static func checkExpense(
        _ id: UUID, seenBy reader: CostReader, in db: Database
    ) throws -> String {
        guard let last = try CostLines.last(of: id, in: db), let expense = last.expense,
            try reader.id.map({ try CostLines.isParty($0, of: id, in: db) }) ?? true
        else { throw CareStoreError.notFound("expense \(id)") }
        return expense.what
    }
}
