import Care
import Costs
import Foundation
import GRDB

/// The rows of `cost_charge`: how amounts that were asked for stand, by the lines of the book.
enum CostCharges {
    /// What a line changes of them.
    ///
    /// - Parameter receivedAt: Of a new one.
    static func follow(_ line: CostLine, receivedAt: Date?, in db: Database) throws {
        switch line.content {
        case .charge(let charge) where line.kind == .charge: try insert(charge, line, receivedAt, in: db)
        case .charge:
            try db.execute(
                sql: "UPDATE cost_charge SET is_withdrawn = 1 WHERE id = ?",
                arguments: [line.subject.uuidString])
        case .payment(let payment) where line.kind == .payment: try settle(payment, line.subject, in: db)
        case .payment(let payment):
            try addPaid(-payment.amount, for: payment.charge, in: db)
            try settleAnew(payment, line.subject, in: db)
        case .expense, nil: break
        }
        try followReminders(in: db)
    }

    private static func insert(
        _ charge: ChargeContent, _ line: CostLine, _ receivedAt: Date?, in db: Database
    ) throws {
        let columns: ColumnValues = [
            "line": line.number, "id": line.subject.uuidString, "asked": charge.from,
            "currency": charge.currency, "amount": charge.amount, "due_on": "\(charge.due)",
            "reminded_to": receivedAt?.milliseconds,
        ]
        try columns.insert(into: "cost_charge", in: db)
    }

    private static func addPaid(_ amount: Int64, for charge: UUID?, in db: Database) throws {
        guard let charge else { return }
        try db.execute(
            sql: "UPDATE cost_charge SET paid = paid + ? WHERE id = ?",
            arguments: [amount, charge.uuidString])
    }

    /// Whoever has paid all they owe has nothing left to pay, whatever the payment was for.
    private static func settle(_ payment: PaymentContent, _ id: UUID, in db: Database) throws {
        try addPaid(payment.amount, for: payment.charge, in: db)
        let standing = try CostLines.standing(of: payment.from, in: payment.currency, db)
        guard standing.isSettled(by: payment.amount) else { return }
        try db.execute(
            sql: """
                UPDATE cost_charge SET settled_by = ?
                WHERE asked = ? AND currency = ? AND is_withdrawn = 0 AND is_open = 1
                """, arguments: [id.uuidString, payment.from, payment.currency])
    }

    /// What is asked of whoever had made a payment, after it was undone: as it would be if it had never been made. What an earlier payment
    /// has settled stays so.
    private static func settleAnew(_ payment: PaymentContent, _ id: UUID, in db: Database) throws {
        guard
            let number = try Int64.fetchOne(
                db, sql: "SELECT number FROM cost_line WHERE id = ?", arguments: [id.uuidString])
        else { return }
        let settling = try settlingPayments(of: payment.from, in: payment.currency, after: number, db)
        let charges = try Int64.fetchAll(
            db,
            sql: """
                SELECT line FROM cost_charge WHERE asked = ?1 AND currency = ?2 AND is_withdrawn = 0
                    AND (settled_by IS NULL OR (SELECT number FROM cost_line WHERE cost_line.id = settled_by) >= ?3)
                """, arguments: [payment.from, payment.currency, number])
        for charge in charges {
            try db.execute(
                sql: "UPDATE cost_charge SET settled_by = ? WHERE line = ?",
                arguments: [settling.first { $0.line > charge }?.id, charge])
        }
    }

    /// Somebody's payments after a line by which they had paid all they owed, in their order, reckoned without all that were undone since.
    private static func settlingPayments(
        of person: String, in currency: String, after number: Int64, _ db: Database
    ) throws -> [(line: Int64, id: String)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT cost_line.number AS number, cost_line.subject AS subject, kind, other, amount FROM (
                    SELECT line, debtor AS other, amount FROM cost_posting WHERE creditor = ?1 AND currency = ?2
                    UNION ALL
                    SELECT line, creditor, -amount FROM cost_posting WHERE debtor = ?1 AND currency = ?2)
                JOIN cost_line ON cost_line.number = line
                WHERE NOT EXISTS (SELECT 1 FROM cost_line AS later
                    WHERE later.subject = cost_line.subject AND later.kind = 'payment_withdrawn')
                ORDER BY cost_line.number
                """, arguments: [person, currency])
        var standing = CostStanding()
        var found: [(line: Int64, id: String)] = []
        for row in rows {
            let (line, amount): (Int64, Int64) = (row["number"], row["amount"])
            let kind: String = row["kind"]
            standing.add(amount, with: row["other"])
            // Of the payments, those are theirs by which they are owed more.
            guard line > number, kind == CostLine.Kind.payment.rawValue, amount > 0 else { continue }
            if standing.isSettled(by: amount) { found.append((line: line, id: row["subject"])) }
        }
        return found
    }

    /// Whether a payment is exactly what is left of its charge, or of all that the two owe each other, with or without what is asked for.
    static func isOwed(_ payment: PaymentContent, in db: Database) throws -> Bool {
        func debt(_ amount: Int64) -> CostDebt {
            CostDebt(from: payment.from, to: payment.to, amount: amount, currency: payment.currency)
        }
        guard let id = payment.charge else {
            let balances = Balances(
                of: try CostLines.sums(in: db), currency: try CostLines.lastCurrency(in: db))
            if balances.debts.contains(debt(payment.amount)) { return true }
            // A kiosk offers what is asked for one by one, and then the rest.
            let asked = try openRests(of: payment, in: db)
            let (whole, isTooMuch) = payment.amount.addingReportingOverflow(asked)
            return asked > 0 && !isTooMuch && balances.debts.contains(debt(whole))
        }
        guard let row = try row(id, in: db), let line = try CostLines.find(id, in: db) else { return false }
        let charge = try Self.charge(row, line)
        return charge.state == .open && charge.rest == payment.amount
    }

    /// What is left of all that whoever gets a payment asks of whoever makes it, in its currency.
    private static func openRests(of payment: PaymentContent, in db: Database) throws -> Int64 {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM cost_charge WHERE asked = ? AND currency = ? AND is_open = 1",
            arguments: [payment.from, payment.currency])
        return try rows.reduce(0) { sum, row in
            guard let line = try CostLines.find(try row.uuid("id"), in: db) else { return sum }
            let charge = try Self.charge(row, line)
            guard charge.state == .open, charge.content.to == payment.to else { return sum }
            let (next, isTooMuch) = sum.addingReportingOverflow(charge.rest)
            return isTooMuch ? .max : next
        }
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

    static func row(_ id: UUID, in db: Database) throws -> Row? {
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
