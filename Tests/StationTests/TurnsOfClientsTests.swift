import Care
import Testing

@testable import Station

@Suite("Clients who call at once")
struct TurnsOfClientsTests {
    @Test("One who calls again and again keeps no other client's call waiting")
    func turns() {
        var stage = StationStage()
        for number in 1...20 {
            stage.journal(at: 0, "otto\(number)", .asked, .asked, .urgent, client: "otto")
        }
        stage.journal(at: 0.1, "water", .asked, .asked, .urgent)
        stage.run(to: 30)
        let calls = stage.lines.filter { $0.contains("alert") }
        #expect(calls.dropFirst().first?.contains("water") == true, "\(calls)")
    }
}
