import Chance
import Scanning
import ShippedWords
import Wording

/// A person whose press times are drawn from a seeded distribution, and who has made some choices.
struct Presser {
    var generator: SeededGenerator
    var records: [PressRecord] = []
    var scanTime: Duration = .milliseconds(1500)
    private var choices: UInt64 = 0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Normally distributed with mean 0 and standard deviation 1, by the sum of twelve evenly distributed numbers.
    mutating func deviation() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
    }

    /// One choice, so many seconds after the cue, that had lasted for 0.4 s.
    mutating func choose(
        after seconds: Double, late: Duration? = nil, passes: Int = 0, steps: Int = 3, undone: Bool = false,
        leadsOn: Bool = false, held: Duration = .milliseconds(300), since: Duration? = nil,
        mode: ScanParameters.Mode = .automatic
    ) {
        choices += 1
        let id = PressRecord.ID(rawValue: choices)
        records.append(
            .choice(
                PressRecord.Choice(
                    id: id, mode: mode, pattern: .linear, scanTime: scanTime,
                    sinceCueEnded: .seconds(seconds),
                    sinceCueBegan: .seconds(seconds + 0.4), lateBy: late, passes: passes, steps: steps,
                    leadsOn: leadsOn)))
        records.append(.press(.init(use: .choice(id), held: held, sincePrevious: since)))
        if undone { records.append(.undone(id, .window)) }
    }

    /// A press that did nothing.
    mutating func slip(held: Duration, since: Duration? = nil) {
        records.append(.press(.init(use: .nothing, held: held, sincePrevious: since)))
    }

    func report(
        known: KnownPresses? = nil, _ setting: (inout ScanParameters) -> Void = { _ in }
    ) -> TuningReport {
        var parameters = ScanParameters()
        parameters.scanTime = scanTime
        setting(&parameters)
        return TuningReport(history: PressHistory(records), parameters: parameters, known: known)
    }

    func proposal(
        _ option: TunedOption, _ setting: (inout ScanParameters) -> Void = { _ in }
    ) -> TuningProposal {
        // One for each option, in their order.
        report(setting).proposals[TunedOption.allCases.firstIndex(of: option) ?? 0]
    }
}

extension TuningProposal {
    /// Its reason, as a language says it.
    func said(in language: String = "en") throws -> String {
        try ShippedWords.translation(language)(reason)
    }
}
