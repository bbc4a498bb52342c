public import FoundationEssentials

/// One person owes another an amount, by one line. A negative one takes back what an earlier line has said.
public struct CostPosting: Hashable, Sendable {
    /// The id of the person who owes.
    public var debtor: String
    public var creditor: String
    /// In the currency's smallest unit.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String

    public init(debtor: String, creditor: String, amount: Int64, currency: String) {
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.currency = currency
    }

    /// What takes it back.
    public var reversed: CostPosting {
        var other = self
        other.amount = -amount
        return other
    }
}

extension CostLine.Content {
    /// Who owes whom what by it: of two people at most one, and nobody owes nothing.
    ///
    /// - Parameter subject: The id of the expense, payment or charge.
    public func postings(subject: UUID) -> [CostPosting] {
        switch self {
        case .expense(let expense):
            expense.split.parts(of: expense.amount, id: subject).compactMap { share in
                guard share.person != expense.paidBy, share.amount > 0 else { return nil }
                return CostPosting(
                    debtor: share.person, creditor: expense.paidBy, amount: share.amount,
                    currency: expense.currency)
            }
        // Whoever was paid owes it back: that ends as much of what they were owed.
        case .payment(let payment):
            [
                CostPosting(
                    debtor: payment.to, creditor: payment.from, amount: payment.amount,
                    currency: payment.currency)
            ]
        case .charge(let charge):
            [
                CostPosting(
                    debtor: charge.from, creditor: charge.to, amount: charge.amount,
                    currency: charge.currency)
            ]
        }
    }
}

extension CostLine {
    /// Who owes whom what by this line: what it takes the place of is taken back, and what it says is added.
    ///
    /// - Parameter earlier: What the line says that this one takes the place of; `nil` where there is none.
    public func postings(replacing earlier: Content?) -> [CostPosting] {
        let back = earlier?.postings(subject: subject).map(\.reversed) ?? []
        let new = kind.isWithdrawal ? [] : content?.postings(subject: subject) ?? []
        var amounts: [CostPosting: Int64] = [:]
        for posting in back + new {
            var key = posting
            key.amount = 0
            amounts[key, default: 0] += posting.amount
        }
        return amounts.map { key, amount in
            CostPosting(
                debtor: key.debtor, creditor: key.creditor, amount: amount, currency: key.currency)
        }.filter { $0.amount != 0 }.sorted {
            ($0.debtor, $0.creditor, $0.currency) < ($1.debtor, $1.creditor, $1.currency)
        }
    }
}
