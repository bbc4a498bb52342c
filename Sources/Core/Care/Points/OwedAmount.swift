public import FoundationEssentials
public import Recurrence

/// An amount that a client is to pay to somebody of the home, as their kiosk says it.
public struct OwedAmount: Codable, Sendable, Equatable, Identifiable {
    /// The charge with which it is asked for; `nil` for what is left between the two of all that was shared.
    public var charge: UUID?
    /// Who gets it, by id.
    public var to: String
    /// Who that is, by name.
    public var name: String
    /// What it is for; `nil` where nobody has said so.
    public var what: String?
    /// In the currency's smallest unit, above 0.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String
    /// How many digits of it stand after the decimal mark, 0–3.
    public var digits: Int
    /// The last day on which it is on time, by the home's calendar; `nil` where nobody has said so.
    public var due: CalendarDay?

    public var id: String { charge?.uuidString ?? "\(to) \(currency)" }

    public init(
        charge: UUID? = nil, to: String, name: String, what: String? = nil, amount: Int64, currency: String,
        digits: Int = 2, due: CalendarDay? = nil
    ) {
        self.charge = charge
        self.to = to
        self.name = name
        self.what = what
        self.amount = amount
        self.currency = currency
        self.digits = digits
        self.due = due
    }
}

/// A client says that they have paid an amount.
public struct PaidAmount: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    /// Who has paid, by id.
    public var from: String
    public var owed: OwedAmount
    /// When it was paid, by the home's calendar.
    public var on: CalendarDay
    /// The client's name.
    public var by: String
    public var at: Date

    public init(id: UUID, from: String, owed: OwedAmount, on: CalendarDay, by: String, at: Date) {
        self.id = id
        self.from = from
        self.owed = owed
        self.on = on
        self.by = by
        self.at = at
    }
}
