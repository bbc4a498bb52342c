import Wording

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

    /// How many choices, when they were made, and in which mode.
    func facts(_ period: Text?) -> Text {
        let choices = Text("tune.choices", count: timed.count)
        let mode = Text("tune.mode", ["mode": .verbatim(parameters.mode.rawValue)])
        return .joined([choices, period, mode].compactMap { $0 }, separator: ", ")
    }

    /// What went wrong or was kept from counting: a word, how often, and what it means.
    var tally: [Row] {
        let timed = timed
        func only(_ count: Int) -> Text { Text("tune.times", count: count) }
        func of(_ count: Int, _ rate: Double) -> Text {
            Text("tune.times_of_100", count: count, ["rate": TuningWords.rate(rate)])
        }
        func of(_ count: Int) -> Text { of(count, Double(count) * 100 / Double(max(timed.count, 1))) }
        return [
            (
                Text("tune.missed"), of(timed.reduce(0) { $0 + $1.misses }, rates.misses),
                Text("tune.missed_means")
            ),
            (Text("tune.late"), of(timed.count { $0.isLate }), Text("tune.late_means")),
            (Text("tune.early"), of(timed.count { $0.isEarly }), Text("tune.early_means")),
            (Text("tune.during"), of(times.anticipations), Text("tune.during_means")),
            (Text("tune.undone"), of(timed.count { $0.isUndone }), Text("tune.undone_means")),
            (Text("tune.given_up"), only(history.givenUp.count), Text("tune.given_up_means")),
            (Text("tune.repeats"), only(history.ignored.count), Text("tune.repeats_means")),
            (Text("tune.touches"), only(history.touches.count), Text("tune.touches_means")),
        ]
    }

    /// What was measured.
    var summary: Text {
        guard !times.times.isEmpty else { return Text("tune.no_press") }
        var sentences = [
            Text(
                "tune.measured", count: times.times.count,
                [
                    "mean": TuningWords.seconds(times.mean), "median": TuningWords.seconds(times.median),
                    "deviation": TuningWords.seconds(times.deviation),
                ])
        ]
        if times.outliers > 0 { sentences.append(Text("tune.left_out", count: times.outliers)) }
        if times.isCrowded { sentences.append(Text("tune.crowded")) }
        return .joined(sentences, separator: " ")
    }

    /// The marks of the picture for those who do not see it.
    var marksInWords: Text {
        var values = ["now": TuningWords.value(parameters.scanTime)]
        guard let proposed = proposedScanTime else { return Text("tune.scan_time_is", values) }
        values["proposed"] = TuningWords.value(proposed)
        return Text("tune.scan_time_is_and", values)
    }
}

extension TuningProposal {
    /// `1.5 s → 1.25 s`, or `1.5 s stays`.
    var headline: Text {
        var values = ["present": TuningWords.value(present)]
        switch verdict {
        case .change:
            values["proposed"] = TuningWords.value(proposed)
            return Text("tune.changes", values)
        case .keep: return Text("tune.stays", values)
        case .tooFew: return Text("tune.too_few", values)
        case .notUsed: return Text("tune.not_used", values)
        }
    }

    /// What it would change, in a sentence; `nil` where nothing changes.
    var effect: Text? {
        guard verdict == .change else { return nil }
        let seconds = abs(secondsPerNeed)
        var values: [String: Text.Value] = ["time": .text(time(seconds))]
        let rates: [(name: Text, rate: KeyPath<ErrorRates, Double>)] = [
            (Text("tune.missed"), \.misses), (Text("tune.late"), \.late), (Text("tune.undone"), \.undone),
        ]
        let changed = rates.compactMap { name, rate -> Text? in
            let (before, after) = (before[keyPath: rate], after[keyPath: rate])
            guard TuningWords.tenths(before) != TuningWords.tenths(after) else { return nil }
            return Text(
                "tune.rate_changes",
                [
                    "name": .text(name), "before": TuningWords.rate(before), "after": TuningWords.rate(after),
                ])
        }
        guard !changed.isEmpty else { return Text("tune.effect_on_time", values) }
        values["rates"] = .text(.joined(changed, separator: ", "))
        return Text("tune.effect", values)
    }

    private func time(_ seconds: Double) -> Text {
        guard seconds >= 0.05 else { return Text("tune.as_long") }
        return Text(
            secondsPerNeed < 0 ? "tune.takes_less" : "tune.takes_more", ["seconds": TuningWords.rate(seconds)]
        )
    }
}
