import Wording

extension TuningAdvisor {
    /// Later after a press, another one is no bounce of the hand.
    private static let longest = 1.0
    /// So many bounces are a habit.
    private static let leastBounces = 3
    private static let marginBelowMeant = 0.8

    func ignoreRepeat() -> TuningProposal {
        guard parameters.mode != .inverse else {
            return stays(
                .ignoreRepeat, .notUsed,
                Text("tune.inverse"))
        }
        let present = parameters.ignoreRepeat
        let counted = history.presses.compactMap { press in
            press.sincePrevious.map { (seconds: $0 / .seconds(1), isMeant: history.wasMeant(press)) }
        }
        let meant = counted.filter { $0.isMeant == true }.map(\.seconds).sorted()
        // Nor is what comes later than others mean their presses.
        let latest = min(Self.longest, meant.isEmpty ? Self.longest : Self.shortest(meant))
        let through = counted.filter { $0.isMeant == false && $0.seconds < latest }.map(\.seconds)
        let kept = history.ignored.filter { $0.reason == .ignoreRepeat }.map { $0.sincePress / .seconds(1) }
        guard history.presses.count >= PressTimes.enough else {
            return stays(
                .ignoreRepeat, .tooFew,
                Text(
                    "tune.few_presses", count: history.presses.count, ["needed": .number(PressTimes.enough)]))
        }
        let limit = longestFor(meant)
        // What was ignored later than that may have been meant; what did nothing was not.
        let bounces = (through + kept.filter { $0 < limit }).sorted()
        guard bounces.count >= Self.leastBounces, let longest = bounces.last else {
            return stays(
                .ignoreRepeat, .keep,
                Text(
                    "tune.few_bounces", count: bounces.count, ["presses": .number(history.presses.count)]))
        }
        // One stray bounce far behind the others does not decide; with few of them, each counts.
        let most = bounces.count >= 20 ? PressTimes.quantile(0.98, of: bounces) : longest
        let proposed = min(
            TunedOption.ignoreRepeat.roundedUp(most + 0.001), TunedOption.ignoreRepeat.roundedDown(limit))
        let seconds = proposed / .seconds(1)
        let caught = bounces.count { $0 < seconds }
        var figures: [String: Text.Value] = [
            "caught": .number(caught), "longest": TuningWords.seconds(longest),
        ]
        if !meant.isEmpty { figures["shortest"] = TuningWords.seconds(Self.shortest(meant)) }
        let reason = Text(
            meant.isEmpty ? "tune.bounces" : "tune.bounces_meant", count: bounces.count, figures)
        guard proposed != present else {
            return stays(.ignoreRepeat, .keep, Text("tune.as_now", ["because": .text(reason)]))
        }
        let avoided = history.presses.count { press in
            guard case .choice = press.use, history.wasMeant(press) == false, let since = press.sincePrevious
            else { return false }
            return since < proposed
        }
        var after = rates
        after.undone = max(0, rates.undone - Double(avoided) * 100 / Double(max(history.choices.count, 1)))
        return TuningProposal(
            .ignoreRepeat, from: present, to: proposed, secondsPerNeed: 0, before: rates, after: after,
            because: .sentence(reason))
    }

    /// Below the shortest time between two meant presses, and at most half a scan time.
    private func longestFor(_ meant: [Double]) -> Double {
        let half = parameters.movesByItself ? parameters.scanTime / .seconds(1) / 2 : Self.longest
        guard !meant.isEmpty else { return half }
        return min(half, Self.shortest(meant) * Self.marginBelowMeant)
    }
}
