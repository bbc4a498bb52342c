/// All that `beckon tune` reports: how somebody presses, what goes wrong, and which settings might be better.
public struct TuningReport: Equatable, Sendable {
    /// What is set now.
    public let parameters: ScanParameters
    public let history: PressHistory
    public let times: PressTimes
    /// `nil` without any measured time.
    public let rules: ScanTimeRules?
    /// What went wrong in the timed choices.
    public let rates: ErrorRates
    /// One for each option, in their order.
    public let proposals: [TuningProposal]
    /// What presses are weighed by; `nil` where nothing is known, or it is not asked for.
    public let known: KnownPresses?

    public init(history: PressHistory, parameters: ScanParameters, known: KnownPresses? = nil) {
        self.known = known
        self.parameters = parameters
        self.history = history
        let timed = history.timed
        times = PressTimes(timed)
        rules = times.times.isEmpty ? nil : ScanTimeRules(times)
        rates = ErrorRates(timed)
        let advisor = TuningAdvisor(
            history: history, parameters: parameters, timed: timed, times: times, rules: rules, rates: rates)
        proposals = TunedOption.allCases.map(advisor.proposal)
    }

    /// Those that would change something.
    public var changes: [TuningProposal] { proposals.filter { $0.verdict == .change } }
}
