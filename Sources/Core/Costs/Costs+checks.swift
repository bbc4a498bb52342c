public import Care
import Recurrence

extension ExpenseContent {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(what, "what", limit: CostChecks.shortText)
        try Money.check(amount, currency)
        try FieldChecks.id(paidBy, "paid_by", mayHaveCapitals: true)
        try CostChecks.day(on, "on")
        if let currency = Currency(currency) { try split.check(amount, currency) }
        guard Set(split.people) != [paidBy] else {
            throw FieldProblem(
                "split", "it is for nobody but whoever paid, so nobody owes anything: name somebody else too")
        }
    }
}

extension NewExpense {
    public func check() throws(FieldProblem) {
        do { try content.check() } catch { throw error.inside("content") }
        try FieldChecks.name(by, "by")
    }
}

extension ExpenseCorrection {
    public func check() throws(FieldProblem) {
        if let content {
            do { try content.check() } catch { throw error.inside("content") }
        }
        guard replaces > 0 else {
            throw FieldProblem("replaces", "write the number of the expense's last line, as you have read it")
        }
        try FieldChecks.text(reason, "reason")
        try FieldChecks.name(by, "by")
    }
}

extension CostWithdrawal {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(reason, "reason")
        try FieldChecks.name(by, "by")
    }
}

extension NewPayment {
    public func check() throws(FieldProblem) {
        do { try content.check() } catch { throw error.inside("content") }
        try FieldChecks.name(by, "by")
    }
}

extension PaymentContent {
    public func check() throws(FieldProblem) {
        try FieldChecks.id(from, "from", mayHaveCapitals: true)
        try FieldChecks.id(to, "to", mayHaveCapitals: true)
        guard from != to else { throw FieldProblem("to", "nobody pays themselves: name somebody else") }
        try Money.check(amount, currency)
        try CostChecks.day(on, "on")
        try FieldChecks.text(note, "note")
    }
}

extension NewCharge {
    public func check() throws(FieldProblem) {
        do { try content.check() } catch { throw error.inside("content") }
        try FieldChecks.name(by, "by")
    }
}

extension ChargeContent {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(what, "what", limit: CostChecks.shortText)
        try FieldChecks.id(from, "from", mayHaveCapitals: true)
        try FieldChecks.id(to, "to", mayHaveCapitals: true)
        guard from != to else { throw FieldProblem("from", "nobody asks themselves: name somebody else") }
        try Money.check(amount, currency)
        try CostChecks.day(due, "due")
    }
}

/// What is the same for all of them.
enum CostChecks {
    /// Longest name of what was paid, in characters: it stands in one line of a list.
    static let shortText = 200

    static func day(_ day: CalendarDay, _ field: String) throws(FieldProblem) {
        let years = PlannedTimes.years
        guard years.contains(day.year) else {
            throw FieldProblem(
                field, "it must be in the years \(years.lowerBound) to \(years.upperBound)")
        }
    }
}
