public import Boards
public import Evidence
import Foundation
public import HomeFiles
public import Scanning

/// Lets simulated people ask for what they need with the real session, and measures the effort.
///
/// Pure: no clock is read, and the same input always gives the same report.
public struct Simulation {
    /// One way of scanning.
    public struct Way: Hashable, Sendable {
        public var mode: ScanParameters.Mode
        public var pattern: ScanParameters.Pattern

        public init(mode: ScanParameters.Mode, pattern: ScanParameters.Pattern) {
            self.mode = mode
            self.pattern = pattern
        }

        /// All combinations.
        public static let all = ScanParameters.Mode.allCases.flatMap { mode in
            ScanParameters.Pattern.allCases.map { Way(mode: mode, pattern: $0) }
        }

        /// Names its streams of random numbers.
        var name: String { "\(mode.rawValue)/\(pattern.rawValue)" }
    }

    public var boards: BoardSet
    public var settings: HomeSettings
    public var phrases: Phrases
    public var model: PressModel
    /// How often each need is wanted, by id; by Zipf's law in the order of the files if `nil`.
    public var weights: [String: Double]?
    /// How many needs each way of scanning is asked for.
    public var requests: Int
    public var seed: UInt64
    /// Whether the scanning is fitted to the person first, by a calibration.
    public var isTuned = false
    /// What the kiosk is made to believe of the person's presses before each need, instead of what it has learnt: a proof that weighing
    /// presses helps must fail where the kiosk takes somebody for another.
    public var believed: PressProfile?
    /// How long words take.
    public var wordsDuration: (_ text: String, _ language: String) -> Duration = SpeechEstimate.duration

    public init(
        boards: BoardSet, settings: HomeSettings, phrases: Phrases, model: PressModel, requests: Int,
        seed: UInt64
    ) {
        self.boards = boards
        self.settings = settings
        self.phrases = phrases
        self.model = model
        self.requests = requests
        self.seed = seed
    }

    /// How far a simulation has come.
    public struct Progress: Equatable, Sendable {
        /// Ways that are done, of all.
        public var ways: Int
        public var allWays: Int
        /// From 0 to 1, of all needs.
        public var part: Double
    }

    /// Simulates these ways one after another; their results do not depend on each other.
    ///
    /// - Parameter onProgress: Told after each hundredth of a way, so that somebody who waits sees how long.
    public func report(on ways: [Way], onProgress: (Progress) -> Void = { _ in }) -> SimulationReport {
        let results = ways.enumerated().map { number, way in
            result(of: way) { part in
                onProgress(
                    Progress(
                        ways: number, allWays: ways.count, part: (Double(number) + part) / Double(ways.count))
                )
            }
        }
        let set = Way(mode: settings.scanning.mode, pattern: settings.scanning.pattern)
        return SimulationReport(
            board: boards.boards[boards.start]?.id ?? "", model: model.name, requests: requests, seed: seed,
            isTuned: isTuned, results: results, verdict: SimulationVerdict(results, set: set))
    }

    private func result(of way: Way, onProgress: (Double) -> Void) -> SimulationReport.Result {
        var parameters = settings.scanning
        parameters.mode = way.mode
        parameters.pattern = way.pattern
        var profile = PressProfile()
        var practice = 0
        if isTuned {
            let calibration = tally(
                Calibration.parameters(parameters), needs: Calibration.needs,
                stream: "\(way.name) calibration", keepsRecords: true)
            parameters = fitted(parameters, by: calibration)
            profile = calibration.profile
            practice = calibration.meantPresses
        }
        return SimulationReport.Result(
            parameters,
            tally(
                parameters, needs: requests, stream: way.name, profile: profile, practice: practice,
                onProgress: onProgress))
    }

    /// As `beckon tune` would propose it: by a search where presses are weighed, and else by the rules.
    private func fitted(_ parameters: ScanParameters, by calibration: Tally) -> ScanParameters {
        let fitted = Calibration.fitted(parameters, by: calibration)
        guard parameters.pressEvidence == .full, parameters.mode == .automatic else { return fitted }
        var simulation = self
        simulation.settings.scanning = fitted
        return TuningSearch(simulation: simulation, profile: calibration.profile).found().parameters
    }

    func tally(
        _ parameters: ScanParameters, needs: Int, stream: String, keepsRecords: Bool = false,
        profile: PressProfile = PressProfile(), practice: Int = 0, onProgress: (Double) -> Void = { _ in }
    ) -> Tally {
        var settings = settings
        settings.scanning = parameters
        var simulator = Simulator(
            settings: settings, boards: boards, phrases: phrases, model: model, weights: weights,
            rhythm: .init(), seed: seed, stream: stream, wordsDuration: wordsDuration)
        simulator.keepsRecords = keepsRecords
        simulator.profile = profile
        simulator.believed = keepsRecords ? nil : believed
        simulator.tally.meantPresses = practice
        return simulator.run(needs: needs, onProgress: onProgress)
    }
}
