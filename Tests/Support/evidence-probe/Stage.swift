import Boards
import Evidence
import HomeFiles
import Scanning
import Simulation

/// The board that everybody uses, and how often.
struct Stage: Sendable {
    var boards: BoardSet
    var phrases: Phrases
    var requests: Int
    var seeds: Int
    /// What the kiosk is made to believe of everybody; what it learns if `nil`.
    var believed: PressProfile?

    /// Plays all of these, as many at once as there are processors.
    func play(_ plays: [Play]) async -> [Play] {
        await withTaskGroup(of: (number: Int, play: Play).self) { group in
            for (number, play) in plays.enumerated() {
                group.addTask { (number, played(play)) }
            }
            var done = plays
            for await one in group { done[one.number] = one.play }
            return done
        }
    }

    /// One of them with each seed.
    private func played(_ play: Play) -> Play {
        var play = play
        var settings = HomeSettings.standard
        settings.scanning.pressEvidence = play.evidence
        for seed in 1...seeds {
            var simulation = Simulation(
                boards: boards, settings: settings, phrases: phrases, model: play.person.model,
                requests: requests, seed: UInt64(seed))
            simulation.isTuned = true
            simulation.believed = believed
            let report = simulation.report(on: [.init(mode: .automatic, pattern: play.pattern)])
            for result in report.results { play.figures.add(result) }
        }
        return play
    }

    /// What a kiosk would know that has always been used by somebody who takes three seconds: sooner presses are nothing to it.
    static var stranger: PressProfile {
        PressProfile(
            (0..<120).map { number in
                let offer = PressRecord.Weighed.Offer(
                    since: .milliseconds(2900 + number % 5 * 50), wanted: 0.9, meant: 0.99)
                return PressRecord.weighed(.init(offers: [offer], watched: .seconds(6), verdict: .chose))
            })
    }
}
