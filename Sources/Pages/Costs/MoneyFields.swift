import Costs
import Recurrence
import Wording

/// An amount of money and its day: drawn and read the same on every form of shared costs.
///
/// What is wrong stands in `problems` by the field's name.
enum MoneyFields {
    /// The fields `amount` and `currency`, side by side.
    static let template = """
        <div class="pair"><div>\(Form.typed("amount", "[[costs.amount]]", .line.short.with(#"inputmode="decimal" autocomplete="off""#)))</div>
        <div>\(Form.typed(
            "currency", "[[costs.currency]]", .line.short.most(3).with(#"autocapitalize="characters" autocorrect="off" spellcheck="false""#)))</div></div>
        """

    static func currency(_ values: [String: String], _ problems: inout [String: Text]) -> Currency? {
        let currency = Currency(values["currency"] ?? "")
        if currency == nil { problems["currency"] = Text("costs.write_currency") }
        return currency
    }

    /// - Parameter name: The amount's field; what is wrong with it stands in `problems` by that name.
    static func amount(
        _ values: [String: String], of name: String = "amount", in currency: Currency,
        _ problems: inout [String: Text]
    ) -> Int64? {
        do { return try Money(typed: values[name] ?? "", currency).amount } catch {
            problems[name] = .sentence(.written(error.description))
            return nil
        }
    }

    static func day(
        _ name: String, _ values: [String: String], _ problems: inout [String: Text]
    ) -> CalendarDay? {
        let day = CalendarDay(values[name] ?? "")
        if day == nil { problems[name] = Text("costs.write_day") }
        return day
    }
}
