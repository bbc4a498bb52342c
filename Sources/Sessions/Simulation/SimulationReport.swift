import Foundation
import Scanning
import StaffFiles
import Time

/// The result of a simulation.
public struct SimulationReport: Encodable, Equatable, Sendable {
    /// The distribution of a value over the needs that were met.
    public struct Figures: Encodable, Equatable, Sendable {
        public var mean: Double
        public var median: Double
        /// The 95th percentile.
        public var p95: Double
        /// The standard error of the mean; in no JSON.
        public var meanError = 0.0

        private enum CodingKeys: String, CodingKey { case mean, median, p95 }

        /// All are 0 without values.
        init(_ values: [Double]) {
            let sorted = values.sorted()
            func rank(_ part: Double) -> Double {
                sorted.isEmpty ? 0 : sorted[max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1)]
            }
            mean = ProgramJSON.rounded(values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count))
            median = ProgramJSON.rounded(rank(0.5))
            p95 = ProgramJSON.rounded(rank(0.95))
            guard values.count > 1 else { return }
            let exact = values.reduce(0, +) / Double(values.count)
            let squares = values.reduce(0) { $0 + ($1 - exact) * ($1 - exact) }
            meanError = (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
        }
    }

    /// Presses that the kiosk called similarly sure.
    public struct Tenth: Equatable, Sendable {
        public var presses: Int
        /// Those that were meant for what it took them for.
        public var meant: Int
        /// How many of them were meant by what it called them.
        public var expected: Double

        public init(presses: Int, meant: Int, expected: Double) {
            self.presses = presses
            self.meant = meant
            self.expected = expected
        }
    }

    /// One mode and pattern.
    public struct Result: Encodable, Equatable, Sendable {
        public var mode: String
        public var pattern: String
        /// Milliseconds, as it was used.
        public var scanTimeMilliseconds: Int
        /// Likewise; only `step_dwell` knows it.
        public var dwellTimeMilliseconds: Int
        /// What else tuning may change; milliseconds.
        public var latePressWindowMilliseconds: Int
        public var acceptanceTimeMilliseconds: Int
        public var ignoreRepeatMilliseconds: Int
        public var needs: Int
        /// From the first try to the press that asked, in seconds.
        public var seconds: Figures
        /// Words that were offered on the way; with a keypad, keys.
        public var steps: Figures
        /// The waking press included.
        public var presses: Figures
        /// The wanted need was asked, and was not undone.
        public var rightPer100: Double
        /// Likewise, and nothing unwanted remains.
        public var cleanPer100: Double
        /// Something else was asked or said, per 100 needs.
        public var wrongPer100: Double
        /// Likewise, without those that were undone at once.
        public var wrongAfterUndoPer100: Double
        /// Groups that were opened and not wanted, per 100 needs.
        public var wrongTurnsPer100: Double
        public var abandonedPer100: Double
        /// Asked while nobody wanted anything, per hour of such time.
        public var falseRequestsPerHour: Double
        public var falseRequestsAfterUndoPerHour: Double
        public var falseSayingsPerHour: Double
        /// Choices of every kind, and the simulated time.
        public var selections: Int
        public var hours: Double
        /// Presses that were asked back, per 100 needs, and the seconds per need from a meant one to the next that was taken.
        public var askedBackPer100: Double
        public var askedBackSeconds: Double
        /// Of somebody who changes (`PressModel.Change`): the needs that began later than among the first presses after it, and how many of
        /// them were right. In no JSON.
        public var changed: Changed
        /// Of the presses that the kiosk called so sure, in tenths: how many, and how many were meant. In no JSON.
        public var calibration: [Tenth] = []
        /// The hours in which nothing was wanted; in no JSON.
        public var idleHours: Double

        public struct Changed: Equatable, Sendable {
            public var needs: Int
            public var right: Int
        }

        private enum CodingKeys: String, CodingKey {
            case mode, pattern, scanTimeMilliseconds, dwellTimeMilliseconds, latePressWindowMilliseconds,
                acceptanceTimeMilliseconds, ignoreRepeatMilliseconds, needs, seconds, steps, presses,
                rightPer100,
                cleanPer100, wrongPer100, wrongAfterUndoPer100, wrongTurnsPer100, abandonedPer100,
                falseRequestsPerHour, falseRequestsAfterUndoPerHour, falseSayingsPerHour, selections, hours,
                askedBackPer100, askedBackSeconds
        }

        init(_ parameters: ScanParameters, _ tally: Tally) {
            let met = tally.outcomes.filter(\.isRight)
            func per100(_ count: Int) -> Double {
                ProgramJSON.rounded(Double(count) * 100 / Double(max(1, tally.outcomes.count)))
            }
            func perHour(_ count: Int) -> Double {
                tally.idleSeconds > 0 ? ProgramJSON.rounded(Double(count) * 3600 / tally.idleSeconds) : 0
            }
            func sum(_ value: (Outcome) -> Int) -> Int { tally.outcomes.reduce(0) { $0 + value($1) } }
            mode = parameters.mode.rawValue
            pattern = parameters.pattern.rawValue
            func milliseconds(_ duration: Duration) -> Int { Int(duration.nanoseconds / 1_000_000) }
            scanTimeMilliseconds = milliseconds(parameters.scanTime)
            dwellTimeMilliseconds = milliseconds(parameters.dwellTime)
            latePressWindowMilliseconds = milliseconds(parameters.latePressWindow)
            acceptanceTimeMilliseconds = milliseconds(parameters.acceptanceTime)
            ignoreRepeatMilliseconds = milliseconds(parameters.ignoreRepeat)
            needs = tally.outcomes.count
            seconds = Figures(met.compactMap(\.seconds))
            steps = Figures(met.map { Double($0.steps) })
            presses = Figures(met.map { Double($0.presses) })
            rightPer100 = per100(met.count)
            cleanPer100 = per100(met.count(where: \.isClean))
            wrongPer100 = per100(sum(\.wrong))
            wrongAfterUndoPer100 = per100(sum { $0.wrong - $0.undone })
            wrongTurnsPer100 = per100(sum(\.wrongTurns))
            abandonedPer100 = per100(tally.outcomes.count - met.count)
            falseRequestsPerHour = perHour(tally.falseRequests)
            falseRequestsAfterUndoPerHour = perHour(tally.falseRequests - tally.falseRequestsUndone)
            falseSayingsPerHour = perHour(tally.falseSayings)
            calibration = (0..<10).map { tenth in
                let these = tally.weighed.filter { min(9, Int($0.certainty * 10)) == tenth }
                return Tenth(
                    presses: these.count, meant: these.count(where: \.isMeant),
                    expected: these.reduce(0) { $0 + $1.certainty })
            }
            askedBackPer100 = per100(tally.askedBack)
            askedBackSeconds = ProgramJSON.rounded(
                tally.askedBackSeconds / Double(max(1, tally.outcomes.count)))
            let later = tally.outcomes.filter { $0.isChanged && !$0.isNewlyChanged }
            changed = Changed(needs: later.count, right: later.count(where: \.isRight))
            selections = tally.selections
            hours = ProgramJSON.rounded(tally.seconds / 3600)
            idleHours = tally.idleSeconds / 3600
        }
    }

    /// The first board's id.
    public var board: String
    public var model: String
    /// How many needs each line of the report is based on.
    public var requests: Int
    public var seed: UInt64
    public var isTuned: Bool
    public var results: [Result]
    /// Which of them is best for this person.
    public var verdict: SimulationVerdict

    private enum CodingKeys: String, CodingKey {
        case board, model, requests, seed, results, verdict
        case isTuned = "tuned"
    }
}
