extension TuningReport {
    /// What the picture shows.
    public var histogram: PressHistogram {
        let proposed = proposals.first { $0.option == .scanTime }?.proposed ?? parameters.scanTime
        return PressHistogram(timed, reach: max(parameters.scanTime, proposed) / .seconds(1) * 1.1)
    }

    /// The choices of modes that move on by themselves.
    var timed: [PressHistory.Choice] { history.timed }

    /// The proposed scan time, if it is another one.
    var proposedScanTime: Duration? {
        proposals.first { $0.option == .scanTime && $0.verdict == .change }?.proposed
    }

    /// What went wrong or was kept from counting: a word, how often, and what it means.
    var tally: [(name: String, count: String, meaning: String)] {
        let timed = timed
        let misses = timed.reduce(0) { $0 + $1.misses }
        func of(_ count: Int, _ rate: Double) -> String { "\(count) (\(TuningWords.rate(rate)) in 100)" }
        func of(_ count: Int) -> String { of(count, Double(count) * 100 / Double(max(timed.count, 1))) }
        return [
            ("missed", of(misses, rates.misses), "the wanted word went by without a press"),
            ("late", of(timed.count { $0.isLate }), "counted for the word before"),
            ("early", of(timed.count { $0.isEarly }), "sooner after the word began than anybody can react"),
            ("during the word", of(times.anticipations), "pressed before it was said to its end"),
            ("undone", of(timed.count { $0.isUndone }), "taken back, or left again by \"Go back\""),
            ("given up", "\(history.givenUp.count)", "all passes went by without a choice"),
            ("repeats", "\(history.ignored.count)", "presses ignored, too soon after another one"),
            ("touches", "\(history.touches.count)", "let go before the acceptance time"),
        ]
    }

    /// What was measured, in a sentence.
    var summary: String {
        guard !times.times.isEmpty else { return "No press has been measured yet." }
        var parts = [
            "\(TuningWords.count(times.times.count, "press", "presses")) measured: \(TuningWords.seconds(times.mean)) after the word on average, half of them within \(TuningWords.seconds(times.median)), standard deviation \(TuningWords.seconds(times.deviation))."
        ]
        if times.outliers > 0 {
            parts.append(
                "\(TuningWords.count(times.outliers, "press", "presses")) far from all others left out.")
        }
        if times.isCrowded {
            parts.append(
                "Many presses come at the very end of the time, so missed words are counted as slower presses."
            )
        }
        return parts.joined(separator: " ")
    }
}

extension TuningProposal {
    /// `1.5 s → 1.25 s`, or `1.5 s stays`.
    var headline: String {
        let present = TuningWords.value(present)
        switch verdict {
        case .change: return "\(present) → \(TuningWords.value(proposed))"
        case .keep: return "\(present) stays"
        case .tooFew: return "\(present): too little is known yet"
        case .notUsed: return "\(present): without effect now"
        }
    }

    /// What it would change, in a sentence; `nil` where nothing changes.
    var effect: String? {
        guard verdict == .change else { return nil }
        let seconds = abs(secondsPerNeed)
        let time =
            seconds < 0.05
            ? "A need takes as long as before"
            : "A need takes \(TuningWords.rate(seconds)) s \(secondsPerNeed < 0 ? "less" : "more")"
        let rates: [(name: String, rate: KeyPath<ErrorRates, Double>)] = [
            ("missed", \.misses), ("late", \.late), ("undone", \.undone),
        ]
        let changed = rates.compactMap { name, rate -> String? in
            let (before, after) = (
                TuningWords.rate(before[keyPath: rate]), TuningWords.rate(after[keyPath: rate])
            )
            return before == after ? nil : "\(name) \(before) → \(after)"
        }
        return changed.isEmpty
            ? "\(time); missed, late and undone as before."
            : "\(time); in 100 choices: \(changed.joined(separator: ", "))."
    }
}
