public import Evidence
import HomeFiles
public import Scanning

/// Finds the settings with which a person gets what they need soonest on these boards, by letting somebody like them use the boards with each.
///
/// What is sought is the least of the seconds to a need, those of needs that came to nothing counted as the patience of a person, and of
/// calls that nobody wanted, each counted as `unwantedSeconds`. One setting after another is tried, twice round, because they depend on each
/// other; everybody asks for the same needs, so that differences are those of the settings.
public struct TuningSearch {
    /// The boards, the settings that are in force, the words, and how often each need is wanted.
    public var simulation: Simulation
    /// How the person presses.
    public var profile: PressProfile
    /// How many needs each of the settings is tried with.
    public var needs = 120

    /// What a call costs that nobody wanted, in seconds: somebody comes, and asks, and goes.
    static let unwantedSeconds = 120.0
    /// A difference below this part is none that a person would notice.
    static let noticeable = 0.02
    /// Nobody is offered the next word before a quarter of their presses have come: who hears two words for each press cannot tell which
    /// of them it was for.
    static let earliestPart = 0.25

    public init(simulation: Simulation, profile: PressProfile) {
        self.simulation = simulation
        self.profile = profile
    }

    /// What was found.
    public struct Found: Equatable, Sendable {
        public var parameters: ScanParameters
        /// Seconds to a need, what went wrong counted as above; before and with what was found.
        public var secondsBefore: Double
        public var secondsAfter: Double
    }

    /// The best settings; those in force where nothing is noticeably better.
    public func found() -> Found {
        let present = simulation.settings.scanning
        let before = seconds(with: present)
        var best = (parameters: present, seconds: before)
        for _ in 0..<2 {
            for change in changes {
                for candidate in change(best.parameters) where candidate != best.parameters {
                    let seconds = seconds(with: candidate)
                    if seconds < best.seconds { best = (candidate, seconds) }
                }
            }
        }
        let isNoticed = best.seconds < before * (1 - Self.noticeable)
        return Found(
            parameters: isNoticed ? best.parameters : present, secondsBefore: before,
            secondsAfter: isNoticed ? best.seconds : before)
    }

    /// What is tried of each setting, the others as they are.
    private var changes: [(ScanParameters) -> [ScanParameters]] {
        [
            { parameters in scanTimes.map { time in with(parameters) { $0.scanTime = time } } },
            { parameters in [2, 4].map { loops in with(parameters) { $0.loops = loops } } },
            { parameters in
                [100, 300, 500].map { time in
                    with(parameters) { $0.ignoreRepeat = .milliseconds(time) }
                }
            },
        ]
    }

    private func with(_ parameters: ScanParameters, _ change: (inout ScanParameters) -> Void)
        -> ScanParameters
    {
        var changed = parameters
        change(&changed)
        return changed
    }

    /// From the time that a quarter of the presses take to the one that nearly all do, and half as much again.
    private var scanTimes: [Duration] {
        let range = TunedOption.scanTime.range
        let shortest = max(profile.timing.time(of: Self.earliestPart), range.lowerBound / .seconds(1))
        let longest = max(shortest * 1.2, profile.timing.time(of: 0.98) * 1.5)
        let steps = 9
        return (0..<steps).map { step in
            TunedOption.scanTime.rounded(shortest + (longest - shortest) * Double(step) / Double(steps - 1))
        }
    }

    private func seconds(with parameters: ScanParameters) -> Double {
        var person = simulation
        person.model = PressModel(profile)
        let tally = person.tally(parameters, needs: needs, stream: "tuning", profile: profile)
        let patience = Double(Simulator.Rhythm().patience.components.seconds)
        let tried = tally.outcomes.reduce(0.0) { $0 + ($1.seconds ?? patience) }
        let unwanted = tally.outcomes.reduce(tally.falseRequests) { $0 + $1.wrong }
        return (tried + Self.unwantedSeconds * Double(unwanted)) / Double(max(1, tally.outcomes.count))
    }
}

extension PressModel {
    /// Somebody who presses as a kiosk has learnt it of a person.
    public init(_ profile: PressProfile) {
        self.init(
            name: "learnt",
            reaction: Spread(
                mean: max(profile.timing.mean, Self.fastestReaction), deviation: profile.timing.deviation))
        missed = profile.missed
        falsePresses = profile.accidents
    }
}
