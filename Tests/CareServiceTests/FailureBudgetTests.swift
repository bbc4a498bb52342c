import Care
import Testing

@testable import CareService

@Suite("Which failures are written down one by one")
struct FailureBudgetTests {
    private static func taken(
        _ budget: inout FailureBudget, _ count: Int, from address: (Int) -> String, at now: Duration = .zero
    ) -> Int {
        (0..<count).count { budget.take(from: address($0), at: now) == .written }
    }

    @Test("Twenty from an address, then one each five minutes; another address has its own")
    func each() {
        var budget = FailureBudget()
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.7" }) == 20)
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.8" }) == 20)
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.7" }, at: .seconds(299)) == 0)
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.7" }, at: .seconds(300)) == 1)
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.7" }, at: .seconds(1200)) == 3)
        #expect(Self.taken(&budget, 100, from: { _ in "192.0.2.7" }, at: .seconds(100_000)) == 20)
    }

    @Test("A network of IPv6 is one address")
    func networks() {
        var budget = FailureBudget()
        #expect(Self.taken(&budget, 100, from: { "2001:db8::\(String($0 + 1, radix: 16))" }) == 20)
    }

    @Test(
        "A device that asks each second for a year with a revoked token makes few entries, and a crowd not many more"
    )
    func year() {
        var budget = FailureBudget()
        var (written, gathered) = (0, 0)
        for second in 0..<86_400 {
            let now = Duration.seconds(second)
            if budget.gathered(at: now) != nil { gathered += 1 }
            if budget.take(from: "192.0.2.7", at: now) == .written { written += 1 }
        }
        #expect(written == 20 + 287 && gathered == 143)
        var crowd = FailureBudget()
        written = 0
        for second in 0..<3600 {
            written += Self.taken(
                &crowd, 50, from: { "10.0.\(second % 250).\($0)" }, at: .seconds(second))
        }
        #expect(written == 60 + 359)
    }

    @Test("The count of failures is logged once, ten minutes after the first, with the address")
    func gathered() {
        var budget = FailureBudget()
        let early = budget.gathered(at: .seconds(10_000))
        #expect(early == nil)
        _ = Self.taken(&budget, 27, from: { _ in "192.0.2.7" })
        _ = Self.taken(&budget, 50, from: { _ in "192.0.2.8" }, at: .seconds(1))
        let tooSoon = budget.gathered(at: .seconds(599))
        #expect(tooSoon == nil)
        let told = budget.gathered(at: .seconds(600))
        #expect(told?.changes.map(\.description) == ["37 more", "30 from 192.0.2.8", "7 from 192.0.2.7"])
        let again = budget.gathered(at: .seconds(9999))
        #expect(again == nil)
    }

    @Test("Failures from very many addresses still make a bounded number of entries")
    func bounded() throws {
        var budget = FailureBudget()
        _ = Self.taken(&budget, 5000, from: { "10.1.\($0 / 250).\($0 % 250)" })
        let gathered = budget.gathered(at: .seconds(600))
        let told = try #require(gathered)
        #expect(told.count == 4940 && told.addresses.count == FailureBudget.mostAddresses)
        #expect(told.changes.count == FailureBudget.mostNamed + 2)
        #expect(told.changes.last == .fromOthers(4920))
        // The addresses before have their shares again by then.
        let another = budget.take(from: "192.0.2.9", at: .seconds(601))
        #expect(another == .written)
    }
}
