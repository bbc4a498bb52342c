import Testing

@testable import CareService

@Suite("How many forms with files are read at a time")
struct UploadBudgetTests {
    @Test("Two of each person, eight of all, and a place that is given back is free")
    func places() {
        let budget = UploadBudget()
        #expect(budget.begin("anna") && budget.begin("anna") && !budget.begin("anna"))
        for person in ["ben", "cora", "dora"] { #expect(budget.begin(person) && budget.begin(person)) }
        #expect(!budget.begin("emil"))
        budget.end("anna")
        #expect(budget.begin("emil") && !budget.begin("anna"))
        for person in ["anna", "emil", "ben", "ben"] { budget.end(person) }
        #expect(budget.begin("anna") && budget.begin("anna") && !budget.begin("anna"))
    }
}
