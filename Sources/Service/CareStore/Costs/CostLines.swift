import Care
import Costs
import Foundation
import GRDB

/// Whose eyes read the book of costs.
public enum CostReader: Sendable, Equatable {
    /// Reads everything.
    case all
    /// Reads what this person takes part in; anything else is not there.
    case person(String)

    /// `nil` for everything.
    var id: String? {
        switch self {
        case .all: nil
        case .person(let id): id
        }
    }
}

/// A line before it has a number.
struct CostDraft: Sendable {
    let id: UUID
    let subject: UUID
    let kind: CostLine.Kind
    /// `nil` where that of the line that it replaces stays, to be withdrawn.
    let content: CostLine.Content?
    /// The number of the subject's last line, as the writer has read it; `nil` for a first line, and where the writer does not say.
    var replaces: Int64?
    let reason: String?
    let by: String
    let at: Date
}

/// The rows of `cost_line`, `cost_posting` and `cost_party`.
enum CostLines {
    static func line(_ row: Row) throws -> CostLine {
        let number: Int64 = row["number"]
        let name = "the line \(number) of the costs"
        let kind: CostLine.Kind = try row.value("kind")
        let text: String = row["content"]
        let content: CostLine.Content =
            switch kind {
            case .expense, .expenseCorrected, .expenseWithdrawn: .expense(try Stored.value(text, of: name))
            case .payment, .paymentWithdrawn: .payment(try Stored.value(text, of: name))
            case .charge, .chargeWithdrawn: .charge(try Stored.value(text, of: name))
            }
        return CostLine(
            number: number, id: try row.uuid("id"), subject: try row.uuid("subject"), kind: kind,
            content: content, replaces: row["replaces"], reason: row.words("reason"),
            by: row.words("by_name"), at: Date(milliseconds: row["at"]))
    }

    static func find(_ id: UUID, in db: Database) throws -> CostLine? {
        try Row.fetchOne(db, sql: "SELECT * FROM cost_line WHERE id = ?", arguments: [id.uuidString])
            .map(line)
    }

    /// The newest line of an expense, payment or charge; `nil` where there is none.
    static func last(of subject: UUID, in db: Database) throws -> CostLine? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM cost_line WHERE subject = ? ORDER BY number DESC LIMIT 1",
            arguments: [subject.uuidString]
        ).map(line)
    }

    static func isParty(_ person: String, of subject: UUID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT 1 FROM cost_party WHERE person = ? AND subject = ?",
            arguments: [person, subject.uuidString]) ?? false
    }

    /// Adds a line with what it posts.
    ///
    /// - Parameter earlier: What the line says that it replaces; `nil` where there is none, or nothing to be taken back.
    static func add(
        _ draft: CostDraft, _ content: CostLine.Content, replacing earlier: CostLine?, in db: Database
    ) throws -> CostLine {
        let newest = try lastNumber(in: db)
        let most = draft.kind.isWithdrawal ? CostLine.most : CostLine.most - CostLine.keptForWithdrawals
        guard newest < most else {
            throw CareStoreError.invalid(field: "body", "the book of costs is full: it holds \(most) lines")
        }
        let line = CostLine(
            number: newest + 1, id: draft.id, subject: draft.subject, kind: draft.kind, content: content,
            replaces: earlier?.number, reason: draft.reason, by: draft.by, at: draft.at)
        let columns: ColumnValues = [
            "number": line.number, "id": line.id.uuidString, "subject": line.subject.uuidString,
            "kind": line.kind.rawValue, "content": try text(content), "replaces": line.replaces,
            "reason": line.reason, "by_name": line.by, "at": line.at.milliseconds,
        ]
        try columns.insert(into: "cost_line", in: db)
        let inForce = earlier.flatMap { $0.kind.isWithdrawal ? nil : $0.content }
        for posting in line.postings(replacing: inForce) {
            let columns: ColumnValues = [
                "line": line.number, "debtor": posting.debtor, "creditor": posting.creditor,
                "currency": posting.currency, "amount": posting.amount,
            ]
            try columns.insert(into: "cost_posting", in: db)
        }
        for person in content.people.sorted() {
            try db.execute(
                sql: "INSERT OR IGNORE INTO cost_party (person, subject) VALUES (?, ?)",
                arguments: [person, line.subject.uuidString])
        }
        return line
    }

    private static func text(_ content: CostLine.Content) throws -> String {
        switch content {
        case .expense(let expense): try Stored.text(expense)
        case .payment(let payment): try Stored.text(payment)
        case .charge(let charge): try Stored.text(charge)
        }
    }

    /// Everybody who is named has to belong to the home when they come in. Whoever has left may still pay and be paid, and stays in what
    /// they take part in.
    static func checkPeople(of content: CostLine.Content, besides earlier: CostLine.Content?, in db: Database)
        throws
    {
        for person in content.people.subtracting(earlier?.people ?? []).sorted() {
            guard try People.contains(person, in: db) else {
                throw CareStoreError.invalid(
                    field: field(of: person, in: content), "nobody in this home has the id \(person)")
            }
            let whom = try People.readable(person, in: db)
            guard whom?.role != .provider else {
                throw CareStoreError.invalid(
                    field: field(of: person, in: content),
                    "providers take no part in shared costs: name somebody else")
            }
            if case .payment = content { continue }
            if let whom, !whom.isActive {
                throw CareStoreError.invalid(
                    field: field(of: person, in: content),
                    "\(whom.name) has left the home: name somebody else")
            }
        }
    }

    private static func field(of person: String, in content: CostLine.Content) -> String {
        switch content {
        case .expense(let expense): expense.paidBy == person ? "content.paid_by" : "content.split"
        case .payment(let payment): payment.from == person ? "content.from" : "content.to"
        case .charge(let charge): charge.from == person ? "content.from" : "content.to"
        }
    }

    /// Those of them who are known, by their ids.
    static func names(of people: Set<String>, in db: Database) throws -> [CostName] {
        try people.sorted().compactMap { id in
            try People.readable(id, in: db).map { CostName(person: id, name: $0.name) }
        }
    }

    // MARK: - Sums

    /// What everybody owes everybody by all lines together.
    static func sums(in db: Database) throws -> [CostPosting] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT debtor, creditor, currency, sum(amount) AS amount FROM cost_posting
                GROUP BY debtor, creditor, currency
                """
        ).map { row in
            CostPosting(
                debtor: row["debtor"], creditor: row["creditor"], amount: row["amount"],
                currency: row["currency"])
        }
    }

    /// How a person stands with each of the others in a currency.
    static func standing(of person: String, in currency: String, _ db: Database) throws -> CostStanding {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT other, sum(amount) AS amount FROM (
                    SELECT debtor AS other, amount FROM cost_posting WHERE creditor = ?1 AND currency = ?2
                    UNION ALL
                    SELECT creditor, -amount FROM cost_posting WHERE debtor = ?1 AND currency = ?2)
                GROUP BY other
                """, arguments: [person, currency])
        var standing = CostStanding()
        for row in rows { standing.add(row["amount"], with: row["other"]) }
        return standing
    }

    /// The number of the last line; 0 where there is none.
    static func lastNumber(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(number) FROM cost_line") ?? 0
    }

    /// That of the last line that can be read.
    static func lastCurrency(in db: Database) throws -> String {
        try String.fetchOne(
            db,
            sql: """
                SELECT json_extract(content, '$.currency') FROM cost_line WHERE json_valid(content) ORDER BY number DESC LIMIT 1
                """) ?? Currency.usual
    }
}
