import Care
import Costs
import Foundation
import GRDB

/// The rows of `cost_charge`: how amounts that were asked for stand, by the lines of the book.
enum CostCharges {
    /// What a line changes of them.
    static func follow(_ line: CostLine, in db: Database) throws {
        switch line.content {
        case .charge(let charge) where line.kind == .charge: try insert(charge, line, in: db)
        case .charge:
            try db.execute(
                sql: "UPDATE cost_charge SET is_withdrawn = 1 WHERE id = ?",
                arguments: [line.subject.uuidString])
        case .payment(let payment) where line.kind == .payment: try settle(payment, line.subject, in: db)
        case .payment(let payment):
            try db.execute(
                sql: "UPDATE cost_charge SET settled_by = NULL WHERE settled_by = ?",
                arguments: [line.subject.uuidString])
            try addPaid(-payment.amount, for: payment.charge, in: db)
        case .expense, nil: break
        }
    }

    private static func insert(_ charge: ChargeContent, _ line: CostLine, in db: Database) throws {
        let columns: ColumnValues = [
            "line": line.number, "id": line.subject.uuidString, "asked": charge.from,
            "currency": charge.currency, "amount": charge.amount, "due_on": "\(charge.due)",
        ]
        try columns.insert(into: "cost_charge", in: db)
    }

    private static func addPaid(_ amount: Int64, for charge: UUID?, in db: Database) throws {
        guard let charge else { return }
        try db.execute(
            sql: "UPDATE cost_charge SET paid = paid + ? WHERE id = ?",
            arguments: [amount, charge.uuidString])
    }

    /// Whoever owes nobody anything after a payment has nothing left to pay, whatever the payment was for.
    private static func settle(_ payment: PaymentContent, _ id: UUID, in db: Database) throws {
        try addPaid(payment.amount, for: payment.charge, in: db)
        let net = try CostLines.net(of: payment.from, in: payment.currency, db)
        guard ChargeContent.settlesAll(net: net) else { return }
        try db.execute(
            sql: """
                UPDATE cost_charge SET settled_by = ?
                WHERE asked = ? AND currency = ? AND is_withdrawn = 0 AND is_open = 1
                """, arguments: [id.uuidString, payment.from, payment.currency])
    }

    /// A payment for a charge is that person's to that person, while it is open.
    static func check(_ payment: PaymentContent, in db: Database) throws {
        guard let id = payment.charge else { return }
        guard let row = try row(id, in: db), let line = try CostLines.find(id, in: db),
            case .charge(let charge) = line.content
        else { throw CareStoreError.invalid(field: "content.charge", "there is no charge \(id)") }
        guard charge.from == payment.from, charge.to == payment.to, charge.currency == payment.currency else {
            throw CareStoreError.invalid(
                field: "content.charge", "it asks for something else: write the payment without it")
        }
        guard row["is_open"] as Bool else {
            throw CareStoreError.invalid(
                field: "content.charge",
                "it is settled or withdrawn already: write the payment without it, if there was one")
        }
    }

    private static func row(_ id: UUID, in db: Database) throws -> Row? {
        try Row.fetchOne(db, sql: "SELECT * FROM cost_charge WHERE id = ?", arguments: [id.uuidString])
    }

    static func charge(_ row: Row, _ line: CostLine) throws -> Charge {
        guard case .charge(let content) = line.content else {
            throw CareStoreError.damaged(
                row: "the line \(line.number) of the costs", "it is \(line.kind.rawValue)")
        }
        let state: Charge.State =
            row["is_withdrawn"] ? .withdrawn : row["is_open"] ? .open : .settled
        return Charge(
            id: line.subject, content: content, state: state, paid: row["paid"], by: line.by, at: line.at)
    }
}
