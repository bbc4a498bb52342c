import Care
import Foundation
import Kiosk
import Scanning
import Testing

@Suite("A kiosk shows that it works")
struct TrialTests {
    private let id = UUID()

    private func trial(_ kind: Trial.Kind) -> KioskEvent {
        .trial(Trial(id: id, kind: kind, device: .kiosk))
    }

    @Test("A test call is a call like others, under the trial's id")
    func call() throws {
        var stage = Stage(Stage.water)
        stage.send(trial(.call))
        stage.run(to: 20)
        #expect(stage.requests.map(\.need) == [Request.testNeed])
        #expect(stage.requests.first?.id == id)
        #expect(stage.requests.first?.priority == .normal)
        #expect(stage.text.contains("main: test_say"), "\(stage.text)")
        #expect(stage.text.contains("main: asked"), "\(stage.text)")
    }

    @Test("It makes no call while somebody scans, and no second one while the first is open")
    func busy() {
        var stage = Stage(Stage.water)
        stage.press(at: 0)
        stage.run(to: 1)
        stage.send(trial(.call))
        stage.run(to: 2)
        #expect(stage.requests.isEmpty, "\(stage.text)")
        var other = Stage(Stage.water)
        other.send(trial(.call))
        other.run(to: 20)
        other.send(.trial(Trial(id: UUID(), kind: .call, device: .kiosk)))
        other.run(to: 40)
        #expect(other.requests.count == 1)
    }

    @Test("A sentence is said by the main voice, also while somebody scans, and asks for nothing")
    func sound() {
        var stage = Stage(Stage.water, Stage.pain)
        stage.send(trial(.sound))
        stage.run(to: 5)
        #expect(stage.text.contains("main: sound_test"), "\(stage.text)")
        stage.press(at: 6)
        stage.run(to: 7)
        stage.send(trial(.sound))
        stage.run(to: 30)
        #expect(stage.lines.count { $0.contains("sound_test") } == 2, "\(stage.text)")
        #expect(stage.requests.isEmpty)
    }
}
