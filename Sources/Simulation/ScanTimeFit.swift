import Foundation
import HomeFiles
import Scanning

/// Fits the scanning to a person by how they pressed in a calibration.
enum ScanTimeFit {
    /// How many needs are asked for to find out.
    static let needs = 50
    /// The calibration is slow enough for anybody: presses that come too late would hide how slow somebody is.
    static let calibrationTime: Duration = .seconds(5)

    /// Settings in which everybody can be measured.
    static func calibrating(_ parameters: ScanParameters) -> ScanParameters {
        var slow = parameters
        slow.scanTime = max(slow.scanTime, calibrationTime)
        slow.dwellTime = max(slow.dwellTime, calibrationTime)
        return slow
    }

    /// The time that a person needs on average is 0.65 of the time that fits them (Simpson, Koester, LoPresti 2006).
    ///
    /// - Parameter latencies: from the end of a cue to the press, in seconds.
    /// - Returns: Rounded to hundredths, as staff write it, and within `limits`; `nil` without a press.
    static func proposal(for latencies: [Double], limits: ClosedRange<Duration>) -> Duration? {
        guard !latencies.isEmpty else { return nil }
        let mean = latencies.reduce(0, +) / Double(latencies.count)
        let hundredths = Int64((mean / PressModel.fittingPart * 100).rounded())
        return min(max(.milliseconds(hundredths * 10), limits.lowerBound), limits.upperBound)
    }

    /// The parameters as they fit after a calibration, and whether anything was proposed.
    static func fitted(_ parameters: ScanParameters, by tally: Tally) -> ScanParameters {
        var fitted = parameters
        switch parameters.mode {
        case .automatic, .inverse:
            if let time = proposal(for: tally.latencies, limits: .milliseconds(300) ... .seconds(10)) {
                fitted.scanTime = time
            }
        case .stepDwell:
            if let time = proposal(for: tally.stepLatencies, limits: .milliseconds(500) ... .seconds(10)) {
                fitted.dwellTime = time
            }
        // Nothing moves by itself: no time to press.
        case .step, .direct: break
        }
        return fitted
    }
}
