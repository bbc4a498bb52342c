import Care
import Foundation
import Station
import Testing

@Suite("A station shows that it is heard")
struct TrialTests {
    @Test("It says a sentence, and an alert is sounded all the same")
    func sound() {
        var stage = StationStage()
        stage.send(.trial(Trial(id: UUID(), kind: .sound, device: .station)))
        stage.journal(at: 1, "water", .asked, .asked)
        stage.run(to: 20)
        #expect(stage.text.contains("sound_test"), "\(stage.text)")
        #expect(stage.text.contains("alert"), "\(stage.text)")
    }
}
