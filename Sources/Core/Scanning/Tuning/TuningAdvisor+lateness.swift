import Wording

extension TuningAdvisor {
    /// A press near a step: how long after the first sound of the new cue, whether it counted for the item before, and
    /// whether that was wrong.
    private struct NearStep {
        var since: Double
        var countedForBefore: Bool
        var wasWrong: Bool

        /// Whether it would be wrong with another window: what was taken back is right if it counts for the other item.
        func isWrong(window: Double) -> Bool { (since < window) == countedForBefore ? wasWrong : !wasWrong }
    }

    /// Later after a step, a press was not meant for the item before.
    private static let near = 0.6
    /// How many presses near a step are evidence, and how many fewer errors are not chance.
    private static let leastPresses = 5
    private static let leastGain = 2

    func latePressWindow() -> TuningProposal {
        guard parameters.movesByItself else {
            return stays(
                .latePressWindow, .notUsed,
                Text("tune.nobody_late", ["mode": .verbatim(parameters.mode.rawValue)]))
        }
        let near = nearSteps
        guard near.count >= Self.leastPresses, timed.count >= PressTimes.enough else {
            return stays(
                .latePressWindow, .tooFew,
                Text(
                    "tune.few_near", count: near.count,
                    [
                        "time": TuningWords.value(.milliseconds(600)),
                        "choices": .text(Text("tune.choices", count: timed.count)),
                    ]))
        }
        func errors(_ window: Duration) -> Int { near.count { $0.isWrong(window: window / .seconds(1)) } }
        let present = parameters.latePressWindow
        let longest = min(.milliseconds(500), parameters.scanTime / 2 - parameters.acceptanceTime)
        let windows = (0...10).map { Duration.milliseconds($0 * 50) }.filter { $0 <= longest }
        // The fewest errors; of equals, the one nearest to what the person is used to.
        let best = windows.min {
            (errors($0), abs(($0 - present) / .seconds(1))) < (errors($1), abs(($1 - present) / .seconds(1)))
        }
        guard let best, errors(best) + Self.leastGain <= errors(present) else {
            return stays(
                .latePressWindow, .keep,
                Text("tune.near_keep", count: errors(present), ["near": .number(near.count)]))
        }
        var after = rates
        after.undone -= Double(errors(present) - errors(best)) * 100 / Double(timed.count)
        return TuningProposal(
            .latePressWindow, from: present, to: best, secondsPerNeed: 0, before: rates, after: after,
            because:
                Text(
                    "tune.near_change", count: errors(present),
                    [
                        "near": .number(near.count), "window": TuningWords.value(best),
                        "errors": .number(errors(best)),
                    ]))
    }

    private var nearSteps: [NearStep] {
        timed.compactMap { choice in
            let late = choice.choice.lateBy
            // On the first item there is nothing before that a press could count for.
            guard late != nil || choice.choice.steps > 0, let since = late ?? choice.choice.sinceCueBegan
            else { return nil }
            let seconds = since / .seconds(1)
            return seconds < Self.near
                ? NearStep(since: seconds, countedForBefore: late != nil, wasWrong: choice.isUndone) : nil
        }
    }
}
