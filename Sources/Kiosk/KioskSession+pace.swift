import Boards
import HomeFiles
import Scanning

extension KioskSession {
    mutating func changePace(_ change: BoardItem.PaceChange, at now: Instant, _ effects: inout Effects) {
        finishChoice(.goOn, at: now, &effects)
    }
}
