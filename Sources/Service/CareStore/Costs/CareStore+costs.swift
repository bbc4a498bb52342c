import Care
public import Costs
public import Foundation
import GRDB
public import Recurrence

extension CareStore {
    /// Adds an expense to the book. The same message again gives the line that the first made, with `false`.
    ///
    /// Throws `.invalid` where somebody is named who is not of the home.
    public func addExpense(
        _ new: NewExpense, by name: String
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await addCost { () throws in
            let new = try Stored.normal(new)
            return CostDraft(
                id: new.id, subject: new.id, kind: .expense, content: .expense(new.content), reason: nil,
                by: name, at: new.at)
        }
    }

    /// Adds a line that says what an expense is from now on, or that it was none. The same message again gives the line that the first
    /// made, with `false`.
    ///
    /// Throws `.expenseChanged` where somebody else was faster, `.withdrawnAlready` where it does not count any more, and `.notAllowed`
    /// where whoever corrects it takes part neither in what counts until then nor in what they write.
    ///
    /// - Parameter reader: Who corrects it: what they do not see is not there.
    public func correctExpense(
        _ id: UUID, _ correction: ExpenseCorrection, by name: String, seenBy reader: CostReader
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await addCost(seenBy: reader) { () throws in
            let correction = try Stored.normal(correction)
            return CostDraft(
                id: correction.id, subject: id,
                kind: correction.content == nil ? .expenseWithdrawn : .expenseCorrected,
                content: correction.content.map(CostLine.Content.expense), replaces: correction.replaces,
                reason: correction.reason, by: name, at: correction.at)
        }
    }

    /// Adds that money was given; what was asked of whoever paid is settled by it.
    ///
    /// Throws `.invalid` where somebody is named who is not of the home, or the charge asks for something else, and `.conflict` where it
    /// is for what is owed, and that is something else by now.
    public func addPayment(
        _ new: NewPayment, by name: String
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await addCost(onlyIfOwed: new.ifOwed ?? false) { () throws in
            let new = try Stored.normal(new)
            return CostDraft(
                id: new.id, subject: new.id, kind: .payment, content: .payment(new.content), reason: nil,
                by: name, at: new.at)
        }
    }

    /// On which day a payment was made, as it was written down first; `nil` where there is none with this id.
    public func paymentDay(_ id: UUID) async throws(CareStoreError) -> CalendarDay? {
        try await read { db in
            guard let line = try CostLines.find(id, in: db), line.kind == .payment,
                case .payment(let payment) = line.content
            else { return nil }
            return payment.on
        }
    }

    /// Adds that somebody owes another an amount until a day. Whoever is asked is reminded of what comes from its arrival on.
    public func addCharge(
        _ new: NewCharge, by name: String, receivedAt: Date
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await addCost(receivedAt: receivedAt) { () throws in
            let new = try Stored.normal(new)
            return CostDraft(
                id: new.id, subject: new.id, kind: .charge, content: .charge(new.content), reason: nil,
                by: name, at: new.at)
        }
    }

    /// Adds that a payment or a charge does not count any more. What the payment had settled is open again.
    ///
    /// - Parameter kind: `.paymentWithdrawn` or `.chargeWithdrawn`.
    public func withdrawCost(
        _ id: UUID, _ kind: CostLine.Kind, _ withdrawal: CostWithdrawal, by name: String,
        seenBy reader: CostReader
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await addCost(seenBy: reader) { () throws in
            let withdrawal = try Stored.normal(withdrawal)
            return CostDraft(
                id: withdrawal.id, subject: id, kind: kind, content: nil, reason: withdrawal.reason, by: name,
                at: withdrawal.at)
        }
    }

    private func addCost(
        seenBy reader: CostReader = .all, receivedAt: Date? = nil, onlyIfOwed: Bool = false,
        _ draft: @escaping @Sendable () throws -> CostDraft
    ) async throws(CareStoreError) -> (CostLine, isNew: Bool) {
        try await write { db in
            let draft = try draft()
            if let first = try CostLines.find(draft.id, in: db) {
                guard first.isMade(of: draft) else {
                    throw CareStoreError.sameIDOtherContent(draft.id, current: nil)
                }
                return (first, false)
            }
            let earlier = draft.kind.isFirst ? nil : try last(of: draft, seenBy: reader, in: db)
            guard let content = draft.content ?? earlier?.content else {
                throw draft.missing
            }
            try CostLines.checkPeople(of: content, besides: earlier?.content, in: db)
            if draft.kind == .payment, case .payment(let payment) = content {
                if onlyIfOwed, try !CostCharges.isOwed(payment, in: db) {
                    throw CareStoreError.conflict(
                        field: "if_owed",
                        "that is not owed any more, or another amount is: read what is owed now")
                }
                try CostCharges.check(payment, in: db)
            }
            let line = try CostLines.add(draft, content, replacing: earlier, in: db)
            try CostCharges.follow(line, receivedAt: receivedAt, in: db)
            return (line, true)
        }
    }

    /// The line that a draft takes the place of.
    private func last(of draft: CostDraft, seenBy reader: CostReader, in db: Database) throws -> CostLine {
        guard let last = try CostLines.last(of: draft.subject, in: db), last.kind.thing == draft.kind.thing,
            try reader.id.map({ try CostLines.isParty($0, of: draft.subject, in: db) }) ?? true
        else { throw draft.missing }
        if let replaces = draft.replaces, replaces != last.number {
            throw CareStoreError.expenseChanged(last: last.number)
        }
        if last.kind.isWithdrawal, draft.kind.isWithdrawal { throw CareStoreError.withdrawnAlready }
        if let charge = last.charge, let id = reader.id, charge.to != id {
            throw CareStoreError.notAllowed("only whoever asked takes it back: ask them, or a coordinator")
        }
        let counting = last.kind.isWithdrawal ? nil : last.content
        if let id = reader.id,
            ![counting, draft.content].contains(where: { $0?.people.contains(id) ?? false })
        {
            throw CareStoreError.notAllowed(
                "everybody writes down what they take part in: a coordinator may do it for others")
        }
        return last
    }
}

extension CostDraft {
    /// What is said where there is nothing that it could be about.
    fileprivate var missing: CareStoreError {
        switch kind.thing {
        case .expense: .notFound("expense \(subject)")
        case .payment: .notFound("payment \(subject)")
        case .charge: .notFound("charge \(subject)")
        }
    }
}

extension CostLine.Kind {
    fileprivate enum Thing { case expense, payment, charge }

    /// Whether such a line is the first about its expense, payment or charge.
    fileprivate var isFirst: Bool {
        switch self {
        case .expense, .payment, .charge: true
        case .expenseCorrected, .expenseWithdrawn, .paymentWithdrawn, .chargeWithdrawn: false
        }
    }

    /// What a line of this kind is about.
    fileprivate var thing: Thing {
        switch self {
        case .expense, .expenseCorrected, .expenseWithdrawn: .expense
        case .payment, .paymentWithdrawn: .payment
        case .charge, .chargeWithdrawn: .charge
        }
    }
}

extension CostLine {
    /// Whether this line was made of the same message: a withdrawal says nothing of what it takes back.
    fileprivate func isMade(of draft: CostDraft) -> Bool {
        id == draft.id && subject == draft.subject && kind == draft.kind && reason == draft.reason
            && by == draft.by && at == draft.at && draft.content.map { $0 == content } ?? true
            && draft.replaces.map { $0 == replaces } ?? true
    }
}
