/// Makes the proposals. Those for `scan_time` are here, those for the other options in files of their own.
struct TuningAdvisor {
    let history: PressHistory
    let parameters: ScanParameters
    /// The choices of modes that move on by themselves.
    let timed: [PressHistory.Choice]
    let times: PressTimes
    let rules: ScanTimeRules?
    let rates: ErrorRates

    /// A difference below this part of the present value is none that a person would notice.
    private static let noticeable = 0.05

    func proposal(for option: TunedOption) -> TuningProposal {
        switch option {
        case .scanTime: scanTime()
        case .latePressWindow: latePressWindow()
        case .acceptanceTime: acceptanceTime()
        case .ignoreRepeat: ignoreRepeat()
        }
    }

    func stays(
        _ option: TunedOption, _ verdict: TuningProposal.Verdict, _ reason: String
    ) -> TuningProposal {
        TuningProposal(
            option, stays: verdict, at: option.value(in: parameters), rates: rates, because: reason)
    }

    private func scanTime() -> TuningProposal {
        guard parameters.movesByItself else {
            return stays(
                .scanTime, .notUsed, "With `mode: \(parameters.mode.rawValue)` nothing moves on by itself.")
        }
        // Attempts, and those of them that missed at least once. Where the presses do not crowd against the end, what
        // came to nothing was no matter of time: a press that woke the kiosk by chance, perhaps.
        let attempts = timed.count + history.givenUp.count
        let missed = timed.count { $0.misses > 0 } + history.givenUp.count
        let isMissed = times.isCrowded && attempts >= PressTimes.enough && missed * 2 > attempts
        guard let rules, times.isEnough || isMissed else { return stays(.scanTime, .tooFew, tooFew) }
        let present = parameters.scanTime
        let wanted = isMissed ? present / .seconds(1) * 1.5 : rules.advised
        let proposed = max(TunedOption.scanTime.rounded(wanted), shortest)
        let difference = abs(proposed / present - 1)
        guard proposed != present, difference >= Self.noticeable else {
            return stays(.scanTime, .keep, because(rules) + ", which the present value fits.")
        }
        let outlook = ScanTimeOutlook(
            choices: timed, times: times, needs: history.needs, lateWindow: parameters.latePressWindow)
        return TuningProposal(
            .scanTime, from: present, to: proposed,
            secondsPerNeed: outlook.secondsPerNeed(at: proposed, present: present), before: rates,
            after: outlook.rates(at: proposed, present: present),
            because: isMissed
                ? "Of \(attempts) attempts, \(missed) missed the word at least once or came to nothing, so that the usual press time cannot be measured: give half as much time again, and look after 50 more choices."
                : because(rules) + ".")
    }

    /// Nothing of what is set for presses may eat up the scan time.
    private var shortest: Duration {
        let taken = max(
            (parameters.acceptanceTime + parameters.latePressWindow) * 2, parameters.ignoreRepeat * 2)
        return max(TunedOption.scanTime.roundedUp(taken / .seconds(1)), TunedOption.scanTime.range.lowerBound)
    }

    private var tooFew: String {
        let so = rules.map {
            " So far the rules would give \(TuningWords.seconds($0.byRatio)) and \(TuningWords.seconds($0.bySpread))."
        }
        guard times.choices >= PressTimes.enough else {
            let made = TuningWords.count(times.choices, "choice has", "choices have")
            return "\(made) been made, and \(PressTimes.enough) are needed.\(so ?? "")"
        }
        return
            "Of \(times.choices) choices, only \(times.times.count) were pressed after the word and stood, and \(PressTimes.enoughMeasured) are needed.\(so ?? "")"
    }

    private func because(_ rules: ScanTimeRules) -> String {
        let mean = TuningWords.seconds(times.mean)
        let byRatio = TuningWords.seconds(rules.byRatio)
        let bySpread = TuningWords.seconds(rules.bySpread)
        let slow = times.tooSlow > 0 ? ", missed offers counted as slower" : ""
        return rules.takesSpread
            ? "The usual press comes \(mean) after the word\(slow), but so unevenly that more than one in ten would be late after mean ÷ 0.65 = \(byRatio): mean + 2 standard deviations is \(bySpread)"
            : "The usual press comes \(mean) after the word\(slow): mean ÷ 0.65 is \(byRatio) (mean + 2 standard deviations: \(bySpread))"
    }
}
