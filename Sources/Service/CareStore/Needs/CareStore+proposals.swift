public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores a client's proposal for a new need. The same message again gives what the first made, with
    /// `false`.
    public func propose(
        _ new: NewNeedProposal, receivedAt: Date
    ) async throws(CareStoreError) -> (NeedProposal, isNew: Bool) {
        try await write { db in
            let new = try Stored.normal(new)
            if let row = try Proposals.row(new.id, in: db) {
                var first: NewNeedProposal = try Stored.value(row["made_of"], of: "the proposal \(new.id)")
                first.clientName = new.clientName
                guard first == new else { throw CareStoreError.sameIDOtherContent(new.id, current: nil) }
                return (try Proposals.proposal(row), false)
            }
            let proposal = NeedProposal(
                new, receivedAt: receivedAt, sequence: try Journal.nextSequence(in: db))
            try Journal.append(
                .proposed, subject: new.id.uuidString, content: proposal, at: receivedAt, in: db)
            try db.execute(
                sql: """
                    INSERT INTO proposal (id, client, made_of, content, is_waiting, sequence)
                    VALUES (?, ?, ?, ?, 1, ?)
                    """,
                arguments: [
                    new.id.uuidString, new.client, try Stored.text(new), try Stored.text(proposal),
                    proposal.sequence,
                ])
            return (proposal, true)
        }
    }

    /// In the order of their last change, which is their `sequence`; `after` is the `next` of the previous
    /// page. At most 200 a page, less those that cannot be read.
    public func proposals(
        onlyWaiting: Bool, after cursor: Int64 = 0, limit: Int = 50
    ) async throws(CareStoreError) -> ProposalPage {
        let unreadable = unreadable
        return try await read { db in
            let (found, next) = try Proposals.page(
                onlyWaiting: onlyWaiting, client: nil, after: cursor, limit: limit, in: db,
                report: unreadable.note)
            return ProposalPage(proposals: found, next: next.map(String.init))
        }
    }

    /// Approves a proposal, which makes the need, or declines it. The same again gives what the first made, with `false`.
    public func decide(
        _ id: UUID, _ decision: ProposalDecision, receivedAt: Date
    ) async throws(CareStoreError) -> (NeedProposal, isNew: Bool) {
        try await write { db in
            let decision = try Stored.normal(decision)
            guard let row = try Proposals.row(id, in: db) else {
                throw CareStoreError.notFound("proposal \(id)")
            }
            var proposal = try Proposals.proposal(row)
            if let first = try Proposals.firstResult(of: decision, on: id, in: db) {
                return (first ?? proposal, false)
            }
            guard proposal.state == .waiting else {
                throw CareStoreError.proposalDecided(current: proposal)
            }
            if decision.isApproved {
                guard let needID = decision.needID else {
                    throw CareStoreError.invalid(field: "need_id", "what is approved needs an id")
                }
                let change =
                    decision.need
                    ?? NeedChange(
                        client: proposal.client, label: proposal.label, say: proposal.say,
                        symbol: proposal.symbol, by: decision.by)
                do {
                    (_, _) = try Needs.set(needID, change, proposal: id, at: receivedAt, in: db)
                } catch CareStoreError.invalid(let field, let reason) {
                    throw CareStoreError.invalid(field: "need.\(field)", reason)
                }
            }
            proposal.state = decision.isApproved ? .approved : .declined
            proposal.decidedAt = CareJSON.isUsable(decision.at) ? decision.at : receivedAt
            proposal.decidedBy = decision.by
            proposal.reason = decision.reason
            proposal.need = decision.isApproved ? decision.needID : nil
            proposal.sequence = try Journal.nextSequence(in: db)
            try Journal.append(
                .proposalDecided, subject: id.uuidString, content: proposal, at: receivedAt, in: db)
            try db.execute(
                sql: "UPDATE proposal SET content = ?, is_waiting = 0, sequence = ? WHERE id = ?",
                arguments: [try Stored.text(proposal), proposal.sequence, id.uuidString])
            try db.execute(
                sql: "INSERT INTO decision (id, proposal_id, content, sequence) VALUES (?, ?, ?, ?)",
                arguments: [
                    decision.id.uuidString, id.uuidString, try Stored.text(decision), proposal.sequence,
                ])
            return (proposal, true)
        }
    }
}

/// The rows of `proposal` and `decision`.
enum Proposals {
    static func row(_ id: UUID, in db: Database) throws -> Row? {
        try Row.fetchOne(db, sql: "SELECT * FROM proposal WHERE id = ?", arguments: [id.uuidString])
    }

    static func proposal(_ row: Row) throws(CareStoreError) -> NeedProposal {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the proposal \(id)")
    }

    /// - Returns: What can be read of a page, and the last row's number where there are more, readable or not.
    static func page(
        onlyWaiting: Bool, client: String?, after cursor: Int64, limit: Int, in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws -> (found: [NeedProposal], next: Int64?) {
        let limit = min(max(limit, 1), 200)
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, content, sequence FROM proposal
                WHERE \(onlyWaiting ? "is_waiting = 1 AND" : "") sequence > ?1 AND (?2 IS NULL OR client = ?2)
                ORDER BY sequence LIMIT ?3
                """, arguments: [cursor, client, limit + 1])
        let page = rows.prefix(limit)
        let found = page.compactMap { row in
            do throws(CareStoreError) { return try proposal(row) } catch {
                report(UnreadableRow(.proposal, row), error)
                return nil
            }
        }
        return (found, rows.count > limit ? page.last?["sequence"] : nil)
    }

    static func countWaiting(client: String?, in db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM proposal WHERE is_waiting = 1 AND (?1 IS NULL OR client = ?1)",
            arguments: [client]) ?? 0
    }

    /// What this decision made when it first came; `nil` if the decision is new, `.some(nil)` if what it made
    /// can no longer be read.
    static func firstResult(
        of decision: ProposalDecision, on id: UUID, in db: Database
    ) throws -> NeedProposal?? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM decision WHERE id = ?", arguments: [decision.id.uuidString])
        else { return nil }
        let first: ProposalDecision = try Stored.value(row["content"], of: "the decision \(decision.id)")
        guard try row.uuid("proposal_id") == id, first == decision else {
            throw CareStoreError.sameIDOtherContent(decision.id, current: nil)
        }
        return try Journal.event(row["sequence"], in: db)?.proposal
    }
}

extension Journal {
    /// One event.
    static func event(_ sequence: Int64, in db: Database) throws -> JournalEvent? {
        try events(after: sequence - 1, through: sequence, limit: 1, in: db).first
    }
}
