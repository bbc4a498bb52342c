import Foundation
import Recurrence
import Testing

@testable import Costs

@Suite("Who owes whom, and the fewest payments that settle it")
struct BalanceTests {
    private let day = CalendarDay(clamping: 20_000)

    private func line(_ content: CostLine.Content, _ kind: CostLine.Kind, _ id: UUID) -> CostLine {
        CostLine(
            number: 1, id: UUID(), subject: id, kind: kind, content: content, by: "Anna",
            at: Date(timeIntervalSince1970: 0))
    }

    private func expense(_ amount: Int64, by payer: String, for people: [String], _ currency: String = "EUR")
        -> CostLine.Content
    {
        .expense(
            ExpenseContent(
                what: "Groceries", amount: amount, currency: currency, paidBy: payer, on: day,
                split: .equally(people)))
    }

    @Test("A correction takes back what it replaces, in its own currency too")
    func corrections() {
        let id = UUID()
        let (first, second) = (
            expense(1000, by: "anna", for: ["anna", "ben"]),
            expense(600, by: "ben", for: ["anna", "cleo"], "USD")
        )
        var book = line(first, .expense, id).postings(replacing: nil)
        #expect(book == [CostPosting(debtor: "ben", creditor: "anna", amount: 500, currency: "EUR")])
        book += line(second, .expenseCorrected, id).postings(replacing: first)
        let balances = Balances(of: book)
        #expect(
            balances.debts == [
                CostDebt(from: "anna", to: "ben", amount: 300, currency: "USD"),
                CostDebt(from: "cleo", to: "ben", amount: 300, currency: "USD"),
            ])
        book += line(second, .expenseWithdrawn, id).postings(replacing: second)
        #expect(Balances(of: book).debts.isEmpty && Balances(of: book).totals.isEmpty)
        // The same with another name costs nobody anything.
        #expect(line(first, .expenseCorrected, id).postings(replacing: first).isEmpty)
    }

    @Test("A payment ends a debt, and more than that turns it round")
    func payments() {
        let debt = line(expense(1000, by: "anna", for: ["ben"]), .expense, UUID()).postings(replacing: nil)
        func paid(_ amount: Int64) -> [CostDebt] {
            let payment = PaymentContent(from: "ben", to: "anna", amount: amount, currency: "EUR", on: day)
            return Balances(of: debt + line(.payment(payment), .payment, UUID()).postings(replacing: nil))
                .debts
        }
        #expect(paid(400) == [CostDebt(from: "ben", to: "anna", amount: 600, currency: "EUR")])
        #expect(paid(1000).isEmpty)
        #expect(paid(1200) == [CostDebt(from: "anna", to: "ben", amount: 200, currency: "EUR")])
    }

    private func settle(_ amounts: [Int64]) -> Simplification {
        Simplification(
            of: amounts.enumerated().map {
                CostTotal(person: "p\($0.offset + 10)", amount: $0.element, currency: "EUR")
            })
    }

    @Test("People who settle among themselves do so")
    func groups() {
        // Three groups, which no order by size would find: 5+5−10, 3−3, 7−4−3.
        let settling = settle([5, 5, -10, 3, -3, 7, -4, -3])
        #expect(settling.isFewest && settling.payments.count == 5)
        #expect(settle([]).payments.isEmpty)
        #expect(settle([5, -5]).payments == [CostDebt(from: "p11", to: "p10", amount: 5, currency: "EUR")])
    }

    @Test("Fifteen people are settled exactly, more of them as well as can be said")
    func many() {
        // Five groups of three, none of them a pair.
        var amounts: [Int64] = []
        for group: Int64 in 1...5 { amounts += [100 * group + 7, -100 * group - 3, -4] }
        let fifteen = settle(amounts)
        #expect(fifteen.isFewest && fifteen.payments.count == 10)
        amounts += [50, -50]
        let more = settle(amounts)
        #expect(!more.isFewest && more.payments.count <= 16)
        #expect(more.payments.contains { $0.amount == 50 })
    }

    @Test("Somebody sees what has to do with them, and nobody else's link")
    func seen() {
        let book = [
            CostPosting(debtor: "ben", creditor: "anna", amount: 500, currency: "EUR"),
            CostPosting(debtor: "cleo", creditor: "dora", amount: 300, currency: "EUR"),
        ]
        var all = Balances(of: book, currency: "CHF")
        all.links = [
            PaymentLink(person: "anna", link: "https://a.example"),
            PaymentLink(person: "ben", link: "https://b.example"),
            PaymentLink(person: "dora", link: "https://d.example"),
        ]
        all.people = ["anna", "ben", "cleo", "dora"].map { CostName(person: $0, name: $0.capitalized) }
        let bens = all.seen(by: "ben")
        #expect(bens.people.map(\.name) == ["Anna", "Ben"] && bens.named == ["anna", "ben"])
        #expect(
            bens.debts.map(\.to) == ["anna"] && bens.totals.map(\.amount) == [-500]
                && bens.payments.count == 1)
        #expect(bens.links.map(\.person) == ["anna", "ben"] && bens.currency == "CHF")
        let annas = all.seen(by: "anna")
        #expect(annas.links.map(\.person) == ["anna"] && annas.net(of: "anna", in: "EUR") == 500)
        #expect(all.seen(by: "erik").debts.isEmpty && all.seen(by: "erik").links.isEmpty)
    }
}
