import Foundation
import Scanning
import StaffFiles

/// Which way of scanning is best for the simulated person, and by how much.
///
/// What asks for something else than wanted is out, however quick it is: of the ways that are as reliable as the best one, as far as chance
/// lets that be told (95 %), the quickest is best. Ways with one switch, with two, and with a keypad are compared among
/// themselves, because they ask for other hands.
public struct SimulationVerdict: Encodable, Equatable, Sendable {
    /// What a person needs for a way.
    public enum Hands: String, Encodable, CaseIterable, Sendable {
        case oneSwitch = "one_switch"
        case twoSwitches = "two_switches"
        case keypad

        init(_ mode: ScanParameters.Mode) {
            switch mode {
            case .automatic, .inverse, .stepDwell: self = .oneSwitch
            case .step: self = .twoSwitches
            case .direct: self = .keypad
            }
        }
    }

    /// One way in comparison with the best one of the same hands.
    public struct Comparison: Encodable, Equatable, Sendable {
        public var mode: String
        public var pattern: String
        /// Seconds to a need; more than those of the best one by this.
        public var secondsMore: Double
        /// Needs of 100 that end clean; fewer than those of the best one by this.
        public var cleanFewerPer100: Double
        /// Whether chance alone explains both differences.
        public var isWithinChance: Bool

        private enum CodingKeys: String, CodingKey {
            case mode, pattern, secondsMore, cleanFewerPer100
            case isWithinChance = "withinChance"
        }
    }

    /// The best one of some hands.
    public struct Best: Encodable, Equatable, Sendable {
        public var hands: Hands
        public var mode: String
        public var pattern: String
        public var seconds: Double
        public var steps: Double
        public var presses: Double
        public var wrongPer100: Double
        /// The next one; absent where there is no other.
        public var next: Comparison?
        /// The way that the settings have, where it is another one.
        public var set: Comparison?
    }

    /// One for each of the hands for which there is a way that leads to anything; one switch first.
    public var best: [Best]
    /// The same in words, for programs that show it; empty until somebody has said it.
    public var sentence = ""

    private enum CodingKeys: String, CodingKey { case best, sentence }

    /// Differences that nobody would notice, whatever chance says: of calls an hour, and seconds.
    private static let (leastFalse, leastSeconds) = (0.5, 0.05)
    /// Likewise, of 100 needs.
    public static let leastClean = 1.0

    init(_ results: [SimulationReport.Result], set: Simulation.Way) {
        best = Hands.allCases.compactMap { hands in
            Self.best(
                of: results.filter { result in
                    ScanParameters.Mode(rawValue: result.mode).map { Hands($0) == hands } ?? false
                }, hands, set)
        }
    }

    private static func best(
        of results: [SimulationReport.Result], _ hands: Hands, _ set: Simulation.Way
    ) -> Best? {
        let useful = results.filter { $0.rightPer100 > 0 }
        guard let cleanest = useful.max(by: { $0.cleanPer100 < $1.cleanPer100 }) else { return nil }
        let clean = useful.filter { !isLessClean($0, than: cleanest) }
        guard
            let calmest = clean.min(by: {
                $0.falseRequestsAfterUndoPerHour < $1.falseRequestsAfterUndoPerHour
            })
        else { return nil }
        let reliable = clean.filter { !isLessCalm($0, than: calmest) }
        guard let best = reliable.min(by: { $0.seconds.mean < $1.seconds.mean }) else { return nil }
        // The next one among those that are as reliable; where there is none, among all.
        func isOther(_ result: SimulationReport.Result) -> Bool {
            result.mode != best.mode || result.pattern != best.pattern
        }
        let others = reliable.contains(where: isOther) ? reliable.filter(isOther) : useful.filter(isOther)
        let next = others.min { $0.seconds.mean < $1.seconds.mean }
        let own = results.first { $0.mode == set.mode.rawValue && $0.pattern == set.pattern.rawValue }
        return Best(
            hands: hands, mode: best.mode, pattern: best.pattern, seconds: best.seconds.mean,
            steps: best.steps.mean, presses: best.presses.mean, wrongPer100: best.wrongAfterUndoPer100,
            next: next.map { compare($0, with: best) },
            set: own.flatMap { isOther($0) ? compare($0, with: best) : nil })
    }

    private static func compare(
        _ other: SimulationReport.Result, with best: SimulationReport.Result
    ) -> Comparison {
        let more = other.seconds.mean - best.seconds.mean
        // Welch: the spreads of two samples that do not depend on each other add up.
        let error =
            (other.seconds.meanError * other.seconds.meanError
            + best.seconds.meanError * best.seconds.meanError).squareRoot()
        return Comparison(
            mode: other.mode, pattern: other.pattern, secondsMore: ProgramJSON.rounded(more),
            cleanFewerPer100: ProgramJSON.rounded(best.cleanPer100 - other.cleanPer100),
            isWithinChance: abs(more) <= max(1.96 * error, leastSeconds) && !isLessClean(other, than: best)
                && !isLessCalm(other, than: best))
    }

    /// Agresti and Caffo 2000: each sample with one more success and one more failure, so that none of 100 has a spread as well.
    private static func isLessClean(
        _ other: SimulationReport.Result, than best: SimulationReport.Result
    ) -> Bool {
        func share(_ result: SimulationReport.Result) -> (part: Double, variance: Double) {
            let count = Double(result.needs) + 2
            let part = (result.cleanPer100 / 100 * Double(result.needs) + 1) / count
            return (part, part * (1 - part) / count)
        }
        let (first, second) = (share(best), share(other))
        let difference = first.part - second.part
        return difference * 100 > leastClean
            && difference > 1.96 * (first.variance + second.variance).squareRoot()
    }

    /// Two counts of what happens at random times.
    private static func isLessCalm(
        _ other: SimulationReport.Result, than best: SimulationReport.Result
    ) -> Bool {
        let (more, fewer) = (other.falseRequestsAfterUndoPerHour, best.falseRequestsAfterUndoPerHour)
        let (hours, bestHours) = (max(other.idleHours, 1e-9), max(best.idleHours, 1e-9))
        return more - fewer > leastFalse
            && more - fewer > 1.96 * (more / hours + fewer / bestHours).squareRoot()
    }
}
