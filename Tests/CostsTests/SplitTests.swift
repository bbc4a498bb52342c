import Care
import Foundation
import Testing

@testable import Costs

@Suite("How an amount is divided")
struct SplitTests {
    private static func id(_ number: Int) throws -> UUID {
        let digits = String(number, radix: 16)
        return try #require(
            UUID(
                uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
                    + digits))
    }

    private static func amounts(_ split: CostSplit, _ amount: Int64, _ number: Int) throws -> [Int64] {
        split.parts(of: amount, id: try id(number)).map(\.amount)
    }

    @Test("The cent that is left goes round with the expense")
    func rest() throws {
        let split = CostSplit.equally(["cleo", "anna", "ben"])
        // 0x8000000000000000 divided by 3 leaves 2.
        #expect(try Self.amounts(split, 1000, 0) == [333, 333, 334])
        #expect(try Self.amounts(split, 1000, 1) == [334, 333, 333])
        #expect(try Self.amounts(split, 1000, 2) == [333, 334, 333])
        #expect(try Self.amounts(split, 1001, 0) == [334, 333, 334])
        #expect(try Self.amounts(split, 999, 0) == [333, 333, 333])
        #expect(try Self.amounts(split, 1, 0) == [0, 0, 1])
        #expect(split.parts(of: 1, id: try Self.id(0)).map(\.person) == ["anna", "ben", "cleo"])
    }

    @Test("Over many expenses everybody gets it equally often")
    func fair() throws {
        var extra = [0, 0, 0]
        for number in 0..<3000 {
            let parts = try Self.amounts(.equally(["a", "b", "c"]), 100, number)
            for (place, part) in parts.enumerated() where part == 34 { extra[place] += 1 }
        }
        #expect(extra == [1000, 1000, 1000])
    }

    @Test("Shares and exact amounts, to the last unit of the largest amount")
    func others() throws {
        let shares = CostSplit.shares([CostCount(person: "b", count: 2), CostCount(person: "a", count: 1)])
        #expect(try Self.amounts(shares, 900, 0) == [300, 600])
        #expect(try Self.amounts(shares, 100, 0) == [34, 66])
        #expect(try Self.amounts(shares, 100, 1) == [33, 67])
        let exact = CostSplit.exact([CostShare(person: "b", amount: 1), CostShare(person: "a", amount: 99)])
        #expect(try Self.amounts(exact, 100, 7) == [99, 1])
        let most = Money.amounts.upperBound
        let many = CostSplit.shares((0..<50).map { CostCount(person: "p\($0)", count: 951 + $0) })
        #expect(try Self.amounts(many, most, 3).reduce(0, +) == most)
    }

    @Test("Each form is read and written as the document has it")
    func coding() throws {
        for (split, text) in [
            (CostSplit.equally(["anna"]), #"{"kind":"equally","people":["anna"]}"#),
            (
                .shares([CostCount(person: "anna", count: 2)]),
                #"{"kind":"shares","shares":[{"count":2,"person":"anna"}]}"#
            ),
            (
                .exact([CostShare(person: "anna", amount: 7)]),
                #"{"amounts":[{"amount":7,"person":"anna"}],"kind":"exact"}"#
            ),
        ] {
            let encoder = CareJSON.encoder()
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(split), as: UTF8.self) == text)
            #expect(try CareJSON.decoder().decode(CostSplit.self, from: Data(text.utf8)) == split)
        }
    }
}
