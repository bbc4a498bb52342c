/// What is wrong with an amount that somebody has typed.
public enum TypedMoneyError: Error, Equatable, Sendable, CustomStringConvertible {
    case noAmount
    /// More digits than the currency has after the decimal mark.
    case tooExact(Currency)
    case outOfRange(Currency)

    public var description: String {
        switch self {
        case .noAmount: return "write an amount such as 12.50"
        case .tooExact(let currency):
            return currency.digits == 0
                ? "\(currency.code) has no smaller unit: write a whole number"
                : "\(currency.code) has \(currency.digits) digits after the decimal mark, not more"
        case .outOfRange(let currency):
            let (least, most) = (
                Money(Money.amounts.lowerBound, currency), Money(Money.amounts.upperBound, currency)
            )
            return "it must be an amount from \(least.number) to \(most)"
        }
    }
}
