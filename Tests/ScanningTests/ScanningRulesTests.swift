import Scanning
import Playing
import Testing

@Suite struct `Rules that hold in every mode` {
    /// A score of random presses, steps, backs, digits and pauses over a minute.
    private func randomScore(_ generator: inout SeededGenerator) -> String {
        let actions = [
            "tap", "press", "release", "step", "back", "3", "0", "pause", "pause-now", "unpause", "resume",
        ]
        var time = 0.0
        return (0..<40).map { _ in
            time += Double.random(in: 0.001...2.5, using: &generator)
            return "\(time) \(actions.randomElement(using: &generator) ?? "tap")"
        }.joined(separator: "|")
    }

    private func score(_ mode: ScanParameters.Mode) -> Score {
        Score("a", "b", "c", groups: ["a": ["x", "y"], "x": ["z"]]) { $0.mode = mode }
    }

    @Test(arguments: ScanParameters.Mode.allCases)
    func `the same log gives the same selections`(mode: ScanParameters.Mode) {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let log = randomScore(&generator)
            #expect(score(mode).play(log, until: 400) == score(mode).play(log, until: 400))
        }
    }

    @Test(arguments: ScanParameters.Mode.allCases)
    func `doing nothing always ends at rest`(mode: ScanParameters.Mode) {
        var generator = SeededGenerator(seed: 23)
        for _ in 0..<300 {
            // What the session would do sooner or later: let go, finish the choice, end the pause.
            let log = randomScore(&generator) + "|110 release|111 resume|112 unpause|150 unpause"
            let lines = score(mode).play(log, until: 700).split(separator: "\n").filter {
                !$0.contains("stuck")
            }
            #expect(lines.last?.hasSuffix("rest") ?? true, "\(log)\n\(lines.joined(separator: "\n"))")
        }
    }

    @Test func `one press selects at most once`() {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<300 {
            let log = randomScore(&generator)
            let lines = score(.automatic).play(log, until: 400).split(separator: "\n")
            let times = lines.filter { $0.contains("SELECTED") }.map { $0.split(separator: " ")[0] }
            #expect(Set(times).count == times.count, "\(log)")
        }
    }
}
