import Boards
import Foundation
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    // MARK: - Changed settings

    mutating func takeOverWaitingScanning(_ effects: inout Effects) {
        if isResting, let fit = updates.takeFit() { self.fit(fit.scanTime, on: fit.day, &effects) }
        guard isResting, presses.filter.isIdle, let (changed, tuning) = updates.takeScanning() else { return }
        inForce.adopt(changed, tuning)
        presses.adopt(scanning, keepsRecords: tuning.keep)
        levels.maker.parameters = scanning
        levels.maker.idlePaceChanges = inForce.idlePaceChanges
        scanner = Scanner(parameters: scanning, top: levels.restart())
        effects.add(.keepPace(inForce.pace))
        effects.add(.log("the settings of scanning have changed and are in use"))
    }

    // MARK: - The client's own pace

    mutating func changePace(_ change: BoardItem.PaceChange, at now: Instant, _ effects: inout Effects) {
        guard scanning.movesByItself else {
            runChoice(Script(steps: [.say(announcement(.text(phrases[.paceLimit])))]), at: now, &effects)
            return
        }
        let hasChanged = inForce.change(change)
        let phrase: PhraseKey =
            switch change {
            case .slower: .paceSlower
            case .faster: .paceFaster
            case .usual: .paceUsual
            }
        adoptPace(&effects)
        let said = hasChanged || change == .usual ? phrases[phrase, [.seconds: seconds]] : phrases[.paceLimit]
        runChoice(Script(steps: [.say(announcement(.text(said)))]), at: now, &effects)
    }

    /// The scan time as it is spoken: "1.7".
    private var seconds: String {
        (scanning.scanTime / .seconds(1)).formatted(
            .number.precision(.fractionLength(0...1)).locale(Locale(identifier: phrases.language)))
    }

    /// Takes over a fitted scan time; only called if staff have switched fitting on.
    private mutating func fit(_ scanTime: Duration, on day: Int, _ effects: inout Effects) {
        inForce.fit(scanTime, on: day)
        adoptPace(&effects)
        effects.add(.log("scan_time is fitted: \(scanning.scanTime)"))
    }

    private mutating func adoptPace(_ effects: inout Effects) {
        scanner.setScanTime(scanning.scanTime)
        updates.contentsChanged()
        effects.add(.keepPace(inForce.pace))
    }
}

extension Pace {
    /// The changes that would have no effect now.
    func idleChanges(limits: PaceLimits) -> Set<BoardItem.PaceChange> {
        var idle: Set<BoardItem.PaceChange> = steps == 0 ? [.usual] : []
        var tried = self
        if !tried.slower(limits: limits) { idle.insert(.slower) }
        tried = self
        if !tried.faster(limits: limits) { idle.insert(.faster) }
        return idle
    }
}
