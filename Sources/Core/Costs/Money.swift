import Care

/// An amount of one currency, in its smallest unit: 1250 of EUR is 12.50 €.
public struct Money: Hashable, Sendable {
    /// What one line may be about, in the smallest unit: below a thousand million of most currencies' own. With as many lines as a home may
    /// have (`CostLine.most`), no sum leaves an `Int64`.
    public static let amounts: ClosedRange<Int64> = 1...999_999_999_999

    public var amount: Int64
    public var currency: Currency

    public init(_ amount: Int64, _ currency: Currency) {
        self.amount = amount
        self.currency = currency
    }

    /// What a person has typed: `12`, `12.5`, `12,50`, `1.234,50`, `1,234.50`, `1 234,50`.
    ///
    /// A single mark, comma or point, is the decimal mark. Where there are both, the last one is, and the other groups digits by three, as
    /// blanks and apostrophes do. So `1.234` of EUR is refused: nobody could be sure what it means.
    ///
    /// - Throws: What is wrong, in words; not which field it is.
    public init(typed text: String, _ currency: Currency) throws(TypedMoneyError) {
        let marks = text.filter { $0 == "," || $0 == "." }
        let blanks = text.filter { Self.groupsDigits($0) }
        guard let decimal = marks.last else {
            self = try Self.joined(Self.whole(text, groupedBy: blanks.first), "", currency)
            return
        }
        let group = marks.first { $0 != decimal } ?? blanks.first
        guard marks.count(where: { $0 == decimal }) == 1, group == blanks.first || blanks.isEmpty else {
            throw .noAmount
        }
        let place = text.lastIndex(of: decimal) ?? text.startIndex
        self = try Self.joined(
            Self.whole(text[..<place], groupedBy: group), text[text.index(after: place)...], currency)
    }

    private static func groupsDigits(_ character: Character) -> Bool {
        [" ", "\u{A0}", "\u{202F}", "'", "’"].contains(character)
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The digits before the decimal mark, without what groups them.
    private static func whole(
        _ text: some StringProtocol, groupedBy mark: Character?
    ) throws(TypedMoneyError) -> String {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == mark }
        guard parts.count > 1 else {
            guard isDigits(text) else { throw .noAmount }
            return String(text)
        }
        guard parts.allSatisfy({ isDigits($0) }), (1...3).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 3 })
        else { throw .noAmount }
        return parts.joined()
    }

    private static func joined(
        _ whole: String, _ fraction: some StringProtocol, _ currency: Currency
    ) throws(TypedMoneyError) -> Money {
        guard isDigits(fraction), !whole.isEmpty || !fraction.isEmpty else { throw .noAmount }
        guard fraction.count <= currency.digits else { throw .tooExact(currency) }
        let digits = whole + fraction + String(repeating: "0", count: currency.digits - fraction.count)
        // More digits than an amount can have are too much, whatever they are.
        let significant = digits.drop { $0 == "0" }
        guard significant.count <= 12, let amount = Int64(significant.isEmpty ? "0" : String(significant)),
            amounts.contains(amount)
        else { throw .outOfRange(currency) }
        return Money(amount, currency)
    }
}

extension Money: CustomStringConvertible {
    /// `12.50 EUR`, `-0.05 EUR`, `700 JPY`: for files and programs, the same in every language.
    public var description: String { "\(number) \(currency.code)" }

    /// `12.50`.
    public var number: String {
        let digits = String(amount.magnitude)
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.count)) + digits
        let sign = amount < 0 ? "-" : ""
        guard currency.digits > 0 else { return sign + padded }
        return sign + padded.dropLast(currency.digits) + "." + padded.suffix(currency.digits)
    }
}

extension Money {
    /// Checks an amount and a currency of a message.
    static func check(_ amount: Int64, _ currency: String) throws(FieldProblem) {
        guard let known = Currency(currency), known.code == currency else {
            throw FieldProblem(
                "currency", "`\(currency.prefix(20))` is no currency: write its three letters, such as EUR")
        }
        guard amounts.contains(amount) else {
            throw FieldProblem("amount", TypedMoneyError.outOfRange(known).description)
        }
    }
}
