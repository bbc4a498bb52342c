import Care
public import Costs
public import Foundation
import GRDB

extension CareStore {
    /// Longest list of an expense's lines.
    static let mostCorrections = 200

    /// Part of the book, the newest first. A line that cannot be read is left out.
    ///
    /// - Parameter before: The `next` of the page before; `nil` for the first page.
    public func costLines(
        seenBy reader: CostReader, before: Int64? = nil, limit: Int = 50
    ) async throws(CareStoreError) -> CostLinePage {
        let unreadable = unreadable
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT *, (SELECT kind FROM cost_line AS later WHERE later.subject = cost_line.subject
                        ORDER BY later.number DESC LIMIT 1) AS last_kind
                    FROM cost_line WHERE number < ?1 AND (?2 IS NULL OR EXISTS (
                        SELECT 1 FROM cost_party WHERE person = ?2 AND cost_party.subject = cost_line.subject))
                    ORDER BY number DESC LIMIT ?3
                    """, arguments: [before ?? .max, reader.id, limit + 1])
            let shown = rows.prefix(limit)
            let lines = Self.readable(shown, unreadable)
            let gone = Set(
                shown.filter { row in
                    CostLine.Kind(rawValue: row["last_kind"])?.isWithdrawal ?? false
                }.map { row -> String in row["subject"] })
            let withdrawn = Set(lines.map(\.subject)).filter { gone.contains($0.uuidString) }
            return CostLinePage(
                lines: lines, withdrawn: withdrawn.sorted { $0.uuidString < $1.uuidString },
                next: rows.count > limit ? shown.last?["number"] : nil)
        }
    }

    private static func readable(_ rows: some Sequence<Row>, _ unreadable: UnreadableRows) -> [CostLine] {
        rows.compactMap { row in
            do { return try CostLines.line(row) } catch {
                unreadable.note(UnreadableRow(.costLine, row), error)
                return nil
            }
        }
    }

    /// An expense with its lines; throws `.notFound` where it is not there for this reader.
    public func expense(
        _ id: UUID, seenBy reader: CostReader
    ) async throws(CareStoreError) -> ExpenseStory {
        let unreadable = unreadable
        return try await read { db in
            try CostReceipts.checkExpense(id, seenBy: reader, in: db)
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM cost_line WHERE subject = ? ORDER BY number DESC LIMIT ?",
                arguments: [id.uuidString, Self.mostCorrections])
            return ExpenseStory(
                id: id, lines: Self.readable(rows.reversed(), unreadable),
                receipt: try CostReceipts.find(id, in: db)?.receipt)
        }
    }

    /// What was asked for, by its day.
    ///
    /// - Parameter after: The `next` of the page before; `nil` for the first page.
    public func charges(
        seenBy reader: CostReader, onlyOpen: Bool, after: Int64? = nil, limit: Int = 50
    ) async throws(CareStoreError) -> ChargePage {
        let unreadable = unreadable
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT cost_line.*, paid, is_open, is_withdrawn FROM cost_charge
                        JOIN cost_line ON cost_line.number = cost_charge.line
                    WHERE (?1 = 0 OR is_open = 1) AND (?2 IS NULL OR EXISTS (
                        SELECT 1 FROM cost_party WHERE person = ?2 AND cost_party.subject = cost_charge.id))
                        AND (?3 IS NULL OR (due_on, line) > (SELECT due_on, line FROM cost_charge WHERE line = ?3))
                    ORDER BY due_on, line LIMIT ?4
                    """, arguments: [onlyOpen, reader.id, after, limit + 1])
            let shown = rows.prefix(limit)
            let charges = shown.compactMap { row -> Charge? in
                do { return try CostCharges.charge(row, try CostLines.line(row)) } catch {
                    unreadable.note(UnreadableRow(.costLine, row), error)
                    return nil
                }
            }
            let named = Set(charges.flatMap { [$0.content.from, $0.content.to] })
            return ChargePage(
                charges: charges, people: try CostLines.names(of: named, in: db),
                next: rows.count > limit ? shown.last?["number"] : nil)
        }
    }

    /// Who owes whom what, as far as it is this reader's.
    public func balances(seenBy reader: CostReader) async throws(CareStoreError) -> Balances {
        try await read { db in
            var all = Balances(
                of: try CostLines.sums(in: db), currency: try CostLines.lastCurrency(in: db))
            all.last = try CostLines.lastNumber(in: db)
            all.links = try Row.fetchAll(
                db, sql: "SELECT person_id, link FROM payment_link ORDER BY person_id"
            ).map { PaymentLink(person: $0["person_id"], link: $0["link"]) }
            var seen = reader.id.map(all.seen) ?? all
            seen.people = try CostLines.names(of: seen.named, in: db)
            return seen
        }
    }

    /// Where somebody can be paid; without a link where they have not said.
    ///
    /// - Parameter onlyOfClient: Somebody else asks, and is told it of a client alone: else throws `.notAllowed`.
    public func paymentLink(
        of person: String, onlyOfClient: Bool = false
    ) async throws(CareStoreError) -> PaymentLinkChange {
        try await read { db in
            if onlyOfClient { _ = try PaymentLinks.client(person, in: db) }
            return PaymentLinkChange(link: try PaymentLinks.find(person, in: db))
        }
    }

    /// Stores where somebody can be paid, or that they do not say. `isNew`: they had none.
    ///
    /// - Parameter onlyOfClient: Somebody else says it, and only for a client: else throws `.notAllowed`.
    public func setPaymentLink(
        of person: String, _ change: PaymentLinkChange, onlyOfClient: Bool = false, at: Date
    ) async throws(CareStoreError) -> (PaymentLinkChange, isNew: Bool) {
        try await write { db in
            guard
                let whom = try onlyOfClient
                    ? PaymentLinks.client(person, in: db) : People.readable(person, in: db)
            else {
                throw CareStoreError.notFound("person \(person)")
            }
            let old = try PaymentLinks.find(person, in: db)
            guard old != change.link else { return (change, false) }
            if let link = change.link {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO payment_link (person_id, link, changed_at) VALUES (?, ?, ?)",
                    arguments: [person, link, at.milliseconds])
            } else {
                try db.execute(sql: "DELETE FROM payment_link WHERE person_id = ?", arguments: [person])
            }
            try trail?.note(
                change.link == nil ? .paymentLinkRemoved : .paymentLinkChanged, about: whom.name, in: db)
            return (change, old == nil)
        }
    }
}

/// The rows of `payment_link`.
enum PaymentLinks {
    /// A client, of whom others may say where they can be paid; `nil` where nobody is there.
    fileprivate static func client(_ id: String, in db: Database) throws -> Person? {
        guard let person = try People.readable(id, in: db) else { return nil }
        guard person.role == .client else {
            throw CareStoreError.notAllowed("everybody says themselves where they can be paid")
        }
        return person
    }

    /// Somebody has become a client, or is none any more: whoever may say it of them from now on says it anew. Returns whether there was
    /// one.
    static func forget(of person: String, in db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM payment_link WHERE person_id = ?", arguments: [person])
        return db.changesCount > 0
    }

    fileprivate static func find(_ person: String, in db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT link FROM payment_link WHERE person_id = ?", arguments: [person])
    }
}
