import Care
import Testing

@testable import Costs

@Suite("Amounts and currencies")
struct MoneyTests {
    private static func currency(_ code: String) throws -> Currency { try #require(Currency(code)) }

    @Test(
        "An amount is read as people type it",
        arguments: [
            ("12.50", "EUR", 1250), ("12,50", "EUR", 1250), ("12", "EUR", 1200), ("12,5", "EUR", 1250),
            (".5", "EUR", 50),
            ("0,05", "EUR", 5), ("12,", "EUR", 1200), ("1.234,50", "EUR", 123_450),
            ("1,234.50", "EUR", 123_450),
            ("1 234,50", "EUR", 123_450), ("1\u{202F}234\u{202F}567,89", "EUR", 123_456_789),
            ("1'234.50", "CHF", 123_450),
            ("1.234", "KWD", 1234), ("12", "KWD", 12_000), ("1 234", "JPY", 1234), ("007", "JPY", 7),
            ("9999999999.99", "EUR", 999_999_999_999), ("0000000000000000000000001", "JPY", 1),
        ] as [(String, String, Int64)])
    func typed(text: String, code: String, amount: Int64) throws {
        #expect(try Money(typed: text, Self.currency(code)).amount == amount)
    }

    @Test(
        "What is no amount, or could be two, is refused in words",
        arguments: [
            ("", "EUR", TypedMoneyError.noAmount), ("abc", "EUR", .noAmount), ("-5", "EUR", .noAmount),
            (",", "EUR", .noAmount),
            ("1.2.3", "EUR", .noAmount), ("1,23,4.5", "EUR", .noAmount), ("12 34", "EUR", .noAmount),
            ("1 234.567,8", "EUR", .noAmount),
            ("1..5", "EUR", .noAmount), ("٣", "EUR", .noAmount), ("5 €", "EUR", .noAmount),
            ("1e3", "EUR", .noAmount),
        ])
    func unreadable(text: String, code: String, problem: TypedMoneyError) throws {
        let currency = try Self.currency(code)
        #expect(throws: problem) { try Money(typed: text, currency) }
    }

    @Test("Too many digits and too much are said by the currency's own bounds")
    func bounds() throws {
        let (euro, yen) = (try Self.currency("EUR"), try Self.currency("JPY"))
        #expect(throws: TypedMoneyError.tooExact(euro)) { try Money(typed: "1.234", euro) }
        #expect(throws: TypedMoneyError.tooExact(yen)) { try Money(typed: "1,5", yen) }
        for text in ["0", "0,00", "10000000000", String(repeating: "9", count: 400)] {
            #expect(throws: TypedMoneyError.outOfRange(euro)) { try Money(typed: text, euro) }
        }
        #expect(
            TypedMoneyError.outOfRange(euro).description
                == "it must be an amount from 0.01 to 9999999999.99 EUR")
        #expect(TypedMoneyError.tooExact(yen).description == "JPY has no smaller unit: write a whole number")
    }

    @Test(
        "An amount is written with its currency's digits",
        arguments: [
            (1250, "EUR", "12.50 EUR"), (5, "EUR", "0.05 EUR"), (-5, "EUR", "-0.05 EUR"),
            (700, "JPY", "700 JPY"), (-700, "JPY", "-700 JPY"),
            (1, "KWD", "0.001 KWD"), (123_456, "KWD", "123.456 KWD"), (0, "EUR", "0.00 EUR"),
            (Int64.min, "JPY", "-9223372036854775808 JPY"),
        ] as [(Int64, String, String)])
    func written(amount: Int64, code: String, text: String) throws {
        #expect(Money(amount, try Self.currency(code)).description == text)
    }

    @Test("What is written is read as the same, in each currency")
    func around() throws {
        for currency in Currency.all {
            for amount in [1, 9, 10, 999, 1000, 123_456, Money.amounts.upperBound] as [Int64] {
                let money = Money(amount, currency)
                #expect(try Money(typed: money.number, currency) == money)
            }
        }
        #expect(Currency.all.count == 155)
        #expect(
            Currency("eur")?.code == "EUR" && Currency("XXX") == nil && Currency("") == nil
                && Currency("EURO") == nil)
    }
}
