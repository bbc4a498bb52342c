import Wording

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
        _ option: TunedOption, _ verdict: TuningProposal.Verdict, _ reason: Text
    ) -> TuningProposal {
        TuningProposal(
            option, stays: verdict, at: option.value(in: parameters), rates: rates, because: reason)
    }

    private func scanTime() -> TuningProposal {
        guard parameters.movesByItself else {
            return stays(
                .scanTime, .notUsed, Text("tune.nothing_moves", ["mode": .verbatim(parameters.mode.rawValue)])
            )
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
            return stays(.scanTime, .keep, Text("tune.fits", ["because": .text(because(rules))]))
        }
        let outlook = ScanTimeOutlook(
            choices: timed, times: times, needs: history.needs, lateWindow: parameters.latePressWindow)
        return TuningProposal(
            .scanTime, from: present, to: proposed,
            secondsPerNeed: outlook.secondsPerNeed(at: proposed, present: present), before: rates,
            after: outlook.rates(at: proposed, present: present),
            because: isMissed
                ? Text("tune.mostly_missed", ["attempts": .number(attempts), "missed": .number(missed)])
                : .sentence(because(rules)))
    }

    /// Nothing of what is set for presses may eat up the scan time.
    private var shortest: Duration {
        let taken = max(
            (parameters.acceptanceTime + parameters.latePressWindow) * 2, parameters.ignoreRepeat * 2)
        return max(TunedOption.scanTime.roundedUp(taken / .seconds(1)), TunedOption.scanTime.range.lowerBound)
    }

    private var tooFew: Text {
        let made: Text
        if times.choices < PressTimes.enough {
            made = Text("tune.few_choices", count: times.choices, ["needed": .number(PressTimes.enough)])
        } else {
            made = Text(
                "tune.few_measured", count: times.times.count,
                ["choices": .number(times.choices), "needed": .number(PressTimes.enoughMeasured)])
        }
        guard let rules else { return made }
        let soFar = Text(
            "tune.so_far",
            ["ratio": TuningWords.seconds(rules.byRatio), "spread": TuningWords.seconds(rules.bySpread)])
        return .joined([made, soFar], separator: " ")
    }

    /// A sentence that can go on.
    private func because(_ rules: ScanTimeRules) -> Text {
        let name =
            switch (rules.takesSpread, times.tooSlow > 0) {
            case (true, true): "tune.uneven_missed"
            case (true, false): "tune.uneven"
            case (false, true): "tune.usual_missed"
            case (false, false): "tune.usual"
            }
        return Text(
            name,
            [
                "mean": TuningWords.seconds(times.mean), "ratio": TuningWords.seconds(rules.byRatio),
                "spread": TuningWords.seconds(rules.bySpread),
            ])
    }
}
