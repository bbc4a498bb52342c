import StaffFiles
import Testing

@testable import Simulation

@Suite("Files of models") struct FilesOfModelsTests {
    private func model(_ text: String) -> (PressModel?, [String]) {
        let (model, findings) = PressModelReader.read(Array(text.utf8), file: "maria.yaml")
        return (model, findings.map(\.description))
    }

    @Test("A model is read with all it says") func aModelIsReadWithAllItSays() {
        let (model, findings) = model(
            """
            name: maria
            reaction: { mean: 1.2 s, sd: 300 ms, distribution: log_normal }
            hold: { mean: 200 ms, sd: 50 ms }
            false_presses: 0.01
            missed: 0.05
            tremor_touches: 0.3
            """)
        #expect(findings == [])
        var maria = PressModel(
            name: "maria", reaction: .init(mean: 1.2, deviation: 0.3, distribution: .logNormal))
        maria.hold = .init(mean: 0.2, deviation: 0.05)
        maria.falsePresses = 0.01
        maria.missed = 0.05
        maria.tremorTouches = 0.3
        #expect(model == maria)
    }

    @Test("Somebody unlike the others is read, too") func somebodyUnlikeTheOthersIsReadToo() {
        let (model, findings) = model(
            """
            reaction: { mean: 1 s }
            second_reaction: { part: 0.3, mean: 2 s, sd: 200 ms }
            from_word_begin: { part: 0.5, mean: 600 ms, sd: 100 ms, distribution: log_normal }
            beat: 700 ms
            fatigue: 0.3
            learning: 0.5
            change: { after_needs: 200, mean: 1.6 s, sd: 160 ms }
            """)
        #expect(findings == [])
        var odd = PressModel(name: "own", reaction: .init(mean: 1, deviation: 0.05))
        odd.secondReaction = .init(part: 0.3, spread: .init(mean: 2, deviation: 0.2))
        odd.fromWordBegin = .init(
            part: 0.5, spread: .init(mean: 0.6, deviation: 0.1, distribution: .logNormal))
        odd.beat = 0.7
        odd.fatigue = 0.3
        odd.learning = 0.5
        odd.change = .init(afterNeeds: 200, reaction: .init(mean: 1.6, deviation: 0.16))
        #expect(model == odd)
    }

    @Test(
        "A mistake says where it is and what was meant",
        arguments: [
            ("", "maria.yaml:1:1: error: a model needs `reaction`: how long the person takes to press"),
            (
                "name: x",
                "maria.yaml:1:1: error: a model needs `reaction`: how long the person takes to press"
            ),
            (
                "reaction: { mean: 1.2 }",
                "maria.yaml:1:19: error: `mean`: `1.2` has no unit: write `1.2 s`, `1.2 ms` or `1.2 min`"
            ),
            (
                "reaction: { mean: 1 s }\nmised: 0.1",
                "maria.yaml:2:1: error: unknown key `mised`: did you mean `missed`?"
            ),
            (
                "reaction: { mean: 1 s }\nmissed: 1.5",
                "maria.yaml:2:9: error: `missed` is 1.5, but must be from 0 to 0.9"
            ),
            (
                "reaction: { mean: 1 s }\nsecond_reaction: { mean: 2 s }",
                "maria.yaml:2:18: error: `second_reaction` needs `part`: how many of the presses, such as `0.3`"
            ),
            (
                "reaction: { mean: 1 s }\nchange: { after_needs: 0, mean: 2 s }",
                "maria.yaml:2:24: error: `after_needs` is 0, but must be from 1 to 10000000"
            ),
            (
                "reaction: { mean: 1 s, distribution: lognormal }",
                "maria.yaml:1:38: error: `distribution` cannot be `lognormal`: did you mean `log_normal`?"
            ),
            (
                "reaction: 1 s",
                "maria.yaml:1:11: error: `reaction` is written as keys with values, but this is a single value"
            ),
        ])
    func aMistakeSaysWhereItIsAndWhatWas(text: String, message: String) {
        let (model, findings) = model(text)
        #expect(model == nil)
        #expect(findings == [message])
    }
}
