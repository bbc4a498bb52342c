public import Care
public import FoundationEssentials

/// A line of the home's book of shared costs. Lines are only ever added: what corrects or withdraws another is a line of its own.
public struct CostLine: Codable, Equatable, Sendable, Identifiable {
    /// As many as a home may have: with amounts within `Money.amounts`, no sum of them leaves an `Int64`.
    public static let most: Int64 = 1_000_000
    /// The last so many are kept for what takes a line back: what is wrong can be withdrawn although the book is full.
    public static let keptForWithdrawals: Int64 = 100_000

    public enum Kind: String, Codable, Sendable, CaseIterable {
        case expense
        case expenseCorrected = "expense_corrected"
        case expenseWithdrawn = "expense_withdrawn"
        case payment
        case paymentWithdrawn = "payment_withdrawn"
        case charge
        case chargeWithdrawn = "charge_withdrawn"

        /// Whether what it is about does not count from here on.
        public var isWithdrawal: Bool {
            switch self {
            case .expenseWithdrawn, .paymentWithdrawn, .chargeWithdrawn: true
            case .expense, .expenseCorrected, .payment, .charge: false
            }
        }
    }

    /// Rises with each line, and is never used again.
    public var number: Int64
    public var id: UUID
    /// The id of the expense, payment or charge that it is about: that of its first line.
    public var subject: UUID
    public var kind: Kind
    /// What the expense is from here on; of one that is withdrawn what it was.
    public var expense: ExpenseContent?
    /// Each person's part of the expense.
    public var shares: [CostShare]?
    public var payment: PaymentContent?
    public var charge: ChargeContent?
    /// The number of the line that it takes the place of.
    public var replaces: Int64?
    public var reason: String?
    /// Who wrote it down, by name.
    public var by: String
    public var at: Date

    public init(
        number: Int64, id: UUID, subject: UUID, kind: Kind, content: Content, replaces: Int64? = nil,
        reason: String? = nil, by: String, at: Date
    ) {
        self.number = number
        self.id = id
        self.subject = subject
        self.kind = kind
        switch content {
        case .expense(let expense):
            self.expense = expense
            shares = expense.split.parts(of: expense.amount, id: subject)
        case .payment(let payment): self.payment = payment
        case .charge(let charge): self.charge = charge
        }
        self.replaces = replaces
        self.reason = reason
        self.by = by
        self.at = at
    }

    /// What a line is about.
    public enum Content: Equatable, Sendable {
        case expense(ExpenseContent)
        case payment(PaymentContent)
        case charge(ChargeContent)
    }

    /// `nil` for a line with none, which no service sends.
    public var content: Content? {
        expense.map(Content.expense) ?? payment.map(Content.payment) ?? charge.map(Content.charge)
    }
}

extension CostLine.Content {
    /// The ids of all who take part, each once.
    public var people: Set<String> {
        switch self {
        case .expense(let expense): Set(expense.split.people + [expense.paidBy])
        case .payment(let payment): [payment.from, payment.to]
        case .charge(let charge): [charge.from, charge.to]
        }
    }

    /// In the currency's smallest unit.
    public var amount: Int64 {
        switch self {
        case .expense(let expense): expense.amount
        case .payment(let payment): payment.amount
        case .charge(let charge): charge.amount
        }
    }

    /// ISO 4217.
    public var currency: String {
        switch self {
        case .expense(let expense): expense.currency
        case .payment(let payment): payment.currency
        case .charge(let charge): charge.currency
        }
    }
}

/// Part of the book, the newest first: the answer to `GET /costs`.
public struct CostLinePage: Codable, Equatable, Sendable {
    public var lines: [CostLine]
    /// The ids of the expenses, payments and charges of these lines that do not count now, whatever later lines say so.
    public var withdrawn: [UUID]
    /// Give it as `before` for the next page; absent on the last one.
    public var next: Int64?

    public init(lines: [CostLine], withdrawn: [UUID] = [], next: Int64? = nil) {
        self.lines = lines
        self.withdrawn = withdrawn
        self.next = next
    }
}

/// An expense with all of its lines, the first one first: the answer to `GET /expenses/{id}`.
public struct ExpenseStory: Codable, Equatable, Sendable, Identifiable {
    public var id: UUID
    /// At most the newest 200.
    public var lines: [CostLine]
    public var receipt: ExpenseReceipt?

    public init(id: UUID, lines: [CostLine], receipt: ExpenseReceipt? = nil) {
        self.id = id
        self.lines = lines
        self.receipt = receipt
    }
}

/// That there is a picture of an expense's receipt; its bytes are asked for by themselves.
public struct ExpenseReceipt: Codable, Equatable, Sendable {
    /// Another one with each new picture, never used again: browsers keep pictures by it.
    public var version: Int64
    public var kind: PictureKind
    public var changedAt: Date

    public init(version: Int64, kind: PictureKind, changedAt: Date) {
        self.version = version
        self.kind = kind
        self.changedAt = changedAt
    }

    enum CodingKeys: String, CodingKey {
        case version
        case kind = "media_type"
        case changedAt = "changed_at"
    }
}
