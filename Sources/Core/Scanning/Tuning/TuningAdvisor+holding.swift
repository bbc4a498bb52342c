import Wording

extension TuningAdvisor {
    /// So much of the shortest meant press is the longest acceptance time: hands differ from day to day.
    private static let margin = 0.8

    func acceptanceTime() -> TuningProposal {
        let meant = history.presses.filter { history.wasMeant($0) == true }.map { $0.held / .seconds(1) }
            .sorted()
        let slips = slips(under: meant)
        let present = parameters.acceptanceTime
        guard meant.count >= PressTimes.enoughMeasured, history.presses.count >= PressTimes.enough else {
            return stays(
                .acceptanceTime, .tooFew,
                Text(
                    "tune.few_presses_meant", count: history.presses.count,
                    [
                        "meant": .number(meant.count), "needed": .number(PressTimes.enough),
                        "needed_meant": .number(PressTimes.enoughMeasured),
                    ])
            )
        }
        let shortestMeant = TuningWords.seconds(Self.shortest(meant))
        guard let longestSlip = slips.max() else {
            let reason = Text(
                "tune.no_touches", ["meant": .number(meant.count), "shortest": shortestMeant])
            return present == .zero
                ? stays(.acceptanceTime, .keep, .sentence(reason))
                : change(
                    .acceptanceTime, to: .zero, slips: [],
                    reason: Text("tune.nothing_to_keep_out", ["because": .text(reason)]))
        }
        let limit = TunedOption.acceptanceTime.roundedDown(Self.shortest(meant) * Self.margin)
        let wanted = TunedOption.acceptanceTime.roundedUp(longestSlip)
        let proposed = min(wanted, limit)
        let kept = slips.count { $0 < proposed / .seconds(1) }
        let reason = Text(
            "tune.kept_out", count: slips.count,
            [
                "kept": .number(kept), "longest": TuningWords.seconds(longestSlip), "shortest": shortestMeant,
            ])
        guard proposed != present else {
            return stays(.acceptanceTime, .keep, Text("tune.as_now", ["because": .text(reason)]))
        }
        let keptNow = slips.count { $0 < present / .seconds(1) }
        let lostNow = meant.count { $0 < present / .seconds(1) }
        // One touch in a thousand presses is no reason to make every press slower.
        guard abs(kept - keptNow) + lostNow >= 2 || proposed < present else {
            return stays(
                .acceptanceTime, .keep,
                Text("tune.only_touches", count: slips.count, ["meant": .number(meant.count)])
            )
        }
        return change(.acceptanceTime, to: proposed, slips: slips, reason: .sentence(reason))
    }

    /// Presses that were not meant: those that were let go too early, and the short ones that did nothing or were
    /// taken back. Not those that came so soon after another press that `ignore_repeat` takes them: that costs nothing,
    /// while an acceptance time makes every press slower.
    private func slips(under meant: [Double]) -> [Double] {
        let usual = PressTimes.quantile(0.5, of: meant)
        let repeats = ignoreRepeat().proposed
        let counted = history.presses.filter { press in
            history.wasMeant(press) == false && (press.sincePrevious.map { $0 >= repeats } ?? true)
        }.map { $0.held / .seconds(1) }
        return history.touches.map { $0.held / .seconds(1) } + counted.filter { $0 < usual / 2 }
    }

    /// The shortest meant press; of many, the one in fifty, so that a single slip does not decide.
    static func shortest(_ sorted: [Double]) -> Double { PressTimes.quantile(0.02, of: sorted) }

    private func change(
        _ option: TunedOption, to proposed: Duration, slips: [Double], reason: Text
    ) -> TuningProposal {
        let present = option.value(in: parameters)
        var after = rates
        let avoided = history.presses.count { press in
            guard case .choice = press.use, history.wasMeant(press) == false else { return false }
            return press.held < proposed && slips.contains(press.held / .seconds(1))
        }
        after.undone = max(0, rates.undone - Double(avoided) * 100 / Double(max(history.choices.count, 1)))
        // Every choice of a need is made so much later.
        let choices = Double(history.choices.count) / Double(max(history.needs, 1))
        return TuningProposal(
            option, from: present, to: proposed,
            secondsPerNeed: (proposed - present) / .seconds(1) * choices, before: rates, after: after,
            because: reason)
    }
}
