import Boards
import HomeFiles
import Scanning

/// Changes that wait for a moment at which they do not interrupt anything.
///
/// | what | comes again before its moment | its moment |
/// |---|---|---|
/// | boards | the newer ones count; those that are in use: nothing has changed | the scan stands between two items, or at rest |
/// | needs, plan, pace, means | once is enough | the same: the levels are made anew |
/// | settings of scanning | the newer ones count; those in force: nothing has changed | rest, with every switch up |
/// | a fitted scan time | the newer one counts | rest |
struct PendingUpdates: Sendable {
    /// The material for making the levels.
    enum Levels: Equatable {
        case of(BoardSet)
        /// Of the same boards.
        case anew
    }

    private var boards: BoardSet?
    private var haveContentsChanged = false
    private var scanning: (ScanParameters, HomeSettings.Tuning)?
    private var fit: (scanTime: Duration, day: Int)?

    /// Files were read again, perhaps not those of the boards.
    mutating func boardsRead(_ new: BoardSet, inUse present: BoardSet) { boards = new != present ? new : nil }

    /// Material of levels other than the boards has changed.
    mutating func contentsChanged() { haveContentsChanged = true }

    /// The scan stands between two items, or rests.
    ///
    /// - Parameter isStale: Whether a list that was left out is no longer empty, or the other way round.
    mutating func takeLevels(isStale: Bool) -> Levels? {
        if let boards {
            self.boards = nil
            haveContentsChanged = false
            return .of(boards)
        }
        guard haveContentsChanged || isStale else { return nil }
        haveContentsChanged = false
        return .anew
    }

    mutating func scanningChanged(
        _ new: ScanParameters, _ tuning: HomeSettings.Tuning, from present: HomeSettings
    ) {
        scanning = new != present.scanning || tuning != present.tuning ? (new, tuning) : nil
    }

    /// The scan rests, and every switch is up: no press or pass changes its meaning midway.
    mutating func takeScanning() -> (ScanParameters, HomeSettings.Tuning)? {
        defer { scanning = nil }
        return scanning
    }

    /// - Parameter day: When it was fitted, counted from 1970-01-01.
    mutating func paceFitted(_ scanTime: Duration, on day: Int) { fit = (scanTime, day) }

    /// The scan rests.
    mutating func takeFit() -> (scanTime: Duration, day: Int)? {
        defer { fit = nil }
        return fit
    }
}
