import Testing

@testable import CareService

@Suite("How much somebody writes within a day")
struct DayBudgetTests {
    @Test("So many of each kind for each person, and again a day after the first")
    func days() {
        var budget = DayBudget()
        var taken = 0
        for second in 0..<1000 where budget.take(.costs, of: "maria", at: .seconds(second)) { taken += 1 }
        #expect(taken == DayBudget.most)
        let grant = budget.take(.grants, of: "maria", at: .seconds(1000))
        let ottos = budget.take(.costs, of: "otto", at: .seconds(1000))
        #expect(grant && ottos)
        let early = budget.take(.costs, of: "maria", at: .seconds(86_399))
        let late = budget.take(.costs, of: "maria", at: .seconds(86_400))
        #expect(!early && late)
    }

    @Test("What is given back is taken again, and no more than was taken")
    func givenBack() {
        var budget = DayBudget()
        budget.giveBack(.costs, of: "maria")
        var taken = 0
        for _ in 0..<1000 where budget.take(.costs, of: "maria", at: .zero) { taken += 1 }
        #expect(taken == DayBudget.most)
        budget.giveBack(.costs, of: "maria")
        let again = budget.take(.costs, of: "maria", at: .zero)
        let more = budget.take(.costs, of: "maria", at: .zero)
        #expect(again && !more)
    }

    @Test("What is over is forgotten, and so is what was given back")
    func forgotten() {
        var budget = DayBudget()
        for number in 0..<100 { _ = budget.take(.proposals, of: "\(number)", at: .zero) }
        #expect(budget.count == 100)
        _ = budget.take(.proposals, of: "maria", at: DayBudget.day)
        #expect(budget.count == 1)
        budget.giveBack(.proposals, of: "maria")
        #expect(budget.count == 0)
    }
}
