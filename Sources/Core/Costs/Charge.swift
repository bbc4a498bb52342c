public import FoundationEssentials
public import Recurrence

/// An amount that somebody asks another for, until a day.
public struct ChargeContent: Codable, Hashable, Sendable {
    /// `Rent of December`.
    public var what: String
    /// In the currency's smallest unit, `Money.amounts`.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String
    /// The id of the person who is to pay.
    public var from: String
    /// The id of the person who is to get it.
    public var to: String
    /// The last day on which it is on time, by the home's calendar.
    public var due: CalendarDay

    public init(what: String, amount: Int64, currency: String, from: String, to: String, due: CalendarDay) {
        self.what = what
        self.amount = amount
        self.currency = currency
        self.from = from
        self.to = to
        self.due = due
    }
}

/// Somebody asks for an amount: the body of `POST /charges`.
public struct NewCharge: Codable, Equatable, Sendable, Identifiable {
    public var id: UUID
    public var content: ChargeContent
    public var by: String?
    public var at: Date

    public init(id: UUID, content: ChargeContent, by: String? = nil, at: Date) {
        self.id = id
        self.content = content
        self.by = by
        self.at = at
    }
}

/// An amount that was asked for, as it stands.
public struct Charge: Codable, Equatable, Sendable, Identifiable {
    public enum State: String, Codable, Sendable, CaseIterable {
        case open, settled, withdrawn
    }

    public var id: UUID
    public var content: ChargeContent
    public var state: State
    /// What was paid for it, in the currency's smallest unit.
    public var paid: Int64
    /// Who asked, by name.
    public var by: String
    public var at: Date

    public init(id: UUID, content: ChargeContent, state: State, paid: Int64, by: String, at: Date) {
        self.id = id
        self.content = content
        self.state = state
        self.paid = paid
        self.by = by
        self.at = at
    }

    /// What is still to be paid for it.
    public var rest: Int64 { max(0, content.amount - paid) }
}

/// How somebody stands with each of the others in one currency.
public struct CostStanding: Equatable, Sendable {
    /// What the others owe them, less what they owe the others, by the others' ids; never 0.
    public private(set) var amounts: [String: Int64] = [:]

    public init() {}

    /// - Parameter amount: What the other owes them from now on besides; negative where they owe it.
    public mutating func add(_ amount: Int64, with other: String) {
        let sum = amounts[other, default: 0] + amount
        amounts[other] = sum == 0 ? nil : sum
    }

    /// Whether a payment of theirs after which they stand so has settled all that is asked of them, in whatever way they have paid: they
    /// owe none of the others anything any more, or the payment has brought them from owing more than they are owed to where they do not
    /// (decision 0272).
    public func isSettled(by payment: Int64) -> Bool {
        let net = amounts.values.reduce(0, +)
        return amounts.values.allSatisfy { $0 >= 0 } || net >= 0 && net - payment < 0
    }
}

/// What was asked for, by its day: the answer to `GET /charges`.
public struct ChargePage: Codable, Equatable, Sendable {
    public var charges: [Charge]
    /// All whom they name and who are known, by their ids.
    public var people: [CostName]
    /// Give it as `after` for the next page; absent on the last one.
    public var next: Int64?

    public init(charges: [Charge], people: [CostName] = [], next: Int64? = nil) {
        self.charges = charges
        self.people = people
        self.next = next
    }
}
