import Foundation
import Scanning

/// Fits the scanning to a person as a caregiver would with `beckon tune`: by the kiosk's records of their
/// presses.
enum Calibration {
    /// How many needs the calibration asks for.
    static let needs = 50
    /// Slow enough for anybody: presses that come too late would hide how slow somebody is.
    static let slowestTime: Duration = .seconds(5)

    /// Settings in which everybody can be measured.
    static func parameters(_ parameters: ScanParameters) -> ScanParameters {
        var slow = parameters
        slow.scanTime = max(slow.scanTime, slowestTime)
        slow.dwellTime = max(slow.dwellTime, slowestTime)
        return slow
    }

    /// The parameters with everything that tuning proposes.
    static func fitted(_ parameters: ScanParameters, by tally: Tally) -> ScanParameters {
        var fitted = parameters
        switch parameters.mode {
        case .automatic, .inverse:
            let measured = Self.parameters(parameters)
            let report = TuningReport(history: PressHistory(tally.records), parameters: measured)
            let isKnown = report.proposals.contains { $0.verdict != .tooFew && $0.option == .scanTime }
            for proposal in report.proposals where proposal.verdict == .change || isKnown {
                proposal.option.set(proposal.proposed, in: &fitted)
            }
        case .stepDwell:
            if let time = dwellTime(for: tally.stepLatencies) { fitted.dwellTime = time }
        // Nothing moves by itself: no time to press.
        case .step, .direct: break
        }
        return fitted
    }

    /// With step scanning, the person must press before dwelling selects: the same rule as for `scan_time`,
    /// the usual time to press divided by 0.65. The usual time is the median here, because after missing the
    /// switch a person tries again late.
    ///
    /// - Parameter latencies: from the end of a cue to the press that moved on, in seconds.
    static func dwellTime(for latencies: [Double]) -> Duration? {
        guard !latencies.isEmpty else { return nil }
        let median = latencies.sorted()[latencies.count / 2]
        let hundredths = Int64((median / PressModel.fittingPart * 100).rounded())
        return min(max(.milliseconds(hundredths * 10), .milliseconds(500)), .seconds(10))
    }
}
