import Boards
import HomeFiles
import Scanning

/// What has changed and waits for a moment in which nobody is in the middle of anything.
///
/// | what | comes again before its moment | its moment |
/// |---|---|---|
/// | boards | the newer ones count; those that are in use: nothing has changed | the scan stands between two items, or at rest |
/// | needs, plan, pace, means | once is enough | the same: the levels are made anew |
/// | settings of scanning | the newer ones count; those in force: nothing has changed | rest, with every switch up |
/// | a fitted scan time | the newer one counts | rest |
struct PendingUpdates: Sendable {
    /// What the levels are to be made of.
    enum Levels: Equatable {
        case of(BoardSet)
        /// Of the same boards.
        case anew
    }

    private var boards: BoardSet?
    private var haveContentsChanged = false
    private var scanning: (ScanParameters, HomeSettings.Tuning)?
    private var fit: (scanTime: Duration, day: Int)?

    /// Files have been read again: perhaps others than those of the boards.
    mutating func boardsRead(_ new: BoardSet, inUse present: BoardSet) { boards = new != present ? new : nil }

    /// Something that levels are made of has changed, besides the boards.
    mutating func contentsChanged() { haveContentsChanged = true }

    /// The scan stands between two items, or rests.
    ///
    /// - Parameter isStale: Whether a list that was left out has something in it by now, or the other way round.
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

    /// The scan rests, and every switch is up: nobody's press or pass changes its meaning on the way.
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
