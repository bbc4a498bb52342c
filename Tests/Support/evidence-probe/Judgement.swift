import Foundation
import Scanning
import Simulation

/// What must hold of what was played.
struct Judgement {
    /// Chance explains a difference of two, but hardly one of three standard errors.
    private static let chance = 3.0
    /// Of a tenth with fewer presses nothing can be said.
    private static let enough = 1000
    /// So far beyond its bounds may a tenth be.
    private static let margin = 0.05

    private(set) var faults: [String] = []
    private(set) var calibration = Figures()
    /// The person who is worst off beside `off`, in words; `nil` where nobody was played with both.
    private(set) var worst: String?

    init(_ plays: [Play]) {
        for play in plays where play.evidence == .full { calibration.add(play.figures.calibration) }
        judgeCalibration()
        var least = Double.infinity
        for full in plays where full.evidence == .full {
            judge(full)
            guard
                let off = plays.first(where: {
                    $0.person.name == full.person.name && $0.pattern == full.pattern && $0.evidence == .off
                })
            else { continue }
            compare(full, with: off)
            let gain = full.figures.rightPer100 - off.figures.rightPer100 + 100 * Self.shorter(full, off)
            guard gain < least else { continue }
            least = gain
            worst =
                "Worst off: \(Self.name(full)), right \(Self.text(off.figures.rightPer100)) with off and "
                + "\(Self.text(full.figures.rightPer100)) with full of 100 needs, in \(Self.text(off.figures.mean)) and "
                + "\(Self.text(full.figures.mean)) s"
        }
    }

    /// The part by which a need takes less time.
    private static func shorter(_ full: Play, _ off: Play) -> Double {
        off.figures.mean > 0 ? 1 - full.figures.mean / off.figures.mean : 0
    }

    private static func name(_ play: Play) -> String { "\(play.person.name) with \(play.pattern.rawValue)" }
    private static func text(_ value: Double) -> String { String(format: "%.2f", value) }

    // MARK: - How sure the kiosk is, and whether rightly

    private mutating func judgeCalibration() {
        for (index, tenth) in calibration.calibration.enumerated() where tenth.presses >= Self.enough {
            let found = Figures.share(tenth.meant, tenth.presses)
            let bounds = Double(index) / 10 - Self.margin...Double(index + 1) / 10 + Self.margin
            guard !bounds.contains(found) else { continue }
            faults.append(
                "of the presses called \(index * 10) to \(index * 10 + 10) % sure, \(Self.text(found * 100)) % were meant"
            )
        }
    }

    var calibrationLines: [String] {
        calibration.calibration.enumerated().map { index, tenth in
            let presses = Double(max(1, tenth.presses))
            let judged = tenth.presses < Self.enough ? "  (too few)" : ""
            return String(
                format: "%3d–%d %%  %8d presses  expected %5.1f %%  found %5.1f %%", index * 10,
                index * 10 + 10,
                tenth.presses, tenth.expected / presses * 100, Double(tenth.meant) / presses * 100) + judged
        }
    }

    // MARK: - Nobody is worse off

    private mutating func compare(_ full: Play, with off: Play) {
        let (new, old) = (full.figures, off.figures)
        let rightError = Self.chance * hypot(new.rightError, old.rightError)
        if new.rightPer100 < old.rightPer100 - 1 - rightError {
            faults.append(
                "\(Self.name(full)): right in \(Self.text(new.rightPer100)) of 100 needs, with off in \(Self.text(old.rightPer100))"
            )
        }
        let error = Self.chance * hypot(new.meanError, old.meanError)
        if new.mean > old.mean * 1.03 + error {
            faults.append(
                "\(Self.name(full)): \(Self.text(new.mean)) s for a need, with off \(Self.text(old.mean)) s")
        }
    }

    /// What is asked of single people.
    private mutating func judge(_ full: Play) {
        let figures = full.figures
        switch full.person.goal {
        case .falsePresses:
            if figures.rightPer100 < 99 - Self.chance * figures.rightError {
                faults.append(
                    "\(Self.name(full)): right in only \(Self.text(figures.rightPer100)) of 100 needs")
            }
            if figures.mean > 25 + Self.chance * figures.meanError {
                faults.append("\(Self.name(full)): \(Self.text(figures.mean)) s for a need")
            }
            if figures.falsePerHour > 6 + Self.chance * figures.falseError {
                faults.append("\(Self.name(full)): \(Self.text(figures.falsePerHour)) false requests an hour")
            }
        case .changesOvernight:
            // Fewer say nothing.
            guard figures.changedNeeds >= 10 else { return }
            let right = Figures.share(figures.changedRight, figures.changedNeeds)
            let error = (0.98 * 0.02 / Double(figures.changedNeeds)).squareRoot()
            if right < 0.98 - Self.chance * error {
                faults.append(
                    "\(Self.name(full)): right in only \(Self.text(right * 100)) of 100 needs after the change"
                )
            }
        case nil: break
        }
    }
}
