public import FoundationEssentials
public import Recurrence

/// Money that one person has given another, outside Beckon.
public struct PaymentContent: Codable, Hashable, Sendable {
    /// The id of the person who paid.
    public var from: String
    /// The id of the person who was paid.
    public var to: String
    /// In the currency's smallest unit, `Money.amounts`.
    public var amount: Int64
    /// ISO 4217.
    public var currency: String
    /// When it was paid, by the home's calendar.
    public var on: CalendarDay
    public var note: String?
    /// The id of the charge that it is for.
    public var charge: UUID?

    public init(
        from: String, to: String, amount: Int64, currency: String, on: CalendarDay, note: String? = nil,
        charge: UUID? = nil
    ) {
        self.from = from
        self.to = to
        self.amount = amount
        self.currency = currency
        self.on = on
        self.note = note
        self.charge = charge
    }
}

/// Somebody writes down that money was given: the body of `POST /payments`.
public struct NewPayment: Codable, Equatable, Sendable, Identifiable {
    public var id: UUID
    public var content: PaymentContent
    public var by: String?
    public var at: Date
    /// Whether it is written down only while exactly that is owed: the rest of its charge, or what is left between the two, with
    /// or without what is asked for.
    public var ifOwed: Bool?

    public init(id: UUID, content: PaymentContent, by: String? = nil, at: Date, ifOwed: Bool? = nil) {
        self.id = id
        self.content = content
        self.by = by
        self.at = at
        self.ifOwed = ifOwed
    }

    enum CodingKeys: String, CodingKey {
        case id, content, by, at
        case ifOwed = "if_owed"
    }
}
