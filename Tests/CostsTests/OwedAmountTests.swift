import Care
import Costs
import Foundation
import Recurrence
import Testing

@Suite("What a client is told to pay")
struct OwedAmountTests {
    private static func charge(
        _ amount: Int64, from: String = "maria", to: String = "ben", paid: Int64 = 0,
        _ state: Charge.State = .open
    ) -> Charge {
        Charge(
            id: UUID(),
            content: ChargeContent(
                what: "Rent", amount: amount, currency: "EUR", from: from, to: to, due: .first),
            state: state, paid: paid, by: "Ben", at: Date(timeIntervalSince1970: 0))
    }

    @Test("What is asked first, and what is owed besides; nothing twice, and nothing of others")
    func all() {
        let asked = Self.charge(1000, paid: 200)
        let charges = ChargePage(
            charges: [
                asked, Self.charge(500, from: "ben", to: "maria"), Self.charge(300, .settled),
                Self.charge(70, from: "otto"),
            ], people: [CostName(person: "ben", name: "Ben")])
        let balances = Balances(
            of: [
                CostPosting(debtor: "maria", creditor: "ben", amount: 900, currency: "EUR"),
                CostPosting(debtor: "maria", creditor: "olga", amount: 400, currency: "JPY"),
                CostPosting(debtor: "otto", creditor: "maria", amount: 100, currency: "EUR"),
            ])
        let owed = OwedAmount.all(of: "maria", charges, balances)
        #expect(owed.map(\.amount) == [800, 100, 400])
        #expect(owed.map(\.charge) == [asked.id, nil, nil])
        #expect(owed.map(\.name) == ["Ben", "Ben", "olga"])
        #expect(owed.map(\.digits) == [2, 2, 0])
        #expect(Set(owed.map(\.id)).count == 3)
        #expect(OwedAmount.all(of: "cleo", charges, balances).isEmpty)
    }
}
