/// What another scan time would have meant for the same presses.
struct ScanTimeOutlook {
    let choices: [PressHistory.Choice]
    let times: PressTimes
    let needs: Int
    /// `late_press_window`.
    let lateWindow: Duration

    /// - Parameter present: the scan time that is set now.
    func rates(at scanTime: Duration, present: Duration) -> ErrorRates {
        var late = 0
        var cutOff = 0
        for choice in choices {
            guard let since = choice.choice.sinceCueEnded else { continue }
            let gap = scanTime + choice.choice.extra
            if since > gap + lateWindow { cutOff += 1 } else if since > gap { late += 1 }
        }
        let observed = Double(choices.reduce(0) { $0 + $1.misses })
        let kept = observed * keptMisses(from: present, to: scanTime)
        let scale = 100 / Double(max(choices.count, 1))
        return ErrorRates(
            misses: (kept + Double(cutOff)) * scale, late: Double(late) * scale,
            undone: Double(choices.count { $0.isUndone }) * scale)
    }

    /// Each item that went by was waited for as long as the scan time is, and each miss costs a pass.
    func secondsPerNeed(at scanTime: Duration, present: Duration) -> Double {
        let steps = choices.reduce(0) { $0 + $1.choice.steps }
        let waiting = Double(steps) * ((scanTime - present) / .seconds(1))
        let misses =
            (rates(at: scanTime, present: present).misses - ErrorRates(choices).misses) / 100
            * Double(choices.count)
        return (waiting + misses * stepsOfPass * (scanTime / .seconds(1) + cueSeconds))
            / Double(max(needs, 1))
    }

    /// Items of a pass: from the choices that took more than one; else as many as the longest wait.
    private var stepsOfPass: Double {
        let long = choices.filter { $0.choice.passes > 0 }
        guard !long.isEmpty else { return Double((choices.map(\.choice.steps).max() ?? 0) + 1) }
        let passes = long.reduce(0) { $0 + $1.choice.passes }
        return Double(long.reduce(0) { $0 + $1.choice.steps }) / Double(passes)
    }

    /// The middle length of a cue.
    private var cueSeconds: Double {
        let lengths: [Double] = choices.compactMap { choice in
            guard let began = choice.choice.sinceCueBegan, let ended = choice.choice.sinceCueEnded else {
                return nil
            }
            return max(0, (began - ended) / .seconds(1))
        }
        return PressTimes.quantile(0.5, of: lengths.sorted())
    }

    /// The part of the misses that stays. Only misses of presses that were too slow become fewer with a longer time; who
    /// had not listened misses as often.
    private func keptMisses(from present: Duration, to scanTime: Duration) -> Double {
        guard times.isCrowded, scanTime > present, times.deviation > 0 else { return 1 }
        func tail(_ gap: Duration) -> Double {
            Self.normalTail((gap / .seconds(1) - times.mean) / times.deviation)
        }
        let before = tail(present)
        return before > 0 ? min(1, tail(scanTime) / before) : 1
    }

    /// The part of a normal distribution above `deviations`; Abramowitz and Stegun 7.1.27, off by less than 0.0005.
    static func normalTail(_ deviations: Double) -> Double {
        let x = abs(deviations) / 2.0.squareRoot()
        let sum = 1 + x * (0.278393 + x * (0.230389 + x * (0.000972 + x * 0.078108)))
        let tail = 0.5 / (sum * sum * sum * sum)
        return deviations < 0 ? 1 - tail : tail
    }
}
