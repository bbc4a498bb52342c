public import Wording

/// The report for programs: times in seconds, values also as staff write them, and reasons in English.
public struct TuningDocument: Encodable {
    private let report: TuningReport
    private let english: Translation

    /// - Parameter english: What is said in English.
    public init(_ report: TuningReport, _ english: Translation) {
        self.report = report
        self.english = english
    }

    private struct Rates: Encodable {
        var missed: Double
        var late: Double
        var undone: Double

        init(_ rates: ErrorRates) {
            missed = rates.misses
            late = rates.late
            undone = rates.undone
        }
    }

    private struct Row: Encodable {
        var option: TunedOption
        var verdict: TuningProposal.Verdict
        var present: String
        var proposed: String
        var presentSeconds: Double
        var proposedSeconds: Double
        var reason: String
        var secondsPerNeed: Double
        var before: Rates
        var after: Rates

        init(_ proposal: TuningProposal, _ english: Translation) {
            option = proposal.option
            verdict = proposal.verdict
            present = TuningWords.written(proposal.present)
            proposed = TuningWords.written(proposal.proposed)
            presentSeconds = proposal.present / .seconds(1)
            proposedSeconds = proposal.proposed / .seconds(1)
            reason = english(proposal.reason)
            secondsPerNeed = proposal.secondsPerNeed
            before = Rates(proposal.before)
            after = Rates(proposal.after)
        }
    }

    private struct Span: Encodable {
        var from: Double
        var to: Double
        var inTime: Int
        var late: Int
    }

    private struct Presses: Encodable {
        var measured: Int
        var duringTheWord: Int
        var outliers: Int
        var tooSlow: Int
        var meanSeconds: Double
        var deviationSeconds: Double
        var medianSeconds: Double
    }

    private struct Rules: Encodable {
        var meanByRatioSeconds: Double
        var meanAndSpreadSeconds: Double
        var advisedSeconds: Double
    }

    private struct Counts: Encodable {
        var choices: Int
        var missed: Int
        var late: Int
        var early: Int
        var undone: Int
        var givenUp: Int
        var repeats: Int
        var touches: Int
    }

    private struct Known: Encodable {
        struct Last: Encodable {
            var chosen: Int
            var asked: Int
            var passed: Int
        }

        var presses: Int
        var needed: Int
        var meanSeconds: Double
        var fromSeconds: Double
        var toSeconds: Double
        var missedPer100: Double
        var accidentsPerHour: Double
        var last: Last

        init(_ known: KnownPresses) {
            presses = known.count
            needed = known.needed
            meanSeconds = Self.rounded(known.mean)
            fromSeconds = Self.rounded(known.span.lowerBound)
            toSeconds = Self.rounded(known.span.upperBound)
            missedPer100 = Self.rounded(known.missed * 100)
            accidentsPerHour = Self.rounded(known.accidents)
            let verdicts = known.verdicts
            last = Last(chosen: verdicts.chosen, asked: verdicts.asked, passed: verdicts.passed)
        }

        private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    }

    private enum Key: String, CodingKey {
        case mode, counts, presses, rules, per100, known, histogram, proposals
    }

    public func encode(to encoder: any Encoder) throws {
        let (timed, times, history) = (report.timed, report.times, report.history)
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(report.parameters.mode, forKey: .mode)
        try fields.encode(
            Counts(
                choices: timed.count, missed: timed.reduce(0) { $0 + $1.misses },
                late: timed.count { $0.isLate },
                early: timed.count { $0.isEarly }, undone: timed.count { $0.isUndone },
                givenUp: history.givenUp.count, repeats: history.ignored.count, touches: history.touches.count
            ),
            forKey: .counts)
        try fields.encode(
            Presses(
                measured: times.times.count, duringTheWord: times.anticipations, outliers: times.outliers,
                tooSlow: times.tooSlow, meanSeconds: times.mean, deviationSeconds: times.deviation,
                medianSeconds: times.median), forKey: .presses)
        try fields.encodeIfPresent(
            report.rules.map {
                Rules(
                    meanByRatioSeconds: $0.byRatio, meanAndSpreadSeconds: $0.bySpread,
                    advisedSeconds: $0.advised)
            }, forKey: .rules)
        try fields.encode(Rates(report.rates), forKey: .per100)
        try fields.encodeIfPresent(report.known.map(Known.init), forKey: .known)
        try fields.encode(
            report.histogram.spans.map {
                // In milliseconds: 0.3 and not 0.30000000000000004.
                Span(
                    from: ($0.from * 1000).rounded() / 1000, to: ($0.to * 1000).rounded() / 1000,
                    inTime: $0.inTime,
                    late: $0.late)
            },
            forKey: .histogram)
        try fields.encode(report.proposals.map { Row($0, english) }, forKey: .proposals)
    }
}
