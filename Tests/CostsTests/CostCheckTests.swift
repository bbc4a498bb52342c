import Care
import Foundation
import Recurrence
import Testing

@testable import Costs

@Suite("What is refused of shared costs, and why")
struct CostCheckTests {
    private let day = CalendarDay(clamping: 20_000)

    private func expense(_ change: (inout ExpenseContent) -> Void) -> ExpenseContent {
        var content = ExpenseContent(
            what: "Groceries", amount: 1000, currency: "EUR", paidBy: "anna", on: day,
            split: .equally(["anna", "ben"]))
        change(&content)
        return content
    }

    private func problem(_ check: () throws(FieldProblem) -> Void) -> String? {
        do throws(FieldProblem) { try check() } catch { return error.description }
        return nil
    }

    @Test("An expense says what, how much, who and for whom")
    func expenses() {
        #expect(problem(expense { _ in }.check) == nil)
        for (change, words) in [
            ({ $0.what = " " }, "what: it is empty"),
            ({ $0.amount = 0 }, "amount: it must be an amount from 0.01 to 9999999999.99 EUR"),
            ({ $0.amount = .max }, "amount: it must be an amount from 0.01 to 9999999999.99 EUR"),
            ({ $0.currency = "eur" }, "currency: `eur` is no currency: write its three letters, such as EUR"),
            ({ $0.on = CalendarDay(clamping: 200_000) }, "on: it must be in the years 2000 to 2200"),
            ({ $0.split = .equally([]) }, "split.people: there are 0: name 1 to 50 people"),
            (
                { $0.split = .equally(["anna"]) },
                "split: it is for nobody but whoever paid, so nobody owes anything: name somebody else too"
            ),
            (
                { $0.split = .equally(["ben", "ben"]) },
                "split.people: ben is there twice: each person has one part"
            ),
            (
                { $0.split = .shares([CostCount(person: "ben", count: 0)]) },
                "split.shares: 0 must be from 1 to 1000 parts"
            ),
            (
                { $0.split = .exact([CostShare(person: "ben", amount: 999)]) },
                "split.amounts: the parts come to 9.99 EUR, and the amount is 10.00 EUR"
            ),
            (
                {
                    $0.split = .exact([
                        CostShare(person: "ben", amount: .max), CostShare(person: "anna", amount: .max),
                    ])
                },
                "split.amounts: it must be an amount from 0.01 to 9999999999.99 EUR"
            ),
        ] as [((inout ExpenseContent) -> Void, String)] {
            #expect(problem(expense(change).check) == words)
        }
        let correction = ExpenseCorrection(id: UUID(), replaces: 0, content: nil, at: Date())
        #expect(
            problem(correction.check)
                == "replaces: write the number of the expense's last line, as you have read it")
        let new = NewExpense(id: UUID(), content: expense { $0.paidBy = "An na" }, at: Date())
        #expect(problem(new.check)?.hasPrefix("content.paid_by: `An na` is not an id") == true)
    }

    @Test("Nobody pays or asks themselves")
    func pairs() {
        let payment = PaymentContent(from: "anna", to: "anna", amount: 1, currency: "EUR", on: day)
        #expect(problem(payment.check) == "to: nobody pays themselves: name somebody else")
        let charge = ChargeContent(what: "Rent", amount: 1, currency: "EUR", from: "ben", to: "ben", due: day)
        #expect(problem(charge.check) == "from: nobody asks themselves: name somebody else")
    }

    @Test(
        "A payment link leads to a page or names an account",
        arguments: [
            ("https://paypal.me/anna", true),
            ("payto://iban/DE75512108001245126199?receiver-name=Anna", true),
            ("https://example.org:8443/pay?to=anna#now", true), ("http://paypal.me/anna", false),
            ("javascript:alert(1)", false),
            ("https://", false), ("https:///x", false), ("https://paypal.me@evil.example/", false),
            ("HTTPS://paypal.me", false),
            (" https://paypal.me", false), ("https://pay pal.me", false),
            ("https://paypal.me/\"><script>", false), ("payto://", false),
            ("https://127.0.0.1/", false), ("https://päypal.me/", false), ("data:text/html,x", false),
            ("", false),
            ("https://example.org/" + String(repeating: "a", count: 500), false),
        ])
    func links(link: String, isGood: Bool) {
        #expect((problem(PaymentLinkChange(link: link).check) == nil) == isGood)
    }

    @Test("No link is always good")
    func noLink() { #expect(problem(PaymentLinkChange(link: nil).check) == nil) }
}
