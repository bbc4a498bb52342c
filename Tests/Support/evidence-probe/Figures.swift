import Foundation
import Scanning
import Simulation

/// One person with one pattern and one `press_evidence`, over all seeds.
struct Figures: Sendable {
    var needs = 0
    var right = 0
    var clean = 0
    /// Summed over the needs that were right, and the variances of the seeds' means, weighted alike.
    private var seconds = 0.0
    private var variance = 0.0
    /// Summed over the seeds.
    private var p95 = 0.0
    private var seeds = 0
    private var falseRequests = 0.0
    private var idleHours = 0.0
    private var askedBack = 0.0
    private var askedBackSeconds = 0.0
    var changedNeeds = 0
    var changedRight = 0
    var calibration = Array(repeating: SimulationReport.Tenth(presses: 0, meant: 0, expected: 0), count: 10)

    mutating func add(_ result: SimulationReport.Result) {
        let met = (result.rightPer100 * Double(result.needs) / 100).rounded()
        needs += result.needs
        right += Int(met)
        clean += Int((result.cleanPer100 * Double(result.needs) / 100).rounded())
        seconds += result.seconds.mean * met
        variance += pow(result.seconds.meanError * met, 2)
        p95 += result.seconds.p95
        seeds += 1
        falseRequests += result.falseRequestsPerHour * result.idleHours
        idleHours += result.idleHours
        askedBack += result.askedBackPer100 * Double(result.needs) / 100
        askedBackSeconds += result.askedBackSeconds * Double(result.needs)
        changedNeeds += result.changed.needs
        changedRight += result.changed.right
        add(result.calibration)
    }

    mutating func add(_ tenths: [SimulationReport.Tenth]) {
        for (index, tenth) in tenths.enumerated() {
            calibration[index].presses += tenth.presses
            calibration[index].meant += tenth.meant
            calibration[index].expected += tenth.expected
        }
    }

    var rightPer100: Double { Self.share(right, needs) * 100 }
    var cleanPer100: Double { Self.share(clean, needs) * 100 }
    /// Its standard error; one need that failed more or less is always possible.
    var rightError: Double {
        let part = Double(right + 1) / Double(needs + 2)
        return 100 * (part * (1 - part) / Double(max(1, needs))).squareRoot()
    }
    var mean: Double { seconds / Double(max(1, right)) }
    var meanError: Double { variance.squareRoot() / Double(max(1, right)) }
    /// The mean of the seeds' own.
    var worst: Double { p95 / Double(max(1, seeds)) }
    var falsePerHour: Double { idleHours > 0 ? falseRequests / idleHours : 0 }
    /// Of a number that comes by chance.
    var falseError: Double { idleHours > 0 ? (falseRequests + 1).squareRoot() / idleHours : 0 }
    var askedBackPer100: Double { askedBack * 100 / Double(max(1, needs)) }
    var askedBackSecondsPerNeed: Double { askedBackSeconds / Double(max(1, needs)) }

    static func share(_ part: Int, _ all: Int) -> Double { Double(part) / Double(max(1, all)) }
}

/// What is played, and what came out.
struct Play: Sendable {
    var person: Played
    var pattern: ScanParameters.Pattern
    var evidence: ScanParameters.PressEvidence
    var figures = Figures()

    static let head =
        "person              pattern     evidence   right  clean    mean    95 %  false/h  asked back  its seconds"

    var line: String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return padded(person.name, 20) + padded(pattern.rawValue, 12) + padded(evidence.rawValue, 9)
            + String(
                format: "%7.2f%7.2f%8.2f%8.2f%9.2f%12.1f%13.2f", figures.rightPer100, figures.cleanPer100,
                figures.mean, figures.worst, figures.falsePerHour, figures.askedBackPer100,
                figures.askedBackSecondsPerNeed)
    }
}
