import Foundation
import Testing

@testable import CareService

@Suite("How often a calendar is given as a whole")
struct FeedBudgetTests {
    @Test("So many within an hour, each feed for itself; then one more for each that is an hour old")
    func hour() {
        var budget = FeedBudget()
        let (one, other) = (UUID(), UUID())
        for number in 0..<FeedBudget.most {
            let wait = budget.take(one, at: .seconds(number * 10))
            #expect(wait == nil)
        }
        #expect(budget.wait(for: one, at: .seconds(600)) == .seconds(3000))
        let refused = budget.take(one, at: .seconds(600))
        #expect(refused == .seconds(3000))
        let another = budget.take(other, at: .seconds(600))
        #expect(another == nil)
        // What was refused has not counted.
        let first = budget.take(one, at: .seconds(3600))
        let second = budget.take(one, at: .seconds(3605))
        #expect(first == nil && second == .seconds(5))
    }

    @Test("What is an hour old is forgotten")
    func forgets() {
        var budget = FeedBudget()
        for _ in 0..<1000 { _ = budget.take(UUID(), at: .zero) }
        #expect(budget.count == 1000)
        _ = budget.take(UUID(), at: FeedBudget.hour)
        #expect(budget.count == 1)
    }
}
