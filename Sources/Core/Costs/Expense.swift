public import FoundationEssentials
public import Recurrence

/// What somebody has paid for several people.
public struct ExpenseContent: Codable, Hashable, Sendable {
    /// `Groceries`.
    public var what: String
    /// In the currency's smallest unit, `Money.amounts`.
    public var amount: Int64
    /// ISO 4217, `EUR`.
    public var currency: String
    /// The id of the person who paid.
    public var paidBy: String
    /// When it was paid, by the home's calendar.
    public var on: CalendarDay
    public var split: CostSplit

    public init(
        what: String, amount: Int64, currency: String, paidBy: String, on: CalendarDay, split: CostSplit
    ) {
        self.what = what
        self.amount = amount
        self.currency = currency
        self.paidBy = paidBy
        self.on = on
        self.split = split
    }

    enum CodingKeys: String, CodingKey {
        case what, amount, currency, on, split
        case paidBy = "paid_by"
    }
}

/// Somebody writes down what they have paid: the body of `POST /expenses`.
public struct NewExpense: Codable, Equatable, Sendable, Identifiable {
    /// Made once by the sender; the same id again changes nothing. Decides who gets what cannot be divided.
    public var id: UUID
    public var content: ExpenseContent
    /// Whoever writes it down, by name.
    public var by: String?
    public var at: Date

    public init(id: UUID, content: ExpenseContent, by: String? = nil, at: Date) {
        self.id = id
        self.content = content
        self.by = by
        self.at = at
    }
}

/// Something else instead of what was written down: the body of `POST /expenses/{id}/corrections`.
public struct ExpenseCorrection: Codable, Equatable, Sendable, Identifiable {
    public var id: UUID
    /// The number of the expense's last line, as its writer has read it.
    public var replaces: Int64
    /// What it is now; `nil` where it was no expense at all.
    public var content: ExpenseContent?
    public var reason: String?
    public var by: String?
    public var at: Date

    public init(
        id: UUID, replaces: Int64, content: ExpenseContent?, reason: String? = nil, by: String? = nil,
        at: Date
    ) {
        self.id = id
        self.replaces = replaces
        self.content = content
        self.reason = reason
        self.by = by
        self.at = at
    }
}

/// A payment or an ask for an amount does not count any more: the body of `POST /payments/{id}/withdrawals` and
/// `POST /charges/{id}/withdrawals`.
public struct CostWithdrawal: Codable, Equatable, Sendable, Identifiable {
    public var id: UUID
    public var reason: String?
    public var by: String?
    public var at: Date

    public init(id: UUID, reason: String? = nil, by: String? = nil, at: Date) {
        self.id = id
        self.reason = reason
        self.by = by
        self.at = at
    }
}
